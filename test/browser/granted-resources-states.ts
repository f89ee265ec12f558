/* Applications that ask for teams and organizations, and an organization's applications. */
import type { Page } from 'playwright-core';
import { memberFixture } from '../scheduling/member-fixture.js';
import { exchange } from '../support/oauth.js';
import type { TestUser } from '../support/service.js';
import {
  signInAt,
  at,
  MAX_CLIENT_NAME_LENGTH,
  register,
  type PageState,
  signedIn,
  type BrowserFixture,
} from './browser-fixture.js';

const SCOPES = ['TEAM_PROFILE_READ', 'TEAM_BOOKING_WRITE', 'ORG_PROFILE_READ', 'ORG_BOOKING_READ'] as const;
const TEAM_SCOPES = SCOPES.slice(0, 2);
const MAX_NAME_LENGTH = 200;
const ACTOR = { actor: 'test' };

interface Owner {
  readonly user: TestUser;
  readonly organization: number;
}

/** A user who owns an organization, and teams inside and outside of it. */
async function owner(
  { service }: BrowserFixture,
  names: readonly string[],
  inside = 'Harbour Clinic',
): Promise<Owner> {
  const user = await service.user('Olga Owner');
  const groups = memberFixture(service);
  const organization = await groups.organization(user.account.id, inside);
  for (const [index, name] of names.entries())
    await groups.team(user.account.id, index % 2 === 0 ? organization : undefined, name);
  return { user, organization };
}

async function consentPage(
  page: Page,
  fixture: BrowserFixture,
  user: TestUser,
  scopes: readonly string[] = SCOPES,
) {
  const client = await register(fixture, { scopes: [...SCOPES] });
  await signInAt(page, fixture, at(fixture, client, { scope: scopes.join(' ') }), user);
}

const NAMES = ['Front desk', 'Night shift', 'Billing', 'צוות הקבלה'];

const chosen = async (page: Page, fixture: BrowserFixture, names: readonly string[]): Promise<void> => {
  const { user } = await owner(fixture, names);
  await consentPage(page, fixture, user);
  await page.getByLabel('Only the teams I choose').check();
};

/** Allows all that an application requests, and returns to the home page. */
async function allowed(
  page: Page,
  fixture: BrowserFixture,
  client: Awaited<ReturnType<typeof register>>,
): Promise<void> {
  await page.goto(at(fixture, client, { scope: SCOPES.join(' ') }));
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${fixture.callback.uri}?code=**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  await exchange(fixture.service, client, code, { redirect_uri: fixture.callback.uri });
}

async function inUse(page: Page, fixture: BrowserFixture): Promise<void> {
  const { stores } = fixture.service;
  const { user, organization } = await owner(fixture, NAMES);
  const manager = { organizationId: organization, viewerId: user.account.id };
  const scopes = [...SCOPES];
  const listed = await register(fixture, { name: 'Scheduling'.repeat(MAX_CLIENT_NAME_LENGTH / 10), scopes });
  const other = await register(fixture, { name: 'Acme Sync', website: 'https://acme.example.com/', scopes });
  await signedIn(page, { ...fixture, user });
  for (const client of [listed, other]) await allowed(page, fixture, client);
  await stores.organizationApps.admit(manager, { clientId: listed.clientId, most: 10 }, ACTOR);
  await stores.organizationApps.setPolicy(manager, 'listed', ACTOR);
  await page.goto(`${fixture.service.url}/settings/organizations/${organization}/apps`);
}

/** The page that limits an application with full access. */
async function limiting(page: Page, fixture: BrowserFixture, name?: string): Promise<void> {
  const { user } = await owner(fixture, NAMES);
  await signedIn(page, { ...fixture, user });
  await allowed(page, fixture, await register(fixture, { ...(name && { name }), scopes: [...SCOPES] }));
  await page.goto(`${fixture.service.url}/settings/apps`);
  await page.getByRole('link', { name: /^Limit/ }).click();
  await page.getByRole('button', { name: 'Take away' }).waitFor();
}

