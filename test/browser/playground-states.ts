/* The playground before and after an authorization. */
import { signInWith } from './sign-in.js';
import type { PageState } from './browser-fixture.js';

export const PLAYGROUND_STATES: readonly PageState[] = [
  [
    'playground',
    async (page, { demonstration }) => {
      await page.goto(`${demonstration.url}/playground`);
      await page.locator('[data-action=authorize]:enabled').waitFor();
    },
  ],
  [
    'playground-callback-empty',
    async (page, { demonstration }) => {
      await page.goto(`${demonstration.url}/playground/callback`);
      await page.locator('[data-action=again]:enabled').waitFor();
    },
  ],
  [
    'playground-callback',
    async (page, { demonstration }) => {
      await page.goto(`${demonstration.url}/playground`);
      await page.getByRole('button', { name: 'Start an authorization' }).click();
      await page.waitForURL('**/sign-in?**');
      await signInWith(page, demonstration.user);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('button', { name: 'Exchange the code' }).click();
      await page.getByRole('button', { name: 'Read the profile' }).click();
      await page.getByRole('heading', { name: 'Profile' }).waitFor();
    },
  ],
];
