/*
 * Limits how much work runs at once: a short queue waits, everything after that is refused at once. p-queue is not used:
 * it has no limit for the queue.
 */
import { type AppError, tooManyRequests } from '../errors.js';

export interface PoolLimits {
  readonly concurrency: number;
  readonly waiting: number;
  /** How long work waits in the queue before it is refused; without limit when absent. */
  readonly waitMs?: number;
}

export type InPool = <T>(work: () => Promise<T>) => Promise<T>;

type Start = () => void;

/** Rejects with `refusal` (429 when absent) when the queue is full or the wait too long. */
export function createPool(
  { concurrency, waiting, waitMs }: PoolLimits,
  refusal: () => AppError = () => tooManyRequests(1),
): InPool {
  const queue = new Set<Start>();
  let running = 0;

  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (queue.size >= waiting) throw refusal();
      const giveUp = (): void => {
        queue.delete(start);
        reject(refusal());
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      const start: Start = () => {
        clearTimeout(timer);
        queue.delete(start);
        resolve();
      };
      queue.add(start);
    });

  /** Finished work starts the next one, so `running` stays as it is. */
  function leave(): void {
    const [start] = queue;
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
