/* A Redis that reads and refuses to write makes the service unready, with the reason and the remedy. */
import { serve } from '../../src/process/serve.js';
import { readConfig } from '../../src/config/config.js';
import { openBackend, openFixture } from '../support/backend.js';
import { startRedis, startRedisCluster, withRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import { startService } from '../support/service.js';
import type { StartedService } from '../support/service.js';
import { until } from '../support/until.js';

const set = (at: RedisServer, ...setting: readonly string[]): Promise<unknown> =>
  withRedis(at.url(), (client) => client.call('CONFIG', 'SET', ...setting));

let redis: RedisServer;
let master: RedisServer;
let service: StartedService;
let closeBackend: () => Promise<void>;
beforeAll(async () => {
  // Else the directory cannot be changed.
  const args = ['--enable-protected-configs', 'yes'];
  [redis, master] = await Promise.all([startRedis({ args }), startRedis()]);
  const backend = await openBackend({ REDIS_URL: redis.url() });
  closeBackend = backend.close;
  service = await startService({ backend });
});
afterAll(async () => {
  await service.close();
  await closeBackend();
  await Promise.all([redis.stop(), master.stop()]);
});

interface Readiness {
  readonly status: string;
  readonly reasons?: readonly { readonly store: string; readonly reason: string }[];
  readonly warnings?: readonly { readonly store: string; readonly reason: string }[];
}

const readiness = async (): Promise<Readiness> =>
  (await (await fetch(`${service.url}/readyz`)).json()) as Readiness;
const isReady = async (): Promise<boolean> => (await readiness()).status === 'ok';

const config = (name: string, broken: string, healthy: string) =>
  [() => set(redis, name, broken), () => set(redis, name, healthy)] as const;

/** A snapshot fails without a directory to write to. */
async function failToSave(): Promise<void> {
  await withRedis(redis.url(), async (client) => {
    await client.config('SET', 'save', '1 1');
    await client.config('SET', 'dir', '/proc');
    await client.set('changed', '1');
    await client.bgsave().catch(() => undefined);
  });
  await until(() =>
    withRedis(redis.url(), async (client) => /^rdb_last_bgsave_status:err/m.test(await client.info())),
  );
}

async function saveAgain(): Promise<void> {
  await withRedis(redis.url(), async (client) => {
    await client.config('SET', 'dir', '/tmp');
    await client.config('SET', 'save', '');
  });
}

test.each<[string, () => Promise<unknown>, () => Promise<unknown>, string]>([
  ['has no memory left', ...config('maxmemory', '1mb', '0'), 'Raise maxmemory'],
  ['has too few replicas', ...config('min-replicas-to-write', '1', '0'), 'Start its replicas'],
  [
    'became a replica',
    () => withRedis(redis.url(), (client) => client.replicaof('127.0.0.1', master.port)),
    () => withRedis(redis.url(), (client) => client.replicaof('NO', 'ONE')),
    'connect to the master',
  ],
  ['cannot save', failToSave, saveAgain, 'Free space on its disk'],
  [
    'does not permit its user to write',
    () => withRedis(redis.url(), (client) => client.acl('SETUSER', 'default', '-set')),
    () => withRedis(redis.url(), (client) => client.acl('SETUSER', 'default', '+@all')),
    'Read its log',
  ],
])('a Redis that %s is unready until it writes again', async (_, begin, end, remedy) => {
  await until(isReady);
  await begin();
  await until(async () => !(await isReady()));
  await until(async () =>
    ((await readiness()).reasons ?? []).some(
      ({ store, reason }) =>
        store === 'redis' && reason.includes('refuses to write') && reason.includes(remedy),
    ),
  );
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  await end();
  await until(isReady);
});

test('examining leaves nothing behind', async () => {
  await until(isReady);
  expect(await withRedis(redis.url(), (client) => client.keys('*examination*'))).toEqual([]);
});

test('a weak appendfsync is a warning, and one that cannot be read too', async () => {
  const warned = async (part: string): Promise<boolean> =>
    ((await readiness()).warnings ?? []).some(({ reason }) => reason.includes(part));
  await set(redis, 'appendonly', 'yes');
  expect(await warned('appendfsync is everysec')).toBe(true);
  await withRedis(redis.url(), (client) => client.acl('SETUSER', 'default', '-config'));
  expect(await warned('does not tell its appendfsync')).toBe(true);
  await withRedis(redis.url(), (client) => client.acl('SETUSER', 'default', '+@all'));
  await set(redis, 'appendfsync', 'always');
  expect(await warned('appendfsync')).toBe(false);
});

test('the service does not start with a Redis that refuses to write', async () => {
  await set(redis, 'maxmemory', '1mb');
  const fixture = await openFixture();
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', ...fixture.env, REDIS_URL: redis.url() };
  await expect(serve(readConfig(env))).rejects.toThrow('Redis refuses to write (OOM');
  await fixture.end();
  await set(redis, 'maxmemory', '0');
});

test('on a cluster one master that refuses to write is enough', async () => {
  const cluster = await startRedisCluster();
  const nodes = cluster.nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(',');
  const backend = await openBackend({ REDIS_CLUSTER_NODES: nodes });
  for (const node of cluster.nodes) {
    await set(node, 'maxmemory', '1mb');
    expect(await backend.stores.faults()).toMatchObject([
      { store: 'redis', reason: expect.stringContaining('Raise maxmemory') as string },
    ]);
    await set(node, 'maxmemory', '0');
    expect(await backend.stores.faults()).toEqual([]);
  }
  await backend.close();
  await cluster.stop();
});
