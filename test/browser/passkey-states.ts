/* Passkeys in the settings, and the confirmation page. */
import type { Page } from 'playwright-core';
import { startService } from '../support/service.js';
import { confirm, type PageState, signedIn, type BrowserFixture } from './browser-fixture.js';
import { plugIn } from './virtual-authenticator.js';

const SECURITY = '/settings/security';
const LATER = 11 * 60 * 1000;
const MAX_NAME_LENGTH = 60;

async function added(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the new passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('is added. You can sign in with it').waitFor();
  await page.getByRole('button', { name: new RegExp(`Remove .${name}`) }).waitFor();
}

/** A user with two passkeys. */
async function withPasskeys(page: Page, fixture: BrowserFixture): Promise<void> {
  const user = await fixture.service.user('Ada Lovelace');
  await signedIn(page, { ...fixture, user }, SECURITY);
  const laptop = await plugIn(page);
  await laptop.attend(true);
  await added(page, 'Laptop');
  await laptop.attend(false);
  await (await plugIn(page, 'usb')).attend(true);
  await added(page, 'W'.repeat(MAX_NAME_LENGTH));
}

/** Removes the first passkey eleven minutes after sign-in; `then` runs before the clock is set back. */
async function confirmationPage(
  page: Page,
  fixture: BrowserFixture,
  then?: (page: Page) => Promise<void>,
): Promise<void> {
  await withPasskeys(page, fixture);
  const later = await startService({
    backend: fixture.service.backend,
    clock: () => Date.now() + LATER,
    env: { TRUSTED_PROXIES: '127.0.0.0/8' },
  });
  await page.goto(later.url + SECURITY);
  await page.getByRole('button', { name: /Remove .Laptop/ }).click();
  await confirm(page);
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor();
  await then?.(page);
  await later.close();
}

export const PASSKEY_STATES: readonly PageState[] = [
  ['security-passkeys', withPasskeys],
  [
    'security-passkey-known',
    async (page, fixture) => {
      await signedIn(page, { ...fixture, user: await fixture.service.user() }, SECURITY);
      await (await plugIn(page)).attend(true);
      await added(page, 'Phone');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('This device has a passkey for your account already.').waitFor();
    },
  ],
  [
    'security-passkey-name',
    async (page, fixture) => {
      await signedIn(page, fixture, SECURITY);
      await (await plugIn(page)).attend(true);
      await page.getByLabel('Name of the new passkey').fill('W'.repeat(MAX_NAME_LENGTH + 1));
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  ],
  ['confirm', (page, fixture) => confirmationPage(page, fixture)],
  [
    'confirm-wrong-password',
    (page, fixture) =>
      confirmationPage(page, fixture, async () => {
        await page.getByLabel('Your password').fill('not the password');
        await page.getByRole('button', { name: 'Confirm' }).click();
        await page.locator('[aria-invalid]').first().waitFor();
      }),
  ],
  [
    'sign-in-passkey-refused',
    async (page, { service }) => {
      await page.goto(`${service.url}/sign-in`);
      await page.evaluate(
        `HTMLFormElement.prototype.submit.call(document.querySelector('[data-passkey] form'))`,
      );
      await page.getByRole('alert').waitFor();
    },
  ],
];
