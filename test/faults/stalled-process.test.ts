/* The process stands still, as under a CPU quota, while the stores answer: nobody is told of an outage. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { connectRedis } from '../../adapters/artifacts/redis-connection.js';
import { startRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import { me, refresh } from '../support/oauth.js';
import { install, openServiceFixture, type ServiceFixture } from './service-fixture.js';

/** Longer than any store is waited for. */
const STALL_MS = 1900;
const EACH = 12;

let redis: RedisServer;
let fixture: ServiceFixture;
beforeAll(async () => {
  redis = await startRedis({ args: ['--appendonly', 'yes', '--appendfsync', 'always'] });
  fixture = await openServiceFixture({ REDIS_URL: redis.url() });
});
afterAll(async () => {
  await fixture.close();
  await redis.stop();
});

const stall = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

test('whatever the requests wait for when it begins, all of them are answered', async () => {
  const { service } = fixture;
  const { client, installations } = await install(service, EACH);
  let tokens = installations;
  // The first round opens the connections.
  for (const ticks of [undefined, 8, 14, 20, 26, 32]) {
    const calls = tokens.map(({ access_token }) => me(service, access_token));
    const renewals = tokens.map(({ refresh_token }) => refresh(service, client, refresh_token));
    for (let tick = 0; tick < (ticks ?? 0); tick += 1) await nextTick();
    if (ticks !== undefined) stall(STALL_MS);
    const statuses = (await Promise.all([...calls, ...renewals])).map(({ status }) => status);
    expect([ticks, new Set(statuses)]).toEqual([ticks, new Set([200])]);
    tokens = (await Promise.all(renewals)).map(({ body }) => body);
  }
});

test('a command of Redis is not sent again', async () => {
  const client = await connectRedis({ mode: 'single', url: redis.url() }, () => undefined);
  const reply = client.get('nothing');
  await nextTick();
  stall(STALL_MS);
  expect(await reply).toBeNull();
  client.disconnect();
});
