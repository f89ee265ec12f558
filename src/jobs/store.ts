/*
 * The port of the job queue: jobs wait in the database until they are done. Adapter: adapters/knex/jobs/jobs.ts.
 */
import type { JobKind, JobPayloads } from './kinds.js';

interface NewJobOf<Kind extends JobKind> {
  /** UUID of what it is about, where there is at most one job for it; generated when absent. */
  readonly id?: string;
  readonly kind: Kind;
  readonly payload: JobPayloads[Kind];
  /** When it may first be taken; at once when absent. */
  readonly dueAt?: Date;
  /** Owner of the server that it calls: few jobs of one party run at once. Absent for our own servers. */
  readonly party?: string;
  /** Jobs of one lane run one at a time: the next one waits until this one is done or dead. */
  readonly lane?: string;
}

export type NewJob = { readonly [Kind in JobKind]: NewJobOf<Kind> }[JobKind];

/** A job whose payload is not decoded yet. */
export interface TakenJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: unknown;
  /** Names the attempt that holds it; an attempt after the end of the lease has another one. */
  readonly lease: string;
  /** Including this one. */
  readonly attempts: number;
  readonly createdAt: Date;
  /** Since when it could be taken: since it was added, its time came, or it was to be retried. */
  readonly dueAt: Date;
}

export interface Job<Kind extends JobKind = JobKind> extends TakenJob {
  readonly kind: Kind;
  readonly payload: JobPayloads[Kind];
}

export interface Taking {
  readonly now: Date;
  /** From then on another replica may take the job. */
  readonly leaseUntil: Date;
  readonly atMost: number;
  /** A job with so many attempts is not taken. */
  readonly maxAttempts: number;
}

export interface PartyTaking extends Taking {
  /** How many jobs of one party may run, in all replicas. */
  readonly perParty: number;
}

/** How many jobs of a kind wait. */
export interface JobCount {
  readonly kind: string;
  /** Due, and taken by nobody. */
  readonly due: number;
  /** Since when the oldest of them has been due. */
  readonly oldestDueAt?: Date;
  /** Given up, or with so many attempts that they are not taken again. */
  readonly dead: number;
}

export interface JobStore {
  /** For use outside a transaction; adapters enqueue in the transaction of the change. */
  add(job: NewJob): Promise<void>;
  /** Whether it pays to take jobs: any is due, or the lease of one has run out. */
  anyDue(now: Date, maxAttempts: number): Promise<boolean>;
  /** By kind, of those that have any; stops counting at `most`. */
  count(
    now: Date,
    limits: { readonly most: number; readonly maxAttempts: number },
  ): Promise<readonly JobCount[]>;
  /** Due jobs without a party or a valid lease, the longest waiting first. Replicas never get the same one. */
  take(taking: Taking): Promise<readonly TakenJob[]>;
  /** The same of those with a party: first one of each party, then a second of each, and so on. */
  takeForParties(taking: PartyTaking): Promise<readonly TakenJob[]>;
  /** False when the lease ran out and another replica took the job. */
  done(job: TakenJob): Promise<boolean>;
  /** Without `dueAt` the job is dead: kept for a while for people to look at, and never taken again. */
  failed(job: TakenJob, reason: string, dueAt?: Date): Promise<boolean>;
}
