import { connectRedis } from '../../adapters/artifacts/redis-connection.js';
import { createRedisArtifacts } from '../../adapters/artifacts/redis.js';
import { readConfig } from '../../src/config/config.js';
import { backendName } from '../support/backend.js';
import { keepsInRedis } from '../support/records.js';
import { until } from '../support/until.js';
import { artifactStoreContract } from './artifact-store.contract.js';
import { useBackend } from './on-backend.js';
import { unique } from './samples.js';

const HOUR = 3_600_000;

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
});
