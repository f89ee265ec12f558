/*
 * Bookings of a team or an organization. What belongs to a place is one condition, said here, of every statement that
 * lists, finds or changes bookings for those who manage it.
 */
import type { Booking } from '../../src/scheduling/bookings/booking.js';
import type { BookingPage, BookingPlace, PlaceQuestion } from '../../src/scheduling/bookings/list-store.js';
import { isId, isStorable } from '../storable.js';
import { COLUMNS, conditionsOf, isAskable, rangeOf, valuesOf } from './booking-lists.js';
import { BY_START, NAMED, selectBookings } from './booking-reads.js';
import type { Database } from './connection.js';

/** What a member has of a managed event type is the team's. */
const KINDS = `
select kind.id from event_type as kind
left join event_type as parent on parent.id = kind.parent_id
join team on team.id = coalesce(parent.team_id, kind.team_id)`;

export const OF_TEAM = `${KINDS} where team.id = :placeId`;
export const OF_TEAMS = `${KINDS} where team.organization_id = :placeId`;
const PEOPLE = 'select account_id from membership where team_id = :placeId and agreed';

const ofTeam = (place: BookingPlace): boolean => 'teamId' in place;

/** Of `booking`, the outer row. */
export const belongsTo = (place: BookingPlace): string =>
  ofTeam(place)
    ? `booking.event_type_id = any(array(${OF_TEAM}))`
    : `(booking.event_type_id = any(array(${OF_TEAMS})) or booking.id in (
        select hosting.booking_id from booking_host as hosting where hosting.account_id in (${PEOPLE})))`;

const idOf = (place: BookingPlace): number => ('teamId' in place ? place.teamId : place.organizationId);

export const placeValues = (place: BookingPlace): { readonly placeId: number } => ({
  placeId: isId(idOf(place)) ? idOf(place) : 0,
});

const ROWS = 'booking cross join lateral (select booking.starts_at, booking.id as booking_id) as mine';
const HOSTED_BY = `booking.id in (select booking_id from booking_host where account_id = any(:hostIds))`;

function statements({ place, hostIds, filter, sort }: PlaceQuestion) {
  const hosted = hostIds === undefined ? [] : [HOSTED_BY];
  const conditions = [belongsTo(place), ...hosted, ...conditionsOf(filter), ...rangeOf(filter)];
  const from = `from ${ROWS} where ${conditions.join(' and ')}`;
  const sorts = sort.length === 0 ? [{ by: 'start', order: 'asc' } as const] : sort;
  const keys = sorts.map(({ by, order }) => `${COLUMNS[by]} ${order}`).join(', ');
  return {
    page: `select booking.id ${from} order by ${keys}, booking.id ${sorts[0]?.order ?? 'asc'} limit :take offset :skip`,
    count: `select count(*) as total ${from}`,
  };
}

export async function listPlace(db: Database, question: PlaceQuestion): Promise<BookingPage> {
  const asked = { ...question, viewerId: 0 };
  if (!isAskable(asked)) return { bookings: [], total: 0 };
  const hostIds = (question.hostIds ?? []).filter(isId);
  const values = { ...valuesOf(asked), ...placeValues(question.place), hostIds };
  const ask = async <Row>(sql: string): Promise<readonly Row[]> =>
    (await db.raw<{ rows: readonly Row[] }>(sql, values)).rows;
  const { page, count } = statements(question);
  const ids = (await ask<{ id: number }>(page)).map(({ id }) => id);
  const [counted] = await ask<{ total: string | number }>(count);
  const order = 'order by array_position(cast(:ids as integer[]), booking.id)';
  const bookings =
    ids.length === 0 ? [] : await selectBookings(db, `where booking.id = any(:ids) ${order}`, { ids });
  return { bookings, total: Number(counted?.total ?? 0) };
}

export const findInPlace = async (
  db: Database,
  place: BookingPlace,
  uid: string,
): Promise<readonly Booking[]> =>
  isStorable(uid)
    ? selectBookings(db, `where ${NAMED} and ${belongsTo(place)} ${BY_START}`, { uid, ...placeValues(place) })
    : [];

const OWN_OF_PEOPLE = `select id from event_type where owner_id in (${PEOPLE})`;

export async function manages(db: Database, place: BookingPlace, eventTypeId: number): Promise<boolean> {
  const ids = ofTeam(place) ? OF_TEAM : `${OF_TEAMS} union all ${OWN_OF_PEOPLE}`;
  const sql = `select 1 from event_type where id = :eventTypeId and id in (${ids})`;
  const values = { eventTypeId: isId(eventTypeId) ? eventTypeId : 0, ...placeValues(place) };
  return (await db.raw<{ rows: readonly unknown[] }>(sql, values)).rows.length > 0;
}
