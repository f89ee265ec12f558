/*
 * The port of the codes that are sent to bookers: one is valid for each address and event type, stored as a keyed hash.
 * The transaction of a booking uses it (store.ts). Adapter: adapters/knex/bookings/booker-codes.ts.
 */
import type { Actor } from '../../../events/audit-log.js';
import type { NewJob } from '../../../jobs/store.js';

export interface Booker {
  readonly eventTypeId: number;
  /** In any case. */
  readonly email: string;
}

export interface NewBookerCode {
  readonly codeHash: string;
  readonly expiresAt: Date;
}

export interface BookerCodeAttempt {
  /** The code under each key of the ring. */
  readonly codeHashes: readonly string[];
  readonly now: Date;
  /** Where it comes from; hash it first. */
  readonly from: string;
  readonly maxAttemptsFrom: number;
  /** Wherever they come from. */
  readonly maxAttempts: number;
}

export interface BookerCodeStore {
  /** Replaces the earlier code and its attempts; `job` sends it. False when the event type is gone. */
  put(booker: Booker, code: NewBookerCode, job: NewJob, actor: Actor): Promise<boolean>;
  /** Counts a failed attempt. A right code stays valid. */
  isRight(booker: Booker, attempt: BookerCodeAttempt): Promise<boolean>;
}
