/*
 * Counts tries in fixed windows through rate-limiter-flexible. Keys are hashed: of one length on every backend, and no
 * address or name of a person in a dump.
 */
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Limit, Throttle, ThrottleVerdict } from '../src/rate-limits/throttle.js';
import type { RedisClient } from './artifacts/redis-connection.js';
import type { Database } from './knex/connection.js';

type Counting = Readonly<{ points: number; duration: number; keyPrefix: string }>;
type MakeLimiter = (counting: Counting) => RateLimiterAbstract;
/** One point less under the key of a limiter, in one step; its window goes on. */
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
    const known =
      limiters.get(name) ?? makeLimiter({ points: attempts, duration: windowSeconds, keyPrefix: PREFIX });
    limiters.set(name, known);
    return known;
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

/** Rows whose window is over; the limiter counts them as absent. Returns how many there were. */
export const sweepSqlThrottle = async (db: Database): Promise<number> =>
  db('throttle').where('expire', '<', Date.now()).delete();
