/*
 * Counts attempts in fixed windows with rate-limiter-flexible. Keys are hashed, so that they have one length on every
 * backend and a dump contains no personal data.
 */
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Limit, Throttle, ThrottleVerdict } from '../src/rate-limits/throttle.js';
import type { ReportUnreadable } from '../src/artifacts/store.js';
import type { RedisClient } from './artifacts/redis-connection.js';
import { isForeignValue } from './artifacts/redis-failures.js';
import type { Database } from './knex/connection.js';

type Counting = Readonly<{ points: number; duration: number; keyPrefix: string }>;
type MakeLimiter = (counting: Counting) => RateLimiterAbstract;
/** Atomically subtracts one point of a key; its window stays. */
type GiveBack = (storedKey: string) => Promise<void>;
/** Makes way for a new count where `error` says that the stored one cannot be read; rethrows every other error. */
type Renew = (error: unknown, storedKey: string) => Promise<void>;

const PREFIX = 'slotkey:throttle';
const ALLOWED: ThrottleVerdict = { allowed: true, retryAfterSeconds: 0 };

const refused = ({ msBeforeNext }: RateLimiterRes): ThrottleVerdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

async function consume(limiter: RateLimiterAbstract, key: string): Promise<ThrottleVerdict> {
  try {
    await limiter.consume(key);
    return ALLOWED;
  } catch (error) {
    if (error instanceof RateLimiterRes) return refused(error);
    throw error;
  }
}

function createThrottle(makeLimiter: MakeLimiter, giveBack: GiveBack, renew?: Renew): Throttle {
  const limiters = new Map<string, RateLimiterAbstract>();
  function limiterOf({ attempts, windowSeconds }: Limit): RateLimiterAbstract {
    const name = `${attempts}/${windowSeconds}`;
    const limiter =
      limiters.get(name) ?? makeLimiter({ points: attempts, duration: windowSeconds, keyPrefix: PREFIX });
    limiters.set(name, limiter);
    return limiter;
  }
  const clearer = makeLimiter({ points: 1, duration: 1, keyPrefix: PREFIX });
  return {
    async take(key, limit) {
      const limiter = limiterOf(limit);
      try {
        return await consume(limiter, hashed(key));
      } catch (error) {
        // The types of columns leave nothing that cannot be read.
        if (renew === undefined) throw error;
        await renew(error, limiter.getKey(hashed(key)));
        return consume(limiter, hashed(key));
      }
    },
    giveBack: (key) => giveBack(clearer.getKey(hashed(key))),
    async clear(key) {
      await clearer.delete(hashed(key));
    },
  };
}

const GIVE_BACK = `local held = redis.pcall('GET', KEYS[1])
if type(held) == 'string' and (tonumber(held) or 0) > 0 then redis.call('DECR', KEYS[1]) end`;

export const createRedisThrottle = (
  redis: RedisClient,
  report: ReportUnreadable = () => undefined,
): Throttle =>
  createThrottle(
    (counting) => new RateLimiterRedis({ ...counting, storeClient: redis }),
    async (key) => {
      await redis.eval(GIVE_BACK, 1, key);
    },
    async (error, key) => {
      if (!isForeignValue(error)) throw error;
      report('throttle', key);
      await redis.del(key);
    },
  );

export const createSqlThrottle = (db: Database): Throttle =>
  createThrottle(
    (counting) =>
      new RateLimiterPostgres({
        ...counting,
        storeClient: db,
        storeType: 'knex',
        tableName: 'throttle',
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    async (key) => {
      await db('throttle').where({ key }).where('points', '>', 0).decrement('points');
    },
  );

/** Deletes rows whose window is over; the limiter ignores them. */
export const sweepSqlThrottle = async (db: Database): Promise<number> =>
  db('throttle').where('expire', '<', Date.now()).delete();
