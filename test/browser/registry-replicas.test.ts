/* The life of a client from registration to removal, in browsers and under load, on two replicas. */
import * as oauth from 'openid-client';
import type { Page } from 'playwright-core';
import { png } from '../clients/pictures.js';
import { waitForMails } from '../delivery/mail-outbox.js';
import { authorizeUrl, introspect, me, refresh, type Tokens, tokensFor, visit } from '../support/oauth.js';
import type { TestClient, TestUser } from '../support/service.js';
import { startTraffic } from '../support/traffic.js';
import { until } from '../support/until.js';
import { startAuthorizations } from './authorizations.js';
import { signInWith } from './sign-in.js';
import {
  evidence,
  press,
  readSecret,
  saveRedirectUris,
  typedIn,
  withoutBrowserChecks,
} from './registry-steps.js';
import { expectAppearance, openRegistryFixture, type RegistryFixture } from './registry-fixture.js';
import { confirm } from './browser-fixture.js';

const NAME = 'Tandem Planner';
const DORA = { name: 'Dora Developer', email: 'dora@tandem.example', password: 'seven bicycles, one roof' };
const SCOPES = ['PROFILE_READ', 'BOOKING_READ', 'BOOKING_WRITE'];

let fixture: RegistryFixture;
let developer: Page;
let administrator: Page;
let user: Page;
let account: TestUser;
/** With the secret that its developer has. */
let client: TestClient;
let tokens: oauth.TokenEndpointResponse;

beforeAll(async () => {
  fixture = await openRegistryFixture();
  account = await fixture.service.user('Pia Person', { emailVerified: true });
});
afterEach(() => expect(fixture.complaints()).toEqual([]));
afterAll(() => fixture.close());

const goTo = (page: Page, path: string) => page.goto(fixture.service.url + path);
const settingsPath = (): string => `/settings/developer/clients/${client.clientId}`;
const statusOfCall = async (token: string): Promise<number> => (await me(fixture.service, token)).status;
const statusOfRequest = async (uri: string): Promise<number> =>
  (await fetch(authorizeUrl(fixture.service, client, { redirect_uri: uri }))).status;

test('a developer signs up and corrects a rejected form, which keeps its input', async () => {
  developer = await fixture.open('/');
  await developer.getByRole('link', { name: 'Create an account' }).click();
  await developer.getByLabel('Name').fill(DORA.name);
  await developer.getByLabel('E-mail address').fill(DORA.email);
  await developer.getByLabel('Password').fill(DORA.password);
  await developer.getByRole('button', { name: 'Create account' }).click();
  await signInWith(developer, DORA);
  await developer.getByRole('link', { name: 'Your applications' }).first().click();
  await expectAppearance(developer, 'settings-empty');
  await developer.getByRole('link', { name: 'Create a client' }).click();
  await withoutBrowserChecks(developer);
  const eleven = Array.from({ length: 11 }, (_, index) => `${fixture.callback.uri}/${index}`);
  await developer.getByRole('textbox', { name: 'Name' }).fill(NAME);
  await developer.getByLabel('Purpose').fill('Plans rides for two.\nReads bookings for that.');
  await developer.getByLabel('Website').fill('https://tandem.example');
  await developer.getByLabel('Redirect URIs').fill(eleven.join('\n'));
  const picture = { name: 'tandem.png', mimeType: 'image/png', buffer: await png(300, 300) };
  await developer.getByLabel('Logo', { exact: true }).setInputFiles(picture);
  const { draft: _, ...typed } = await typedIn(developer);
  expect(await press(developer, 'Create client')).toBe(422);
  expect(await developer.locator('#redirect_uris-fault').innerText()).toContain('11 entries');
  expect(await developer.locator('#scopes-fault').innerText()).toContain('Choose at least one');
  expect(await typedIn(developer)).toMatchObject({ ...typed, logo_stored: expect.any(String) });
  await expectAppearance(developer, 'form-refused');
});

