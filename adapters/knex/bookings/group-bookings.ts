/*
 * Bookings of a team or an organization. What belongs to a place is one condition, said here, of every statement that
 * lists, finds or changes bookings for those who manage it.
 */
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type {
  BookingPage,
  BookingGroup,
  GroupBookingQuery,
} from '../../../src/scheduling/bookings/lists/list-store.js';
import { isId, isStorable } from '../../storable.js';
import { isAskable, valuesOf } from './booking-filters.js';
import { BOOKED_ROWS, countStatement, HOSTED_ROWS, pageStatement, readPage } from './booking-lists.js';
import type { Side } from './booking-lists.js';
import { BY_START, NAMED, selectBookings } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';

const OF_GROUP = 'select id from team where id = :groupId';
const IN_PLACE = 'select id from team where organization_id = :groupId';

/** What a member has of a managed event type is the team's. */
const kindsOf = (teams: string): string => `
select id from event_type where team_id in (${teams})
union all
select child.id from event_type as parent join event_type as child on child.parent_id = parent.id
where parent.team_id in (${teams})`;

export const OF_TEAM = kindsOf(OF_GROUP);
export const OF_TEAMS = kindsOf(IN_PLACE);
const PEOPLE = 'select account_id from membership where team_id = :groupId and agreed';

const ofTeam = (place: BookingGroup): boolean => 'teamId' in place;
const kinds = (place: BookingGroup): string => (ofTeam(place) ? OF_TEAM : OF_TEAMS);

/** Of `booking`, the outer row. */
export function belongsTo(place: BookingGroup): string {
  const ofKinds = `booking.event_type_id = any(array(${kinds(place)}))`;
  if (ofTeam(place)) return ofKinds;
  return `(${ofKinds} or exists (
    select from booking_host as hosting where hosting.booking_id = booking.id and hosting.account_id in (${PEOPLE})))`;
}

const idOf = (place: BookingGroup): number => ('teamId' in place ? place.teamId : place.organizationId);

export const groupValues = (place: BookingGroup): { readonly groupId: number } => ({
  groupId: isId(idOf(place)) ? idOf(place) : 0,
});

const booked = (place: BookingGroup): Side => ({
  from: BOOKED_ROWS,
  where: [],
  calendars: { ids: `array(${kinds(place)})`, key: 'booking.event_type_id' },
  counted: '*',
});

const hosted = (ids: string, where: string): Side => ({
  from: HOSTED_ROWS,
  where: [where],
  calendars: { ids, key: 'mine.account_id' },
  counted: 'distinct mine.booking_id',
});

/** That do not meet: what people host is counted where it is not of the place's event types. */
function sidesOf({ group: place, hostIds }: GroupBookingQuery): readonly Side[] {
  const ofKinds = `coalesce(mine.event_type_id, 0) in (${kinds(place)})`;
  if (hostIds !== undefined) {
    const people = ofTeam(place) ? 'false' : `mine.account_id in (${PEOPLE})`;
    return [hosted('cast(:hostIds as integer[])', `(${people} or ${ofKinds})`)];
  }
  if (ofTeam(place)) return [booked(place)];
  return [booked(place), hosted(`array(${PEOPLE})`, `not ${ofKinds}`)];
}

export async function listForGroup(db: Database, query: GroupBookingQuery): Promise<BookingPage> {
  const asked = { ...query, viewerId: 0 };
  if (!isAskable(asked)) return { bookings: [], total: 0 };
  const hostIds = (query.hostIds ?? []).filter(isId);
  const sides = sidesOf(query);
  const statements = { page: pageStatement(sides, query), count: countStatement(sides, query) };
  return readPage(db, statements, { ...valuesOf(asked), ...groupValues(query.group), hostIds });
}

export const findInGroup = async (
  db: Database,
  place: BookingGroup,
  uid: string,
): Promise<readonly Booking[]> =>
  isStorable(uid)
    ? selectBookings(db, `where ${NAMED} and ${belongsTo(place)} ${BY_START}`, { uid, ...groupValues(place) })
    : [];

const OWN_OF_PEOPLE = `select id from event_type where owner_id in (${PEOPLE})`;

export async function manages(db: Database, place: BookingGroup, eventTypeId: number): Promise<boolean> {
  const ids = ofTeam(place) ? OF_TEAM : `${OF_TEAMS} union all ${OWN_OF_PEOPLE}`;
  const sql = `select 1 from event_type where id = :eventTypeId and id in (${ids})`;
  const values = { eventTypeId: isId(eventTypeId) ? eventTypeId : 0, ...groupValues(place) };
  return (await db.raw<{ rows: readonly unknown[] }>(sql, values)).rows.length > 0;
}
