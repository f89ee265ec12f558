/*
 * A process of the service is killed at each point where a token request waits for the store. Its client, which heard
 * nothing, asks another replica.
 */
import { readFamily } from '../../src/authorization/grants/family-record.js';
import type { Family } from '../../src/authorization/grants/token-family.js';
import { codeFor, exchange, me, refresh, tokensFor, visit } from '../support/oauth.js';
import type { TokenAnswer, Visitor } from '../support/oauth.js';
import { freePort, startChild } from '../support/child-server.js';
import type { Child } from '../support/child-server.js';
import { until } from '../support/until.js';
import { startRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import type { TestClient } from '../support/service.js';
import { startHoldingProxy } from './holding-proxy.js';
import type { HoldingProxy, StopPoint } from './holding-proxy.js';
import { openServiceFixture, statusOf } from './service-fixture.js';
import type { ServiceFixture } from './service-fixture.js';

/** The two commands on the record of a token request. A script is sent whole the first time. */
const READ = /get\r\n/;
const WRITE = /eval(?:sha)?\r\n.*:family\r\n/s;
const POINTS: readonly (readonly [string, StopPoint])[] = [
  ['before the family was read', { marker: READ, when: 'before' }],
  ['after the family was read', { marker: READ, when: 'after' }],
  ['before the transition was written', { marker: WRITE, when: 'before' }],
  ['after the transition was written', { marker: WRITE, when: 'after' }],
];

interface Doomed {
  readonly url: string;
  readonly process: Child;
}

let redis: RedisServer;
let proxy: HoldingProxy;
let fixture: ServiceFixture;
let client: TestClient;
let visitor: Visitor;
let doomed: Doomed;
beforeAll(async () => {
  redis = await startRedis();
  proxy = await startHoldingProxy(redis.port);
  fixture = await openServiceFixture({ REDIS_URL: redis.url() });
  client = await fixture.service.client();
});
beforeEach(async () => {
  [visitor, doomed] = await Promise.all([visit(fixture.service), startDoomed()]);
});
afterEach(() => doomed.process.end('SIGKILL'));
afterAll(async () => {
  await fixture.close();
  proxy.stop();
  await redis.stop();
});

/** As an operator starts it, with the proxy between it and Redis. */
async function startDoomed(): Promise<Doomed> {
  const port = await freePort();
  const env = {
    ...fixture.env,
    NODE_ENV: 'test',
    DEMO: 'false',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
  };
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const url = `http://localhost:${port}`;
  const args = [...variables, process.execPath, '--import', 'tsx', 'src/main.ts'];
  const started = await startChild({ command: 'env', args, cwd: process.cwd() }, () =>
    statusOf({ url }, '/readyz').then(
      (status) => status === 200,
      () => false,
    ),
  );
  return { url, process: started };
}

async function killedAt(point: StopPoint, request: Promise<TokenAnswer>): Promise<void> {
  const unheard = request.then(
    ({ status }) => status,
    () => 'nothing',
  );
  await proxy.stopAt(point);
  await doomed.process.end('SIGKILL');
  expect(await unheard).toBe('nothing');
}

/** The authorizations of the user in the store. */
async function families(): Promise<readonly Family[]> {
  const owner = `account:${visitor.user.account.id}`;
  const owned = await fixture.service.stores.artifacts.ownedBy('family', owner);
  return owned.flatMap(({ value }) => readFamily(value) ?? []);
}

const reuses = async (): Promise<number> =>
  (await fixture.service.stores.events.audit.list(undefined, 1000)).filter(
    ({ action }) => action === 'refresh.reuse_detected',
  ).length;

test.each(POINTS)(
  'a refresh token whose refresh was killed %s is renewed once, by the next process that receives the request',
  async (_, point) => {
    const { service, replica } = fixture;
    const tokens = await tokensFor(service, client, visitor);
    await killedAt(point, refresh(doomed, client, tokens.refresh_token));
    const answer = await refresh(replica, client, tokens.refresh_token);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect((await refresh(service, client, tokens.refresh_token)).body).toEqual(answer.body);
    expect(await families()).toMatchObject([{ refresh: { generation: 1 }, access: [{}, {}] }]);
    for (const { access_token: access } of [tokens, answer.body])
      expect((await me(service, access)).status).toBe(200);
    expect((await refresh(service, client, answer.body.refresh_token)).status).toBe(200);
    expect(await reuses()).toBe(0);
  },
);

test.each(POINTS.slice(0, 3))('a code whose exchange was killed %s is still valid', async (_, point) => {
  const { service, replica } = fixture;
  const code = await codeFor(service, client, visitor);
  await killedAt(point, exchange(doomed, client, code));
  const answer = await exchange(replica, client, code);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  expect(await families()).toMatchObject([{ refresh: { generation: 0 }, access: [{}] }]);
  expect((await me(service, answer.body.access_token)).status).toBe(200);
});

test('a code whose exchange was killed after the transition was written has no valid tokens', async () => {
  const { service, replica } = fixture;
  const code = await codeFor(service, client, visitor);
  await killedAt({ marker: WRITE, when: 'after' }, exchange(doomed, client, code));
  // Within two seconds it may be a retry. After that a repeat may come from an attacker: RFC 6749 section 4.1.2.
  await until(async () => {
    expect((await exchange(replica, client, code)).body.error).toBe('invalid_grant');
    return (await families()).length === 0;
  });
  const renewed = await tokensFor(service, client, visitor);
  expect((await me(service, renewed.access_token)).status).toBe(200);
});
