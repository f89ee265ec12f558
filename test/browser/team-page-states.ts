/* The pages of one team or organization: settings, members, invitations, and the questions before a removal. */
import type { Page } from 'playwright-core';
import type { Role } from '../../src/api/role.js';
import { newTerms } from '../../src/scheduling/event-types/rules.js';
import { type MemberFixture, memberFixture } from '../scheduling/member-fixture.js';
import { type BrowserFixture, type PageState, signedIn } from './browser-fixture.js';

const MAX_NAME_LENGTH = 200;

interface Place {
  readonly own: BrowserFixture;
  readonly groups: MemberFixture;
  readonly ownerId: number;
}

async function place(fixture: BrowserFixture): Promise<Place> {
  const user = await fixture.service.user('Olga Owner');
  const groups = memberFixture(fixture.service);
  return { own: { ...fixture, user }, groups, ownerId: user.account.id };
}

/** With members of each role, and somebody who is invited. */
async function filled({ own: { service }, groups, ownerId }: Place, groupId: number): Promise<number> {
  const names: readonly (readonly [string, Role])[] = [
    ['Ada Lovelace', 'admin'],
    ['דנה כהן', 'member'],
    ['M'.repeat(100), 'owner'],
  ];
  for (const [name, role] of names)
    await groups.join(groupId, ownerId, (await service.user(name)).account.id, { role });
  const { account } = await service.user('Nobody knows');
  const invitation = { accountId: account.id, role: 'member', accepted: false } as const;
  await service.stores.teams.memberships.add(
    groupId,
    ownerId,
    { ...invitation, disableImpersonation: false, invitedAs: `ines.${groupId}@example.com` },
    { actor: 'test' },
  );
  return groups.join(groupId, ownerId, (await service.user('Ben Franklin')).account.id);
}

const teamOf = async (
  { groups, ownerId }: Place,
  name = 'Front desk',
): Promise<{ readonly id: number; readonly path: string }> => {
  const id = await groups.team(ownerId, undefined, name);
  return { id, path: `/settings/teams/${id}` };
};

async function atMember(page: Page, fixture: BrowserFixture): Promise<void> {
  const here = await place(fixture);
  const { id, path } = await teamOf(here);
  const membershipId = await filled(here, id);
  await signedIn(page, here.own, `${path}/members/${membershipId}`);
}

const HOST = { mandatory: false, priority: 'medium', weight: 100 } as const;

/** A list of event types of each kind; the path of the first one. */
async function withEventTypes({ own, groups, ownerId }: Place): Promise<string> {
  const id = await groups.team(ownerId, undefined, 'Front desk');
  const { account } = await own.service.user('דנה כהן');
  await groups.join(id, ownerId, account.id);
  const hosts = [ownerId, account.id].map((accountId) => ({ accountId, ...HOST }));
  const paths: string[] = [];
  for (const [title, schedulingType] of [
    ['Check-up', 'roundRobin'],
    ['T'.repeat(MAX_NAME_LENGTH), 'collective'],
    ['Induction', 'managed'],
  ] as const) {
    const terms = newTerms({ title, slug: `state-${paths.length}-${id}`, lengthInMinutes: 20 });
    const input = {
      schedulingType,
      assignAllTeamMembers: schedulingType !== 'roundRobin',
      hosts,
      terms,
      most: 9,
    };
    const made = await own.service.stores.scheduling.teamEventTypes.create({ teamId: id }, input, {
      actor: 'test',
    });
    if (typeof made !== 'object' || 'kind' in made) throw new Error('no event type was made');
    paths.push(`/settings/teams/${id}/event-types/${made.eventType.id}`);
  }
  return paths[0] ?? '';
}

const atEventType =
  (rest = '') =>
  async (page: Page, fixture: BrowserFixture): Promise<void> => {
    const here = await place(fixture);
    await signedIn(page, here.own, `${await withEventTypes(here)}${rest}`);
  };

