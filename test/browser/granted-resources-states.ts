/* Applications that ask for teams and organizations, and an organization's applications. */
import type { Page } from 'playwright-core';
import { memberWorld } from '../scheduling/member-fixture.js';
import { exchange } from '../support/oauth.js';
import type { TestPerson } from '../support/service.js';
import {
  asked,
  at,
  LONGEST_CLIENT_NAME,
  register,
  type Scene,
  signedIn,
  type Stage,
} from './browser-fixture.js';

const SCOPES = ['TEAM_PROFILE_READ', 'TEAM_BOOKING_WRITE', 'ORG_PROFILE_READ', 'ORG_BOOKING_READ'] as const;
const TEAM_SCOPES = SCOPES.slice(0, 2);
const LONGEST_NAME = 200;
const CAUSE = { actor: 'test' };

interface Owner {
  readonly person: TestPerson;
  readonly organization: number;
}

/** Somebody who owns an organization and some teams, in it and outside. */
async function owner(
  { service }: Stage,
  names: readonly string[],
  inside = 'Harbour Clinic',
): Promise<Owner> {
  const person = await service.person('Olga Owner');
  const places = memberWorld(service);
  const organization = await places.organization(person.account.id, inside);
  for (const [index, name] of names.entries())
    await places.team(person.account.id, index % 2 === 0 ? organization : undefined, name);
  return { person, organization };
}

async function asks(page: Page, stage: Stage, person: TestPerson, scopes: readonly string[] = SCOPES) {
  const client = await register(stage, { scopes: [...SCOPES] });
  await asked(page, stage, at(stage, client, { scope: scopes.join(' ') }), person);
}

const NAMES = ['Front desk', 'Night shift', 'Billing', 'צוות הקבלה'];

const chosen = async (page: Page, stage: Stage, names: readonly string[]): Promise<void> => {
  const { person } = await owner(stage, names);
  await asks(page, stage, person);
  await page.getByLabel('Only the teams I choose').check();
};

/** Allows what an application asks for, and goes home. */
async function allowed(
  page: Page,
  stage: Stage,
  client: Awaited<ReturnType<typeof register>>,
): Promise<void> {
  await page.goto(at(stage, client, { scope: SCOPES.join(' ') }));
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${stage.callback.uri}?code=**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  await exchange(stage.service, client, code, { redirect_uri: stage.callback.uri });
}

async function inUse(page: Page, stage: Stage): Promise<void> {
  const { stores } = stage.service;
  const { person, organization } = await owner(stage, NAMES);
  const manager = { organizationId: organization, viewerId: person.account.id };
  const scopes = [...SCOPES];
  const listed = await register(stage, { name: 'Scheduling'.repeat(LONGEST_CLIENT_NAME / 10), scopes });
  const other = await register(stage, { name: 'Acme Sync', website: 'https://acme.example.com/', scopes });
  await signedIn(page, { ...stage, person });
  for (const client of [listed, other]) await allowed(page, stage, client);
  await stores.organizationApps.admit(manager, { clientId: listed.clientId, most: 10 }, CAUSE);
  await stores.organizationApps.setPolicy(manager, 'listed', CAUSE);
  await page.goto(`${stage.service.url}/settings/organizations/${organization}/apps`);
}

/** Before an application that somebody has allowed what it asked for, about to take parts of it away. */
async function limiting(page: Page, stage: Stage, name?: string): Promise<void> {
  const { person } = await owner(stage, NAMES);
  await signedIn(page, { ...stage, person });
  await allowed(page, stage, await register(stage, { ...(name && { name }), scopes: [...SCOPES] }));
  await page.goto(`${stage.service.url}/settings/apps`);
  await page.getByRole('link', { name: /^Limit/ }).click();
  await page.getByRole('button', { name: 'Take away' }).waitFor();
}

export const REACH_SCENES: readonly Scene[] = [
  [
    'consent-teams-none',
    async (page, stage) => asks(page, stage, await stage.service.person('New Here'), TEAM_SCOPES),
  ],
  [
    'consent-teams-one',
    async (page, stage) => asks(page, stage, (await owner(stage, ['Front desk'])).person, TEAM_SCOPES),
  ],
  ['consent-teams-and-organization', async (page, stage) => chosen(page, stage, NAMES)],
  [
    'consent-teams-many',
    async (page, stage) =>
      chosen(page, stage, [
        ...Array.from({ length: 20 }, (_, index) => `Ward ${index + 1}`),
        'W'.repeat(LONGEST_NAME),
      ]),
  ],
  [
    'consent-team-not-chosen',
    async (page, stage) => {
      await chosen(page, stage, NAMES);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'consent-not-theirs-to-give',
    async (page, stage) => asks(page, stage, await stage.service.person('Max Member')),
  ],
  [
    'consent-nothing-to-give',
    async (page, stage) => asks(page, stage, await stage.service.person('Max Member'), SCOPES.slice(2)),
  ],
  [
    'consent-organization-closed',
    async (page, stage) => {
      const { person, organization } = await owner(stage, NAMES, 'W'.repeat(LONGEST_NAME));
      const manager = { organizationId: organization, viewerId: person.account.id };
      await stage.service.stores.organizationApps.setPolicy(manager, 'listed', CAUSE);
      await asks(page, stage, person);
    },
  ],
  [
    'organization-apps-none',
    async (page, stage) => {
      const { person, organization } = await owner(stage, [], 'O'.repeat(LONGEST_NAME));
      await signedIn(page, { ...stage, person }, `/settings/organizations/${organization}/apps`);
    },
  ],
  ['organization-apps', inUse],
  [
    'organization-apps-unknown-client',
    async (page, stage) => {
      const { person, organization } = await owner(stage, []);
      await signedIn(page, { ...stage, person }, `/settings/organizations/${organization}/apps`);
      await page.getByLabel('Client id').fill('acme');
      await page.getByRole('button', { name: 'Add to the list' }).click();
      await page.locator('.fault').first().waitFor();
    },
  ],
  ['limits-all-teams', (page, stage) => limiting(page, stage, 'Scheduling'.repeat(LONGEST_CLIENT_NAME / 10))],
  [
    'limits-chosen-teams',
    async (page, stage) => {
      await limiting(page, stage);
      await page.getByLabel('Only the teams I choose').check();
      for (const box of await page.locator('input[name=team]').all()) await box.check();
      await page.getByLabel('Only Harbour Clinic').check();
      await page.getByRole('button', { name: 'Take away' }).click();
      await page.getByText('The application was limited').waitFor();
      await page.getByRole('link', { name: /^Limit/ }).click();
      await page.getByRole('button', { name: 'Take away' }).waitFor();
    },
  ],
  [
    'limits-nothing-ticked',
    async (page, stage) => {
      await limiting(page, stage);
      for (const box of await page.locator('input[name=scope]').all()) await box.uncheck();
      await page.getByRole('button', { name: 'Take away' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'connected-apps-limited',
    async (page, stage) => {
      await limiting(page, stage);
      await page.locator('input[name=scope]').first().uncheck();
      await page.getByRole('button', { name: 'Take away' }).click();
      await page.getByText('The application was limited').waitFor();
    },
  ],
  [
    'connected-apps-of-teams',
    async (page, stage) => {
      const { person } = await owner(stage, NAMES);
      await signedIn(page, { ...stage, person });
      await allowed(page, stage, await register(stage, { scopes: [...SCOPES] }));
      await page.goto(`${stage.service.url}/settings/apps`);
    },
  ],
];