test('the corrected form creates a client with a secret shown once, and its tester can use it', async () => {
  await developer.getByLabel('Redirect URIs').fill(fixture.callback.uri);
  for (const scope of SCOPES) await developer.locator(`input[name=scopes][value=${scope}]`).check();
  expect(await press(developer, 'Create client')).toBe(201);
  const form = {
    name: NAME,
    purpose: '',
    kind: 'confidential',
    redirectUris: [fixture.callback.uri],
    scopes: SCOPES,
  };
  client = { ...(await readSecret(developer)), status: 'pending', form };
  await developer.getByRole('button', { name: 'Copy client ID' }).click();
  await developer.getByText('Copied the client ID').waitFor();
  expect(await developer.evaluate('navigator.clipboard.readText()')).toBe(client.clientId);
  await expectAppearance(developer, 'secret-once');
  await developer.getByRole('link', { name: 'I have copied it' }).click();
  await developer.getByText('was created. It waits').waitFor();
  expect(await developer.content()).not.toContain(client.clientSecret);

  user = await fixture.signedIn(account, '/');
  const request = authorizeUrl(fixture.service, client, { scope: SCOPES.join(' ') });
  expect((await user.goto(request))?.status()).toBe(400);
  await developer.getByLabel('E-mail address').fill(account.email);
  expect(await press(developer, 'Add tester')).toBe(303);
  await developer.getByText('is on its way').waitFor();
  await expectAppearance(developer, 'pending');
  await user.goto(`${fixture.service.url}/settings/testing/${client.clientId}`);
  expect(await press(user, 'Accept')).toBe(303);
  expect((await user.goto(request))?.status()).toBe(200);
  await expectAppearance(user, 'consent-not-reviewed');
});

test('an administrator finds it in the queue, reads the warnings, and approves it', async () => {
  administrator = await fixture.signedIn(await fixture.administrator(), '/');
  await administrator.getByRole('link', { name: 'Review' }).first().click();
  await expectAppearance(administrator, 'queue');
  await administrator.getByRole('link', { name: NAME }).click();
  const warnings = administrator.getByRole('listitem');
  for (const warning of [
    `Codes are sent without encryption to ${new URL(fixture.callback.uri).host}.`,
    'The owner’s account is less than 30 days old.',
    'The owner has no other approved client.',
  ])
    await warnings.filter({ hasText: warning }).waitFor();
  await expectAppearance(administrator, 'review');
  expect(await press(administrator, 'Approve the client')).toBe(303);
  await administrator.getByText('was approved. Everyone').waitFor();
  await expectAppearance(administrator, 'approved');
});

