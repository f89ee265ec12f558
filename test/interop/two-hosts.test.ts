import * as oauth from 'openid-client';
import { randomBytes } from 'node:crypto';
import { registerClient, type Registered } from '../../src/clients/register.js';
import { readConfig } from '../../src/config/config.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { createLog } from '../../src/ops/log.js';
import { type RunningService, serve } from '../../src/process/serve.js';
import { openStores } from '../../adapters/stores.js';
import { openFixture, type Fixture } from '../support/backend.js';
import { createBrowser } from '../support/browser.js';
import { type CallbackServer, startCallback } from './callback-server.js';
import { answer } from './browser-user.js';

const USER = { email: 'ada@example.com', password: 'five words nobody else would choose', name: 'Ada' };

let fixture: Fixture;
let callback: CallbackServer;
let client: Registered;
let service: RunningService;

const configuration = () =>
  readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    APP_URL: 'http://localhost:0',
    BASE_URL: 'http://127.0.0.1:0',
    DEMO: 'false',
    ...fixture.env,
  });

/** Before the service runs, since an embedded database serves one process. */
async function register(): Promise<Registered> {
  const stores = await openStores(configuration());
  const cause = { actor: 'test' };
  const owner = await stores.accounts.accounts.create(
    { email: 'owner@example.com', name: 'Owner', passwordHash: '-' },
    cause,
  );
  if (owner === 'email_taken') throw new Error('the account exists already');
  const registry = {
    clients: stores.clients.clients,
    keys: createKeyRing(stores.secretKeys),
    random: randomBytes,
  };
  const form = {
    name: 'Acme Sync',
    purpose: 'Copies bookings into Acme.',
    kind: 'confidential',
    redirectUris: [callback.uri],
    scopes: ['PROFILE_READ'],
  };
  const made = await registerClient(registry, { form, ownerId: owner.id, approved: true }, cause);
  await stores.close();
  return made;
}

beforeAll(async () => {
  fixture = await openFixture();
  callback = await startCallback();
  client = await register();
  service = await serve(configuration(), { log: createLog('silent') });
});
afterAll(async () => {
  await service.close();
  await callback.close();
  await fixture.end();
});

async function signUp(appUrl: string): Promise<void> {
  const browser = createBrowser(appUrl);
  const done = await browser.submit(await browser.get('/sign-up'), USER);
  expect(new URL(done.url).pathname).toBe('/sign-in');
}

const discover = (url: string) =>
  oauth.discovery(new URL(url), client.clientId, client.clientSecret, undefined, {
    algorithm: 'oauth2',
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked to stand out; the tests' issuer is http on loopback
    execute: [oauth.allowInsecureRequests],
  });

describe('pages and API on two hosts', () => {
  test('one issuer, discovered from the host of the pages, completes the whole flow', async () => {
    const { appUrl, baseUrl, issuerUrl } = service.config;
    expect([new URL(appUrl).hostname, new URL(baseUrl).hostname]).toEqual(['localhost', '127.0.0.1']);
    await signUp(appUrl);

    const config = await discover(issuerUrl);
    const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
    const url = oauth.buildAuthorizationUrl(config, {
      redirect_uri: callback.uri,
      scope: 'PROFILE_READ',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    expect(url.origin).toBe(appUrl);
    const { token_endpoint: token, revocation_endpoint: revocation } = config.serverMetadata();
    expect([token, revocation].map((address) => new URL(address ?? '').origin)).toEqual([baseUrl, baseUrl]);

    const back = await callback.arrive(await answer(url, USER));
    const first = await oauth.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '');
    const me = new URL('/v2/me', baseUrl);
    const profile = await oauth.fetchProtectedResource(config, second.access_token, me, 'GET');
    expect(await profile.json()).toMatchObject({ data: { email: USER.email } });
    await oauth.tokenRevocation(config, second.refresh_token ?? '');
    expect(await oauth.tokenIntrospection(config, second.access_token)).toEqual({ active: false });
  });

  test('the document is the same on both hosts, and only the host of the issuer is accepted', async () => {
    const { appUrl, baseUrl, issuerUrl } = service.config;
    const path = '/.well-known/oauth-authorization-server';
    const read = async (url: string): Promise<unknown> => (await fetch(url + path)).json();
    const [ofPages, ofApi] = [await read(appUrl), await read(baseUrl)];
    expect(ofPages).toEqual(ofApi);
    expect(ofPages).toMatchObject({ issuer: issuerUrl });
    await expect(discover(baseUrl)).rejects.toMatchObject({ code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' });
  });

  test('a page is not served on the API host, nor the API on the host of the pages', async () => {
    const { appUrl, baseUrl } = service.config;
    expect((await fetch(`${baseUrl}/sign-in`)).status).toBe(404);
    expect((await fetch(`${appUrl}/v2/me`)).status).toBe(404);
    expect((await fetch(`${appUrl}/v2/auth/oauth2/token`, { method: 'POST' })).status).toBe(404);
  });
});
