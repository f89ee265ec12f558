/* What lists of bookings promise on every database: who sees what, what each filter finds, and what a page costs. */
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import type { Database } from '../../../../adapters/knex/connection.js';
import type {
  BookingFilter,
  BookingGroup,
  BookingQuery,
  GroupBookingQuery,
  BookingStatusFilter,
} from '../../../../src/scheduling/bookings/lists/list-store.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { unique } from '../../../contracts/samples.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2030, 0, 1);

interface Row {
  readonly hostId: number;
  readonly alsoHosts?: readonly number[];
  readonly eventTypeId?: number;
  readonly start: number;
  readonly status?: string;
  readonly email?: string;
  readonly name?: string;
  readonly recurringUid?: string;
  readonly createdAt?: number;
  readonly updatedAt?: number;
}

async function write(db: Database, row: Row): Promise<string> {
  const { hostId, start, status = 'accepted', email = 'grace@example.net', name = 'Grace' } = row;
  const uid = unique();
  const times = { starts_at: new Date(start), ends_at: new Date(start + HOUR) };
  const [booking] = await db('booking')
    .insert({
      ...{
        uid,
        ics_uid: uid,
        title: 'Intro call',
        status,
        recurring_uid: row.recurringUid ?? null,
        event_type_id: row.eventTypeId ?? null,
        ...times,
      },
      created_at: new Date(row.createdAt ?? NOW),
      updated_at: new Date(row.updatedAt ?? NOW),
    })
    .returning<{ id: number }[]>('id');
  const booking_id = booking?.id;
  const busy = { starts_at: times.starts_at, busy_from: times.starts_at, busy_until: times.ends_at };
  const hosts = [hostId, ...(row.alsoHosts ?? [])];
  await db('booking_host').insert(hosts.map((account_id) => ({ booking_id, account_id, ...busy })));
  await db('attendee').insert({ booking_id, name, email, email_key: email.toLowerCase(), time_zone: 'UTC' });
  return uid;
}

