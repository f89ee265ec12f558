/*
 * The port of usage evidence: uses of clients, counted by UTC day and stored for 30 days. It is information for owners and
 * reviewers and decides nothing about a request. Written by usage-recorder.ts alone. Adapter:
 * adapters/knex/clients/client-usage.ts.
 */

/**
 * `token`: a request to the token, revocation or introspection endpoint; its name is the id of the secret that was
 * presented, empty for a public client. `call`: an API call; its name is the scope that its route needs.
 * `authorization`: an authorization request of a legacy client; its name is one of SCOPE_NAMED and SCOPE_LEFT_OUT.
 */
export type UseKind = 'token' | 'call' | 'authorization';

export const SCOPE_NAMED = 'scope';
export const SCOPE_LEFT_OUT = 'no_scope';

export interface CountedUse {
  readonly clientId: string;
  readonly kind: UseKind;
  readonly name: string;
  /** `2026-11-21`, in UTC. */
  readonly day: string;
  readonly uses: number;
  readonly lastAt: Date;
  /** Client IP and program of the last one; only for `token`. */
  readonly from?: UseOrigin;
}

export interface UseOrigin {
  readonly clientIp: string;
  readonly agent: string;
}

export interface UseBatch {
  /** A batch that is sent again, because its answer was lost, is counted once. */
  readonly id: string;
  /** One a client, kind, name and day. */
  readonly uses: readonly CountedUse[];
}

/** The uses of one client under one kind and name. */
export interface Tally {
  readonly kind: UseKind;
  readonly name: string;
  /** The last one, also when it is older than 30 days. */
  readonly lastAt: Date;
  /** How many in the last 7 days, today among them. */
  readonly week: number;
  /** In the last 30. */
  readonly month: number;
}

export interface UsageStore {
  /** Adds to the stored counts, so the counts of several replicas add up. */
  add(batch: UseBatch): Promise<void>;
  ofClient(clientId: string, now: Date): Promise<readonly Tally[]>;
  /** The newest token request or API call of each client; absent for a client without any. */
  lastActive(clientIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}
