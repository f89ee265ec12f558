/*
 * Lists of bookings. What somebody hosts comes in order from the index of their calendar, what they attend is found by
 * their address; each side gives as much as the page can need, and the two are laid together.
 */
import type {
  BookingPage,
  BookingQuestion,
  SortKey,
  StatusWord,
} from '../../src/scheduling/bookings/list-store.js';
import { isId, isStorable } from '../storable.js';
import { emailKey } from './account-rows.js';
import { selectBookings } from './booking-reads.js';
import type { Database } from './connection.js';

const STANDS = `booking.status in ('accepted', 'pending')`;

const STATUS: Readonly<Record<StatusWord, string>> = {
  upcoming: `booking.ends_at > :now and ${STANDS}`,
  recurring: `booking.recurring_uid is not null and booking.ends_at > :now and ${STANDS}`,
  past: `booking.ends_at <= :now and ${STANDS}`,
  cancelled: `booking.status in ('cancelled', 'rejected')`,
  unconfirmed: `booking.ends_at > :now and booking.status = 'pending'`,
};

const ATTENDEE = 'select from attendee as one where one.booking_id = booking.id';

type Filter = BookingQuestion['filter'];
/** Each with the condition that it makes; one that was not asked for is left out. */
type Conditions = readonly (readonly [asked: unknown, condition: string])[];

const standing = (conditions: Conditions): readonly string[] =>
  conditions.filter(([asked]) => asked !== undefined).map(([, condition]) => condition);

export const conditionsOf = (filter: Filter): readonly string[] =>
  standing([
    [filter.statuses, `(${filter.statuses?.map((word) => `(${STATUS[word]})`).join(' or ') ?? ''})`],
    [filter.attendeeEmail, `exists (${ATTENDEE} and one.email_key = :attendeeEmail)`],
    [filter.attendeeName, `exists (${ATTENDEE} and lower(one.name) = lower(:attendeeName))`],
    [filter.bookingUid, 'booking.uid = :bookingUid'],
    [filter.eventTypeIds, 'booking.event_type_id = any(:eventTypeIds)'],
    [filter.teamIds, 'booking.event_type_id in (select id from event_type where team_id = any(:teamIds))'],
    [filter.beforeEnd, 'booking.ends_at <= :beforeEnd'],
    [filter.afterCreatedAt, 'booking.created_at >= :afterCreatedAt'],
    [filter.beforeCreatedAt, 'booking.created_at <= :beforeCreatedAt'],
    [filter.afterUpdatedAt, 'booking.updated_at >= :afterUpdatedAt'],
    [filter.beforeUpdatedAt, 'booking.updated_at <= :beforeUpdatedAt'],
  ]);

const AHEAD: readonly StatusWord[] = ['upcoming', 'recurring', 'unconfirmed'];

/** What the filter says about the start, which the index knows. No booking is longer than a day. */
export function rangeOf({ statuses, afterStart, beforeEnd }: Filter): readonly string[] {
  const ahead = statuses?.every((word) => AHEAD.includes(word)) === true || undefined;
  const past = statuses?.every((word) => word === 'past') === true || undefined;
  return standing([
    [ahead, `mine.starts_at > :dayAgo`],
    [past, `mine.starts_at < :now`],
    [afterStart, 'mine.starts_at >= :afterStart'],
    [beforeEnd, 'mine.starts_at < :beforeEnd'],
  ]);
}

export const COLUMNS: Readonly<Record<SortKey, string>> = {
  start: 'mine.starts_at',
  end: 'booking.ends_at',
  created: 'booking.created_at',
  updated: 'booking.updated_at',
};

interface Side {
  /** Of the whole booking and its start as `mine`. */
  readonly from: string;
  readonly where: readonly string[];
}

const HOSTED = 'booking_host as mine';
// `offset 0` keeps the two apart: one by one from their index, in the order of the calendar, however many others have.
const WITH_BOOKING = `${HOSTED} cross join lateral (
  select * from booking as whole where whole.id = mine.booking_id offset 0) as booking`;
const OWNED = 'mine.account_id = :viewerId';

