/*
 * Runs jobs, in every replica. A running job is held by a lease: no other replica runs it, and it is free again when its
 * process is gone. Jobs that call servers of others have a pool of their own, so that a slow receiver delays no mail.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '../durations.js';
import type { Log } from '../ops/log.js';
import { createJobPool, type JobPool } from './job-pool.js';
import { decodePayload, type JobKind, MalformedPayload } from './kinds.js';
import { MAX_ATTEMPTS, nextAttempt } from './retries.js';
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
  /** Milliseconds between two looks for due jobs; 900 when absent. */
  readonly lookEveryMs?: number;
  /** The end of an attempt. `retried`: it failed, and there will be another one. */
  readonly observe?: ((kind: JobKind, result: JobResult, seconds: number) => void) | undefined;
}

type JobResult = 'done' | 'retried' | 'given_up';

export interface Worker {
  /** Takes the due jobs once, resolves to their number when all have ended. */
  runOnce(): Promise<number>;
  start(): void;
  /** Takes no more jobs; waits at most 10 seconds for the running ones. */
  stop(): Promise<void>;
}

/** Under a second: the look adjusts the clock of the stores, which would otherwise read the time by itself. */
const IDLE_MS = 900;
const BACKOFF_MS = 5_000;

/** Longer than a sender can take: adapters/mail/smtp.ts gives up after four minutes. */
const LEASE_MS = 5 * MINUTE;
const CONCURRENCY = 5;
/** Longer than a call to another server can take: src/delivery/webhook-sender.ts gives up after ten seconds. */
const PARTY_LEASE_MS = MINUTE;
const PARTY_CONCURRENCY = 24;
const PER_PARTY = 3;
const STOP_TIMEOUT_MS = 10_000;
const REASON_LIMIT = 500;
const MARK_ATTEMPTS = 5;
const MARK_BACKOFF_MS = 500;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : 'unknown')
    .slice(0, REASON_LIMIT)
    .replace(/[\0\p{Surrogate}]/gu, '');

const logFields = ({ kind, id }: TakenJob) => ({ action: kind, subject: `job:${id}` });

/** The work is done and only the mark is missing: without it the work would be done again. */
async function markDone({ jobs, log }: WorkerDeps, job: TakenJob): Promise<void> {
  for (let failures = 0; failures < MARK_ATTEMPTS; failures += 1) {
    try {
      await jobs.done(job);
      return;
    } catch (err) {
      log.warn({ ...logFields(job), err }, 'job done, but not marked');
      await new Promise((resolve) => setTimeout(resolve, MARK_BACKOFF_MS));
    }
  }
}

/** A malformed payload is given up at once: no attempt could succeed. */
async function markFailed(
  { jobs, log }: WorkerDeps,
  job: TakenJob,
  error: unknown,
  due: number | undefined,
): Promise<void> {
  await jobs.failed(job, reasonOf(error), due === undefined ? undefined : new Date(due));
  const fields = { ...logFields(job), count: job.attempts, err: error };
  if (due === undefined) log.error(fields, 'job given up');
  else log.warn(fields, 'job failed, will be tried again');
}

const handle = <Kind extends JobKind>(
  handlers: Pick<JobHandlers, Kind>,
  kind: Kind,
  job: TakenJob,
): Promise<void> => handlers[kind]({ ...job, kind, payload: decodePayload(kind, job.payload) });

async function work(deps: WorkerDeps, job: TakenJob): Promise<void> {
  const began = performance.now();
  const observe = (result: JobResult): void =>
    deps.observe?.(job.kind, result, (performance.now() - began) / 1000);
  try {
    await handle(deps.handlers, job.kind, job);
  } catch (error) {
    const due = error instanceof MalformedPayload ? undefined : nextAttempt(job.attempts, deps.clock());
    observe(due === undefined ? 'given_up' : 'retried');
    await markFailed(deps, job, error, due).catch((err: unknown) => {
      deps.log.warn({ ...logFields(job), err }, 'job failed, but not marked');
    });
    return;
  }
  observe('done');
  await markDone(deps, job);
}

function poolsOf(deps: WorkerDeps): readonly JobPool[] {
  const { jobs, log, clock } = deps;
  const taking = (atMost: number, leaseMs: number): Taking => {
    const now = clock();
    return { now: new Date(now), leaseUntil: new Date(now + leaseMs), atMost, maxAttempts: MAX_ATTEMPTS };
  };
  const pool = (concurrency: number, take: (atMost: number) => Promise<readonly TakenJob[]>): JobPool =>
    createJobPool({ concurrency, take, work: (job) => work(deps, job), log });
  return [
    pool(CONCURRENCY, (atMost) => jobs.take(taking(atMost, LEASE_MS))),
    pool(PARTY_CONCURRENCY, (atMost) =>
      jobs.takeForParties({ ...taking(atMost, PARTY_LEASE_MS), perParty: PER_PARTY }),
    ),
  ];
}

export function createWorker(deps: WorkerDeps): Worker {
  const { jobs, log, clock, lookEveryMs = IDLE_MS } = deps;
  const pools = poolsOf(deps);
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<unknown> = Promise.resolve();

  /** One small statement where nothing is due. Returns how many milliseconds to wait before the next. */
  async function takeDue(): Promise<number> {
    try {
      if (await jobs.anyDue(new Date(clock()), MAX_ATTEMPTS)) for (const one of pools) one.fill();
      return lookEveryMs;
    } catch (err) {
      log.warn({ err }, 'jobs cannot be taken');
      return BACKOFF_MS;
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted)
      await sleep(await takeDue(), undefined, { signal, ref: false }).catch(() => undefined);
  }

  return {
    async runOnce() {
      const counts = await Promise.all(pools.map((one) => one.runOnce()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    start() {
      loop = run();
    },
    async stop() {
      stopping.abort();
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise((resolve) => (timer = setTimeout(resolve, STOP_TIMEOUT_MS)));
      await Promise.race([Promise.all([loop, ...pools.map((one) => one.stop())]), timeout]);
      clearTimeout(timer);
    },
  };
}
