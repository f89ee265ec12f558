import type { Page } from 'playwright-core';
import { type StartedService, startService, type TestUser } from '../support/service.js';
import { type Chromium, launchChromium, type Visit } from './chromium.js';
import { type OtherSite, startOtherSite } from './other-site.js';
import { signInWith } from './sign-in.js';

let service: StartedService;
let chromium: Chromium;
let site: OtherSite;
const opened: Visit[] = [];
const sites: OtherSite[] = [];

async function startSite(scope = 'PROFILE_READ BOOKING_READ'): Promise<OtherSite> {
  const started = await startOtherSite(async (redirectUri) => {
    const { clientId } = await service.client({
      name: 'Calendar',
      kind: 'public',
      redirectUris: [redirectUri],
    });
    return { authority: service.config.issuerUrl, client_id: clientId, scope };
  });
  sites.push(started);
  return started;
}

beforeAll(async () => {
  [service, chromium] = await Promise.all([startService(), launchChromium()]);
  site = await startSite();
});
afterEach(async () => {
  for (const { context } of opened.splice(0)) await context.close();
});
afterAll(async () => {
  await chromium.close();
  for (const started of sites) await started.close();
  await service.close();
});

async function visit(): Promise<Visit> {
  const tab = await chromium.visit();
  opened.push(tab);
  return tab;
}

/** Starts an authorization, signs in, answers the consent page and returns to the application. */
async function goAndAnswer(
  page: Page,
  { origin, redirectUri }: OtherSite,
  user: TestUser,
  answer: 'Allow' | 'Cancel' = 'Allow',
): Promise<void> {
  await page.goto(origin);
  await page.evaluate('void manager.signinRedirect()');
  await page.waitForURL(`${service.url}/**`);
  await signInWith(page, user);
  await page.getByRole('button', { name: answer }).click();
  await page.waitForURL(`${redirectUri}?**`);
}

interface User {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

const finish = (page: Page): Promise<User> => page.evaluate<User>('manager.signinCallback()');
const faultOf = (page: Page, expression: string): Promise<unknown> =>
  page.evaluate(`${expression}.then(() => 'no fault', ({ name, error }) => ({ name, error }))`);

const profile = (page: Page, accessToken: string): Promise<{ status: number; email?: string }> =>
  page.evaluate(`fetch(${JSON.stringify(`${service.config.baseUrl}/v2/me`)}, {
    headers: { authorization: ${JSON.stringify(`Bearer ${accessToken}`)}, 'x-anything': '1' },
  }).then(async (response) => ({ status: response.status, email: (await response.json()).data?.email }))`);

describe('oidc-client-ts in a single-page application on another origin', () => {
  test('completes an authorization: discovery, sign-in, exchange, API, refresh, revocation', async () => {
    const { page, complaints } = await visit();
    const user = await service.user();
    await goAndAnswer(page, site, user);
    const first = await finish(page);
    expect(first).toMatchObject({ token_type: 'bearer', scope: 'PROFILE_READ BOOKING_READ' });
    expect(await profile(page, first.access_token)).toEqual({ status: 200, email: user.email });

    const second = await page.evaluate<User>('manager.signinSilent()');
    const third = await page.evaluate<User>('manager.signinSilent()');
    expect(new Set([first, second, third].map((user) => user.refresh_token)).size).toBe(3);
    expect(await profile(page, third.access_token)).toEqual({ status: 200, email: user.email });

    await page.evaluate('manager.revokeTokens()');
    expect((await profile(page, third.access_token)).status).toBe(401);
    expect(complaints).toEqual([]);
  });

  test('gets invalid_grant when the page is reloaded with the old code', async () => {
    const { page } = await visit();
    await goAndAnswer(page, site, await service.user());
    const stored = 'JSON.stringify(Object.entries(localStorage))';
    const state = await page.evaluate<string>(stored);
    await finish(page);
    // The library deletes its state after use; this application kept it.
    await page.evaluate(`for (const [name, value] of ${state}) localStorage.setItem(name, value)`);
    expect(await faultOf(page, 'manager.signinCallback()')).toEqual({
      name: 'ErrorResponse',
      error: 'invalid_grant',
    });
  });

  test('gets access_denied when the user cancels', async () => {
    const { page } = await visit();
    await goAndAnswer(page, site, await service.user(), 'Cancel');
    expect(await faultOf(page, 'manager.signinCallback()')).toEqual({
      name: 'ErrorResponse',
      error: 'access_denied',
    });
  });

  test('gets invalid_scope for a scope that is not enabled on the client', async () => {
    const greedy = await startSite('PROFILE_READ ORG_MEMBERSHIP_WRITE');
    const { page } = await visit();
    await page.goto(greedy.origin);
    await page.evaluate('void manager.signinRedirect()');
    await page.waitForURL(`${greedy.redirectUri}?**`);
    expect(await faultOf(page, 'manager.signinCallback()')).toEqual({
      name: 'ErrorResponse',
      error: 'invalid_scope',
    });
  });

  test('can read errors of the API over CORS, with their challenge', async () => {
    const { page } = await visit();
    await page.goto(site.origin);
    const refused = await page.evaluate<[number, string]>(
      `fetch(${JSON.stringify(`${service.config.baseUrl}/v2/me`)}, { headers: { authorization: 'Bearer no-token' } })
        .then((response) => [response.status, response.headers.get('www-authenticate')])`,
    );
    expect(refused).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  });

  test('cannot use the cookies of the pages', async () => {
    const { page } = await visit();
    await page.goto(`${service.url}/sign-in`);
    await signInWith(page, await service.user());
    await page.goto(site.origin);
    const me = JSON.stringify(`${service.config.baseUrl}/v2/me`);
    const withCookies = `fetch(${me}, { credentials: 'include' }).then((r) => r.status, () => 'blocked')`;
    expect(await page.evaluate(withCookies)).toBe('blocked');
    const account = JSON.stringify(`${service.url}/`);
    expect(await page.evaluate(`fetch(${account}).then((r) => r.status, () => 'blocked')`)).toBe('blocked');
  });
});
