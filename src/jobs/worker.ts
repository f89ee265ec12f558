/*
 * Works jobs off, in every replica. A job is held by a lease while it is worked, so that it is never done twice at
 * once, and is free again when the process that held it is gone. What calls somebody else's server runs in a pool of
 * its own: no receiver, however slow, holds up a mail.
 */
import { MINUTE } from '../durations.js';
import type { Log } from '../ops/log.js';
import { createJobPool } from './job-pool.js';
import type { JobPool } from './job-pool.js';
import { MAX_ATTEMPTS, nextTry } from './retries.js';
import { decodePayload, type JobKind } from './kinds.js';
import type { Job, JobStore, TakenJob, Taking } from './store.js';

/** Rejects when the job should be retried. */
export type JobHandler<Kind extends JobKind = JobKind> = (job: Job<Kind>) => Promise<void>;

export type JobHandlers = { readonly [Kind in JobKind]: JobHandler<Kind> };

export interface WorkerDeps {
  readonly jobs: JobStore;
  readonly handlers: JobHandlers;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface Worker {
  /** Takes what is due and works it, once; how many there were. */
  turn(): Promise<number>;
  start(): void;
  /** Takes no more, and waits a while for what is under way. */
  stop(): Promise<void>;
}

/** Longer than a sender can take: adapters/mail/smtp.ts gives up after four minutes. */
const LEASE_MS = 5 * MINUTE;
const CONCURRENCY = 5;
/** Longer than a call to somebody's server can take: src/delivery/webhook-sender.ts gives up after ten seconds. */
const PARTY_LEASE_MS = MINUTE;
const AT_ONCE_FOR_PARTIES = 24;
const PER_PARTY = 3;
const TIMEOUT_MS = 10_000;
const REASON_LIMIT = 500;
const MAX_MARKS = 5;
const MARK_AGAIN_MS = 500;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : 'unknown')
    .slice(0, REASON_LIMIT)
    .replace(/[\0\p{Surrogate}]/gu, '');

/** The work is done and only the mark is missing: without it the work would be done again. */
async function mark({ jobs, log }: WorkerDeps, job: TakenJob): Promise<void> {
  for (let missed = 0; missed < MAX_MARKS; missed += 1) {
    try {
      await jobs.done(job);
      return;
    } catch (err) {
      log.warn({ action: job.kind, subject: `job:${job.id}`, err }, 'job done, but not marked');
      await new Promise((resolve) => setTimeout(resolve, MARK_AGAIN_MS));
    }
  }
}

async function putOff({ jobs, log, clock }: WorkerDeps, job: TakenJob, error: unknown): Promise<void> {
  const due = nextTry(job.tries, clock());
  await jobs.failed(job, reasonOf(error), due === undefined ? undefined : new Date(due));
  const fields = { action: job.kind, subject: `job:${job.id}`, count: job.tries, err: error };
  if (due === undefined) log.error(fields, 'job given up');
  else log.warn(fields, 'job failed, will be tried again');
}

const handle = <Kind extends JobKind>(
  handlers: Pick<JobHandlers, Kind>,
  kind: Kind,
  job: TakenJob,
): Promise<void> => handlers[kind]({ ...job, kind, payload: decodePayload(kind, job.payload) });

async function work(deps: WorkerDeps, job: TakenJob): Promise<void> {
  try {
    await handle(deps.handlers, job.kind, job);
  } catch (error) {
    await putOff(deps, job, error).catch((err: unknown) => {
      deps.log.warn({ action: job.kind, subject: `job:${job.id}`, err }, 'job failed, but not marked');
    });
    return;
  }
  await mark(deps, job);
}

export function createWorker(deps: WorkerDeps): Worker {
  const { jobs, log, clock } = deps;
  const taking = (atMost: number, leaseMs: number): Taking => {
    const now = clock();
    return { now: new Date(now), leaseUntil: new Date(now + leaseMs), atMost, maxAttempts: MAX_ATTEMPTS };
  };
  const pool = (concurrency: number, take: (atMost: number) => Promise<readonly TakenJob[]>): JobPool =>
    createJobPool({ concurrency, take, work: (job) => work(deps, job), log });
  const pools = [
    pool(CONCURRENCY, (atMost) => jobs.take(taking(atMost, LEASE_MS))),
    pool(AT_ONCE_FOR_PARTIES, (atMost) =>
      jobs.takeForParties({ ...taking(atMost, PARTY_LEASE_MS), perParty: PER_PARTY }),
    ),
  ];
  return {
    async turn() {
      const worked = await Promise.all(pools.map((one) => one.turn()));
      return worked.reduce((sum, count) => sum + count, 0);
    },
    start() {
      for (const one of pools) one.start();
    },
    async stop() {
      let patience: NodeJS.Timeout | undefined;
      const over = new Promise((resolve) => (patience = setTimeout(resolve, TIMEOUT_MS)));
      await Promise.race([Promise.all(pools.map((one) => one.stop())), over]);
      clearTimeout(patience);
    },
  };
}
