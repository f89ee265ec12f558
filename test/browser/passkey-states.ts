/* Passkeys in the settings, and the page that asks who is there. */
import type { Page } from 'playwright-core';
import { startService } from '../support/service.js';
import { type Scene, signedIn, type Stage } from './browser-fixture.js';
import { plugIn } from './virtual-authenticator.js';

const SECURITY = '/settings/security';
const LATER = 11 * 60 * 1000;
const LONGEST_NAME = 60;

async function added(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the new passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey is added.').waitFor();
}

/** Somebody with two passkeys. */
async function withPasskeys(page: Page, stage: Stage): Promise<void> {
  const person = await stage.service.person('Ada Lovelace');
  await signedIn(page, { ...stage, person }, SECURITY);
  const laptop = await plugIn(page);
  await laptop.attend(true);
  await added(page, 'Laptop');
  await laptop.attend(false);
  await (await plugIn(page, 'usb')).attend(true);
  await added(page, 'W'.repeat(LONGEST_NAME));
}

/** Asks to remove the first passkey eleven minutes after signing in; `then` goes on before the clock is set back. */
async function asked(page: Page, stage: Stage, then?: (page: Page) => Promise<void>): Promise<void> {
  await withPasskeys(page, stage);
  const later = await startService({
    backend: stage.service.backend,
    clock: () => Date.now() + LATER,
    env: { TRUSTED_PROXIES: '127.0.0.0/8' },
  });
  await page.goto(later.url + SECURITY);
  await page.getByRole('button', { name: /Remove .Laptop/ }).click();
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor();
  await then?.(page);
  await later.close();
}

export const PASSKEY_SCENES: readonly Scene[] = [
  ['security-passkeys', withPasskeys],
  [
    'security-passkey-known',
    async (page, stage) => {
      await signedIn(page, { ...stage, person: await stage.service.person() }, SECURITY);
      await (await plugIn(page)).attend(true);
      await added(page, 'Phone');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('This device has a passkey for your account already.').waitFor();
    },
  ],
  [
    'security-passkey-name',
    async (page, stage) => {
      await signedIn(page, stage, SECURITY);
      await (await plugIn(page)).attend(true);
      await page.getByLabel('Name of the new passkey').fill('W'.repeat(LONGEST_NAME + 1));
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  ],
  ['confirm', (page, stage) => asked(page, stage)],
  [
    'confirm-wrong-password',
    (page, stage) =>
      asked(page, stage, async () => {
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
