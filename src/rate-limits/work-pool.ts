/*
 * Limits how much work runs at once: a short queue waits, everything after that is refused at once. p-queue is not used:
 * it has no limit for the queue.
 */
import { tooManyRequests } from '../errors.js';

export interface PoolLimits {
  readonly concurrency: number;
  readonly waiting: number;
}

export type InPool = <T>(work: () => Promise<T>) => Promise<T>;

/** Rejects with 429 when the queue is full. */
export function createPool({ concurrency, waiting }: PoolLimits): InPool {
  const queue: (() => void)[] = [];
  let running = 0;

  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      if (queue.length >= waiting) throw tooManyRequests(1);
      queue.push(resolve);
    });

  /** Finished work starts the next one, so `running` stays as it is. */
  function leave(): void {
    const start = queue.shift();
    if (start === undefined) running -= 1;
    else start();
  }

  return async (work) => {
    if (running < concurrency) running += 1;
    else await wait();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
