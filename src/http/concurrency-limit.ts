/*
 * How many requests are processed at once. When a store is slow, requests are refused here with 503 and a Retry-After
 * instead of filling the memory.
 */
import type { Middleware } from 'koa';
import { overloaded } from '../errors.js';
import { refuseAbandoned } from '../request-abandoned.js';
import { createPool, type PoolLimits } from '../rate-limits/work-pool.js';

/** A store that answers in 10 ms lets 50 thousand a second through; the queue holds half a second of requests. */
const DEFAULT_LIMITS: PoolLimits = { concurrency: 512, waiting: 512, waitMs: 1000 };

export function limitConcurrency(limits = DEFAULT_LIMITS): Middleware {
  const inPool = createPool(limits, overloaded);
  return (ctx, next) =>
    inPool(() => {
      refuseAbandoned(ctx);
      return next();
    });
}
