import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { startRedis, withRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import { authorizeUrl, codeFor, exchange, me, refresh, tokensFor, visit } from '../support/oauth.js';
import { until } from '../support/until.js';
import { install, openServiceFixture, statusOf } from './service-fixture.js';
import type { ServiceFixture } from './service-fixture.js';
import { startTraffic } from '../support/traffic.js';

let redis: RedisServer;
let fixture: ServiceFixture;
async function open(...args: readonly string[]): Promise<void> {
  redis = await startRedis({ args });
  fixture = await openServiceFixture({ REDIS_URL: redis.url() });
}
afterEach(async () => {
  await fixture.close();
  await redis.stop();
});

async function killUnderLoad() {
  const { service, replica } = fixture;
  const { client, visitor, installations } = await install(service, 4);
  const idle = await tokensFor(service, client, visitor);
  const code = await codeFor(service, client, visitor);
  const traffic = startTraffic([service, replica], client, installations);
  await traffic.continues();
  await redis.crash();
  await until(async () => traffic.count('refresh 503 temporarily_unavailable') >= 4);
  await redis.restart();
  for (const at of [service, replica]) await until(async () => (await statusOf(at, '/readyz')) === 200);
  return { ...fixture, client, visitor, idle, code, traffic };
}

test.each([
  ['writes its file once a second', 'everysec', 'invalid_grant'],
  ['writes each command before it confirms it', 'always', undefined],
])(
  'a Redis that %s is killed under load: grants go on, codes if none can be lost',
  async (_, fsync, error) => {
    await open('--appendonly', 'yes', '--appendfsync', fsync);
    const { service, replica, client, traffic, idle, code } = await killUnderLoad();
    await traffic.continues();
    for (const { access_token: access } of await traffic.stop())
      expect((await me(service, access)).status).toBe(200);
    expect(traffic.surprises()).toEqual([]);
    expect((await me(service, idle.access_token)).status).toBe(200);
    expect((await refresh(replica, client, idle.refresh_token)).status).toBe(200);
    expect((await exchange(replica, client, code)).body.error).toBe(error);
  },
);

async function appendOnlyFile(): Promise<string> {
  const reply = await withRedis<unknown>(redis.url(), (client) => client.config('GET', 'dir'));
  const [, directory = ''] = reply as readonly string[];
  const folder = join(directory, 'appendonlydir');
  const file = (await readdir(folder)).find((name) => name.endsWith('.incr.aof'));
  return join(folder, file ?? '');
}

test('a Redis whose machine lost power has lost a redemption: the code is refused on every replica', async () => {
  await open('--appendonly', 'yes', '--appendfsync', 'everysec');
  const { service, replica } = fixture;
  const { client, visitor } = await install(service, 0);
  const code = await codeFor(service, client, visitor);
  const file = await appendOnlyFile();
  const { size } = await stat(file);
  const redeemed = await exchange(service, client, code);
  expect(redeemed.status).toBe(200);
  expect((await stat(file)).size).toBeGreaterThan(size);
  await redis.crash();
  await truncate(file, size);
  await redis.restart();
  for (const at of [service, replica]) {
    await until(async () => (await statusOf(at, '/readyz')) === 200);
    expect((await exchange(at, client, code)).body.error).toBe('invalid_grant');
    // It was issued and lost: the client begins again.
    expect((await me(at, redeemed.body.access_token)).status).toBe(401);
  }
  expect((await tokensFor(service, client, visitor)).token_type).toBe('bearer');
});

test('a Redis without persistence is killed under load: users sign in again, and no old session is accepted', async () => {
  await open('--appendonly', 'no');
  const { service, replica, client, visitor, traffic, idle, code } = await killUnderLoad();
  await until(async () => traffic.count('refresh 400 invalid_grant') >= 4);
  await traffic.stop();
  expect([...traffic.surprises()].sort()).toEqual(['call 401', 'refresh 400 invalid_grant']);
  expect((await me(service, idle.access_token)).status).toBe(401);
  expect((await exchange(service, client, code)).body.error).toBe('invalid_grant');
  expect((await visitor.browser.get(authorizeUrl(service, client))).url).toContain('/sign-in');
  const renewed = await tokensFor(service, client, await visit(service, visitor.user));
  expect((await me(replica, renewed.access_token)).status).toBe(200);
});

test('a Redis that starts from an old snapshot has lost a redemption: the code is refused', async () => {
  await open('--appendonly', 'no');
  const { service, replica } = fixture;
  const { client, visitor } = await install(service, 0);
  const code = await codeFor(service, client, visitor);
  await withRedis(redis.url(), (snapshot) => snapshot.save());
  expect((await exchange(service, client, code)).status).toBe(200);
  await redis.crash();
  await redis.restart();
  for (const at of [service, replica]) {
    await until(async () => (await statusOf(at, '/readyz')) === 200);
    expect((await exchange(at, client, code)).body.error).toBe('invalid_grant');
  }
  expect((await tokensFor(service, client, visitor)).token_type).toBe('bearer');
});