test('a user allows some scopes for 30 days, to a client that uses openid-client', async () => {
  const issuer = new URL(fixture.service.config.issuerUrl);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked to stand out; the tests' issuer is http on loopback
  const insecure = { execute: [oauth.allowInsecureRequests] };
  const basic = oauth.ClientSecretBasic(client.clientSecret);
  const config = await oauth.discovery(issuer, client.clientId, undefined, basic, {
    algorithm: 'oauth2',
    ...insecure,
  });
  const [pkceCodeVerifier, expectedState] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
  const request = oauth.buildAuthorizationUrl(config, {
    redirect_uri: fixture.callback.uri,
    scope: SCOPES.join(' '),
    state: expectedState,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  await user.goto(request.href);
  await user.locator('input[name=scope][value=BOOKING_WRITE]').uncheck();
  await user.getByLabel('30 days').check();
  await expectAppearance(user, 'consent');
  await user.getByRole('button', { name: 'Allow' }).click();
  await user.waitForURL(`${fixture.callback.uri}?**`);
  const checks = { pkceCodeVerifier, expectedState };
  tokens = await oauth.authorizationCodeGrant(config, new URL(user.url()), checks);
  expect(tokens).toMatchObject({ scope: 'PROFILE_READ BOOKING_READ', expires_in: 1800 });
  const profile = (): Promise<unknown> =>
    me(fixture.service, tokens.access_token).then((answer) => answer.json());
  const own = expect.objectContaining({ data: expect.objectContaining({ email: account.email }) });
  expect(await fixture.onEach(profile)).toEqual([own, own]);
  const [mail] = await waitForMails(fixture.service, account.email);
  expect(mail).toMatchObject({ subject: expect.stringContaining(NAME) });
});

test('its secret is rotated under load without a failed request, following the usage on the page', async () => {
  const visitor = await visit(fixture.service);
  const installations: Tokens[] = [];
  while (installations.length < 3) installations.push(await tokensFor(fixture.service, client, visitor));
  let deployed = client.clientSecret ?? '';
  const running = {
    ...client,
    get clientSecret() {
      return deployed;
    },
  };
  const traffic = startTraffic([fixture.service], running, installations);
  await traffic.continues();
  const old = client;
  await goTo(developer, settingsPath());
  expect(await press(developer, 'Add a second secret')).toBe(201);
  const added = await readSecret(developer);
  client = { ...client, ...added };
  await developer.getByRole('link', { name: 'I have copied it' }).click();
  await traffic.continues();
  deployed = added.clientSecret;
  await traffic.continues();
  fixture.later(3 * 60_000);
  const removal = `Remove secret ending in ${old.clientSecret?.slice(-4)}`;
  await until(async () => {
    await developer.reload();
    const [unused = '', used = ''] = await evidence(developer);
    return unused.includes('Used 3 minutes ago from 127.0.0.1') && used.includes('Used just now');
  });
  await expectAppearance(developer, 'two-secrets');
  expect(await press(developer, removal)).toBe(200);
  await confirm(developer);
  await developer.getByText('was removed. Requests with it').waitFor();
  const withOld = () => introspect(fixture.service, old, tokens.access_token).then(({ status }) => status);
  // At once on the replica that removed it, within a second on the other.
  await until(async () => (await fixture.onEach(withOld)).every((status) => status === 401));
  expect(await fixture.onEach(() => statusOfCall(tokens.access_token))).toEqual([200, 200]);
  await traffic.continues();
  await traffic.stop();
  expect([traffic.surprises(), traffic.count('refresh 503 temporarily_unavailable')]).toEqual([[], 0]);
});

test('its redirect URI is changed during authorizations, and none of them fails', async () => {
  const added = `${fixture.callback.uri}-two`;
  const moved = { ...client, form: { ...client.form, redirectUris: [added] } };
  const visitors = [await visit(fixture.service), await visit(fixture.service)];
  const before = startAuthorizations(fixture.service, client, visitors);
  await goTo(developer, settingsPath());
  await saveRedirectUris(developer, fixture.callback.uri, added);
  await developer.getByText('wait for review. Until then').waitFor();
  await expectAppearance(developer, 'proposal');
  await before.goOn();
  expect(await fixture.onEach(() => statusOfRequest(added))).toEqual([400, 400]);
  await administrator.reload();
  await expectAppearance(administrator, 'proposal-review');
  expect(await press(administrator, 'Approve the changes')).toBe(303);
  await administrator.getByText('are in effect.').waitFor();
  const after = startAuthorizations(fixture.service, moved, visitors);
  await Promise.all([before.goOn(), after.goOn()]);
  expect(await before.stop()).toEqual([]);
  await goTo(developer, settingsPath());
  await saveRedirectUris(developer, added);
  await developer.getByText('are in effect.').waitFor();
  expect(await fixture.onEach(() => statusOfRequest(fixture.callback.uri))).toEqual([400, 400]);
  await after.goOn();
  expect(await after.stop()).toEqual([]);
  client = moved;
});

test('the user sees it, removes it, and it loses access on every replica', async () => {
  await goTo(user, '/settings/apps');
  await user.getByRole('heading', { name: NAME }).waitFor();
  await user.getByText('as you chose').waitFor();
  await expectAppearance(user, 'connected');
  expect(await press(user, `Remove ${NAME}`)).toBe(200);
  await confirm(user);
  await user.getByText('no longer has access').waitFor();
  expect(await fixture.onEach(() => statusOfCall(tokens.access_token))).toEqual([401, 401]);
  const renewed = await fixture.onEach(() => refresh(fixture.service, client, tokens.refresh_token ?? ''));
  expect(renewed.map(({ body }) => body.error)).toEqual(['invalid_grant', 'invalid_grant']);
});
