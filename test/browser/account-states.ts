/* Sign-up, sign-in, sign-out and the home page. */
import type { Page } from 'playwright-core';
import {
  at,
  goTo,
  MAX_CLIENT_NAME_LENGTH,
  MAX_USER_NAME_LENGTH,
  type PageState,
  register,
  signedIn,
  signInAt,
  type BrowserFixture,
} from './browser-fixture.js';

/** Disables the validation of the browser, so that the messages of the service appear. */
const withoutBrowserChecks = (page: Page) =>
  page.evaluate('document.querySelector("form").noValidate = true');

/** From one client IP, which the page shares with all its requests. */
async function throttled(page: Page, { service }: BrowserFixture): Promise<void> {
  const { email } = await service.user();
  await page.goto(`${service.url}/sign-in`);
  for (let attempt = 0; attempt <= 10; attempt += 1) {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill('wrong');
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await (await answer).finished();
    await page.getByRole('alert').waitFor();
  }
  await page.getByRole('alert').getByText('Too many attempts').waitFor();
}

export const ACCOUNT_STATES: readonly PageState[] = [
  ['home-signed-out', goTo('/')],
  ['home-signed-in', (page, fixture) => signedIn(page, fixture)],
  [
    'sign-in-choose-account',
    async (page, fixture) => {
      await signedIn(page, fixture);
      await page.goto(at(fixture, await register(fixture), { prompt: 'select_account' }));
      await page.getByText('Choose an account').first().waitFor();
    },
  ],
  [
    'home-menu-open',
    async (page, fixture) => {
      await signedIn(page, fixture);
      await page.locator('.account-menu summary').click();
    },
  ],
  [
    'home-drawer-open',
    async (page, fixture) => {
      await signedIn(page, fixture);
      await page.setViewportSize({ width: 360, height: 800 });
      await page.locator('.navigation > summary').click();
    },
  ],
  ['guides', goTo('/docs')],
  ['guide', goTo('/docs/clients')],
  [
    'guide-signed-in',
    async (page, fixture) => {
      await signedIn(page, fixture);
      await page.goto(`${fixture.service.url}/docs/scopes`);
    },
  ],
  ['sign-in', goTo('/sign-in')],
  [
    'sign-in-refused',
    async (page, { service }) => {
      await page.goto(`${service.url}/sign-in`);
      await page.getByLabel('E-mail address').fill('nobody@example.com');
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'sign-in-empty',
    async (page, { service }) => {
      await page.goto(`${service.url}/sign-in`);
      await withoutBrowserChecks(page);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  ],
  ['sign-in-throttled', throttled],
  ['sign-in-signed-up', goTo('/sign-in?signed_up=1')],
  [
    'sign-in-fresh',
    async (page, fixture) => {
      await signedIn(page, fixture);
      await page.goto(`${fixture.service.url}/sign-in?fresh=1`);
    },
  ],
  ['sign-up', goTo('/sign-up')],
  [
    'sign-up-faults',
    async (page, { service }) => {
      await page.goto(`${service.url}/sign-up`);
      await withoutBrowserChecks(page);
      await page.getByLabel('E-mail address').fill('not an address');
      await page.getByLabel('Password').fill('short');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  ],
  [
    'sign-out',
    async (page, fixture) => {
      await signedIn(page, fixture);
      await page.goto(`${fixture.service.url}/sign-out`);
    },
  ],
  [
    'signed-out',
    async (page, fixture) => {
      await signedIn(page, fixture);
      await page.goto(`${fixture.service.url}/sign-out`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    },
  ],
  [
    'access-after-first-proof',
    (page, fixture) => signedIn(page, fixture, '/settings/security/access?since=first-proof'),
  ],
  [
    'access-after-recovery',
    async (page, fixture) => {
      const user = await fixture.service.user('Ada Lovelace');
      const client = await register(fixture, { name: 'W'.repeat(MAX_CLIENT_NAME_LENGTH) });
      await signInAt(page, fixture, at(fixture, client), user);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${fixture.callback.uri}?**`);
      await page.goto(`${fixture.service.url}/settings/security/access`);
    },
  ],
  [
    'home-one-long-word',
    async (page, fixture) => {
      const user = await fixture.service.user('W'.repeat(MAX_USER_NAME_LENGTH));
      await signedIn(page, { ...fixture, user });
    },
  ],
];
