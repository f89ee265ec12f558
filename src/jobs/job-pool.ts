/*
 * A pool of jobs: runs up to `concurrency` jobs and takes the next one as soon as one ends, so that a slow job occupies
 * one slot only. p-queue is not used: it holds what was handed to it, and here the database is the queue.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../ops/log.js';
import type { TakenJob } from './store.js';

export interface JobPoolDeps {
  readonly concurrency: number;
  readonly take: (atMost: number) => Promise<readonly TakenJob[]>;
  /** Never rejects. */
  readonly work: (job: TakenJob) => Promise<void>;
  readonly log: Log;
}

export interface JobPool {
  /** Takes the due jobs once, resolves to their number when all have ended. */
  runOnce(): Promise<number>;
  start(): void;
  /** Takes no more jobs; resolves when the running ones have ended. */
  stop(): Promise<void>;
}

const IDLE_MS = 500;
const BACKOFF_MS = 5_000;

export function createJobPool({ concurrency, take, work, log }: JobPoolDeps): JobPool {
  const running = new Set<Promise<void>>();
  let wakeUp = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  let stopped = true;

  /** Ends early when a job ended since the last wait. */
  async function wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: wakeUp.signal, ref: false }).catch(() => undefined);
    wakeUp = new AbortController();
  }

  function begin(job: TakenJob): void {
    const working = work(job).finally(() => {
      running.delete(working);
      wakeUp.abort();
    });
    running.add(working);
  }

  /** Returns how many milliseconds to wait before the next attempt. */
  async function fill(): Promise<number> {
    try {
      if (running.size < concurrency) (await take(concurrency - running.size)).forEach(begin);
      return IDLE_MS;
    } catch (err) {
      log.warn({ err }, 'jobs cannot be taken');
      return BACKOFF_MS;
    }
  }

  async function run(): Promise<void> {
    while (!stopped) await wait(await fill());
    await Promise.all(running);
  }

  return {
    async runOnce() {
      const jobs = await take(concurrency);
      await Promise.all(jobs.map(work));
      return jobs.length;
    },
    start() {
      stopped = false;
      loop = run();
    },
    async stop() {
      stopped = true;
      wakeUp.abort();
      await loop;
    },
  };
}
