/* The register of organizations: edits and removals with everything that belongs to them, and their audit entries. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import { createClientStore } from '../../../../adapters/knex/clients/clients.js';
import { createOrganizationRegister } from '../../../../adapters/knex/organizations/organization-register.js';
import { createTeamEventTypeStore } from '../../../../adapters/knex/event-types/team-event-types.js';
import { createTeamStore } from '../../../../adapters/knex/teams/teams.js';
import { newTerms } from '../../../../src/scheduling/event-types/rules.js';
import { backendName } from '../../../support/backend.js';
import { booking, NOW, order } from '../bookings/booking-samples.js';
import { onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, client, unique, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

const GENTLE = { force: false, now: new Date(NOW) };
const FORCED = { ...GENTLE, force: true };

const newSlug = (): string =>
  `s-${unique()
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')}`;

describe(`the register of organizations on ${backendName}`, () => {
  const database = onDatabase();
  const register = () => createOrganizationRegister(database());
  const teams = () => createTeamStore(database());

  async function organization() {
    const [ownerId, slug] = [await insertAccount(database()), newSlug()];
    const row = await teams().createOrganization(ownerId, { name: 'Harbour', slug }, ACTOR);
    if (typeof row !== 'object') throw new Error('no organization');
    return { id: row.id, slug, ownerId };
  }
  type Here = Awaited<ReturnType<typeof organization>>;
  async function team({ id: organizationId, ownerId }: Here, name = 'Desk'): Promise<number> {
    const terms = { organizationId, name, slugs: [newSlug()], settings: {}, accepted: true, most: 9 };
    const row = await teams().create(ownerId, terms, ACTOR);
    if (typeof row !== 'object') throw new Error('no team');
    return row.id;
  }
  async function eventTypeOf({ ownerId }: Here, teamId: number): Promise<number> {
    const terms = newTerms({ title: 'Intro call', slug: newSlug(), lengthInMinutes: 60 });
    const hosts = [{ accountId: ownerId, mandatory: false, priority: 'medium', weight: 100 } as const];
    const input = {
      terms,
      hosts,
      schedulingType: 'collective',
      assignAllTeamMembers: false,
      most: 9,
    } as const;
    const row = await createTeamEventTypeStore(database()).create({ teamId }, input, ACTOR);
    if (typeof row !== 'object' || 'kind' in row) throw new Error('no event type');
    return row.eventType.id;
  }
  const book = ({ ownerId: hostId }: Here, eventTypeId: number) => {
    const owner = { hostId, eventTypeId };
    return createBookingStore(database()).book(
      order(owner),
      () => [{ kind: 'booking' as const, booking: booking(owner) }],
      ACTOR,
    );
  };
  const auditOf = async (id: number) => {
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    return entries.filter(({ subject }) => subject === `team:${id}`);
  };

  test('lists organizations with their accepted owners, their members and teams', async () => {
    const group = await organization();
    await team(group);
    const notAccepted = {
      team_id: group.id,
      account_id: await insertAccount(database()),
      role: 'owner',
      accepted: true,
    };
    await database()('membership').insert(notAccepted);
    const [owner] = await database()<{ id: number; email: string }>('account').where({ id: group.ownerId });
    const { id, slug } = group;
    const listed = (await register().list()).find((one) => one.id === id);
    expect(listed).toEqual({ id, slug, name: 'Harbour', owners: [owner?.email], people: 2, teams: 1 });
  });

  test('changes only the named settings, and records both states once', async () => {
    const [group, other] = [await organization(), await organization()];
    const slug = newSlug();
    expect(await register().edit(group.slug, { name: 'Quay' }, ACTOR)).toMatchObject({ name: 'Quay' });
    expect(await register().edit(group.slug, { slug: other.slug }, ACTOR)).toBe('slug_taken');
    expect(await register().edit(group.slug, { slug }, ACTOR)).toMatchObject({ slug, name: 'Quay' });
    expect(await register().edit(slug, { slug, name: 'Quay' }, ACTOR)).toMatchObject({ slug });
    for (const unknown of [group.slug, ...UNSTORABLE_TEXTS])
      expect(await register().edit(unknown, { name: 'X' }, ACTOR)).toBeUndefined();
    const state = { name: 'Quay', slug: group.slug };
    expect((await auditOf(group.id)).slice(1)).toMatchObject([
      { action: 'organization.changed', facts: { before: { ...state, name: 'Harbour' }, after: state } },
      { ...ACTOR, action: 'organization.changed', facts: { before: state, after: { ...state, slug } } },
    ]);
  });

  test('does not find teams', async () => {
    const group = await organization();
    const id = await team(group);
    const [row] = await database()<{ id: number; slug: string }>('team').where({ id });
    expect(await register().remove(row?.slug ?? '', FORCED, ACTOR)).toBeUndefined();
    expect(await register().edit(row?.slug ?? '', { name: 'X' }, ACTOR)).toBeUndefined();
  });

  test('removes an organization without teams, and the booking limits of its members', async () => {
    const group = await organization();
    await database()('account').where({ id: group.ownerId }).update({ booking_limits: '{"perDay":3}' });
    const { removed, parts } = (await register().remove(group.slug, GENTLE, ACTOR)) ?? {};
    expect([removed, parts?.teams]).toEqual([true, []]);
    expect(await register().remove(group.slug, GENTLE, ACTOR)).toBeUndefined();
    expect((await auditOf(group.id)).at(-1)).toMatchObject({
      ...{ ...ACTOR, action: 'organization.deleted', facts: { slug: group.slug, people: 1 } },
    });
    const account = await database()('account').where({ id: group.ownerId }).first<object>('booking_limits');
    expect(account).toEqual({ booking_limits: {} });
  });

  test('removes an organization with teams only when forced; bookings stay with their hosts', async () => {
    const group = await organization();
    const [useCases, quay] = [await team(group), await team(group, 'Quay')];
    await book(group, await eventTypeOf(group, useCases));
    const parts = { id: group.id, name: 'Harbour', teams: ['Desk', 'Quay'], clients: [], comingBookings: 1 };
    expect(await register().remove(group.slug, GENTLE, ACTOR)).toEqual({ removed: false, parts });
    const query = { orgId: group.id, teamId: quay };
    expect(await teams().readMembership(group.ownerId, query)).toMatchObject({ role: 'owner' });
    expect(await register().remove(group.slug, FORCED, ACTOR)).toEqual({ removed: true, parts });
    expect(await teams().readMembership(group.ownerId, query)).toBeUndefined();
    for (const id of [useCases, quay])
      expect((await auditOf(id)).at(-1)).toMatchObject({ ...ACTOR, action: 'team.deleted' });
    const hosted = await database()('booking_host').where({ account_id: group.ownerId });
    expect(hosted).toHaveLength(1);
  });

  test('does not remove an organization with a client of a team, forced or not', async () => {
    const group = await organization();
    const teamId = await team(group);
    const input = client(group.ownerId);
    await createClientStore(database()).create(input, ACTOR);
    await database()('client').where({ id: input.id }).update({ team_id: teamId });
    for (const removal of [GENTLE, FORCED])
      expect(await register().remove(group.slug, removal, ACTOR)).toMatchObject({
        removed: false,
        parts: { clients: ['Acme Sync'] },
      });
    expect((await auditOf(group.id)).map(({ action }) => action)).toEqual(['organization.created']);
  });
});
