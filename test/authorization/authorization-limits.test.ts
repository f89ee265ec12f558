/* Rate limits of clients and anonymous callers: what is counted, and who is never refused. */
import { ANONYMOUS_LIMIT } from '../../src/authorization/authorization.js';
import { GUESS_LIMITS } from '../../src/authorization/token/client-authentication-limits.js';
import { createRateLimits } from '../../src/rate-limits/rate-limit.js';
import { authorizeUrl, basic, credentials, postForm, tokensFor, tokenUrl, visit } from '../support/oauth.js';
import type { Overrides, TokenAnswer, Visitor } from '../support/oauth.js';
import { createBrowser } from '../support/browser.js';
import { type Replica, type TestClient, useService } from '../support/service.js';

const service = useService({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
let replica: Replica;
let client: TestClient;
let visitor: Visitor;
beforeAll(async () => {
  replica = await service.replica();
  client = await service.client();
  visitor = await visit(service);
});

let clientIps = 0;
const newClientIp = (): string => `198.51.100.${(clientIps += 1)}`;
const from = (clientIp: string) => ({ 'x-forwarded-for': clientIp });

const limits = () => createRateLimits({ throttle: service.stores.throttle, keys: service.registry.keys });

const ask = (clientIp: string, more: Overrides = {}, at: { url: string } = service): Promise<TokenAnswer> =>
  postForm(
    tokenUrl(at),
    { ...credentials(client), grant_type: 'refresh_token', refresh_token: 'x', ...more },
    from(clientIp),
  );

const WRONG = { client_secret: 'sk_wrong' };

function expectTooMany({ status, body, headers }: TokenAnswer, seconds: number): void {
  expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
  const wait = Number(headers.get('retry-after'));
  expect([wait > 0, wait <= seconds]).toEqual([true, true]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('www-authenticate')).toBeNull();
}

async function guess(clientIp: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) expect((await ask(clientIp, WRONG)).status).toBe(401);
}

describe('failed authentications of a client', () => {
  const { attempts, windowSeconds } = GUESS_LIMITS.perClient;

  test('above the limit get 429 on every replica, at every endpoint of clients', async () => {
    const clientIp = newClientIp();
    await guess(clientIp, attempts);
    const header = { ...from(clientIp), ...basic(client.clientId, 'sk_wrong') };
    const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
    expectTooMany(await postForm(tokenUrl(service), fields, header), windowSeconds);
    expectTooMany(await ask(clientIp, WRONG, replica), windowSeconds);
    for (const endpoint of ['revoke', 'introspect'])
      expectTooMany(
        await postForm(
          `${service.url}/v2/auth/oauth2/${endpoint}`,
          { ...credentials(client), ...WRONG, token: 'x' },
          from(clientIp),
        ),
        windowSeconds,
      );
  });

  test('never refuse the right secret from the same client IP, however many there are', async () => {
    const clientIp = newClientIp();
    await guess(clientIp, attempts);
    const take = limits().byClientIp('clients-of-network', GUESS_LIMITS.perClientIp);
    for (let time = attempts; time < GUESS_LIMITS.perClientIp.attempts; time += 1) await take(clientIp);
    for (const at of [service, replica]) expectTooMany(await ask(clientIp, WRONG, at), windowSeconds);
    const { refresh_token: token, access_token: access } = await tokensFor(service, client, visitor);
    for (const at of [service, replica]) expect((await ask(clientIp, {}, at)).status).toBe(400);
    const own = { ...credentials(client), token: access };
    for (const endpoint of ['introspect', 'revoke']) {
      const url = `${service.url}/v2/auth/oauth2/${endpoint}`;
      expect((await postForm(url, own, from(clientIp))).status).toBe(200);
    }
    const both = await Promise.all([
      ask(clientIp, { refresh_token: token }),
      ask(clientIp, { ...WRONG, refresh_token: token }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 429]);
  });

  test('block neither the client from another IP nor another client from the same IP', async () => {
    const clientIp = newClientIp();
    await guess(clientIp, attempts);
    expectTooMany(await ask(clientIp, WRONG), windowSeconds);
    expect((await ask(newClientIp())).status).toBe(400);
    const other = await service.client();
    expect((await ask(clientIp, credentials(other))).status).toBe(400);
  });

  test('are the only requests counted: neither success nor a refused grant counts', async () => {
    const clientIp = newClientIp();
    await guess(clientIp, attempts - 1);
    for (let time = 0; time < 5; time += 1) expect((await ask(clientIp)).status).toBe(400);
    const { refresh_token: token } = await tokensFor(service, client, visitor);
    expect((await ask(clientIp, { refresh_token: token })).status).toBe(200);
    expect((await ask(clientIp, WRONG)).status).toBe(401);
    expectTooMany(await ask(clientIp, WRONG), windowSeconds);
  });

  test('with changing client_ids are counted by client IP', async () => {
    const clientIp = newClientIp();
    const take = limits().byClientIp('clients-of-network', GUESS_LIMITS.perClientIp);
    for (let time = 0; time < GUESS_LIMITS.perClientIp.attempts; time += 1) await take(clientIp);
    expectTooMany(await ask(clientIp, { client_id: 'a' }), windowSeconds);
    expectTooMany(await ask(clientIp, { client_id: 'b' }), windowSeconds);
    expect((await ask(newClientIp())).status).toBe(400);
  });
});

describe('authorization requests without a session', () => {
  const begin = (clientIp: string, browser = createBrowser(service.url), params: Overrides = {}) =>
    browser.raw(authorizeUrl(service, client, params), { headers: from(clientIp) });

  test('above the limit of a client IP end on an error page, except for signed-in users', async () => {
    const clientIp = newClientIp();
    const take = limits().byClientIp('authorizations', ANONYMOUS_LIMIT);
    for (let time = 1; time < ANONYMOUS_LIMIT.attempts; time += 1) await take(clientIp);
    expect((await begin(clientIp)).headers.get('location')).toMatch(/^\/auth\/oauth2\/interaction\//);
    const refused = await begin(clientIp);
    expect([refused.status, refused.headers.get('location')]).toEqual([429, null]);
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect(await refused.text()).toContain('Too many authorizations');
    expect((await begin(clientIp, visitor.browser)).status).toBe(303);
    expect((await begin(newClientIp())).status).toBe(303);
    const error = await begin(clientIp, createBrowser(service.url), { scope: 'NOPE' });
    expect(error.headers.get('location')).toContain('error=invalid_scope');
  });
});
