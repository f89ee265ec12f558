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
  /** Takes due jobs for its free slots, and again when one of them ends. Rests for a while when they cannot be taken. */
  fill(): void;
  /** Takes no more jobs; resolves when the running ones have ended. */
  stop(): Promise<void>;
}

const BACKOFF_MS = 5_000;

export function createJobPool({ concurrency, take, work, log }: JobPoolDeps): JobPool {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let filling: Promise<void> = Promise.resolve();
  let [isFilling, isAsked] = [false, false];

  function begin(job: TakenJob): void {
    const working = work(job).finally(() => {
      running.delete(working);
      fill();
    });
    running.add(working);
  }

  async function takeForFreeSlots(): Promise<void> {
    try {
      if (running.size < concurrency) (await take(concurrency - running.size)).forEach(begin);
    } catch (err) {
      log.warn({ err }, 'jobs cannot be taken');
      await sleep(BACKOFF_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async function takeWhileAsked(): Promise<void> {
    isFilling = true;
    while (isAsked && !signal.aborted) {
      isAsked = false;
      await takeForFreeSlots();
    }
    isFilling = false;
  }

  /** One at a time: two would take more jobs than there are free slots. */
  function fill(): void {
    isAsked = true;
    if (!isFilling) filling = takeWhileAsked();
  }

  return {
    async runOnce() {
      const jobs = await take(concurrency);
      await Promise.all(jobs.map(work));
      return jobs.length;
    },
    fill,
    async stop() {
      stopping.abort();
      await filling;
      await Promise.all(running);
    },
  };
}