// An array is made once, so that the bookings are taken one by one from their index.
const ATTENDED: Side = {
  from: 'booking cross join lateral (select booking.starts_at, booking.id as booking_id) as mine',
  where: [
    `booking.id = any(array(
       select seat.booking_id from account join attendee as seat on seat.email_key = account.email_key
       where account.id = :viewerId and account.email_verified_at is not null and account.disabled_at is null))`,
  ],
};

const all = (conditions: readonly string[]): string => conditions.join(' and ');

function pageStatement({ filter, sort }: BookingQuestion): string {
  const sorts = sort.length === 0 ? [{ by: 'start', order: 'asc' } as const] : sort;
  const last = sorts[0]?.order ?? 'asc';
  const keys = sorts.map(({ by }, at) => `${COLUMNS[by]} as key_${at}`).join(', ');
  const order = `order by ${sorts.map(({ order }, at) => `key_${at} ${order}`).join(', ')}, id ${last}`;
  const conditions = [...conditionsOf(filter), ...rangeOf(filter)];
  const side = ({ from, where }: Side): string =>
    `(select mine.booking_id as id, ${keys} from ${from} where ${all([...where, ...conditions])} ${order} limit :reach)`;
  const plain = conditionsOf(filter).length === 0 && sorts.every(({ by }) => by === 'start');
  const hosted: Side = { from: plain ? HOSTED : WITH_BOOKING, where: [OWNED] };
  return `select id from (${side(hosted)} union ${side(ATTENDED)}) as found ${order} limit :take offset :skip`;
}

/** What is hosted and attended counts once. */
function countStatement({ filter }: BookingQuestion): string {
  const [conditions, range] = [conditionsOf(filter), rangeOf(filter)];
  const hosted = conditions.length === 0 ? HOSTED : WITH_BOOKING;
  const alsoHosted = `exists (select from booking_host where booking_id = booking.id and account_id = :viewerId)`;
  const attended = all([...ATTENDED.where, `not ${alsoHosted}`, ...conditions, ...range]);
  return `select
    (select count(*) from ${hosted} where ${all([OWNED, ...conditions, ...range])})
    + (select count(*) from ${ATTENDED.from} where ${attended}) as total`;
}

const DAY_MS = 86_400_000;
const date = (instant: number | undefined): Date | null => (instant === undefined ? null : new Date(instant));

export function valuesOf({
  filter,
  viewerId,
  now,
  take,
  skip,
}: BookingQuestion): Readonly<Record<string, unknown>> {
  const { attendeeEmail = '', attendeeName = '', bookingUid = '' } = filter;
  return {
    ...{ viewerId, take, skip, reach: take + skip, attendeeName, bookingUid },
    now: new Date(now),
    dayAgo: new Date(now - DAY_MS),
    attendeeEmail: emailKey(attendeeEmail),
    eventTypeIds: [...(filter.eventTypeIds ?? [])].filter(isId),
    teamIds: [...(filter.teamIds ?? [])].filter(isId),
    afterStart: date(filter.afterStart),
    beforeEnd: date(filter.beforeEnd),
    afterCreatedAt: date(filter.afterCreatedAt),
    beforeCreatedAt: date(filter.beforeCreatedAt),
    afterUpdatedAt: date(filter.afterUpdatedAt),
    beforeUpdatedAt: date(filter.beforeUpdatedAt),
  };
}

export const isAskable = ({ viewerId, filter }: BookingQuestion): boolean =>
  isId(viewerId) &&
  [filter.attendeeEmail, filter.attendeeName, filter.bookingUid].every((text = '') => isStorable(text));

export async function listBookings(db: Database, question: BookingQuestion): Promise<BookingPage> {
  if (!isAskable(question)) return { bookings: [], total: 0 };
  const ask = async <Row>(sql: string): Promise<readonly Row[]> =>
    (await db.raw<{ rows: readonly Row[] }>(sql, valuesOf(question))).rows;
  const ids = (await ask<{ id: number }>(pageStatement(question))).map(({ id }) => id);
  const [counted] = await ask<{ total: string | number }>(countStatement(question));
  const order = 'order by array_position(cast(:ids as integer[]), booking.id)';
  const bookings =
    ids.length === 0 ? [] : await selectBookings(db, `where booking.id = any(:ids) ${order}`, { ids });
  return { bookings, total: Number(counted?.total ?? 0) };
}
