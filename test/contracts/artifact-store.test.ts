import { Cluster, type Command } from 'ioredis';
import { connectRedis, type RedisClient } from '../../adapters/artifacts/redis-connection.js';
import { createRedisArtifacts, recordName } from '../../adapters/artifacts/redis.js';
import { readConfig } from '../../src/config/config.js';
import { backendName } from '../support/backend.js';
import { keepsInRedis } from '../support/records.js';
import { until } from '../support/until.js';
import { artifactStoreContract } from './artifact-store.contract.js';
import { useBackend } from './on-backend.js';
import { unique } from './samples.js';

const HOUR = 3_600_000;

/** The names of the commands that the client sends from now on. */
function commandsFrom(redis: RedisClient): readonly string[] {
  const names: string[] = [];
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command: Command, ...where: []) => {
    names.push(command.name);
    return send(command, ...where);
  };
  return names;
}

describe(`the artifact store on ${backendName}`, () => {
  const backend = useBackend();
  artifactStoreContract(() => backend().stores.artifacts);

  test.each([HOUR, -HOUR])(
    'a record lives as long as it should where the clock of the stores differs from that of Redis by %d milliseconds',
    async (difference) => {
      const { env } = backend();
      if (!keepsInRedis(env)) return;
      const { redis: settings } = readConfig({ NODE_ENV: 'test', ...env });
      if (settings === undefined) throw new Error('Redis is not configured');
      const redis = await connectRedis(settings, () => undefined);
      const now = (): number => Date.now() + difference;
      const store = createRedisArtifacts(redis, undefined, now);
      const [key, brief, owner] = [unique(), unique(), unique()];
      const record = (life: number) => ({ version: unique(), value: 'kept', expiresAt: now() + life });
      await store.create('session', key, record(HOUR / 2), owner);
      await store.create('session', brief, record(100), owner);
      await until(async () => (await store.read('session', brief)) === undefined);
      expect((await store.ownedBy('session', owner)).map((owned) => owned.key)).toEqual([key]);
      redis.disconnect();
    },
  );

  test('reads of one tick are one command, except on a cluster', async () => {
    const { env } = backend();
    if (!keepsInRedis(env)) return;
    const { redis: settings } = readConfig({ NODE_ENV: 'test', ...env });
    if (settings === undefined) throw new Error('Redis is not configured');
    const redis = await connectRedis(settings, () => undefined);
    const store = createRedisArtifacts(redis);
    const [keys, foreign, absent] = [Array.from({ length: 8 }, unique), unique(), unique()];
    const record = { version: unique(), value: 'kept', expiresAt: Date.now() + HOUR };
    await Promise.all(keys.map((key) => store.create('session', key, record)));
    await redis.lpush(recordName('session', foreign), 'no record');
    const sent = commandsFrom(redis);
    const found = await Promise.all([...keys, foreign, absent].map((key) => store.read('session', key)));
    expect(found).toEqual([
      ...keys.map(() => ({ version: record.version, value: 'kept' })),
      { version: '', value: '' },
      undefined,
    ]);
    // What is not found is looked at once more: it may be a value of another type.
    const expected = redis instanceof Cluster ? Array(10).fill('get') : ['mget', 'get', 'get'];
    expect(sent).toEqual(expected);
    redis.disconnect();
  });
});