describe(`lists of bookings on ${backendName}`, () => {
  const database = onDatabase();

  async function list(viewerId: number, change: Partial<BookingQuery> = {}) {
    const question = { viewerId, filter: {}, sort: [], now: NOW, take: 100, skip: 0, ...change };
    const { bookings, total } = await createBookingStore(database()).list(question);
    return { uids: bookings.map(({ uid }) => uid), total };
  }

  test('are sorted by start, in disjoint pages', async () => {
    const hostId = await insertAccount(database());
    const uids: string[] = [];
    for (const hour of [3, 1, 2, 1]) uids.push(await write(database(), { hostId, start: NOW + hour * HOUR }));
    const sorted = [uids[1], uids[3], uids[2], uids[0]];
    expect(await list(hostId)).toEqual({ uids: sorted, total: 4 });
    const pages = await Promise.all([0, 2, 4].map((skip) => list(hostId, { take: 2, skip })));
    expect(pages.map((page) => page.uids)).toEqual([sorted.slice(0, 2), sorted.slice(2), []]);
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
    const reversed = await list(hostId, { sort: [{ by: 'start', order: 'desc' }] });
    expect(reversed.uids).toEqual([...sorted].reverse());
  });

  test('contain each booking once, hosted or attended, also with several seats', async () => {
    const [ada, grace] = [await insertAccount(database()), await insertAccount(database())];
    const email = `${unique().toLowerCase()}@example.org`;
    await database()('account')
      .where({ id: grace })
      .update({ email, email_key: email, email_verified_at: new Date() });
    const hosted = await write(database(), { hostId: grace, start: NOW + 2 * HOUR, email });
    const attended = await write(database(), { hostId: ada, start: NOW + HOUR, email });
    const seat = { name: 'Grace', email, email_key: email, time_zone: 'UTC' };
    const booking = database()('booking').where({ uid: attended }).select('id');
    await database()('attendee').insert({ ...seat, booking_id: booking });
    await write(database(), { hostId: ada, start: NOW });
    expect(await list(grace)).toEqual({ uids: [attended, hosted], total: 2 });
    expect(await list(grace, { take: 1, skip: 1 })).toEqual({ uids: [hosted], total: 2 });
    await database()('account').where({ id: grace }).update({ email_verified_at: null });
    expect(await list(grace)).toEqual({ uids: [hosted], total: 1 });
    expect(await list(2 ** 31)).toEqual({ uids: [], total: 0 });
  });

  test.each<readonly [words: readonly BookingStatusFilter[], expected: readonly number[]]>([
    [['upcoming'], [1, 2, 3]],
    [['recurring'], [3]],
    [['past'], [0]],
    [['cancelled'], [4, 5]],
    [['unconfirmed'], [2]],
    [
      ['past', 'unconfirmed'],
      [0, 2],
    ],
  ])('have the statuses %j', async (statuses, expected) => {
    const hostId = await insertAccount(database());
    const rows: readonly Omit<Row, 'hostId'>[] = [
      { start: NOW - HOUR },
      { start: NOW - HOUR / 2 },
      { start: NOW + HOUR, status: 'pending' },
      { start: NOW + 2 * HOUR, recurringUid: 'weekly' },
      { start: NOW + 3 * HOUR, status: 'cancelled' },
      { start: NOW + 4 * HOUR, status: 'rejected' },
    ];
    const uids: string[] = [];
    for (const row of rows) uids.push(await write(database(), { hostId, ...row }));
    expect(await list(hostId, { filter: { statuses } })).toEqual({
      uids: expected.map((at) => uids[at]),
      total: expected.length,
    });
  });

  test('apply each filter, and all of them together', async () => {
    const hostId = await insertAccount(database());
    const one = await write(database(), { hostId, start: NOW, createdAt: NOW - 9 * HOUR, updatedAt: NOW });
    const two = await write(database(), {
      ...{ hostId, start: NOW + HOUR, email: 'Alan@example.net', name: 'Alan Turing' },
      ...{ createdAt: NOW, updatedAt: NOW + 9 * HOUR },
    });
    const finds = async (filter: BookingFilter) => (await list(hostId, { filter })).uids;
    expect(await finds({ attendeeEmail: 'ALAN@example.net' })).toEqual([two]);
    expect(await finds({ attendeeName: 'alan turing' })).toEqual([two]);
    expect(await finds({ attendeeName: 'alan' })).toEqual([]);
    expect(await finds({ bookingUid: one })).toEqual([one]);
    expect(await finds({ afterStart: NOW + 1 })).toEqual([two]);
    expect(await finds({ beforeEnd: NOW + HOUR })).toEqual([one]);
    expect(await finds({ afterCreatedAt: NOW })).toEqual([two]);
    expect(await finds({ beforeCreatedAt: NOW - HOUR })).toEqual([one]);
    expect(await finds({ afterUpdatedAt: NOW + 1 })).toEqual([two]);
    expect(await finds({ beforeUpdatedAt: NOW })).toEqual([one]);
    expect(await finds({ afterStart: NOW + 1, attendeeName: 'Grace' })).toEqual([]);
    expect(await finds({ eventTypeIds: [1, 2 ** 40] })).toEqual([]);
    expect(await finds({ teamIds: [] })).toEqual([]);
    expect(await finds({ attendeeName: '\0' })).toEqual([]);
  });

  test('contain each change of a booking, also when its event type is deleted', async () => {
    const hostId = await insertAccount(database());
    const kind = { owner_id: hostId, title: 'Intro call', slug: 'intro', length_minutes: 60 };
    const [created] = await database()('event_type').insert(kind).returning<{ id: number }[]>('id');
    const eventTypeId = created?.id ?? 0;
    const uid = await write(database(), { hostId, start: NOW + HOUR, eventTypeId });
    const finds = async (filter: BookingFilter) => (await list(hostId, { filter })).total;
    expect(await finds({ eventTypeIds: [eventTypeId], statuses: ['upcoming'] })).toBe(1);
    await database()('booking')
      .where({ uid })
      .update({ status: 'cancelled', updated_at: new Date(NOW + 5) });
    expect(await finds({ statuses: ['upcoming'] })).toBe(0);
    expect(await finds({ statuses: ['cancelled'], afterUpdatedAt: NOW + 5 })).toBe(1);
    await database()('event_type').where({ id: eventTypeId }).delete();
    expect(await finds({ eventTypeIds: [eventTypeId] })).toBe(0);
    expect(await finds({})).toBe(1);
  });

  test('of a group contain each booking once, for any of its hosts, with an exact total', async () => {
    const [ada, grace, alan] = [
      await insertAccount(database()),
      await insertAccount(database()),
      await insertAccount(database()),
    ];
    const organizationId = await insertMembership(database(), ada, { organization: true, accepted: true });
    const member = { team_id: organizationId, role: 'member', accepted: true };
    await database()('membership').insert({ ...member, account_id: grace });
    await database()('membership').where({ team_id: organizationId }).update({ agreed: true });
    const team = { organization_id: organizationId, name: 'Team', slug: unique() };
    const [inside] = await database()('team').insert(team).returning<{ id: number }[]>('id');
    const teamId = inside?.id ?? 0;
    const kind = { team_id: teamId, title: 'Intro call', slug: 'intro', length_minutes: 60 };
    const [created] = await database()('event_type').insert(kind).returning<{ id: number }[]>('id');
    const eventTypeId = created?.id ?? 0;
    const together = await write(database(), { hostId: ada, alsoHosts: [grace], start: NOW });
    const ofTeam = await write(database(), {
      ...{ hostId: ada, alsoHosts: [grace, alan], start: NOW + HOUR, eventTypeId },
    });
    const otherUser = await write(database(), { hostId: alan, start: NOW + 2 * HOUR, eventTypeId });
    const own = await write(database(), { hostId: grace, start: NOW + 3 * HOUR });
    await write(database(), { hostId: alan, start: NOW });
    const page = async (createHosted: BookingGroup, change: Partial<GroupBookingQuery> = {}) => {
      const question = { group: createHosted, filter: {}, sort: [], now: NOW, take: 100, skip: 0, ...change };
      const { bookings, total } = await createBookingStore(database()).listIn(question);
      return { uids: bookings.map(({ uid }) => uid), total };
    };
    const all = [together, ofTeam, otherUser, own];
    expect(await page({ organizationId })).toEqual({ uids: all, total: 4 });
    for (const [skip, uid] of all.entries())
      expect(await page({ organizationId }, { take: 1, skip })).toEqual({ uids: [uid], total: 4 });
    expect(await page({ teamId })).toEqual({ uids: [ofTeam, otherUser], total: 2 });
    expect(await page({ organizationId }, { hostIds: [ada, grace] })).toEqual({
      ...{ uids: [together, ofTeam, own], total: 3 },
    });
    expect(await page({ organizationId }, { hostIds: [alan] })).toEqual({
      ...{ uids: [ofTeam, otherUser], total: 2 },
    });
    expect(await page({ teamId }, { hostIds: [grace, alan] })).toEqual({
      ...{ uids: [ofTeam, otherUser], total: 2 },
    });
    const named = { filter: { attendeeName: 'GRACE' } };
    expect(await page({ organizationId }, { ...named, take: 2, skip: 1 })).toEqual({
      ...{ uids: [ofTeam, otherUser], total: 4 },
    });
  });

  test.each(['start', 'end', 'created', 'updated'] as const)('are sorted by %s', async (by) => {
    const hostId = await insertAccount(database());
    const early = { hostId, start: NOW, createdAt: NOW, updatedAt: NOW };
    const late = { hostId, start: NOW + HOUR, createdAt: NOW + 1, updatedAt: NOW + 1 };
    const [two, one] = [await write(database(), late), await write(database(), early)];
    expect((await list(hostId, { sort: [{ by, order: 'asc' }] })).uids).toEqual([one, two]);
    expect((await list(hostId, { sort: [{ by, order: 'desc' }] })).uids).toEqual([two, one]);
  });
});
