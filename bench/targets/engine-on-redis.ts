/*
 * The raw engine with its records in Redis, kept in the way that its documentation shows: a record for each artifact, a
 * list of those of one grant, and a mark on what was used.
 */
import { Redis } from 'ioredis';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { engineTargets } from './engine.js';
import type { Servers, Target } from './target.js';

const grantKey = (grantId: string): string => `engine:grant:${grantId}`;

const adapterOn =
  (redis: Redis) =>
  (model: string): Adapter => {
    const keyOf = (id: string): string => `engine:${model}:${id}`;

    async function upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      const key = keyOf(id);
      const writes = redis
        .multi()
        .hset(key, { payload: JSON.stringify(payload) })
        .expire(key, expiresIn);
      if (payload.grantId !== undefined && model !== 'Grant')
        writes.rpush(grantKey(payload.grantId), key).expire(grantKey(payload.grantId), expiresIn);
      await writes.exec();
    }

    async function find(id: string): Promise<AdapterPayload | undefined> {
      const { payload, consumed } = await redis.hgetall(keyOf(id));
      if (payload === undefined) return undefined;
      return { ...(JSON.parse(payload) as AdapterPayload), ...(consumed !== undefined && { consumed }) };
    }

    return {
      upsert,
      find,
      findByUserCode: () => Promise.resolve(undefined),
      findByUid: () => Promise.resolve(undefined),
      consume: async (id) => void (await redis.hset(keyOf(id), 'consumed', Math.floor(Date.now() / 1000))),
      destroy: async (id) => void (await redis.del(keyOf(id))),
      async revokeByGrantId(grantId) {
        const keys = await redis.lrange(grantKey(grantId), 0, -1);
        await redis.del(grantKey(grantId), ...keys);
      },
    };
  };

const on =
  (kind: keyof ReturnType<typeof engineTargets>) =>
  ({ redisUrl }: Servers): Promise<Target> =>
    engineTargets(adapterOn(new Redis(redisUrl)))[kind]();

export const [redisEngineCodes, redisEngineRefresh] = [on('codes'), on('refresh')];