export const GRANTED_RESOURCES_STATES: readonly PageState[] = [
  [
    'consent-teams-none',
    async (page, fixture) => consentPage(page, fixture, await fixture.service.user('New Here'), TEAM_SCOPES),
  ],
  [
    'consent-teams-one',
    async (page, fixture) =>
      consentPage(page, fixture, (await owner(fixture, ['Front desk'])).user, TEAM_SCOPES),
  ],
  ['consent-teams-and-organization', async (page, fixture) => chosen(page, fixture, NAMES)],
  [
    'consent-teams-many',
    async (page, fixture) =>
      chosen(page, fixture, [
        ...Array.from({ length: 20 }, (_, index) => `Ward ${index + 1}`),
        'W'.repeat(MAX_NAME_LENGTH),
      ]),
  ],
  [
    'consent-team-not-chosen',
    async (page, fixture) => {
      await chosen(page, fixture, NAMES);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'consent-not-theirs-to-give',
    async (page, fixture) => consentPage(page, fixture, await fixture.service.user('Max Member')),
  ],
  [
    'consent-nothing-to-give',
    async (page, fixture) =>
      consentPage(page, fixture, await fixture.service.user('Max Member'), SCOPES.slice(2)),
  ],
  [
    'consent-organization-closed',
    async (page, fixture) => {
      const { user, organization } = await owner(fixture, NAMES, 'W'.repeat(MAX_NAME_LENGTH));
      const manager = { organizationId: organization, viewerId: user.account.id };
      await fixture.service.stores.organizationApps.setPolicy(manager, 'listed', ACTOR);
      await consentPage(page, fixture, user);
    },
  ],
  [
    'organization-apps-none',
    async (page, fixture) => {
      const { user, organization } = await owner(fixture, [], 'O'.repeat(MAX_NAME_LENGTH));
      await signedIn(page, { ...fixture, user }, `/settings/organizations/${organization}/apps`);
    },
  ],
  ['organization-apps', inUse],
  [
    'organization-apps-unknown-client',
    async (page, fixture) => {
      const { user, organization } = await owner(fixture, []);
      await signedIn(page, { ...fixture, user }, `/settings/organizations/${organization}/apps`);
      await page.getByLabel('Client id').fill('acme');
      await page.getByRole('button', { name: 'Add to the list' }).click();
      await page.locator('.fault').first().waitFor();
    },
  ],
  [
    'limits-all-teams',
    (page, fixture) => limiting(page, fixture, 'Scheduling'.repeat(MAX_CLIENT_NAME_LENGTH / 10)),
  ],
  [
    'limits-chosen-teams',
    async (page, fixture) => {
      await limiting(page, fixture);
      await page.getByLabel('Only the teams I choose').check();
      for (const box of await page.locator('input[name=team]').all()) await box.check();
      await page.getByLabel('Only Harbour Clinic').check();
      await page.getByRole('button', { name: 'Take away' }).click();
      await page.getByText('was limited. It can do').waitFor();
      await page.getByRole('link', { name: /^Limit/ }).click();
      await page.getByRole('button', { name: 'Take away' }).waitFor();
    },
  ],
  [
    'limits-nothing-ticked',
    async (page, fixture) => {
      await limiting(page, fixture);
      for (const box of await page.locator('input[name=scope]').all()) await box.uncheck();
      await page.getByRole('button', { name: 'Take away' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'connected-apps-limited',
    async (page, fixture) => {
      await limiting(page, fixture);
      await page.locator('input[name=scope]').first().uncheck();
      await page.getByRole('button', { name: 'Take away' }).click();
      await page.getByText('was limited. It can do').waitFor();
    },
  ],
  [
    'connected-apps-of-teams',
    async (page, fixture) => {
      const { user } = await owner(fixture, NAMES);
      await signedIn(page, { ...fixture, user });
      await allowed(page, fixture, await register(fixture, { scopes: [...SCOPES] }));
      await page.goto(`${fixture.service.url}/settings/apps`);
    },
  ],
];
