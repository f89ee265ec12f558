/*
 * Lists of bookings. A calendar gives its bookings in order from an index, be it what somebody hosts or what is booked of
 * an event type; what somebody attends is found by their address. Each side of a list gives as much as the page can need,
 * and the sides are laid together. Filters, sorts and counts are answered from the same indexes.
 */
import type {
  BookingPage,
  BookingQuery,
  SortKey,
} from '../../../src/scheduling/bookings/lists/list-store.js';
import { conditionsOf, isAskable, namesSome, valuesOf } from './booking-filters.js';
import { selectBookings } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';

type Asked = Pick<BookingQuery, 'filter' | 'sort'>;

const COLUMNS: Readonly<Record<SortKey, string>> = {
  start: 'mine.starts_at',
  end: 'mine.ends_at',
  created: 'mine.created_at',
  updated: 'mine.updated_at',
};

export interface Side {
  /** Gives `mine`. */
  readonly from: string;
  readonly where: readonly string[];
  /** Calendars that are walked one by one: an array of ids, and the column that holds them. */
  readonly calendars?: { readonly ids: string; readonly key: string };
  /** What is counted of it: no booking twice. */
  readonly counted: string;
}

/** What people host. */
export const HOSTED_ROWS = 'booking_host as mine';
/** What is booked of event types. */
export const BOOKED_ROWS = `booking cross join lateral (
  select booking.id as booking_id, booking.event_type_id, booking.starts_at, booking.ends_at, booking.status,
    booking.recurring_uid, booking.created_at, booking.updated_at) as mine`;

const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.join(' and ');

export function pageStatement(sides: readonly Side[], { filter, sort }: Asked): string {
  const sorts = sort.length === 0 ? [{ by: 'start', order: 'asc' } as const] : sort;
  const keys = sorts.map(({ by }, at) => `${COLUMNS[by]} as key_${at}`).join(', ');
  const last = sorts[0]?.order ?? 'asc';
  const order = `order by ${sorts.map(({ order }, at) => `key_${at} ${order}`).join(', ')}, id ${last}`;
  const rows = (side: Side, own: readonly string[] = []): string =>
    `mine.booking_id as id, ${keys} from ${side.from} where ${all([...own, ...side.where, ...conditionsOf(filter)])}`;
  // Several hosts have one booking, each in their own calendar.
  const first = (side: Side): string => {
    if (side.calendars === undefined) return `select ${rows(side)}`;
    const { ids, key } = side.calendars;
    if (namesSome(filter)) return `select distinct ${rows(side, [`${key} = any(${ids})`])}`;
    const own = `select ${rows(side, [`${key} = calendar.id`])} ${order} limit :reach`;
    return `select distinct one.* from unnest(${ids}) as calendar (id) cross join lateral (${own}) as one`;
  };
  const found = sides.map((side) => `(${first(side)} ${order} limit :reach)`).join(' union ');
  return `select id from (${found}) as found ${order} limit :take offset :skip`;
}

export function countStatement(sides: readonly Side[], { filter }: Pick<Asked, 'filter'>): string {
  const counts = sides.map((side) => {
    const calendars = side.calendars ? [`${side.calendars.key} = any(${side.calendars.ids})`] : [];
    const conditions = all([...calendars, ...side.where, ...conditionsOf(filter)]);
    return `(select count(${side.counted}) from ${side.from} where ${conditions})`;
  });
  return `select ${counts.join(' + ')} as total`;
}

interface Statements {
  readonly page: string;
  readonly count: string;
}

export async function readPage(
  db: Database,
  { page, count }: Statements,
  values: Readonly<Record<string, unknown>>,
): Promise<BookingPage> {
  const ask = async <Row>(sql: string): Promise<readonly Row[]> =>
    (await db.raw<{ rows: readonly Row[] }>(sql, values)).rows;
  const ids = (await ask<{ id: number }>(page)).map(({ id }) => id);
  const [counted] = await ask<{ total: string | number }>(count);
  const order = 'order by array_position(cast(:ids as integer[]), booking.id)';
  const bookings =
    ids.length === 0 ? [] : await selectBookings(db, `where booking.id = any(:ids) ${order}`, { ids });
  return { bookings, total: Number(counted?.total ?? 0) };
}

const HOSTED: Side = { from: HOSTED_ROWS, where: ['mine.account_id = :viewerId'], counted: '*' };

// An array is made once, so that the bookings are taken one by one from their index.
const ATTENDED: Side = {
  from: BOOKED_ROWS,
  where: [
    `booking.id = any(array(
       select seat.booking_id from account join attendee as seat on seat.email_key = account.email_key
       where account.id = :viewerId and account.email_verified_at is not null and account.disabled_at is null))`,
  ],
  counted: '*',
};

/** What is hosted and attended counts once. */
const ONLY_ATTENDED: Side = {
  ...ATTENDED,
  where: [
    ...ATTENDED.where,
    `not exists (select from booking_host where booking_id = booking.id and account_id = :viewerId)`,
  ],
};

export async function listBookings(db: Database, query: BookingQuery): Promise<BookingPage> {
  if (!isAskable(query)) return { bookings: [], total: 0 };
  const statements = {
    page: pageStatement([HOSTED, ATTENDED], query),
    count: countStatement([HOSTED, ONLY_ATTENDED], query),
  };
  return readPage(db, statements, valuesOf(query));
}
