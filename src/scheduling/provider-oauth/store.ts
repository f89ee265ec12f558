/*
 * The port of the sealed tokens of connections. Of all replicas that want to refresh a token, one holds the lease and
 * calls the provider; no transaction stays open meanwhile. Adapter:
 * adapters/knex/provider-oauth/provider-credentials.ts.
 */
import type { Revocable } from './provider.js';

export interface Credential {
  readonly sealed: string;
  /** The provider revoked it; the user has to connect again. */
  readonly invalid: boolean;
}

export interface RefreshLease {
  /** Random id. */
  readonly lease: string;
  readonly now: Date;
  /** When others may take over, if this process has crashed. */
  readonly until: Date;
}

export interface CredentialStore {
  /** Undefined when the connection was deleted, or needs no tokens. */
  read(id: number): Promise<Credential | undefined>;
  /** False while another process holds it, or when `sealed` is no longer the current value. */
  claim(id: number, sealed: string, lease: RefreshLease): Promise<boolean>;
  /** Saves new tokens. False when another process took over the lease, or the connection was deleted. */
  renew(id: number, lease: string, sealed: string): Promise<boolean>;
  /** The refresh failed; others may retry at once. */
  release(id: number, lease: string): Promise<void>;
  /** Marks the connection invalid and notifies its owner, unless `sealed` has changed. True the first time. */
  invalidate(id: number, sealed: string, at: Date): Promise<boolean>;
}

/** The consent of a user at a provider. `identity`: the account there, if known. */
export interface Consent {
  readonly provider: Revocable;
  readonly accountId: number;
  readonly identity?: string;
}

/**
 * A provider has one consent for each account and client: revoking one token ends all of them.
 * Adapter: adapters/knex/provider-oauth/authorization-states.ts.
 */
export interface ConsentStore {
  /** Whether a valid connection uses this consent, or may use it. */
  isUsed(consent: Consent): Promise<boolean>;
}
