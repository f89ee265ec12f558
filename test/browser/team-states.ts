/* Teams, and invitations to them. */
import type { Page } from 'playwright-core';
import type { TestPerson } from '../support/service.js';
import { LONGEST_PERSON_NAME, type Scene, signedIn, type Stage } from './browser-fixture.js';

const CAUSE = { actor: 'test' };
const LONGEST_NAME = 200;
const HOUR = 3_600_000;

let count = 0;
const newSlug = (): string => `team-scene-${(count += 1)}`;

interface Place {
  readonly id: number;
  readonly owner: TestPerson;
}

async function organization({ service }: Stage, name: string): Promise<Place> {
  const owner = await service.person('Olga Owner');
  const made = await service.stores.teams.createOrganization(
    owner.account.id,
    { name, slug: newSlug() },
    CAUSE,
  );
  return { id: typeof made === 'object' ? made.id : 0, owner };
}

async function team(
  { service }: Stage,
  name: string,
  ownerName = 'Olga Owner',
  inside?: Place,
): Promise<Place> {
  const owner = inside?.owner ?? (await service.person(ownerName));
  const terms = { name, slugs: [newSlug()], settings: {}, accepted: true, most: 100 };
  const made = await service.stores.teams.create(
    owner.account.id,
    { organizationId: inside?.id, ...terms },
    CAUSE,
  );
  return { id: typeof made === 'object' ? made.id : 0, owner };
}

async function invited(
  { service }: Stage,
  { id, owner }: Place,
  { account }: TestPerson,
  accepted = false,
): Promise<number> {
  const terms = { accountId: account.id, role: 'admin' as const, accepted, disableImpersonation: false };
  const made = await service.stores.memberships.add(id, owner.account.id, terms, CAUSE);
  return typeof made === 'object' ? made.id : 0;
}

async function link({ service }: Stage, { id, owner }: Place, lifeMs = HOUR): Promise<string> {
  const token = `${newSlug()}-a-token-of-a-link-that-nobody-guesses-ever`;
  const now = new Date();
  const terms = { expiresAt: new Date(now.getTime() + lifeMs), maxUses: 10, most: 100, now };
  const tokenHash = service.registry.keys.hash('invite', token);
  await service.stores.invites.open(id, owner.account.id, { tokenHash, ...terms }, CAUSE);
  return `/teams/join/${token}`;
}

const newcomer = async (stage: Stage): Promise<Stage> => ({
  ...stage,
  person: await stage.service.person('Ada Lovelace'),
});

async function withTeams(page: Page, stage: Stage): Promise<void> {
  const own = await newcomer(stage);
  const harbour = await organization(stage, 'Harbour Clinic');
  const desk = await team(stage, 'W'.repeat(LONGEST_NAME), 'Olga', harbour);
  const first = await invited(stage, harbour, own.person);
  await stage.service.stores.ownMemberships.agree(own.person.account.id, first, CAUSE);
  await invited(stage, desk, own.person);
  await invited(stage, await team(stage, 'Front desk'), own.person);
  await invited(stage, await team(stage, 'צוות הקבלה'), own.person, true);
  await signedIn(page, own, '/settings/teams');
}

/** The owner of a team, and a client of theirs that the team has, or may get. */
async function withClient(stage: Stage, names: readonly string[], given: boolean) {
  const first = await team(stage, names[0] ?? 'Front desk');
  const { owner } = first;
  const { stores } = stage.service;
  for (const name of names.slice(1)) {
    const terms = { name, slugs: [newSlug()], settings: {}, accepted: true, most: 100 };
    await stores.teams.create(owner.account.id, { organizationId: undefined, ...terms }, CAUSE);
  }
  const { clientId } = await stage.service.client({}, { ownerId: owner.account.id, approved: false });
  if (given) await stores.records.transfer(clientId, owner.account.id, { teamId: first.id }, CAUSE);
  return { own: { ...stage, person: owner }, path: `/settings/developer/clients/${clientId}` };
}

export const TEAM_SCENES: readonly Scene[] = [
  ['teams-none', async (page, stage) => signedIn(page, await newcomer(stage), '/settings/teams')],
  ['teams', withTeams],
  [
    'teams-last-owner',
    async (page, stage) => {
      const { owner } = await team(stage, 'Front desk');
      await signedIn(page, { ...stage, person: owner }, '/settings/teams');
      await page.getByRole('button', { name: 'Leave Front desk' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'invitation-by-link',
    async (page, stage) => {
      const harbour = await organization(stage, 'Harbour Clinic');
      const place = await team(stage, 'Front desk', '', harbour);
      const own = await newcomer(stage);
      const membership = await invited(stage, harbour, own.person);
      await stage.service.stores.ownMemberships.agree(own.person.account.id, membership, CAUSE);
      await signedIn(page, own, await link(stage, place));
    },
  ],
  [
    'invitation-with-long-names',
    async (page, stage) => {
      const place = await team(stage, 'T'.repeat(LONGEST_NAME), 'M'.repeat(LONGEST_PERSON_NAME));
      await signedIn(page, stage, await link(stage, place));
    },
  ],
  [
    'invitation-to-organization',
    async (page, stage) => {
      const own = await newcomer(stage);
      const id = await invited(stage, await organization(stage, 'Harbour Clinic'), own.person);
      await signedIn(page, own, `/teams/join/${id}`);
    },
  ],
  [
    'invitation-answered-by-another',
    async (page, stage) => {
      const own = await newcomer(stage);
      const id = await invited(stage, await team(stage, 'Front desk'), own.person, true);
      await signedIn(page, own, `/teams/join/${id}`);
    },
  ],
  [
    'invitation-expired',
    async (page, stage) => signedIn(page, stage, await link(stage, await team(stage, 'Late'), 1)),
  ],
  ['invitation-unknown', (page, stage) => signedIn(page, stage, '/teams/join/never-made')],
  [
    'client-form-with-teams',
    async (page, stage) => {
      const { own } = await withClient(stage, ['Front desk', 'T'.repeat(LONGEST_NAME)], false);
      await signedIn(page, own, '/settings/developer/clients/new');
    },
  ],
  [
    'client-of-team',
    async (page, stage) => {
      const { own, path } = await withClient(stage, ['Front desk'], true);
      await signedIn(page, own, path);
    },
  ],
  [
    'clients-of-team',
    async (page, stage) => {
      const { own } = await withClient(stage, ['T'.repeat(LONGEST_NAME)], true);
      await signedIn(page, own, '/settings/developer');
    },
  ],
  [
    'client-given-to-team',
    async (page, stage) => {
      const { own, path } = await withClient(stage, ['Front desk', 'Night shift'], false);
      await signedIn(page, own, `${path}/transfers/new`);
      await page.getByRole('button', { name: 'Give it to this team' }).click();
      await page.locator('.fault').first().waitFor();
    },
  ],
  [
    'client-taken-from-team',
    async (page, stage) => {
      const { own, path } = await withClient(stage, ['Front desk'], true);
      await signedIn(page, own, `${path}/transfers/new`);
    },
  ],
];
