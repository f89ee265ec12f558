/*
 * Bounds what is dear for the processor: so many at once, a short line waits, whoever comes after that is told to come
 * back. Threads stay free for everything else.
 */
import { tooManyRequests } from '../errors.js';

export interface PoolSize {
  readonly concurrency: number;
  readonly waiting: number;
}

export type InPool = <T>(work: () => Promise<T>) => Promise<T>;

/** Throws 429 when the line is full. */
export function createPool({ concurrency, waiting }: PoolSize): InPool {
  const line: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < concurrency) {
      running += 1;
      return;
    }
    if (line.length >= waiting) throw tooManyRequests(1);
    // Whoever leaves hands its place on, so `running` stays as it is.
    await new Promise<void>((resolve) => line.push(resolve));
  };
  const leave = (): void => {
    const next = line.shift();
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
