/* What a page of bookings costs where many others have theirs: the plan of each statement, as it is carried out. */
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import type { Database } from '../../../../adapters/knex/connection.js';
import type {
  BookingFilter,
  BookingGroup,
  BookingSort,
} from '../../../../src/scheduling/bookings/lists/list-store.js';
import { backendName } from '../../../support/backend.js';
import {
  limitedPart,
  maxRowsOf,
  planOf,
  readWhole,
  statementsOf,
  type Asked,
  type PlanNode,
} from '../../../support/plans.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';

const HOSTS = 100;
/** So many hosts are in the organization, and as many event types are its team's. */
const MEMBERS = 10;
/** The embedded database is slow to fill. */
const ROWS = backendName === 'embedded' ? 10_000 : 100_000;
const PART = 1_000;
const TAKE = 100;
const SHARE = ROWS / HOSTS;
/** Smaller tables may be read whole, as they have only a page or two. */
const LARGE = ['booking', 'booking_host', 'attendee'];

// Every second booking is of an event type of the team, for any host.
const FILL = `
with made as (
  insert into booking (uid, ics_uid, event_type_id, title, status, starts_at, ends_at)
  select 'plan-' || n, 'plan-' || n,
    case when n % 2 = 0 and n % :hosts < :members then cast(:eventTypeId as integer) + n % :members end,
    'Intro call', (array['accepted', 'pending', 'cancelled'])[1 + n % 3],
    now() + (n - cast(:middle as integer)) * interval '1 hour', now() + (n + 1 - cast(:middle as integer)) * interval '1 hour'
  from generate_series(cast(:from as integer), cast(:to as integer)) n
  returning id, starts_at, ends_at, cast(substr(uid, 6) as integer) as n
), hosts as (
  insert into booking_host (booking_id, account_id, starts_at, busy_from, busy_until)
  select id, cast(:firstHost as integer) + n % cast(:hosts as integer), starts_at, starts_at, ends_at from made
)
insert into attendee (booking_id, name, email, email_key, time_zone)
select id, 'Grace ' || n, 'g' || n || '@example.net', 'g' || n || '@example.net', 'UTC' from made`;

interface Filled {
  readonly hostId: number;
  readonly organizationId: number;
  readonly teamId: number;
}

async function createGroups(db: Database, hosts: readonly number[]): Promise<Filled> {
  const [hostId = 0] = hosts;
  const organizationId = await insertMembership(db, hostId, { organization: true, accepted: true });
  const teamId = await insertMembership(db, hostId, { organization: false, accepted: true });
  await db('team').where({ id: teamId }).update({ organization_id: organizationId });
  await db('membership').where({ team_id: organizationId }).delete();
  await db('membership').where({ team_id: teamId }).update({ role: 'admin', agreed: true });
  const member = { team_id: organizationId, role: 'member', accepted: true, agreed: true };
  await db('membership').insert(hosts.slice(0, MEMBERS).map((account_id) => ({ ...member, account_id })));
  return { hostId, organizationId, teamId };
}

async function makeEventTypes(db: Database, teamId: number): Promise<number> {
  const kind = { team_id: teamId, title: 'Intro call', length_minutes: 60, scheduling_type: 'round_robin' };
  const slugs = Array.from({ length: MEMBERS }, (_, at) => `intro-${at}`);
  const created = await db('event_type')
    .insert(slugs.map((slug) => ({ ...kind, slug })))
    .returning<{ readonly id: number }[]>('id');
  return Math.min(...created.map(({ id }) => id));
}

async function fill(db: Database): Promise<Filled> {
  const hosts: number[] = [];
  for (let count = 0; count < HOSTS; count += 1) hosts.push(await insertAccount(db));
  const filled = await createGroups(db, hosts);
  const eventTypeId = await makeEventTypes(db, filled.teamId);
  const values = { eventTypeId, middle: ROWS / 2, firstHost: filled.hostId, hosts: HOSTS, members: MEMBERS };
  for (let from = 1; from <= ROWS; from += PART) await db.raw(FILL, { ...values, from, to: from + PART - 1 });
  // As autovacuum does in production: index-only scans need a current visibility map.
  for (const table of LARGE) await db.raw(`vacuum analyze ${table}`);
  return filled;
}

type Case = readonly [string, BookingFilter, readonly BookingSort[]];

const FROM_CALENDARS: readonly Case[] = [
  ['everything', {}, []],
  ['the newest', {}, [{ by: 'start', order: 'desc' }]],
  ['what is to come', { statuses: ['upcoming'] }, []],
  ['what has passed', { statuses: ['past'] }, [{ by: 'start', order: 'desc' }]],
  ['what waits', { statuses: ['unconfirmed'] }, []],
  ['what was called off', { statuses: ['cancelled'] }, []],
  ['a day', { afterStart: Date.now(), beforeEnd: Date.now() + 86_400_000 }, []],
  ['some event types', { eventTypeIds: [1, 2] }, []],
  ['some teams', { teamIds: [1, 2] }, []],
  ['what is new', { afterCreatedAt: Date.now() - 60_000 }, []],
  ['what has changed', { afterUpdatedAt: Date.now() - 60_000 }, []],
  ['what ends first', {}, [{ by: 'end', order: 'asc' }]],
  ['the newest first', {}, [{ by: 'created', order: 'desc' }]],
  ['what was changed last', {}, [{ by: 'updated', order: 'desc' }]],
];
/** Found by indexes of their own where these have less. */
const ELSEWHERE: readonly Case[] = [
  ['what comes again', { statuses: ['recurring'] }, []],
  ['an address', { attendeeEmail: 'g7@example.net' }, []],
  ['a name', { attendeeName: 'grace 7' }, []],
  ['one', { bookingUid: 'plan-7' }, []],
];

