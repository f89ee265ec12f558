/*
 * Works jobs off, in every replica. A job is held by a lease while it is worked, so that it is never done twice at
 * once, and is free again when the process that held it is gone.
 */
import type { Log } from '../ops/log.js';
import { MOST_TRIES, nextTry } from './retries.js';
import type { Job, JobKind, JobStore } from './store.js';

/** Rejects when the job should be tried again. */
export type JobHandler = (job: Job) => Promise<void>;

export interface WorkerDeps {
  readonly jobs: JobStore;
  readonly handlers: Readonly<Record<JobKind, JobHandler>>;
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

/** Longer than a carrier can take: adapters/mail/smtp.ts gives up after four minutes. */
const LEASE_MS = 5 * 60_000;
const AT_ONCE = 5;
const IDLE_MS = 500;
const TROUBLED_MS = 5_000;
const PATIENCE_MS = 10_000;
const REASON_LIMIT = 500;
const MOST_MARKS = 5;
const MARK_AGAIN_MS = 500;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : 'unknown')
    .slice(0, REASON_LIMIT)
    .replace(/[\0\p{Surrogate}]/gu, '');

/** The work is done and only the mark is missing: without it the work would be done again. */
async function mark({ jobs, log }: WorkerDeps, job: Job): Promise<void> {
  for (let missed = 0; missed < MOST_MARKS; missed += 1) {
    try {
      await jobs.done(job);
      return;
    } catch (err) {
      log.warn({ action: job.kind, subject: `job:${job.id}`, err }, 'job done, but not marked');
      await new Promise((resolve) => setTimeout(resolve, MARK_AGAIN_MS));
    }
  }
}

async function putOff({ jobs, log, clock }: WorkerDeps, job: Job, error: unknown): Promise<void> {
  const due = nextTry(job.tries, clock());
  await jobs.failed(job, reasonOf(error), due === undefined ? undefined : new Date(due));
  const fields = { action: job.kind, subject: `job:${job.id}`, count: job.tries, err: error };
  if (due === undefined) log.error(fields, 'job given up');
  else log.warn(fields, 'job failed, will be tried again');
}

async function work(deps: WorkerDeps, job: Job): Promise<void> {
  try {
    await deps.handlers[job.kind](job);
  } catch (error) {
    await putOff(deps, job, error);
    return;
  }
  await mark(deps, job);
}

export function createWorker(deps: WorkerDeps): Worker {
  const { jobs, log, clock } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = true;

  async function turn(): Promise<number> {
    const now = clock();
    const leaseUntil = new Date(now + LEASE_MS);
    const taken = await jobs.take({ now: new Date(now), leaseUntil, atMost: AT_ONCE, mostTries: MOST_TRIES });
    await Promise.all(taken.map((job) => work(deps, job)));
    return taken.length;
  }

  const pauseAfter = (worked: number): number => (worked === AT_ONCE ? 0 : IDLE_MS);

  function schedule(pause: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      running = turn()
        .then(pauseAfter, (err: unknown) => {
          log.warn({ err }, 'jobs cannot be taken');
          return TROUBLED_MS;
        })
        .then(schedule);
    }, pause);
    timer.unref();
  }

  return {
    turn,
    start() {
      stopped = false;
      schedule(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      let patience: NodeJS.Timeout | undefined;
      const over = new Promise((resolve) => (patience = setTimeout(resolve, PATIENCE_MS)));
      await Promise.race([running, over]);
      clearTimeout(patience);
    },
  };
}