export const TEAM_PAGE_STATES: readonly PageState[] = [
  ['team-new', async (page, fixture) => signedIn(page, fixture, '/settings/teams/new')],
  [
    'team-new-refused',
    async (page, fixture) => {
      await signedIn(page, fixture, '/settings/teams/new');
      await page.getByLabel('Name').fill('N'.repeat(MAX_NAME_LENGTH + 1));
      await page.getByLabel('Slug').fill('not a slug');
      await page.getByRole('button', { name: 'Create a team' }).click();
      await page.locator('.fault').first().waitFor();
    },
  ],
  [
    'team',
    async (page, fixture) => {
      const here = await place(fixture);
      const { id, path } = await teamOf(here);
      await filled(here, id);
      await signedIn(page, here.own, path);
    },
  ],
  [
    'team-with-long-name',
    async (page, fixture) => {
      const here = await place(fixture);
      const organizationId = await here.groups.organization(here.ownerId, 'H'.repeat(MAX_NAME_LENGTH));
      const id = await here.groups.team(here.ownerId, organizationId, 'T'.repeat(MAX_NAME_LENGTH));
      await signedIn(page, here.own, `/settings/teams/${id}`);
    },
  ],
  [
    'team-for-members',
    async (page, fixture) => {
      const here = await place(fixture);
      const { id, path } = await teamOf(here, 'צוות הקבלה');
      const user = await fixture.service.user('Mia Member');
      await here.groups.join(id, here.ownerId, user.account.id);
      await signedIn(page, { ...fixture, user }, path);
    },
  ],
  [
    'team-removal',
    async (page, fixture) => {
      const here = await place(fixture);
      const { id, path } = await teamOf(here);
      await filled(here, id);
      await signedIn(page, here.own, path);
      await page.getByRole('button', { name: 'Delete this team' }).click();
      await page.getByRole('heading', { name: 'Delete' }).waitFor();
    },
  ],
  [
    'members',
    async (page, fixture) => {
      const here = await place(fixture);
      const { id, path } = await teamOf(here);
      await filled(here, id);
      await signedIn(page, here.own, `${path}/members`);
    },
  ],
  [
    'members-not-found',
    async (page, fixture) => {
      const here = await place(fixture);
      await signedIn(page, here.own, `${(await teamOf(here)).path}/members?q=nobody`);
    },
  ],
  [
    'member-invitation',
    async (page, fixture) => {
      const here = await place(fixture);
      await signedIn(page, here.own, `${(await teamOf(here)).path}/invitations/new`);
    },
  ],
  [
    'member-invitation-refused',
    async (page, fixture) => {
      const here = await place(fixture);
      await signedIn(page, here.own, `${(await teamOf(here)).path}/invitations/new`);
      await page.getByLabel('E-mail address').fill('nobody@example.com');
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await page.locator('.fault').first().waitFor();
    },
  ],
  [
    'member-link',
    async (page, fixture) => {
      const here = await place(fixture);
      await signedIn(page, here.own, `${(await teamOf(here)).path}/invitations/new`);
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('heading', { name: 'Your invite link' }).waitFor();
    },
  ],
  ['member', atMember],
  [
    'member-removal',
    async (page, fixture) => {
      await atMember(page, fixture);
      await page.getByLabel('Reassign them').check();
      await page.getByRole('button', { name: 'Remove this member' }).click();
      await page.getByRole('heading', { name: 'Remove' }).waitFor();
    },
  ],
  [
    'member-waiting',
    async (page, fixture) => {
      const here = await place(fixture);
      const { id, path } = await teamOf(here);
      await filled(here, id);
      await signedIn(page, here.own, `${path}/members`);
      await page.getByRole('link', { name: 'ines.' }).click();
      await page.getByRole('button', { name: 'Withdraw the invitation' }).waitFor();
    },
  ],
  [
    'organization',
    async (page, fixture) => {
      const here = await place(fixture);
      const id = await here.groups.organization(here.ownerId, 'Harbour Clinic');
      await filled(here, id);
      for (const name of ['Ward', 'T'.repeat(MAX_NAME_LENGTH), 'צוות הקבלה'])
        await here.groups.team(here.ownerId, id, name);
      await signedIn(page, here.own, `/settings/organizations/${id}`);
    },
  ],
  [
    'organization-for-members',
    async (page, fixture) => {
      const here = await place(fixture);
      const id = await here.groups.organization(here.ownerId, 'Harbour Clinic');
      const user = await fixture.service.user('Mia Member');
      await here.groups.join(id, here.ownerId, user.account.id);
      await signedIn(page, { ...fixture, user }, `/settings/organizations/${id}`);
    },
  ],
  ['team-event-types', atEventType('/../../event-types')],
  ['team-event-type', atEventType()],
  ['team-event-type-hosts', atEventType('/hosts')],
  ['team-event-type-new', atEventType('/../new')],
  [
    'team-event-types-none',
    async (page, fixture) => {
      const here = await place(fixture);
      await signedIn(page, here.own, `${(await teamOf(here)).path}/event-types`);
    },
  ],
  [
    'team-event-type-removal',
    async (page, fixture) => {
      await atEventType()(page, fixture);
      await page.getByRole('button', { name: 'Delete this event type' }).click();
      await page.getByRole('heading', { name: 'Delete' }).waitFor();
    },
  ],
];
