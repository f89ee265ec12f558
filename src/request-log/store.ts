/*
 * The port of the request log. Information for the managers of a client and for administrators; it decides nothing.
 * Written by writer.ts alone, in batches. Adapter: adapters/knex/request-log/request-log.ts.
 */
import type { Endpoint, LoggedRequest } from './entry.js';

/** Days that a request is kept. */
export const KEPT_DAYS = 7;

/** Requests of one client and day that are kept: so many refused ones, and as many others. The rest is counted. */
export const KEPT_PER_DAY = 1_000;

export interface NewRequest extends LoggedRequest {
  /**
   * Keyed hashes of the secret that was wrong, for comparison with those of removed secrets. Not stored.
   */
  readonly secretHashes?: readonly string[] | undefined;
}

/** All requests of one client and UTC day, kept or not. */
export interface DayCount {
  readonly clientId: string;
  /** `2026-11-21` */
  readonly day: string;
  readonly refused: number;
  readonly succeeded: number;
}

export interface RequestBatch {
  readonly requests: readonly NewRequest[];
  /** Of the requests since the last batch, also of those that are not in it. */
  readonly counts: readonly DayCount[];
}

/** What the log knows of the authorization of a code or token that is unknown now. */
export interface GrantHistory {
  readonly codeIssuedAt?: number;
  readonly codeRedeemedAt?: number;
  /** When the reuse of a code or refresh token ended it. */
  readonly endedAt?: number;
}

export interface FoundRequest extends LoggedRequest {
  readonly history: GrantHistory;
}

export interface RequestQuery {
  readonly clientId: string;
  readonly endpoint?: Endpoint | undefined;
  readonly refusedOnly?: boolean;
  /** Those before this one, which was the last of the page before. */
  readonly behind?: { readonly at: number; readonly id: string } | undefined;
  readonly most: number;
}

export interface RequestLogStore {
  /**
   * Requests of clients that do not exist are left out, and so is what is too much for one day. Returns the new totals of
   * the days in the batch.
   */
  add(batch: RequestBatch): Promise<readonly DayCount[]>;
  /** Newest first. */
  list(query: RequestQuery): Promise<readonly FoundRequest[]>;
  /** Without a client: of every one, and those that belong to none. */
  find(id: string, clientId?: string): Promise<FoundRequest | undefined>;
  /** Days on which more came than is kept, newest first. */
  fullDays(clientId: string): Promise<readonly DayCount[]>;
}
