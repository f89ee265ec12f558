/* Applications that ask, and what a person sees of them afterwards. */
import type { Page } from 'playwright-core';
import { SCOPE_NAMES } from '../../src/scopes/catalogue.js';
import { exchange } from '../support/oauth.js';
import {
  asked,
  at,
  LONGEST_CLIENT_NAME,
  LONGEST_PERSON_NAME,
  register,
  type Scene,
  signedIn,
  type Stage,
} from './browser-fixture.js';

export const CONSENT_SCENES: readonly Scene[] = [
  [
    'consent',
    async (page, stage) => {
      const scopes = ['PROFILE_READ', 'BOOKING_READ', 'BOOKING_WRITE'];
      await asked(page, stage, at(stage, await register(stage, { scopes }), { scope: scopes.join(' ') }));
    },
  ],
  [
    'consent-website',
    async (page, stage) =>
      asked(page, stage, at(stage, await register(stage, { website: 'https://acme.example.com/about' }))),
  ],
  [
    'consent-all-scopes',
    async (page, stage) => {
      const client = await register(stage, { scopes: SCOPE_NAMES });
      await asked(page, stage, at(stage, client, { scope: SCOPE_NAMES.join(',') }));
    },
  ],
  [
    'consent-unrestricted',
    async (page, stage) => {
      const client = await register(stage, { name: 'Old Importer', scopes: [] }, { legacy: true });
      await asked(page, stage, at(stage, client, { scope: '' }));
    },
  ],
  [
    'consent-nothing-ticked',
    async (page, stage) => {
      await asked(page, stage, at(stage, await register(stage)));
      await page.getByRole('checkbox').uncheck();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'consent-unknown-end',
    async (page, stage) => {
      await asked(page, stage, at(stage, await register(stage)));
      await page.getByLabel('30 days').check();
      await page.evaluate('document.querySelector("input[name=until]:checked").value = "99y"');
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'consent-not-reviewed',
    async (page, stage) => {
      const ownerId = stage.person.account.id;
      await asked(page, stage, at(stage, await register(stage, {}, { ownerId, approved: false })));
    },
  ],
  [
    'consent-one-long-word',
    async (page, stage) => {
      const person = await stage.service.person('W'.repeat(LONGEST_PERSON_NAME));
      const client = await register(stage, { name: 'Scheduling'.repeat(LONGEST_CLIENT_NAME / 10) });
      await asked(page, stage, at(stage, client), person);
    },
  ],
  [
    'consent-right-to-left',
    async (page, stage) => {
      const person = await stage.service.person('عبد الرحمن بن محمد بن خلدون الحضرمي');
      const client = await register(stage, { name: 'مزامنة التقويم (2026) Pro' });
      await asked(page, stage, at(stage, client), person);
    },
  ],
];

const seenBy =
  (path: string) =>
  (page: Page, stage: Stage): Promise<void> =>
    signedIn(page, stage, path);

export const SETTINGS_SCENES: readonly Scene[] = [
  [
    'connected-apps-none',
    async (page, stage) => {
      const person = await stage.service.person('New Here');
      await signedIn(page, { ...stage, person }, '/settings/apps');
    },
  ],
  [
    'connected-apps',
    async (page, stage) => {
      const scopes = ['PROFILE_READ', 'BOOKING_READ', 'BOOKING_WRITE', 'TEAM_BOOKING_READ'];
      const client = await register(stage, { name: 'Scheduling'.repeat(LONGEST_CLIENT_NAME / 10), scopes });
      await asked(page, stage, at(stage, client, { scope: scopes.join(' ') }));
      await page.getByLabel('30 days').check();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${stage.callback.uri}?code=**`);
      const code = new URL(page.url()).searchParams.get('code') ?? '';
      await exchange(stage.service, client, code, { redirect_uri: stage.callback.uri });
      await page.goto(`${stage.service.url}/settings/apps`);
      await page.getByRole('heading', { name: 'Scheduling' }).first().waitFor();
    },
  ],
  [
    'limits-of-everything',
    async (page, stage) => {
      const client = await register(stage, { name: 'Old Importer', scopes: [] }, { legacy: true });
      const person = await stage.service.person();
      await asked(page, stage, at(stage, client, { scope: '' }), person);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${stage.callback.uri}?code=**`);
      const code = new URL(page.url()).searchParams.get('code') ?? '';
      await exchange(stage.service, client, code, { redirect_uri: stage.callback.uri });
      await page.goto(`${stage.service.url}/settings/apps`);
      await page.getByRole('link', { name: 'Limit Old Importer' }).click();
      await page.getByRole('button', { name: 'Take away' }).waitFor();
    },
  ],
  ['security', seenBy('/settings/security')],
  ['my-clients-none', seenBy('/settings/developer')],
];
