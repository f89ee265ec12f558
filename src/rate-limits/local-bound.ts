/*
 * Limits that go on without the store: while it does not answer, each process counts by itself, so that the callers of
 * what needs no other store are still bounded.
 */
import { AppError } from '../errors.js';
import type { Limit, Throttle, ThrottleVerdict } from './throttle.js';

interface Window {
  readonly endsAt: number;
  readonly attempts: number;
}

/** The oldest windows are dropped then: counting must not fill the memory. */
const MAX_KEYS = 10_000;
/** Callers do not wait for a store that did not answer this short a time ago. */
const STORE_RETRY_MS = 1000;

function createLocalCount(clock: () => number) {
  const windows = new Map<string, Window>();
  return (key: string, { attempts, windowSeconds }: Limit): ThrottleVerdict => {
    const now = clock();
    const known = windows.get(key);
    const current =
      known !== undefined && known.endsAt > now ? known : { endsAt: now + windowSeconds * 1000, attempts: 0 };
    windows.delete(key);
    windows.set(key, { ...current, attempts: current.attempts + 1 });
    const [oldest] = windows.keys();
    if (windows.size > MAX_KEYS && oldest !== undefined) windows.delete(oldest);
    return current.attempts < attempts
      ? { allowed: true, retryAfterSeconds: 0 }
      : { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((current.endsAt - now) / 1000)) };
  };
}

const isOutage = (error: unknown): boolean => error instanceof AppError && error.status === 503;

/** `clock`: milliseconds since the epoch. */
export function withLocalBound({ take, ...throttle }: Throttle, clock: () => number): Throttle {
  const count = createLocalCount(clock);
  let failedAt = -Infinity;
  return {
    ...throttle,
    async take(key, limit) {
      if (clock() - failedAt < STORE_RETRY_MS) return count(key, limit);
      try {
        return await take(key, limit);
      } catch (error) {
        if (!isOutage(error)) throw error;
        failedAt = clock();
        return count(key, limit);
      }
    },
  };
}
