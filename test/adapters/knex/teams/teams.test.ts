/* The store of teams: unique slugs, and teams that are found only in their organization. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createTeamStore } from '../../../../adapters/knex/teams/teams.js';
import type { NewTeam, Team } from '../../../../src/scheduling/teams/store.js';
import { backendName } from '../../../support/backend.js';
import { onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, unique, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

const ALL = { take: 250, skip: 0 };
const UNKNOWN_IDS = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];

const slug = (): string =>
  `s-${unique()
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')}`;

const sample = (change: Partial<NewTeam> = {}): NewTeam => ({
  organizationId: undefined,
  name: 'Analytical Society',
  slugs: [slug()],
  settings: { timeZone: 'Europe/Lisbon', metadata: { room: 2 } },
  accepted: true,
  most: 10,
  ...change,
});

const teamOf = (answer: Team | string | undefined): Team => {
  if (typeof answer !== 'object') throw new Error(`not made: ${answer ?? 'undefined'}`);
  return answer;
};

describe(`the store of teams on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createTeamStore(database());
  const owner = () => insertAccount(database());
  const alone = async (accountId: number, change?: Partial<NewTeam>) =>
    teamOf(await store().create(accountId, sample(change), ACTOR));
  const organization = async (ownerId: number) =>
    teamOf(await store().createOrganization(ownerId, { name: 'Harbour', slug: slug() }, ACTOR));

  const auditOf = async (id: number) => {
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    return entries.filter(({ subject }) => subject === `team:${id}`);
  };

  test('a team is read as it was created, and its creator owns it', async () => {
    const accountId = await owner();
    const input = sample();
    const team = teamOf(await store().create(accountId, input, ACTOR));
    expect(team).toEqual({
      id: team.id,
      organizationId: undefined,
      name: input.name,
      slug: input.slugs[0],
      settings: input.settings,
    });
    expect(await store().find({ teamId: team.id })).toEqual(team);
    const group = { orgId: undefined, teamId: team.id };
    expect(await store().readMembership(accountId, group)).toEqual({
      teamId: team.id,
      organizationId: undefined,
      role: 'owner',
    });
  });

  test('the first free slug is used; without one no team is created', async () => {
    const accountId = await owner();
    const [first, second] = [slug(), slug()];
    expect((await alone(accountId, { slugs: [first, second] })).slug).toBe(first);
    expect((await alone(accountId, { slugs: [first, second] })).slug).toBe(second);
    expect(await store().create(accountId, sample({ slugs: [first, second] }), ACTOR)).toBe('slug_taken');
  });

  test('of parallel teams with the same slug one is created', async () => {
    const ownerIds = await Promise.all(Array.from({ length: 5 }, owner));
    const slugs = [slug()];
    const answers = await Promise.all(ownerIds.map((id) => store().create(id, sample({ slugs }), ACTOR)));
    expect(answers.filter((answer) => answer === 'slug_taken')).toHaveLength(4);
  });

  test('a slug is unique within an organization, and can be used in another one', async () => {
    const accountId = await owner();
    const [harbour, mill] = [await organization(accountId), await organization(accountId)];
    const slugs = [slug()];
    await alone(accountId, { slugs });
    await alone(accountId, { slugs, organizationId: harbour.id });
    await alone(accountId, { slugs, organizationId: mill.id });
    const again = sample({ slugs, organizationId: mill.id });
    expect(await store().create(accountId, again, ACTOR)).toBe('slug_taken');
  });

  test('an organization has a unique slug, too', async () => {
    const ownerId = await owner();
    const name = { name: 'Harbour', slug: slug() };
    const { id } = teamOf(await store().createOrganization(ownerId, name, ACTOR));
    expect(await store().createOrganization(ownerId, name, ACTOR)).toBe('slug_taken');
    expect(await store().readMembership(ownerId, { orgId: id, teamId: undefined })).toEqual({
      teamId: undefined,
      organizationId: id,
      role: 'owner',
    });
    expect(await store().find({ teamId: id })).toBeUndefined();
    expect(await store().createOrganization(2_000_000_000, { ...name, slug: slug() }, ACTOR)).toBeUndefined();
  });

  test('an owner of an organization owns its teams, a member does not', async () => {
    const [ownerId, otherId] = [await owner(), await owner()];
    const { id: orgId } = await organization(ownerId);
    const team = await alone(ownerId, { organizationId: orgId, accepted: false });
    const group = { orgId, teamId: team.id };
    expect(await store().readMembership(ownerId, group)).toMatchObject({
      role: 'owner',
      organizationId: orgId,
    });
    await database()('membership').insert({
      team_id: orgId,
      account_id: otherId,
      role: 'member',
      accepted: true,
    });
    expect(await store().readMembership(otherId, group)).toBeUndefined();
    expect(await store().readMembership(ownerId, { orgId: orgId + 1_000, teamId: team.id })).toBeUndefined();
  });

  test('parallel reads of memberships each return their own group', async () => {
    const [ownerId, otherId] = [await owner(), await owner()];
    const { id: orgId } = await organization(ownerId);
    const inside = await alone(ownerId, { organizationId: orgId });
    const outside = await alone(otherId);
    const { readMembership } = store();
    const queries = [
      readMembership(ownerId, { orgId, teamId: inside.id }),
      readMembership(otherId, { orgId: undefined, teamId: outside.id }),
      readMembership(otherId, { orgId, teamId: undefined }),
      readMembership(ownerId, { orgId: undefined, teamId: 2 ** 31 }),
      readMembership(ownerId, { orgId, teamId: undefined }),
      readMembership(otherId, { orgId: undefined, teamId: undefined }),
    ];
    expect(await Promise.all(queries)).toEqual([
      { teamId: inside.id, organizationId: orgId, role: 'owner' },
      { teamId: outside.id, organizationId: undefined, role: 'owner' },
      undefined,
      undefined,
      { teamId: undefined, organizationId: orgId, role: 'owner' },
      undefined,
    ]);
  });

  test('lists contain the user’s teams, or those of an organization, oldest first and in pages', async () => {
    const [ownerId, otherId] = [await owner(), await owner()];
    const { id: organizationId } = await organization(ownerId);
    const first = await alone(ownerId);
    const second = await alone(ownerId, { organizationId });
    const third = await alone(ownerId, { organizationId, accepted: false });
    expect(await store().list({ memberId: ownerId, ...ALL })).toEqual([first, second]);
    expect(await store().list({ organizationId, ...ALL })).toEqual([second, third]);
    expect(await store().list({ organizationId, take: 1, skip: 1 })).toEqual([third]);
    expect(await store().list({ memberId: ownerId, organizationId, ...ALL })).toEqual([second]);
    expect(await store().list({ memberId: otherId, ...ALL })).toEqual([]);
  });

  test('a user has at most the maximum of teams, also with parallel creations', async () => {
    const accountId = await owner();
    const input = () => store().create(accountId, sample({ most: 2 }), ACTOR);
    const answers = await Promise.all([input(), input(), input(), input()]);
    expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(2);
  });

  test('a change leaves absent settings unchanged, and null removes one', async () => {
    const accountId = await owner();
    const team = await alone(accountId);
    const group = { teamId: team.id };
    const change = { name: 'Society', settings: { bio: 'We count.', timeZone: null } };
    const changed = await store().change(group, change, ACTOR);
    const whole = { ...team, name: 'Society', settings: { metadata: { room: 2 }, bio: 'We count.' } };
    expect(changed).toEqual(whole);
    expect(await store().change(group, { settings: {} }, ACTOR)).toEqual(whole);
    expect(await store().find(group)).toEqual(whole);
  });

  test('a change to a used slug changes nothing', async () => {
    const accountId = await owner();
    const [first, second] = [await alone(accountId), await alone(accountId)];
    const change = { name: 'Other', slug: first.slug, settings: {} };
    expect(await store().change({ teamId: second.id }, change, ACTOR)).toBe('slug_taken');
    expect(await store().find({ teamId: second.id })).toEqual(second);
  });

  test('a team is not found in another organization', async () => {
    const ownerId = await owner();
    const [harbour, mill] = [await organization(ownerId), await organization(ownerId)];
    const team = await alone(ownerId, { organizationId: harbour.id });
    const elsewhere = { teamId: team.id, organizationId: mill.id };
    expect(await store().find(elsewhere)).toBeUndefined();
    expect(await store().change(elsewhere, { name: 'x', settings: {} }, ACTOR)).toBeUndefined();
    expect(await store().remove(elsewhere, ACTOR)).toBeUndefined();
    expect(await store().find({ teamId: team.id, organizationId: harbour.id })).toEqual(team);
  });

  test('removing a team deletes its event types and memberships', async () => {
    const accountId = await owner();
    const team = await alone(accountId);
    const eventType = { team_id: team.id, title: 'Tea', slug: 'tea', length_minutes: 30 };
    await database()('event_type').insert(eventType);
    expect(await store().remove({ teamId: team.id }, ACTOR)).toEqual(team);
    expect(await store().remove({ teamId: team.id }, ACTOR)).toBeUndefined();
    for (const table of ['event_type', 'membership'])
      expect(await database()(table).where({ team_id: team.id })).toEqual([]);
  });

  test('unknown teams are not found, also with ids beyond the range of the column', async () => {
    const accountId = await owner();
    for (const id of UNKNOWN_IDS) {
      expect(await store().find({ teamId: id })).toBeUndefined();
      expect(await store().find({ teamId: 1, organizationId: id })).toBeUndefined();
      expect(await store().change({ teamId: id }, { name: 'x', settings: {} }, ACTOR)).toBeUndefined();
      expect(await store().remove({ teamId: id }, ACTOR)).toBeUndefined();
      expect(await store().list({ memberId: id, ...ALL })).toEqual([]);
      expect(await store().create(id, sample(), ACTOR)).toBeUndefined();
      expect(await store().create(accountId, sample({ organizationId: id }), ACTOR)).toBeUndefined();
    }
  });

  test.each(UNSTORABLE_TEXTS)('text that cannot be stored is refused: %#', async (name) => {
    const accountId = await owner();
    const team = await alone(accountId);
    await expect(store().create(accountId, sample({ name }), ACTOR)).rejects.toMatchObject({ status: 400 });
    const change = { settings: { bio: name } };
    await expect(store().change({ teamId: team.id }, change, ACTOR)).rejects.toMatchObject({ status: 400 });
  });

  test('each change writes one audit entry with its actor, and a refused one writes none', async () => {
    const accountId = await owner();
    const team = await alone(accountId);
    const group = { teamId: team.id };
    await store().change(group, { name: 'Society', settings: { bio: 'We count.' } }, ACTOR);
    await store().change(group, { settings: {} }, ACTOR);
    await store().remove(group, ACTOR);
    await store().remove(group, ACTOR);
    const facts = { slug: team.slug, organization: null };
    expect(await auditOf(team.id)).toMatchObject([
      { ...ACTOR, action: 'team.created', facts: { ...facts, owner: accountId } },
      { ...ACTOR, action: 'team.changed', facts: { changed: ['bio', 'name'] } },
      { ...ACTOR, action: 'team.deleted', facts },
    ]);
  });
});
