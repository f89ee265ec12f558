/* Teams, and invitations to them. */
import type { Page } from 'playwright-core';
import type { TestUser } from '../support/service.js';
import {
  confirm,
  MAX_USER_NAME_LENGTH,
  type PageState,
  signedIn,
  type BrowserFixture,
} from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const MAX_NAME_LENGTH = 200;
const HOUR = 3_600_000;

let count = 0;
const newSlug = (): string => `team-state-${(count += 1)}`;

interface Group {
  readonly id: number;
  readonly owner: TestUser;
}

async function organization({ service }: BrowserFixture, name: string): Promise<Group> {
  const owner = await service.user('Olga Owner');
  const result = await service.stores.teams.teams.createOrganization(
    owner.account.id,
    { name, slug: newSlug() },
    ACTOR,
  );
  return { id: typeof result === 'object' ? result.id : 0, owner };
}

async function team(
  { service }: BrowserFixture,
  name: string,
  ownerName = 'Olga Owner',
  inside?: Group,
): Promise<Group> {
  const owner = inside?.owner ?? (await service.user(ownerName));
  const terms = { name, slugs: [newSlug()], settings: {}, accepted: true, most: 100 };
  const result = await service.stores.teams.teams.create(
    owner.account.id,
    { organizationId: inside?.id, ...terms },
    ACTOR,
  );
  return { id: typeof result === 'object' ? result.id : 0, owner };
}

async function invited(
  { service }: BrowserFixture,
  { id, owner }: Group,
  { account }: TestUser,
  accepted = false,
): Promise<number> {
  const terms = { accountId: account.id, role: 'admin' as const, accepted, disableImpersonation: false };
  const result = await service.stores.teams.memberships.add(id, owner.account.id, terms, ACTOR);
  return typeof result === 'object' ? result.id : 0;
}

async function link({ service }: BrowserFixture, { id, owner }: Group, lifeMs = HOUR): Promise<string> {
  const token = `${newSlug()}-a-token-that-cannot-be-guessed-in-a-link`;
  const now = new Date();
  const terms = { expiresAt: new Date(now.getTime() + lifeMs), maxUses: 10, most: 100, now };
  const tokenHash = service.registry.keys.hash('invite', token);
  await service.stores.teams.invites.open(id, owner.account.id, { tokenHash, ...terms }, ACTOR);
  return `/teams/join/${token}`;
}

const newcomer = async (fixture: BrowserFixture): Promise<BrowserFixture> => ({
  ...fixture,
  user: await fixture.service.user('Ada Lovelace'),
});

/** `isInside`: the user is in a team of the organization too. */
async function withTeams(page: Page, fixture: BrowserFixture, isInside = false): Promise<void> {
  const own = await newcomer(fixture);
  const harbour = await organization(fixture, 'Harbour Clinic');
  const ward = await team(fixture, 'W'.repeat(MAX_NAME_LENGTH), 'Olga', harbour);
  const first = await invited(fixture, harbour, own.user);
  await fixture.service.stores.teams.ownMemberships.agree(own.user.account.id, first, ACTOR);
  const second = await invited(fixture, ward, own.user);
  if (isInside) await fixture.service.stores.teams.ownMemberships.agree(own.user.account.id, second, ACTOR);
  await invited(fixture, await team(fixture, 'Front desk'), own.user);
  await invited(fixture, await team(fixture, 'צוות הקבלה'), own.user, true);
  await signedIn(page, own, '/settings/teams');
}

/** The owner of teams, and a client that belongs to the owner or to the first team. */
async function withClient(fixture: BrowserFixture, names: readonly string[], transferred: boolean) {
  const first = await team(fixture, names[0] ?? 'Front desk');
  const { owner } = first;
  const { stores } = fixture.service;
  for (const name of names.slice(1)) {
    const terms = { name, slugs: [newSlug()], settings: {}, accepted: true, most: 100 };
    await stores.teams.teams.create(owner.account.id, { organizationId: undefined, ...terms }, ACTOR);
  }
  const { clientId } = await fixture.service.client({}, { ownerId: owner.account.id, approved: false });
  if (transferred)
    await stores.clients.records.transfer(clientId, owner.account.id, { teamId: first.id }, ACTOR);
  return { own: { ...fixture, user: owner }, path: `/settings/developer/clients/${clientId}` };
}

