/* The profile page. */
import type { Page } from 'playwright-core';
import type { ProfileChange } from '../../src/scheduling/profile/store.js';
import { type BrowserFixture, type PageState, signedIn } from './browser-fixture.js';

const PATH = '/settings/profile';

/** Names may be this long by the API. */
const LONG = {
  name: 'W'.repeat(200),
  bio: 'W'.repeat(2_000),
  locale: 'ar',
  timeZone: 'Asia/Riyadh',
} as const;
const RIGHT_TO_LEFT = { name: 'عائشة بنت عبد الله', bio: 'مكتب المواعيد' } as const;

async function withProfile(page: Page, fixture: BrowserFixture, change: ProfileChange): Promise<number> {
  const user = await fixture.service.user('Ada Lovelace');
  const { profiles } = fixture.service.stores.scheduling;
  await profiles.changeProfile(user.account.id, change, { actor: 'test' });
  await signedIn(page, { ...fixture, user }, PATH);
  return user.account.id;
}

export const PROFILE_STATES: readonly PageState[] = [
  ['profile', async (page, fixture) => void (await withProfile(page, fixture, {}))],
  ['profile-long', async (page, fixture) => void (await withProfile(page, fixture, LONG))],
  ['profile-right-to-left', async (page, fixture) => void (await withProfile(page, fixture, RIGHT_TO_LEFT))],
  [
    'profile-faults',
    async (page, fixture) => {
      await withProfile(page, fixture, {});
      await page.getByLabel('Username').fill('Two words');
      await page.getByLabel('Address of your picture').fill('http://pictures.example/ada.png');
      await page.getByRole('button', { name: 'Save profile' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  ],
  [
    'profile-outdated',
    async (page, fixture) => {
      const id = await withProfile(page, fixture, {});
      const { profiles } = fixture.service.stores.scheduling;
      await profiles.changeProfile(id, { bio: 'By an application.' }, { actor: 'test' });
      await page.getByRole('button', { name: 'Save profile' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'profile-saved',
    async (page, fixture) => {
      await withProfile(page, fixture, {});
      await page.getByLabel('Time zone').selectOption('Europe/Lisbon');
      await page.getByRole('button', { name: 'Save profile' }).click();
      await page.getByRole('status').getByText('saved').waitFor();
    },
  ],
];
