/*
 * The port of sealed tokens of connections. Of all who want to refresh them at once one holds the lease and calls the
 * provider; no transaction stays open meanwhile. Adapter: adapters/knex/provider-oauth/provider-credentials.ts.
 */

import type { JobPayloads } from '../../jobs/kinds.js';
import type { Revocable } from './provider.js';

export interface Credential {
  readonly sealed: string;
  /** The provider said that it is over; only connecting anew mends it. */
  readonly invalid: boolean;
}

export interface RefreshLease {
  /** Random; names the try. */
  readonly lease: string;
  readonly now: Date;
  /** When others may try, should this process be gone by then. */
  readonly until: Date;
}

export interface CredentialStore {
  /** Undefined when the connection is gone, or needs no tokens. */
  read(id: number): Promise<Credential | undefined>;
  /** False while somebody else holds it, and when what stands is no longer what was `seen`. */
  claim(id: number, seen: string, lease: RefreshLease): Promise<boolean>;
  /** What the provider gave. False when the lease ran out and somebody else has it, or the connection is gone. */
  renew(id: number, lease: string, sealed: string): Promise<boolean>;
  /** Nothing came of it; others may try at once. */
  release(id: number, lease: string): Promise<void>;
  /** Ends the connection, unless it was connected anew since. True once; then whoever needs it is written to. */
  invalidate(id: number, seen: string, at: Date): Promise<boolean>;
}

/** What a person has allowed us at a provider, as far as we know whose account there it is. */
export interface Consent {
  readonly provider: Revocable;
  readonly accountId: number;
  readonly identity?: string;
}

/**
 * Providers have one consent for each account of theirs and each client: taking back one token ends all of them.
 * Adapter: adapters/knex/provider-oauth/authorization-states.ts.
 */
export interface ConsentStore {
  /** Whether a connection that works lives on this consent, or may do. */
  isUsed(consent: Consent): Promise<boolean>;
}

/** Tokens of a connection that is gone, revoked at the provider. */
export type RevocationTask = JobPayloads['revocation'];
