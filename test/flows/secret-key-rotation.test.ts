/*
 * SECRET_KEYS changes under load, one replica after the other: a new key is read everywhere before it writes anywhere,
 * and an old one goes when nothing is left that it wrote (docs/operating.md, Keys).
 */
import { randomBytes } from 'node:crypto';
import { openBackend } from '../support/backend.js';
import type { Backend } from '../support/backend.js';
import { startBalancer } from '../support/balancer.js';
import type { Balancer } from '../support/balancer.js';
import type { Page } from '../support/browser.js';
import { authorizeUrl, codeFor, exchange, me, refresh, tokensFor, visit } from '../support/oauth.js';
import type { Tokens, Visitor } from '../support/oauth.js';
import { startService } from '../support/service.js';
import type { StartedService, TestClient } from '../support/service.js';
import { startTraffic } from '../support/traffic.js';
import type { Traffic } from '../support/traffic.js';

const [OLD, NEW] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
const HOUR = 3_600_000;

let backend: Backend;
let balancer: Balancer;
let now: number | undefined;
const started: StartedService[] = [];
beforeAll(async () => {
  [backend, balancer] = [await openBackend(), await startBalancer()];
});
afterAll(async () => {
  for (const service of started) await service.close();
  await balancer.close();
  await backend.close();
});

/** A replica with each of these lists takes over. The ones before finish what they have begun. */
async function deploy(...rings: readonly (readonly string[])[]): Promise<StartedService> {
  const replicas: StartedService[] = [];
  for (const secretKeys of rings) {
    const ringed = { ...backend, stores: { ...backend.stores, secretKeys } };
    const options = { backend: ringed, env: { BASE_URL: balancer.url }, clock: () => now ?? Date.now() };
    replicas.push(await startService(options));
  }
  started.push(...replicas);
  balancer.to(replicas);
  const newest = replicas.at(-1);
  if (!newest) throw new Error('nothing was deployed');
  return { ...newest, url: balancer.url };
}

interface Begun {
  readonly consent: Page;
  readonly code: string;
}

test('no request fails, and no user is signed out', async () => {
  let service = await deploy([OLD], [OLD]);
  const native = await service.client({ kind: 'public' });
  const client: TestClient = await service.client();
  const visitor: Visitor = await visit(service);
  const begin = async (): Promise<Begun> => ({
    code: await codeFor(service, client, visitor),
    consent: await visitor.browser.get(authorizeUrl(service, client)),
  });
  /** What a user and a client began under the previous keys. */
  async function finish({ consent, code }: Begun): Promise<void> {
    const allowed = await visitor.browser.submit(consent, {}, 'allow');
    for (const redeemed of [code, allowed.left?.searchParams.get('code') ?? '']) {
      const { status, body } = await exchange(service, client, redeemed);
      expect([status, body.error]).toEqual([200, undefined]);
    }
  }
  const install = async (): Promise<Traffic> => {
    const installations: Tokens[] = [];
    while (installations.length < 3) installations.push(await tokensFor(service, native, visitor));
    return startTraffic([service], native, installations);
  };

  const traffic = await install();
  let begun = await begin();
  for (const rings of [
    [[OLD], [OLD, NEW]],
    [
      [OLD, NEW],
      [NEW, OLD],
    ],
    [
      [NEW, OLD],
      [NEW, OLD],
    ],
  ]) {
    service = await deploy(...rings);
    await traffic.continues();
    await finish(begun);
    begun = await begin();
  }
  await finish(begun);
  await traffic.continues();
  const renewed = await traffic.stop();
  expect([traffic.surprises(), traffic.count('refresh 503 temporarily_unavailable')]).toEqual([[], 0]);

  // What the old key wrote has been renewed, or is over: docs/operating.md says how long that takes.
  now = Date.now() + HOUR;
  expect((await visitor.browser.get('/settings/security')).url).not.toContain('sign-in');
  begun = await begin();
  const later = await install();
  for (const rings of [
    [[NEW, OLD], [NEW]],
    [[NEW], [NEW]],
  ]) {
    service = await deploy(...rings);
    await later.continues();
    await finish(begun);
    begun = await begin();
  }
  await later.stop();
  expect([later.surprises(), later.count('refresh 503 temporarily_unavailable')]).toEqual([[], 0]);
  for (const { refresh_token: token } of renewed) {
    const { status, body } = await refresh(service, native, token);
    expect(status).toBe(200);
    expect((await me(service, body.access_token)).status).toBe(200);
  }
});
