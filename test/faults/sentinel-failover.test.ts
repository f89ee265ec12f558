import { startWatchedRedis } from '../support/redis-sentinels.js';
import type { WatchedRedis } from '../support/redis-sentinels.js';
import { withRedis } from '../support/redis-server.js';
import { codeFor, exchange, me, refresh, tokensFor } from '../support/oauth.js';
import { until } from '../support/until.js';
import { install, openServiceFixture, statusOf } from './service-fixture.js';
import type { ServiceFixture } from './service-fixture.js';
import { startTraffic } from '../support/traffic.js';

let redis: WatchedRedis;
let fixture: ServiceFixture;
beforeEach(async () => {
  redis = await startWatchedRedis();
  fixture = await openServiceFixture({ REDIS_SENTINELS: redis.address });
});
afterEach(async () => {
  await fixture.close();
  await redis.stop();
});

/** From now on the replica receives nothing: it reconnects with a name that the master does not know. */
async function cutCopyOff(): Promise<void> {
  await withRedis(redis.copy.url(), (copy) =>
    copy.config('SET', 'masteruser', 'nobody', 'masterauth', 'nothing'),
  );
  await withRedis(redis.master.url(), (master) => master.call('CLIENT', 'KILL', 'TYPE', 'replica'));
  await until(() =>
    withRedis(redis.copy.url(), async (copy) => /^master_link_status:down/m.test(await copy.info())),
  );
}

async function failOver(): Promise<void> {
  await redis.master.crash();
  await until(() => withRedis(redis.copy.url(), async (copy) => /^role:master/m.test(await copy.info())));
  for (const at of [fixture.service, fixture.replica])
    await until(async () => (await statusOf(at, '/readyz')) === 200);
}

test('clients receive 503 until another master is elected, and continue with their tokens', async () => {
  const { service, replica } = fixture;
  const { client, visitor, installations } = await install(service, 4);
  const traffic = startTraffic([service, replica], client, installations);
  await traffic.continues();
  await failOver();
  await traffic.continues();
  const last = await traffic.stop();
  expect(traffic.count('refresh 503 temporarily_unavailable')).toBeGreaterThan(0);
  // The last writes of the failed master may be lost: at most one access token each.
  expect(traffic.surprises().filter((what) => what !== 'call 401')).toEqual([]);
  expect(traffic.count('call 401')).toBeLessThanOrEqual(installations.length);
  for (const { access_token: access, refresh_token: token } of last) {
    expect((await me(replica, access)).status).toBe(200);
    expect((await refresh(service, client, token)).status).toBe(200);
  }
  expect((await tokensFor(service, client, visitor)).token_type).toBe('bearer');
});

test('a code whose redemption the new master lacks is not redeemed again, and a renewed token is still the newest', async () => {
  const { service, replica } = fixture;
  const { client, visitor, installations } = await install(service, 1);
  const [used, unused] = [await codeFor(service, client, visitor), await codeFor(service, client, visitor)];
  await until(redis.caughtUp);
  await cutCopyOff();
  expect((await exchange(service, client, used)).status).toBe(200);
  const renewed = await refresh(service, client, installations[0]?.refresh_token ?? '');
  expect(renewed.status).toBe(200);
  await failOver();
  for (const code of [used, unused])
    for (const at of [service, replica])
      expect((await exchange(at, client, code)).body.error).toBe('invalid_grant');
  expect((await refresh(replica, client, renewed.body.refresh_token)).status).toBe(200);
  const next = await tokensFor(service, client, visitor);
  expect((await me(replica, next.access_token)).status).toBe(200);
});
