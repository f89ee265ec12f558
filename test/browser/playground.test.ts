import type { Page } from 'playwright-core';
import { type Chromium, launchChromium, type Visit } from './chromium.js';
import { type Demonstration, startDemonstration } from './demonstration.js';
import { signInWith } from './sign-in.js';

let demonstration: Demonstration;
let chromium: Chromium;
let visit: Visit;
beforeAll(async () => {
  [demonstration, chromium] = await Promise.all([startDemonstration(), launchChromium()]);
});
beforeEach(async () => {
  visit = await chromium.visit();
});
afterEach(() => visit.context.close());
afterAll(async () => {
  await chromium.close();
  await demonstration.close();
});

async function come(page: Page, answer: 'Allow' | 'Cancel'): Promise<void> {
  await page.goto(`${demonstration.url}/playground`);
  await page.getByRole('button', { name: 'Start an authorization' }).click();
  await page.waitForURL('**/sign-in?**');
  await signInWith(page, demonstration.user);
  await page.getByRole('button', { name: answer }).click();
  await page.waitForURL('**/playground/callback');
}

/** Presses a button; returns the newest entry of the log. */
async function press(page: Page, name: string): Promise<string> {
  const entries = page.locator('[data-log] > li');
  const before = await entries.count();
  await page.getByRole('button', { name }).click();
  await entries.nth(before).waitFor();
  return entries.first().innerText();
}

const tokensIn = (answer: string): Record<string, string> =>
  JSON.parse(answer.slice(answer.lastIndexOf('{'))) as Record<string, string>;

describe('the playground', () => {
  test('authorizes, reads the profile, refreshes and revokes', async () => {
    const { page, complaints } = visit;
    await come(page, 'Allow');
    expect(await page.getByRole('status').innerText()).toBe('Received a code. State and issuer match.');
    // The code is removed from the address, so it stays out of history and screenshots.
    expect(new URL(page.url()).search).toBe('');

    const first = tokensIn(await press(page, 'Exchange the code'));
    expect(first).toMatchObject({
      token_type: 'bearer',
      expires_in: 1800,
      scope: 'BOOKING_READ BOOKING_WRITE PROFILE_READ',
    });
    expect(await press(page, 'Read the profile')).toContain(demonstration.user.email);
    const second = tokensIn(await press(page, 'Refresh the tokens'));
    expect(second['refresh_token']).not.toBe(first['refresh_token']);
    expect(await press(page, 'Read the profile')).toContain('HTTP 200');
    expect(await press(page, 'Revoke the refresh token')).toContain('HTTP 200');
    expect(await press(page, 'Read the profile')).toContain('HTTP 401');
    expect(complaints).toEqual([]);
  });

  test('reports a denied authorization, and starts again', async () => {
    const { page, complaints } = visit;
    await come(page, 'Cancel');
    expect(await page.getByRole('status').innerText()).toContain('access_denied');
    expect(await page.getByRole('button', { name: 'Exchange the code' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.waitForURL('**/playground');
    expect(await page.getByRole('button', { name: 'Start an authorization' }).isEnabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['state', 'The state does not match this tab. The response is not used.'],
    ['iss', 'The response has another issuer and is not used.'],
  ])('rejects a response with another %s', async (name, verdict) => {
    const { page } = visit;
    await page.goto(`${demonstration.url}/playground`);
    const issuer = demonstration.url;
    const answer = new URLSearchParams({ code: 'planted', state: 'planted', iss: issuer, [name]: 'planted' });
    await page.goto(`${demonstration.url}/playground/callback?${answer.toString()}`);
    expect(await page.getByRole('status').innerText()).toBe(verdict);
    expect(await page.getByRole('button', { name: 'Exchange the code' }).isDisabled()).toBe(true);
  });

  test('says so when there is no JavaScript', async () => {
    const plain = await chromium.visit({ javaScriptEnabled: false });
    await plain.page.goto(`${demonstration.url}/playground`);
    expect(await plain.page.locator('noscript p').last().innerText()).toContain('It needs JavaScript.');
    expect(await plain.page.getByRole('button', { name: 'Start an authorization' }).isDisabled()).toBe(true);
    await plain.context.close();
  });
});
