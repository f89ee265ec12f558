/* Where a person is a member, and invitations in every state. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { TestPerson } from '../support/service.js';
import { type Scene, signedIn, type Stage } from './stage.js';

const CAUSE = { actor: 'test' };
const TEAMS = '/settings/teams';
const HOUR = 3_600_000;
const RIGHT_TO_LEFT = 'צוות הקבלה של רחוב הרצל';
const LONG = 'Wochenendterminvereinbarungsassistenzgemeinschaft der Physiotherapiepraxen am Hafen';
const MOST = 50;

const uniqueSlug = (): string => `team-${randomBytes(6).toString('hex')}`;

async function organization({ service }: Stage, owner: TestPerson, name: string): Promise<number> {
  const input = { name, slug: uniqueSlug() };
  const made = await service.stores.teams.createOrganization(owner.account.id, input, CAUSE);
  if (typeof made !== 'object') throw new Error(`no organization: ${made}`);
  return made.id;
}

async function team(
  { service }: Stage,
  owner: TestPerson,
  name: string,
  organizationId?: number,
): Promise<number> {
  const input = { organizationId, name, slugs: [uniqueSlug()], settings: {}, accepted: true, most: MOST };
  const made = await service.stores.teams.create(owner.account.id, input, CAUSE);
  if (typeof made !== 'object') throw new Error(`no team: ${String(made)}`);
  return made.id;
}

/** By name: `accepted` when an administrator has said yes already. */
async function invited(
  { service }: Stage,
  placeId: number,
  { by, who, accepted = false }: { by: TestPerson; who: TestPerson; accepted?: boolean },
): Promise<number> {
  const terms = { accountId: who.account.id, role: 'admin', accepted, disableImpersonation: false } as const;
  const made = await service.stores.memberships.add(placeId, by.account.id, terms, CAUSE);
  if (typeof made !== 'object') throw new Error(`not invited: ${String(made)}`);
  return made.id;
}

/** Gives the page of the link. */
async function link({ service }: Stage, placeId: number, by: TestPerson, expiresAt: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const input = {
    tokenHash: service.registry.keys.hash('invite', token),
    expiresAt: new Date(expiresAt),
    maxUses: 1,
    most: MOST,
    now: new Date(),
  };
  await service.stores.invites.open(placeId, by.account.id, input, CAUSE);
  return `/teams/join/${token}`;
}

async function people({ service }: Stage): Promise<{ by: TestPerson; who: TestPerson }> {
  return { by: await service.person('Maria Owner'), who: await service.person('Ada Lovelace') };
}

const invitation =
  (accepted: boolean) =>
  async (page: Page, stage: Stage): Promise<void> => {
    const { by, who } = await people(stage);
    const clinic = await organization(stage, by, LONG);
    await invited(stage, clinic, { by, who, accepted: true });
    const desk = await team(stage, by, RIGHT_TO_LEFT, clinic);
    const id = await invited(stage, desk, { by, who, accepted });
    await signedIn(page, { ...stage, person: who }, `/teams/join/${id}`);
  };

const invitationLink =
  (expiresIn: number) =>
  async (page: Page, stage: Stage): Promise<void> => {
    const { by, who } = await people(stage);
    const place = await team(stage, by, 'Front desk');
    await signedIn(
      page,
      { ...stage, person: who },
      await link(stage, place, by, Date.now() + expiresIn),
    );
  };

export const TEAM_SCENES: readonly Scene[] = [
  [
    'teams-none',
    async (page, stage) => signedIn(page, { ...stage, person: (await people(stage)).who }, TEAMS),
  ],
  [
    'teams',
    async (page, stage) => {
      const { by, who } = await people(stage);
      await organization(stage, who, LONG);
      const clinic = await organization(stage, by, 'Harbour Clinic');
      await invited(stage, clinic, { by, who, accepted: true });
      await invited(stage, await team(stage, by, RIGHT_TO_LEFT, clinic), { by, who });
      await team(stage, who, '<b>Bold</b> & "quoted"');
      await signedIn(page, { ...stage, person: who }, TEAMS);
    },
  ],
  [
    'teams-last-owner',
    async (page, stage) => {
      const { by: person } = await people(stage);
      await team(stage, person, 'Front desk');
      await signedIn(page, { ...stage, person }, TEAMS);
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByText('You are the last owner').waitFor();
    },
  ],
  ['teams-invitation', invitation(false)],
  ['teams-added', invitation(true)],
  ['teams-invitation-link', invitationLink(HOUR)],
  ['teams-invitation-expired', invitationLink(-HOUR)],
  ['teams-no-invitation', (page, stage) => signedIn(page, stage, '/teams/join/nothing')],
];