/** Reads of rows of bookings, where an index alone would do. */
const readsRows = (plan: readonly PlanNode[]): readonly PlanNode[] =>
  plan.filter((node) => {
    const isBooking = ['booking', 'booking_host'].includes(node['Relation Name'] ?? '');
    return isBooking && node['Node Type'] !== 'Index Only Scan';
  });

describe(`a page of bookings among ${ROWS} on ${backendName}`, () => {
  const database = onDatabase();
  let filled: Filled;
  beforeAll(async () => {
    filled = await fill(database());
  });

  const plans = async (statements: readonly Asked[]): Promise<readonly (readonly PlanNode[])[]> => {
    const result: (readonly PlanNode[])[] = [];
    for (const statement of statements) result.push(await planOf(database(), statement));
    return result;
  };
  const asking = ([, filter, sort]: Case) => ({ filter, sort, now: Date.now(), take: TAKE, skip: 0 });
  const ofHost = (one: Case) =>
    statementsOf(database(), () =>
      createBookingStore(database()).list({ ...asking(one), viewerId: filled.hostId }),
    );
  const ofGroup = (one: Case, createHosted: BookingGroup, hostIds?: readonly number[]) =>
    statementsOf(database(), () =>
      createBookingStore(database()).listIn({
        ...asking(one),
        group: createHosted,
        ...(hostIds && { hostIds }),
      }),
    );

  test.each([...FROM_CALENDARS, ...ELSEWHERE])('of a user scans no whole table: %s', async (...one) => {
    for (const plan of await plans(await ofHost(one))) {
      expect(readWhole(plan).filter((table) => LARGE.includes(table))).toEqual([]);
      expect(maxRowsOf(plan, LARGE)).toBeLessThanOrEqual(2 * SHARE);
    }
  });

  test.each([...FROM_CALENDARS, ...ELSEWHERE])(
    'of an administered team scans no whole table: %s',
    async (name, filter, sort) => {
      const { hostId: viewerId, teamId } = filled;
      const asked = asking([name, { ...filter, teamIds: [teamId] }, sort]);
      const administers = { bounds: 'all', clientId: '' } as const;
      const list = () => createBookingStore(database()).list({ ...asked, viewerId, administers });
      for (const plan of await plans(await statementsOf(database(), list))) {
        expect(readWhole(plan).filter((table) => LARGE.includes(table))).toEqual([]);
        expect(maxRowsOf(plan, LARGE)).toBeLessThanOrEqual(2 * MEMBERS * SHARE);
      }
    },
  );

  test.each([...FROM_CALENDARS, ...ELSEWHERE])('of a group scans no whole table: %s', async (...one) => {
    const { organizationId, teamId, hostId } = filled;
    const groups = [
      await ofGroup(one, { organizationId }),
      await ofGroup(one, { teamId }),
      await ofGroup(one, { organizationId }, [hostId]),
    ];
    for (const plan of await plans(groups.flat())) {
      expect(readWhole(plan).filter((table) => LARGE.includes(table))).toEqual([]);
      expect(maxRowsOf(plan, LARGE)).toBeLessThanOrEqual(2 * MEMBERS * SHARE);
    }
  });

  test.each(FROM_CALENDARS)('is found and counted without reading a booking: %s', async (...one) => {
    const { organizationId, teamId } = filled;
    for (const statements of [
      await ofGroup(one, { organizationId }),
      await ofGroup(one, { teamId }),
      await ofGroup(one, { organizationId }, [filled.hostId]),
    ])
      for (const plan of await plans(statements.slice(0, 1))) expect(readsRows(plan)).toEqual([]);
  });

  test('counts what waits for a host without reading their other bookings', async () => {
    const store = createBookingStore(database());
    const { hostId } = filled;
    // A third of the bookings are pending, and half of those are ahead.
    expect(await store.countWaiting(hostId, Date.now(), SHARE)).toBeGreaterThan(SHARE / 10);
    const most = 3;
    const asked = await statementsOf(database(), () => store.countWaiting(hostId, Date.now(), most));
    const [plan = []] = await plans(asked);
    expect([asked.length, readWhole(plan), maxRowsOf(plan, LARGE)]).toEqual([1, [], most]);
    expect(plan.flatMap((node) => node['Index Name'] ?? [])).toEqual(['booking_host_waiting']);
  });

  test('reads only as many rows of a calendar as the page needs', async () => {
    const [own] = await plans((await ofHost(['everything', {}, []])).slice(0, 1));
    expect(limitedPart(own ?? [])).not.toEqual([]);
    expect(maxRowsOf(limitedPart(own ?? []), LARGE)).toBeLessThanOrEqual(2 * TAKE);
    const { teamId } = filled;
    const [teams] = await plans((await ofGroup(['everything', {}, []], { teamId })).slice(0, 1));
    expect(maxRowsOf(limitedPart(teams ?? []), LARGE)).toBeLessThanOrEqual(MEMBERS * TAKE);
  });
});
