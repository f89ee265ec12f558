/*
 * The port of the codes that bookers are sent: one counts for each address and event type, and is kept as a keyed hash.
 * A booking uses it up, in the transaction that makes the booking (store.ts). Adapter: adapters/knex/bookings/booker-codes.ts.
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

export interface BookerTrial {
  /** The code under each key of the ring. */
  readonly codeHashes: readonly string[];
  readonly now: Date;
  readonly maxAttempts: number;
}

export interface BookerCodeStore {
  /** In place of the code before, whose tries are forgotten; `job` sends it. False when the event type is gone. */
  put(booker: Booker, code: NewBookerCode, job: NewJob, actor: Actor): Promise<boolean>;
  /** Counts a try unless it is the code that counts; a right one goes on counting. */
  isRight(booker: Booker, trial: BookerTrial): Promise<boolean>;
}
