/* The index of the records of an owner leaves nothing behind in Redis. */
import { tokensFor, visit, refresh } from '../support/oauth.js';
import { startRedis, withRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import { until } from '../support/until.js';
import { openBackend } from '../support/backend.js';
import type { Backend } from '../support/backend.js';
import { artifact, inMilliseconds, unique } from '../contracts/samples.js';
import { startService } from '../support/service.js';

let redis: RedisServer;
let backend: Backend;
beforeAll(async () => {
  redis = await startRedis();
  backend = await openBackend({ REDIS_URL: redis.url() });
});
afterAll(async () => {
  await backend.close();
  await redis.stop();
});

const endOf = (name: string): Promise<number> => withRedis(redis.url(), (client) => client.pexpiretime(name));

/** A little after the record, for which a slow machine is given some time. */
async function expectEnd(index: string, expiresAt: number): Promise<void> {
  const end = await endOf(index);
  expect(end).toBeGreaterThanOrEqual(expiresAt);
  expect(end).toBeLessThan(expiresAt + 20_000);
}

test('it expires with its newest record, also when that is moved, and is never shortened', async () => {
  const { artifacts } = backend.stores;
  const [owner, key] = [unique(), unique()];
  const index = `slotkey:{${owner}}:family:owned`;
  const [first, moved, other] = [artifact('a', 60_000), artifact('b', 90_000), artifact('c', 1000)];
  await artifacts.create('family', key, first, owner);
  await expectEnd(index, first.expiresAt);
  await artifacts.create('family', unique(), other, owner);
  await expectEnd(index, first.expiresAt);
  await artifacts.swap('family', key, first.version, moved, owner);
  await expectEnd(index, moved.expiresAt);
  const over = { ...artifact('d'), expiresAt: inMilliseconds(50) };
  await artifacts.create('family', unique(), over, unique());
  await until(async () => (await withRedis(redis.url(), (client) => client.keys('*'))).length === 2);
});

test('a refreshed authorization and a session in use stay in the list of their user', async () => {
  const service = await startService({ backend });
  const [client, visitor] = [await service.client(), await visit(service)];
  const tokens = await tokensFor(service, client, visitor);
  expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  const { id } = visitor.user.account;
  for (const kind of ['family', 'session'] as const) {
    const [record] = await backend.stores.artifacts.ownedBy(kind, `account:${id}`);
    const end = await endOf(`slotkey:{${record?.key}}:${kind}`);
    expect(end).toBeGreaterThan(Date.now());
    expect(await endOf(`slotkey:{account:${id}}:${kind}:owned`)).toBeGreaterThanOrEqual(end);
  }
  await service.close();
});
