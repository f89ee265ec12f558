import { startRedis, withRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import { authorizeUrl, codeFor, exchange, introspect, me, refresh, revoke } from '../support/oauth.js';
import type { TokenAnswer } from '../support/oauth.js';
import { until } from '../support/until.js';
import { install, openServiceFixture, statusOf } from './service-fixture.js';
import type { ServiceFixture } from './service-fixture.js';
import { startTraffic } from '../support/traffic.js';

let redis: RedisServer;
let fixture: ServiceFixture;
beforeAll(async () => {
  redis = await startRedis();
  fixture = await openServiceFixture({ REDIS_URL: redis.url() });
});
afterAll(async () => {
  await fixture.close();
  await redis.stop();
});

const set = (name: string, value: string): Promise<unknown> =>
  withRedis(redis.url(), (client) => client.config('SET', name, value));
const fill = (): Promise<unknown> => set('maxmemory', '1mb');
const free = (): Promise<unknown> => set('maxmemory', '0');
const everyKey = (): Promise<readonly string[]> =>
  withRedis(redis.url(), async (client) => {
    const keys = (await client.keys('slotkey:*')).sort();
    return Promise.all(keys.map(async (key) => `${key} ${await client.dump(key)}`));
  });

function expectRefused({ status, body, headers }: TokenAnswer): void {
  expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'temporarily_unavailable', '1']);
}

describe('when the memory of Redis is full', () => {
  test('requests that write are 503 and change nothing, requests that read continue, and all recover', async () => {
    const { service, replica } = fixture;
    const { client, visitor, installations } = await install(service, 2);
    const [first, second] = installations;
    if (!first || !second) throw new Error('two were installed');
    const code = await codeFor(service, client, visitor);
    const consent = await visitor.browser.get(authorizeUrl(service, client));
    await fill();
    const before = await everyKey();
    expectRefused(await refresh(service, client, first.refresh_token));
    expectRefused(await exchange(replica, client, code));
    expect((await revoke(service, client, first.access_token)).status).toBe(503);
    expect((await visitor.browser.submit(consent, {}, 'allow')).status).toBe(503);
    expect((await me(replica, first.access_token)).status).toBe(200);
    expect((await introspect(service, client, first.access_token)).body.active).toBe(true);
    // Removing needs no memory.
    expect((await revoke(service, client, second.refresh_token)).status).toBe(200);
    expect((await me(replica, second.access_token)).status).toBe(401);
    const left = await everyKey();
    expect(before.filter((record) => !left.includes(record))).toHaveLength(1);
    expect(left.filter((record) => !before.includes(record))).toEqual([]);
    await free();
    expect((await visitor.browser.submit(consent, {}, 'allow')).left?.searchParams.get('code')).toMatch(
      /^sac_/,
    );
    expect((await exchange(replica, client, code)).status).toBe(200);
    const next = await refresh(replica, client, first.refresh_token);
    expect(next.status).toBe(200);
    expect((await me(service, next.body.access_token)).status).toBe(200);
  });

  test('clients under load receive 503 each time, and continue afterwards', async () => {
    const { service, replica } = fixture;
    const { client, installations } = await install(service, 4);
    const traffic = startTraffic([service, replica], client, installations);
    for (let round = 0; round < 5; round += 1) {
      await traffic.continues(10);
      const refused = traffic.count('refresh 503 temporarily_unavailable');
      await fill();
      await until(async () => traffic.count('refresh 503 temporarily_unavailable') >= refused + 8);
      await free();
    }
    await traffic.continues();
    for (const { access_token: access } of await traffic.stop())
      expect((await me(service, access)).status).toBe(200);
    expect(traffic.surprises()).toEqual([]);
    // Reading needs no memory, so no call was ever refused.
    expect(traffic.count('call 503')).toBe(0);
  });
});

test('a Redis that may drop records makes every replica unready, and readyz names the reason', async () => {
  const { service, replica } = fixture;
  await set('maxmemory-policy', 'allkeys-lru');
  for (const { url } of [service, replica]) {
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      reasons: [{ store: 'redis', reason: expect.stringContaining('allkeys-lru') as string }],
    });
  }
  await set('maxmemory-policy', 'noeviction');
  expect([await statusOf(service, '/readyz'), await statusOf(replica, '/readyz')]).toEqual([200, 200]);
});