export const TEAM_STATES: readonly PageState[] = [
  ['teams-none', async (page, fixture) => signedIn(page, await newcomer(fixture), '/settings/teams')],
  ['teams', withTeams],
  [
    'teams-leaving-organization',
    async (page, fixture) => {
      await withTeams(page, fixture, true);
      await page.getByRole('button', { name: 'Leave Harbour Clinic' }).click();
      await page.getByRole('heading', { name: 'Leave' }).waitFor();
    },
  ],
  [
    'teams-last-owner',
    async (page, fixture) => {
      const { owner } = await team(fixture, 'Front desk');
      await signedIn(page, { ...fixture, user: owner }, '/settings/teams');
      await page.getByRole('button', { name: 'Leave Front desk' }).click();
      await confirm(page);
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'invitation-by-link',
    async (page, fixture) => {
      const harbour = await organization(fixture, 'Harbour Clinic');
      const group = await team(fixture, 'Front desk', '', harbour);
      const own = await newcomer(fixture);
      const membership = await invited(fixture, harbour, own.user);
      await fixture.service.stores.teams.ownMemberships.agree(own.user.account.id, membership, ACTOR);
      await signedIn(page, own, await link(fixture, group));
    },
  ],
  [
    'invitation-with-long-names',
    async (page, fixture) => {
      const group = await team(fixture, 'T'.repeat(MAX_NAME_LENGTH), 'M'.repeat(MAX_USER_NAME_LENGTH));
      await signedIn(page, fixture, await link(fixture, group));
    },
  ],
  [
    'invitation-to-organization',
    async (page, fixture) => {
      const own = await newcomer(fixture);
      const id = await invited(fixture, await organization(fixture, 'Harbour Clinic'), own.user);
      await signedIn(page, own, `/teams/join/${id}`);
    },
  ],
  [
    'invitation-answered-by-another',
    async (page, fixture) => {
      const own = await newcomer(fixture);
      const id = await invited(fixture, await team(fixture, 'Front desk'), own.user, true);
      await signedIn(page, own, `/teams/join/${id}`);
    },
  ],
  [
    'invitation-expired',
    async (page, fixture) => signedIn(page, fixture, await link(fixture, await team(fixture, 'Late'), 1)),
  ],
  ['invitation-unknown', (page, fixture) => signedIn(page, fixture, '/teams/join/unknown')],
  [
    'client-form-with-teams',
    async (page, fixture) => {
      const { own } = await withClient(fixture, ['Front desk', 'T'.repeat(MAX_NAME_LENGTH)], false);
      await signedIn(page, own, '/settings/developer/clients/new');
    },
  ],
  [
    'client-of-team',
    async (page, fixture) => {
      const { own, path } = await withClient(fixture, ['Front desk'], true);
      await signedIn(page, own, path);
    },
  ],
  [
    'clients-of-team',
    async (page, fixture) => {
      const { own } = await withClient(fixture, ['T'.repeat(MAX_NAME_LENGTH)], true);
      await signedIn(page, own, '/settings/developer');
    },
  ],
  [
    'client-transferred-to-team',
    async (page, fixture) => {
      const { own, path } = await withClient(fixture, ['Front desk', 'Night shift'], false);
      await signedIn(page, own, `${path}/transfers/new`);
      await page.getByRole('button', { name: 'Transfer to this team' }).click();
      await page.locator('.fault').first().waitFor();
    },
  ],
  [
    'client-taken-from-team',
    async (page, fixture) => {
      const { own, path } = await withClient(fixture, ['Front desk'], true);
      await signedIn(page, own, `${path}/transfers/new`);
    },
  ],
];
