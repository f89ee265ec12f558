/* The consent page, and connected applications. */
import type { Page } from 'playwright-core';
import { SCOPE_NAMES } from '../../src/scopes/catalogue.js';
import { exchange, tokensFor, visit } from '../support/oauth.js';
import {
  signInAt,
  at,
  MAX_CLIENT_NAME_LENGTH,
  MAX_USER_NAME_LENGTH,
  register,
  type PageState,
  signedIn,
  type BrowserFixture,
} from './browser-fixture.js';

export const CONSENT_STATES: readonly PageState[] = [
  [
    'consent',
    async (page, fixture) => {
      const scopes = ['PROFILE_READ', 'BOOKING_READ', 'BOOKING_WRITE'];
      await signInAt(
        page,
        fixture,
        at(fixture, await register(fixture, { scopes }), { scope: scopes.join(' ') }),
      );
    },
  ],
  [
    'consent-website',
    async (page, fixture) =>
      signInAt(
        page,
        fixture,
        at(fixture, await register(fixture, { website: 'https://acme.example.com/about' })),
      ),
  ],
  [
    'consent-all-scopes',
    async (page, fixture) => {
      const client = await register(fixture, { scopes: SCOPE_NAMES });
      await signInAt(page, fixture, at(fixture, client, { scope: SCOPE_NAMES.join(',') }));
    },
  ],
  [
    'consent-unrestricted',
    async (page, fixture) => {
      const client = await register(fixture, { name: 'Old Importer', scopes: [] }, { legacy: true });
      await signInAt(page, fixture, at(fixture, client, { scope: '' }));
    },
  ],
  [
    'consent-unconfirmed-address',
    async (page, fixture) => {
      const user = await fixture.service.user('Nora Newcomer', { emailVerified: false });
      await signInAt(page, fixture, at(fixture, await register(fixture)), user);
    },
  ],
  [
    'consent-nothing-ticked',
    async (page, fixture) => {
      await signInAt(page, fixture, at(fixture, await register(fixture)));
      await page.getByRole('checkbox').uncheck();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'consent-unknown-end',
    async (page, fixture) => {
      await signInAt(page, fixture, at(fixture, await register(fixture)));
      await page.getByLabel('30 days').check();
      await page.evaluate('document.querySelector("input[name=until]:checked").value = "99y"');
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'consent-not-reviewed',
    async (page, fixture) => {
      const ownerId = fixture.user.account.id;
      await signInAt(page, fixture, at(fixture, await register(fixture, {}, { ownerId, approved: false })));
    },
  ],
  [
    'consent-one-long-word',
    async (page, fixture) => {
      const user = await fixture.service.user('W'.repeat(MAX_USER_NAME_LENGTH));
      const client = await register(fixture, { name: 'Scheduling'.repeat(MAX_CLIENT_NAME_LENGTH / 10) });
      await signInAt(page, fixture, at(fixture, client), user);
    },
  ],
  [
    'consent-right-to-left',
    async (page, fixture) => {
      const user = await fixture.service.user('عبد الرحمن بن محمد بن خلدون الحضرمي');
      const client = await register(fixture, { name: 'مزامنة التقويم (2026) Pro' });
      await signInAt(page, fixture, at(fixture, client), user);
    },
  ],
];

const seenBy =
  (path: string) =>
  (page: Page, fixture: BrowserFixture): Promise<void> =>
    signedIn(page, fixture, path);

async function toConnectedApps(page: Page, fixture: BrowserFixture): Promise<void> {
  const scopes = ['PROFILE_READ', 'BOOKING_READ', 'BOOKING_WRITE', 'TEAM_BOOKING_READ'];
  const client = await register(fixture, {
    name: 'Scheduling'.repeat(MAX_CLIENT_NAME_LENGTH / 10),
    scopes,
  });
  await signInAt(page, fixture, at(fixture, client, { scope: scopes.join(' ') }));
  await page.getByLabel('30 days').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${fixture.callback.uri}?code=**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  await exchange(fixture.service, client, code, { redirect_uri: fixture.callback.uri });
  await page.goto(`${fixture.service.url}/settings/apps`);
  await page.getByRole('heading', { name: 'Scheduling' }).first().waitFor();
}

/** A user whose application has several installations, of which `removed` have ended. */
async function withInstallations(page: Page, fixture: BrowserFixture, removed: number): Promise<void> {
  const { service } = fixture;
  const visitor = await visit(service);
  const about = { name: 'مزامنة التقويم (2026) Pro', website: 'https://acme.example/start' };
  const client = await register(fixture, about);
  for (let installation = 0; installation < 6; installation += 1) {
    const { access_token: token } = await tokensFor(service, client, visitor);
    if (installation >= removed) continue;
    const apps = await visitor.browser.get('/settings/apps');
    await visitor.browser.submit(apps, { installation: token.slice(4, 26) });
  }
  await signedIn(page, { ...fixture, user: visitor.user }, '/settings/apps');
}

export const SETTINGS_STATES: readonly PageState[] = [
  [
    'connected-apps-none',
    async (page, fixture) => {
      const user = await fixture.service.user('New Here');
      await signedIn(page, { ...fixture, user }, '/settings/apps');
    },
  ],
  ['connected-apps', toConnectedApps],
  ['connected-apps-installations', (page, fixture) => withInstallations(page, fixture, 0)],
  [
    'connected-apps-ended',
    async (page, fixture) => {
      await withInstallations(page, fixture, 4);
      await page.getByRole('link', { name: 'Ended access' }).click();
      await page.getByText('You removed it.').first().waitFor();
    },
  ],
  [
    'connected-apps-none-ended',
    async (page, fixture) => {
      const user = await fixture.service.user('New Here');
      await signedIn(page, { ...fixture, user }, '/settings/apps/ended');
    },
  ],
  [
    'connected-apps-times-in-arabic',
    async (page, fixture) => {
      const user = await fixture.service.user('عائشة');
      const times = { locale: 'ar', timeZone: 'Asia/Riyadh' };
      const { profiles } = fixture.service.stores.scheduling;
      await profiles.changeProfile(user.account.id, times, { actor: 'test' });
      await toConnectedApps(page, { ...fixture, user });
    },
  ],
  [
    'connected-apps-removal',
    async (page, fixture) => {
      await toConnectedApps(page, fixture);
      await page.getByRole('button', { name: 'Remove Scheduling' }).first().click();
      await page.getByRole('heading', { name: 'Remove' }).waitFor();
    },
  ],
  [
    'limits-of-everything',
    async (page, fixture) => {
      const client = await register(fixture, { name: 'Old Importer', scopes: [] }, { legacy: true });
      const user = await fixture.service.user();
      await signInAt(page, fixture, at(fixture, client, { scope: '' }), user);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${fixture.callback.uri}?code=**`);
      const code = new URL(page.url()).searchParams.get('code') ?? '';
      await exchange(fixture.service, client, code, { redirect_uri: fixture.callback.uri });
      await page.goto(`${fixture.service.url}/settings/apps`);
      await page.getByRole('link', { name: 'Limit Old Importer' }).click();
      await page.getByRole('button', { name: 'Take away' }).waitFor();
    },
  ],
  ['security', seenBy('/settings/security')],
  ['my-clients-none', seenBy('/settings/developer')],
];
