/* The store of event types of teams: ownership, hosts, and the copies of managed ones. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import { createEventTypeStore } from '../../../../adapters/knex/event-types/event-types.js';
import { createMembershipStore } from '../../../../adapters/knex/memberships/memberships.js';
import { createOwnMembershipStore } from '../../../../adapters/knex/memberships/own-memberships.js';
import { createScheduleStore } from '../../../../adapters/knex/schedules/schedules.js';
import { createTeamEventTypeStore } from '../../../../adapters/knex/event-types/team-event-types.js';
import { createTeamStore } from '../../../../adapters/knex/teams/teams.js';
import type { BookingMail } from '../../../../src/scheduling/bookings/notifications/mail-store.js';
import type { BookFacts } from '../../../../src/scheduling/bookings/store.js';
import type { EventTypeHost } from '../../../../src/scheduling/event-types/event-type.js';
import { newTerms } from '../../../../src/scheduling/event-types/rules.js';
import type { TermsChange } from '../../../../src/scheduling/event-types/rules.js';
import type { NewTeamEventType, TeamEventType } from '../../../../src/scheduling/event-types/team-store.js';
import type { TeamGroup } from '../../../../src/scheduling/teams/store.js';
import { backendName } from '../../../support/backend.js';
import { booking, NOW, order } from '../bookings/booking-samples.js';
import { onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, unique, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

const FAR = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];
const PAGE = { hidden: true, take: 250, skip: 0 };

const terms = (change: TermsChange = {}) =>
  newTerms({ title: 'Intro call', slug: unique().toLowerCase(), lengthInMinutes: 30, ...change });

const host = (accountId: number, change: Partial<EventTypeHost> = {}): EventTypeHost => ({
  ...{ accountId, mandatory: false, priority: 'medium', weight: 100 },
  ...change,
});

describe(`the store of event types of teams on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createTeamEventTypeStore(database());

  interface OpenTeam {
    readonly group: TeamGroup & { readonly organizationId: number };
    readonly owner: number;
    readonly members: readonly [number, number];
  }

  async function joins(groupId: number, by: number, accountId: number): Promise<number> {
    const input = { accountId, role: 'member', accepted: true, disableImpersonation: false } as const;
    const added = await createMembershipStore(database()).add(groupId, by, input, ACTOR);
    if (typeof added !== 'object') throw new Error(`not added: ${added}`);
    await createOwnMembershipStore(database()).agree(accountId, added.id, ACTOR);
    return added.id;
  }

  async function openTeam(): Promise<OpenTeam> {
    const [owner, one, other] = [
      await insertAccount(database()),
      await insertAccount(database()),
      await insertAccount(database()),
    ];
    const teams = createTeamStore(database());
    const slug = unique().toLowerCase();
    const organization = await teams.createOrganization(owner, { name: 'Harbour', slug }, ACTOR);
    if (typeof organization !== 'object') throw new Error('no organization');
    const input = { organizationId: organization.id, name: 'Desk', slugs: ['desk'], settings: {} };
    const team = await teams.create(owner, { ...input, accepted: true, most: 9 }, ACTOR);
    if (typeof team !== 'object') throw new Error('no team');
    for (const accountId of [one, other]) {
      await joins(organization.id, owner, accountId);
      await joins(team.id, owner, accountId);
    }
    return { group: { teamId: team.id, organizationId: organization.id }, owner, members: [one, other] };
  }

  const input = (change: Partial<NewTeamEventType> = {}): NewTeamEventType => ({
    ...{ terms: terms(), schedulingType: 'collective', assignAllTeamMembers: false, hosts: [], most: 9 },
    ...change,
  });

  async function createEventType(
    { group }: OpenTeam,
    change: Partial<NewTeamEventType> = {},
  ): Promise<TeamEventType> {
    const answer = await store().create(group, input(change), ACTOR);
    if (typeof answer !== 'object' || 'kind' in answer) throw new Error('not created');
    return answer;
  }

  test('stores an event type with its team and its hosts in their order', async () => {
    const fixture = await openTeam();
    const { group, members, owner } = fixture;
    const hosts = [host(members[1], { mandatory: true }), host(owner, { priority: 'high', weight: 7 })];
    const emailSettings = { disableEmailsToHosts: true };
    const written = terms({ emailSettings, rescheduleWithSameRoundRobinHost: true });
    const created = await createEventType(fixture, { terms: written, hosts, schedulingType: 'roundRobin' });
    const { id } = created.eventType;
    expect(created.eventType).toEqual({
      ...written,
      ...{
        id,
        ownerId: null,
        teamId: group.teamId,
        schedulingType: 'roundRobin',
        assignAllTeamMembers: false,
      },
    });
    expect(created.hosts).toMatchObject(hosts);
    expect([created.team.slug, created.children]).toEqual(['desk', []]);
    expect(await store().find(group, id)).toEqual(created);
    expect(await store().find({ teamId: group.teamId }, id)).toEqual(created);
    expect(await store().list(group, PAGE)).toEqual([created]);
    expect(await store().listIn(group.organizationId, { ...PAGE, personal: false })).toEqual([created]);
  });

  test('finds nothing of another team', async () => {
    const [fixture, other] = [await openTeam(), await openTeam()];
    const { id } = (await createEventType(fixture)).eventType;
    const groups: readonly TeamGroup[] = [
      other.group,
      { ...fixture.group, organizationId: other.group.organizationId },
      { teamId: fixture.group.organizationId },
      ...FAR.map((teamId) => ({ teamId })),
    ];
    for (const group of groups) {
      expect(await store().find(group, id)).toBeUndefined();
      expect(await store().change(group, id, (existing) => existing, ACTOR)).toBeUndefined();
      expect(await store().remove(group, id, ACTOR)).toBeUndefined();
    }
    for (const far of FAR) {
      expect(await store().find(fixture.group, far)).toBeUndefined();
      expect(await store().list({ teamId: far }, PAGE)).toBeUndefined();
      expect(await store().create({ teamId: far }, input(), ACTOR)).toBeUndefined();
      expect(await store().listIn(far, { ...PAGE, personal: true })).toEqual([]);
      expect(await store().ownerOf(far, id)).toBeUndefined();
    }
    expect(await store().ownerOf(other.group.organizationId, id)).toBeUndefined();
    expect(await store().ownerOf(fixture.group.organizationId, id)).toEqual(fixture.group);
  });

  test('uses a slug once in a team, and creates at most the maximum, also in parallel', async () => {
    const fixture = await openTeam();
    const same = input();
    const create = (one: NewTeamEventType) => store().create(fixture.group, one, ACTOR);
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(same)));
    expect(answers.filter((answer) => answer === 'slug_taken')).toHaveLength(3);
    const more = await Promise.all(
      Array.from({ length: 10 }, () => create(input({ terms: terms(), most: 5 }))),
    );
    expect(more.filter((answer) => answer === 'too_many')).toHaveLength(6);
    expect(await store().list(fixture.group, PAGE)).toHaveLength(5);
  });

  test('refuses hosts and schedules of users who are not members, and text that cannot be stored', async () => {
    const fixture = await openTeam();
    const nonMember = await insertAccount(database());
    const schedule = await createScheduleStore(database()).findDefault(nonMember);
    const hosts = [host(fixture.members[0]), host(nonMember), host(2 ** 31)];
    const create = (change: Partial<NewTeamEventType>) => store().create(fixture.group, input(change), ACTOR);
    expect(await create({ hosts })).toEqual({ kind: 'not_members', accountIds: [nonMember, 2 ** 31] });
    for (const scheduleId of [schedule?.id ?? 0, ...FAR])
      expect(await create({ terms: terms({ scheduleId }) })).toBe('unknown_schedule');
    for (const title of UNSTORABLE_TEXTS)
      await expect(create({ terms: terms({ title }) })).rejects.toMatchObject({ status: 400 });
    expect(await store().list(fixture.group, PAGE)).toEqual([]);
  });

  test('changes an event type, and writes nothing of a refused change', async () => {
    const fixture = await openTeam();
    const [one, two] = [await createEventType(fixture), await createEventType(fixture)];
    const { id, slug } = one.eventType;
    const change = (what: Partial<NewTeamEventType>) =>
      store().change(fixture.group, id, (existing) => ({ ...existing, ...what }), ACTOR);
    expect(await change({ terms: terms({ slug: two.eventType.slug }) })).toBe('slug_taken');
    expect(await change({ hosts: [host(7_777_777)] })).toMatchObject({ kind: 'not_members' });
    expect(await store().find(fixture.group, id)).toEqual(one);
    expect(await change({})).toEqual(one);
    const hosts = [host(fixture.members[1]), host(fixture.members[0])];
    expect(await change({ terms: terms({ slug, title: 'Talk' }), hosts })).toMatchObject({
      eventType: { title: 'Talk' },
      hosts,
    });
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    const changes = entries.filter(
      ({ subject, action }) => subject === `event_type:${id}` && action === 'event_type.changed',
    );
    expect(changes).toMatchObject([{ facts: { changed: ['title', 'hosts'] } }]);
  });

  test('creates a copy of a managed one for each member, until they leave', async () => {
    const fixture = await openTeam();
    const { group, owner, members } = fixture;
    const managed = { schedulingType: 'managed', assignAllTeamMembers: true } as const;
    const created = await createEventType(fixture, managed);
    const { id } = created.eventType;
    const owners = async () => (await store().find(group, id))?.children.map(({ ownerId }) => ownerId);
    expect(await owners()).toEqual([owner, ...members]);
    const newcomer = await insertAccount(database());
    await joins(group.organizationId, owner, newcomer);
    const own = createEventTypeStore(database());
    await own.create(newcomer, { terms: terms({ slug: created.eventType.slug }), most: 9 }, ACTOR);
    const membershipId = await joins(group.teamId, owner, newcomer);
    expect(await owners()).toEqual([owner, ...members]);
    const last = await createEventType(fixture, managed);
    const memberships = createMembershipStore(database());
    const child = last.children.find(({ ownerId }) => ownerId === newcomer);
    expect(child).toMatchObject({ parentId: last.eventType.id, slug: last.eventType.slug });
    expect(await own.remove(newcomer, child?.id ?? 0, ACTOR)).toBe('managed');
    await memberships.remove({ groupId: group.teamId, id: membershipId, by: owner }, ACTOR);
    expect(await own.find(newcomer, child?.id ?? 0)).toBeUndefined();
    expect(await store().remove(group, id, ACTOR)).toEqual(created);
    expect(await own.list({ viewerId: members[0], ...PAGE })).toHaveLength(1);
  });

  describe('a booking of a team event type', () => {
    const facts = async (
      created: TeamEventType,
      hostIds: readonly number[],
    ): Promise<BookFacts | undefined> => {
      let seen: BookFacts | undefined;
      const request = { ...order({ hostId: 0, eventTypeId: created.eventType.id }), hostIds };
      await createBookingStore(database()).book(request, (found) => ((seen = found), []), ACTOR);
      return seen;
    };
    const book = async (created: TeamEventType, hostIds: readonly number[], uid = unique()) => {
      const [hostId = 0] = hostIds;
      const placed = booking({ hostId, eventTypeId: created.eventType.id }, { hostIds, uid });
      const request = { ...order(placed as never), hostIds, eventTypeId: created.eventType.id };
      await createBookingStore(database()).book(request, () => [{ kind: 'booking', booking: placed }], ACTOR);
      return uid;
    };
    const mailJobs = async (): Promise<readonly BookingMail[]> =>
      database()('job')
        .where({ kind: 'booking' })
        .orderBy(['created_at', 'id'])
        .pluck<BookingMail[]>('payload');

    test('gets the current hosts of the event type and their rotation, whatever was requested', async () => {
      const fixture = await openTeam();
      const [one, other] = fixture.members;
      const created = await createEventType(fixture, {
        hosts: [host(one), host(other, { mandatory: true })],
        schedulingType: 'roundRobin',
      });
      const uid = await book(created, [other, one]);
      await database()('booking')
        .where({ uid })
        .update({ created_at: new Date(NOW) });
      const found = await facts(created, [one, 999_999]);
      expect(found?.hosts.map(({ accountId }) => accountId)).toEqual([other, one]);
      expect(found?.rotation).toMatchObject([
        { accountId: other, mandatory: true, bookings: 1 },
        { accountId: one, bookings: 1 },
      ]);
      const collective = await createEventType(fixture, { hosts: [host(one)] });
      const all = await facts(collective, [other]);
      expect([all?.hosts.map(({ accountId }) => accountId), all?.rotation]).toEqual([[one], undefined]);
      expect(await facts(await createEventType(fixture), [one])).toBeUndefined();
    });

    test('counts in the rotation for a month', async () => {
      const fixture = await openTeam();
      const [one] = fixture.members;
      const created = await createEventType(fixture, { hosts: [host(one)], schedulingType: 'roundRobin' });
      const uid = await book(created, [one]);
      const bookingCounts = async () =>
        (await facts(created, [one]))?.rotation?.map(({ bookings }) => bookings);
      const age = (days: number) =>
        database()('booking')
          .where({ uid })
          .update({ created_at: new Date(NOW - days * 24 * 3_600_000) });
      await age(29);
      expect(await bookingCounts()).toEqual([1]);
      await age(31);
      expect(await bookingCounts()).toEqual([0]);
    });

    test('enqueues no mails to attendees where they are disabled, and mails to hosts who are released', async () => {
      const fixture = await openTeam();
      const [one, other] = fixture.members;
      const quiet = await createEventType(fixture, {
        terms: terms({ emailSettings: { disableEmailsToAttendees: true } }),
        hosts: [host(one)],
      });
      const before = (await mailJobs()).length;
      const uid = await book(quiet, [one]);
      expect((await mailJobs()).slice(before).map(({ to }) => to)).toEqual([{ host: one }]);
      const set = { status: 'cancelled' } as const;
      const released = [other, one];
      await createBookingStore(database()).change(
        { uid },
        () => [{ uid, done: 'rescheduled', set, released }],
        ACTOR,
      );
      expect((await mailJobs()).slice(before + 1).map(({ about, to }) => [about, to])).toEqual([
        ['cancelled', { host: other }],
        ['cancelled', { host: one }],
      ]);
    });
  });
});
