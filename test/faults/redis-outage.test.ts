import { connectRedis } from '../../adapters/artifacts/redis-connection.js';
import type { RedisClient } from '../../adapters/artifacts/redis-connection.js';
import { isRedisOutage } from '../../adapters/artifacts/redis-failures.js';
import { redisSafety } from '../../adapters/artifacts/redis-safety.js';
import { createRedisArtifacts } from '../../adapters/artifacts/redis.js';
import { DEADLINE_MS, guarded } from '../../adapters/outage.js';
import { createRedisThrottle } from '../../adapters/throttle.js';
import { startSentinels } from '../support/redis-sentinels.js';
import { startRedis, startRedisCluster, withRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import { startSlowProxy } from '../support/slow-proxy.js';
import { until } from '../support/until.js';
import { artifact, unique } from '../contracts/samples.js';

const open: RedisClient[] = [];
const servers: { stop(): unknown }[] = [];

const rule = { isOutage: isRedisOutage, deadlineMs: DEADLINE_MS };
/** A busy machine is given some time above the deadline. */
const ABOUT_A_SECOND = DEADLINE_MS + 400;

async function storesAt(port: number) {
  const redis = await connectRedis({ mode: 'single', url: `redis://127.0.0.1:${port}/0` }, () => undefined);
  open.push(redis);
  const store = guarded(createRedisArtifacts(redis), rule);
  return { redis, store, throttle: guarded(createRedisThrottle(redis), rule) };
}

async function server(...args: readonly string[]): Promise<RedisServer> {
  const started = await startRedis({ args });
  servers.push(started);
  return started;
}

async function refused(work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await expect(work()).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(performance.now() - start).toBeLessThan(ABOUT_A_SECOND);
}

type Stores = Awaited<ReturnType<typeof storesAt>>;

async function allRefused({ store, throttle }: Stores): Promise<void> {
  await refused(() => store.read('family', unique()));
  await refused(() => store.create('family', unique(), artifact()));
  await refused(() => store.create('family', unique(), artifact(), unique()));
  await refused(() => store.swap('family', unique(), unique(), artifact()));
  await refused(() => store.remove('family', unique()));
  await refused(() => store.ownedBy('family', unique()));
  await refused(() => throttle.take(unique(), { attempts: 1, windowSeconds: 1 }));
  await refused(() => throttle.giveBack(unique()));
  await refused(() => throttle.clear(unique()));
}

const works = ({ store }: Stores): Promise<boolean> =>
  store.create('family', unique(), artifact()).catch(() => false);

describe('when Redis fails', () => {
  afterEach(async () => {
    for (const redis of open.splice(0)) redis.disconnect();
    for (const started of servers.splice(0)) await started.stop();
  });

  test('every method of a stopped store is 503 within about a second, and it recovers without a restart', async () => {
    const redis = await server();
    const stores = await storesAt(redis.port);
    expect(await works(stores)).toBe(true);
    await redis.crash();
    await until(() => Promise.resolve(stores.redis.status !== 'ready'));
    await allRefused(stores);
    expect((await redisSafety(stores.redis)).faults).toMatchObject([{ store: 'redis' }]);
    await redis.restart();
    await until(() => works(stores));
    expect((await redisSafety(stores.redis)).faults).toEqual([]);
  });

  test('every method of an unresponsive store is 503 within about a second, and it recovers without a restart', async () => {
    const redis = await server();
    const stores = await storesAt(redis.port);
    await redis.freeze();
    await allRefused(stores);
    await redis.thaw();
    await until(() => works(stores));
  });

  test('an unreachable store is a fault and not an exception when it is opened', async () => {
    const redis = await server();
    await redis.crash();
    const stores = await storesAt(redis.port);
    const { faults } = await redisSafety(stores.redis);
    expect(faults[0]?.reason).toContain('does not answer');
    await refused(() => stores.store.read('family', unique()));
    await redis.restart();
    await until(() => works(stores));
  });

  test('a transition whose response was lost with the connection is repeated and still succeeds', async () => {
    const redis = await server();
    const proxy = await startSlowProxy(redis.port);
    servers.push(proxy);
    const { store } = await storesAt(proxy.port);
    const [key, first, next] = [unique(), artifact('first'), artifact('next')];
    await store.create('family', unique(), artifact());
    proxy.loseNextAnswer();
    expect(await store.create('family', key, first)).toBe(true);
    await store.swap('family', unique(), unique(), artifact());
    proxy.loseNextAnswer();
    expect(await store.swap('family', key, first.version, next)).toBe('won');
    proxy.loseNextAnswer();
    expect(await store.read('family', key)).toMatchObject({ version: next.version, value: 'next' });
  });

  test('a transition whose response was too late is repeated and still succeeds', async () => {
    const redis = await server();
    const proxy = await startSlowProxy(redis.port);
    servers.push(proxy);
    const { store } = await storesAt(proxy.port);
    const [key, first, next] = [unique(), artifact('first'), artifact('next')];
    await store.create('family', key, first);
    await store.swap('family', unique(), unique(), artifact());
    proxy.holdAnswers(600);
    expect(await store.swap('family', key, first.version, next)).toBe('won');
    expect(await store.read('family', key)).toMatchObject({ value: 'next' });
  });

  test('without free memory a transition is 503 and changes nothing, while reads continue', async () => {
    const redis = await server();
    const stores = await storesAt(redis.port);
    const [key, first] = [unique(), artifact('first')];
    await stores.store.create('family', key, first);
    await withRedis(redis.url(), (client) => client.config('SET', 'maxmemory', '1mb'));
    await refused(() => stores.store.swap('family', key, first.version, artifact('second')));
    await refused(() => stores.store.create('family', unique(), artifact(), unique()));
    expect(await stores.store.read('family', key)).toEqual({ version: first.version, value: 'first' });
    await withRedis(redis.url(), (client) => client.config('SET', 'maxmemory', '0'));
    expect(await stores.store.swap('family', key, first.version, artifact('second'))).toBe('won');
  });

  test('a server that may drop records is unsafe, and one without an append-only file gets a warning, a durable one none', async () => {
    const [dropping, durable] = [
      await server('--maxmemory-policy', 'volatile-lru'),
      await server('--appendonly', 'yes', '--appendfsync', 'always'),
    ];
    const unsafe = await redisSafety((await storesAt(dropping.port)).redis);
    expect(unsafe.faults[0]?.reason).toContain('volatile-lru');
    expect(unsafe.warnings[0]?.reason).toContain('append-only');
    expect(await redisSafety((await storesAt(durable.port)).redis)).toEqual({ faults: [], warnings: [] });
  });

  test('a master is found through its sentinels', async () => {
    const master = await server();
    const sentinels = await startSentinels(master, 1);
    servers.push(...sentinels);
    const redis = await connectRedis(
      {
        mode: 'sentinel',
        masterName: 'primary',
        sentinels: sentinels.map(({ port }) => `redis://127.0.0.1:${port}`),
      },
      () => undefined,
    );
    open.push(redis);
    const [store, key] = [guarded(createRedisArtifacts(redis), rule), unique()];
    expect(await store.create('family', key, artifact('found'))).toBe(true);
    expect(await withRedis(master.url(), (client) => client.dbsize())).toBe(1);
    expect((await redisSafety(redis)).faults).toEqual([]);
  });

  test('a wrong password is a fault', async () => {
    const redis = await server('--requirepass', 'right');
    const stores = await storesAt(redis.port);
    expect((await redisSafety(stores.redis)).faults).toMatchObject([{ store: 'redis' }]);
    await refused(() => stores.store.read('family', unique()));
  });

  test('on a cluster every master is examined, and only the records of a stopped master are unavailable', async () => {
    const cluster = await startRedisCluster();
    servers.push(cluster);
    const nodes = cluster.nodes.map(({ port }) => `redis://127.0.0.1:${port}`);
    const redis = await connectRedis({ mode: 'cluster', nodes }, () => undefined);
    open.push(redis);
    expect((await redisSafety(redis)).faults).toEqual([]);
    const [, second, third] = cluster.nodes;
    await withRedis(second?.url() ?? '', (client) => client.config('SET', 'maxmemory-policy', 'allkeys-lru'));
    expect((await redisSafety(redis)).faults).toMatchObject([
      { reason: expect.stringContaining('allkeys-lru') as string },
    ]);
    await third?.crash();
    const store = guarded(createRedisArtifacts(redis), rule);
    await until(async () =>
      (await redisSafety(redis)).faults.some(({ reason }) => reason.includes('does not answer')),
    );
    const start = performance.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => store.create('family', unique(), artifact())),
    );
    expect(performance.now() - start).toBeLessThan(ABOUT_A_SECOND);
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 503 });
    await third?.restart();
    await until(() => store.create('family', unique(), artifact()).catch(() => false));
  });
});
