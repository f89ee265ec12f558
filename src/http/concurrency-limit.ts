/*
 * How many requests are worked on at once: so many, a short line waits a moment, and whoever finds it full or waits too
 * long hears at once when to come back. When a store is slow, requests end here instead of in memory that runs out.
 */
import type { Middleware } from 'koa';
import { overloaded } from '../errors.js';

export interface ConcurrencyLimits {
  readonly concurrency: number;
  readonly waiting: number;
  readonly waitMs: number;
}

/** A store that answers in 10 ms lets 50 thousand a second through; the line is what half a second of those would be. */
const DEFAULT_LIMITS: ConcurrencyLimits = { concurrency: 512, waiting: 512, waitMs: 1000 };

type Enter = () => void;

export function limitConcurrency({
  concurrency,
  waiting,
  waitMs,
}: ConcurrencyLimits = DEFAULT_LIMITS): Middleware {
  const line = new Set<Enter>();
  let running = 0;

  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (line.size >= waiting) throw overloaded();
      const enter = (): void => {
        clearTimeout(overdue);
        resolve();
      };
      const overdue = setTimeout(() => {
        line.delete(enter);
        reject(overloaded());
      }, waitMs);
      line.add(enter);
    });

  /** Whoever leaves hands its place on, so `running` stays as it is. */
  function leave(): void {
    const [next] = line;
    if (next === undefined) {
      running -= 1;
      return;
    }
    line.delete(next);
    next();
  }

  return async (_, next) => {
    if (running < concurrency) running += 1;
    else await wait();
    try {
      await next();
    } finally {
      leave();
    }
  };
}
