/*
 * Limits work that costs much CPU: so many at once, a short queue waits, everybody after that gets 429. Threads stay free
 * for everything else. p-queue is not used: it has no limit for those who wait.
 */
import { tooManyRequests } from '../errors.js';

export interface PoolSize {
  readonly concurrency: number;
  readonly waiting: number;
}

export type InPool = <T>(work: () => Promise<T>) => Promise<T>;

/** Throws 429 when the queue is full. */
export function createPool({ concurrency, waiting }: PoolSize): InPool {
  const queue: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) throw tooManyRequests(1);
    // Finished work starts the next one, so `running` stays as it is.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
