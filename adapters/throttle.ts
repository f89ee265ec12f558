/*
 * Counts attempts in fixed windows with rate-limiter-flexible. Keys are hashed, so that they have one length on every
 * backend and a dump contains no personal data.
 */
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Limit, Throttle, ThrottleVerdict } from '../src/rate-limits/throttle.js';
import type { RedisClient } from './artifacts/redis-connection.js';
import type { Database } from './knex/connection.js';

type Counting = Readonly<{ points: number; duration: number; keyPrefix: string }>;
type MakeLimiter = (counting: Counting) => RateLimiterAbstract;
/** Atomically subtracts one point of a key; its window stays. */
type GiveBack = (storedKey: string) => Promise<void>;

const PREFIX = 'slotkey:throttle';
const ALLOWED: ThrottleVerdict = { allowed: true, retryAfterSeconds: 0 };

const refused = ({ msBeforeNext }: RateLimiterRes): ThrottleVerdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

function createThrottle(makeLimiter: MakeLimiter, giveBack: GiveBack): Throttle {
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
      try {
        await limiterOf(limit).consume(hashed(key));
        return ALLOWED;
      } catch (error) {
        if (error instanceof RateLimiterRes) return refused(error);
        throw error;
      }
    },
    giveBack: (key) => giveBack(clearer.getKey(hashed(key))),
    async clear(key) {
      await clearer.delete(hashed(key));
    },
  };
}

const GIVE_BACK = `if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end`;

export const createRedisThrottle = (redis: RedisClient): Throttle =>
  createThrottle(
    (counting) => new RateLimiterRedis({ ...counting, storeClient: redis }),
    async (key) => {
      await redis.eval(GIVE_BACK, 1, key);
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
