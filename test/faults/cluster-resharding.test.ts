import { moveSlots, startRedisCluster, withRedis } from '../support/redis-server.js';
import type { RedisClusterServers, RedisServer } from '../support/redis-server.js';
import { codeFor, exchange, me, refresh } from '../support/oauth.js';
import { install, openServiceFixture, statusOf } from './service-fixture.js';
import type { ServiceFixture } from './service-fixture.js';
import { startTraffic } from '../support/traffic.js';

const size = (server: RedisServer): Promise<number> => withRedis(server.url(), (redis) => redis.dbsize());

describe('when slots of the Redis Cluster move to another master', () => {
  let cluster: RedisClusterServers;
  let fixture: ServiceFixture;
  beforeAll(async () => {
    cluster = await startRedisCluster();
    const nodes = cluster.nodes.map(({ port }) => `redis://127.0.0.1:${port}`);
    fixture = await openServiceFixture({ REDIS_CLUSTER_NODES: nodes.join(',') });
  });
  afterAll(async () => {
    await fixture.close();
    await cluster.stop();
  });

  test('clients continue, and every record is found', async () => {
    const { service, replica } = fixture;
    const [first, second] = cluster.nodes;
    if (!first || !second) throw new Error('a cluster has three masters');
    const { client, visitor, installations } = await install(service, 8);
    const code = await codeFor(service, client, visitor);
    const traffic = startTraffic([service, replica], client, installations);
    await traffic.continues();
    expect(await size(first)).toBeGreaterThan(0);
    await moveSlots(first, second);
    expect(await size(first)).toBe(0);
    await traffic.continues();
    const last = await traffic.stop();
    expect(traffic.surprises()).toEqual([]);
    for (const { access_token: access, refresh_token: token } of last) {
      expect((await me(service, access)).status).toBe(200);
      expect((await refresh(replica, client, token)).status).toBe(200);
    }
    expect((await exchange(replica, client, code)).status).toBe(200);
    expect([await statusOf(service, '/readyz'), await statusOf(replica, '/readyz')]).toEqual([200, 200]);
  });
});
