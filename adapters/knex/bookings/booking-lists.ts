/*
 * Lists of bookings. The bookings of a host or of an event type come in order from an index; those that a user attends
 * are found by address; those of a team that they administer are asked for by the team. A list has one or more sources:
 * each is read up to the end of the page, and the results are merged. Filters, sorts and counts use the same indexes.
 */
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type {
  BookingPage,
  BookingQuery,
  SortKey,
  VisibleBooking,
} from '../../../src/scheduling/bookings/lists/list-store.js';
import { conditionsOf, isPossible, hasOwnIndex, valuesOf } from './booking-filters.js';
import { ADMINISTERED_EVENT_TYPES } from '../booking-rows/administered-bookings.js';
import { hostedBy, selectVisibleByIds } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';
import { prepared } from '../prepared.js';
import { selectRows } from '../rows.js';

type Criteria = Pick<BookingQuery, 'filter' | 'sort'>;

const COLUMNS: Readonly<Record<SortKey, string>> = {
  start: 'mine.starts_at',
  end: 'mine.ends_at',
  created: 'mine.created_at',
  updated: 'mine.updated_at',
};

export interface Source {
  /** Defines `mine`. */
  readonly from: string;
  readonly where: readonly string[];
  /** Calendars that are read one by one: an array of ids, and the column that holds them. */
  readonly calendars?: { readonly ids: string; readonly key: string };
  /** What is counted, so that no booking counts twice. */
  readonly counted: string;
}

/** Bookings by host. */
export const HOSTED_ROWS = 'booking_host as mine';
/** Bookings by event type. */
export const BOOKED_ROWS = `booking cross join lateral (
  select booking.id as booking_id, booking.event_type_id, booking.starts_at, booking.ends_at, booking.status,
    booking.recurring_uid, booking.created_at, booking.updated_at) as mine`;

const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.join(' and ');

export function pageStatement(sources: readonly Source[], { filter, sort }: Criteria): string {
  const sorts = sort.length === 0 ? [{ by: 'start', order: 'asc' } as const] : sort;
  const keys = sorts.map(({ by }, at) => `${COLUMNS[by]} as key_${at}`).join(', ');
  const last = sorts[0]?.order ?? 'asc';
  const order = `order by ${sorts.map(({ order }, at) => `key_${at} ${order}`).join(', ')}, id ${last}`;
  const rows = (source: Source, own: readonly string[] = []): string =>
    `mine.booking_id as id, ${keys} from ${source.from} where ${all([...own, ...source.where, ...conditionsOf(filter)])}`;
  // Several hosts have one booking, each in their own calendar.
  const first = (source: Source): string => {
    if (source.calendars === undefined) return `select ${rows(source)}`;
    const { ids, key } = source.calendars;
    if (hasOwnIndex(filter)) return `select distinct ${rows(source, [`${key} = any(${ids})`])}`;
    const own = `select ${rows(source, [`${key} = calendar.id`])} ${order} limit :pageEnd`;
    return `select distinct one.* from unnest(${ids}) as calendar (id) cross join lateral (${own}) as one`;
  };
  const pages = sources.map((source) => `(${first(source)} ${order} limit :pageEnd)`).join(' union ');
  return `select id from (${pages}) as pages ${order} limit :take offset :skip`;
}

export function countStatement(sources: readonly Source[], { filter }: Pick<Criteria, 'filter'>): string {
  const counts = sources.map((source) => {
    const calendars = source.calendars ? [`${source.calendars.key} = any(${source.calendars.ids})`] : [];
    const conditions = all([...calendars, ...source.where, ...conditionsOf(filter)]);
    return `(select count(${source.counted}) from ${source.from} where ${conditions})`;
  });
  return `select ${counts.join(' + ')} as total`;
}

interface Statements {
  readonly page: string;
  readonly count: string;
}

/** `read`: bookings in the order of their ids. */
export async function readPage<B extends Booking>(
  db: Database,
  { page, count }: Statements,
  values: Readonly<Record<string, unknown>>,
  read: (ids: readonly number[]) => Promise<readonly B[]>,
): Promise<BookingPage<B>> {
  interface Row {
    readonly ids: readonly number[];
    readonly total: string | number;
  }
  const [found] = await selectRows<Row>(db, `select array(${page}) as ids, (${count}) as total`, values);
  return { bookings: await read(found?.ids ?? []), total: Number(found?.total ?? 0) };
}

const HOSTED: Source = { from: HOSTED_ROWS, where: ['mine.account_id = :viewerId'], counted: '*' };

// The array is built once, so that the bookings are read one by one from their index.
const ATTENDED: Source = {
  from: BOOKED_ROWS,
  where: [
    `booking.id = any(array(
       select seat.booking_id from account join attendee as seat on seat.email_key = account.email_key
       where account.id = :viewerId and account.email_verified_at is not null and account.disabled_at is null))`,
  ],
  counted: '*',
};

const ADMINISTERED: Source = {
  from: BOOKED_ROWS,
  where: [],
  calendars: { ids: `array(${ADMINISTERED_EVENT_TYPES})`, key: 'booking.event_type_id' },
  counted: '*',
};

const without = (source: Source, ...conditions: readonly string[]): Source => ({
  ...source,
  where: [...source.where, ...conditions.map((condition) => `not ${condition}`)],
});

const HOSTED_TOO = hostedBy(':viewerId');
const ADMINISTERED_TOO = `coalesce(mine.event_type_id = any(array(${ADMINISTERED_EVENT_TYPES})), false)`;

/** They are disjoint: a booking that is hosted, attended or administered counts once. */
function sourcesOf({ administers, filter }: BookingQuery): readonly Source[] {
  if (administers === undefined || filter.teamIds === undefined)
    return [HOSTED, without(ATTENDED, HOSTED_TOO)];
  return [ADMINISTERED, without(HOSTED, ADMINISTERED_TOO), without(ATTENDED, HOSTED_TOO, ADMINISTERED_TOO)];
}

export async function listBookings(db: Database, query: BookingQuery): Promise<BookingPage<VisibleBooking>> {
  if (!isPossible(query)) return { bookings: [], total: 0 };
  const sources = sourcesOf(query);
  const statements = { page: pageStatement(sources, query), count: countStatement(sources, query) };
  return readPage(db, statements, valuesOf(query), (ids) => selectVisibleByIds(db, ids, query));
}

const readWaiting = prepared<{ readonly waiting: number }>(
  'waiting-bookings',
  `select cast(count(*) as integer) as waiting from (
  select from booking_host where account_id = :hostId and status = 'pending' and ends_at > :now limit :most
) as waiting`,
);

export async function countWaiting(
  db: Database,
  { hostId, now, most }: { readonly hostId: number; readonly now: number; readonly most: number },
): Promise<number> {
  const [found] = await readWaiting(db, { hostId, most, now: new Date(now) });
  return found?.waiting ?? 0;
}
