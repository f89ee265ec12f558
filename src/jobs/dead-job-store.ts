/*
 * The port of the job queue for administrators: what waits, and the jobs that were given up. Adapter:
 * adapters/knex/delivery/dead-jobs.ts.
 */
import type { Actor } from '../events/audit-log.js';

export interface JobsOfKind {
  /** Perhaps one that only another version of the service knows. */
  readonly kind: string;
  /** Due, and not taken yet. */
  readonly waiting: number;
  /** Since when the first of them could be taken. */
  readonly oldest?: Date;
  /** Failed at least once, and attempted again. */
  readonly retried: number;
  /** Given up. */
  readonly dead: number;
}

export interface QueueQuery {
  readonly now: Date;
  readonly maxAttempts: number;
  /** Of each of the three at most so many are counted: the longest waiting, and the last that were given up. */
  readonly most: number;
}

export interface DeadJob {
  readonly id: string;
  readonly kind: string;
  /** Without what was sealed. */
  readonly payload: unknown;
  readonly attempts: number;
  /** Of the last attempt. */
  readonly reason?: string;
  readonly createdAt: Date;
  readonly deadAt: Date;
}

export interface DeadJobCursor {
  readonly at: Date;
  readonly id: string;
}

export interface DeadJobPage {
  readonly kind?: string | undefined;
  /** The last one seen. */
  readonly after?: DeadJobCursor | undefined;
  readonly most: number;
}

export interface DeadJobStore {
  /** By kind; kinds of which there is nothing to say are left out. */
  byKind(query: QueueQuery): Promise<readonly JobsOfKind[]>;
  /** The last that was given up first. */
  list(page: DeadJobPage): Promise<readonly DeadJob[]>;
  find(id: string): Promise<DeadJob | undefined>;
  /** Due at once, with as many attempts as a new one. False when it is not among the dead any more. */
  retry(id: string, actor: Actor): Promise<boolean>;
  /** Deletes it; a webhook delivery that waited for it has failed. */
  discard(id: string, actor: Actor): Promise<boolean>;
}
