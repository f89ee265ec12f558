/*
 * Bookings of a team or an organization. Every statement that lists, finds or changes bookings for its admins uses the
 * conditions below.
 */
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type {
  BookingPage,
  BookingGroup,
  GroupBookingQuery,
} from '../../../src/scheduling/bookings/lists/list-store.js';
import { isId, isStorable } from '../../storable.js';
import { isPossible, valuesOf } from './booking-filters.js';
import { BOOKED_ROWS, countStatement, HOSTED_ROWS, pageStatement, readPage } from './booking-lists.js';
import type { Source } from './booking-lists.js';
import { eventTypesOf } from '../booking-rows/administered-bookings.js';
import { BY_START, NAMED, selectBookings, selectByIds } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';

export const OF_TEAM = eventTypesOf('select id from team where id = :groupId');
export const OF_TEAMS = eventTypesOf('select id from team where organization_id = :groupId');
const MEMBERS = 'select account_id from membership where team_id = :groupId and agreed';

const isTeam = (group: BookingGroup): boolean => 'teamId' in group;
const eventTypes = (group: BookingGroup): string => (isTeam(group) ? OF_TEAM : OF_TEAMS);

/** Of `booking`, the outer row. */
export function belongsTo(group: BookingGroup): string {
  const ofEventTypes = `booking.event_type_id = any(array(${eventTypes(group)}))`;
  if (isTeam(group)) return ofEventTypes;
  return `(${ofEventTypes} or exists (
    select from booking_host as hosting where hosting.booking_id = booking.id and hosting.account_id in (${MEMBERS})))`;
}

export function groupValues(group: BookingGroup): { readonly groupId: number } {
  const id = 'teamId' in group ? group.teamId : group.organizationId;
  return { groupId: isId(id) ? id : 0 };
}

const booked = (group: BookingGroup): Source => ({
  from: BOOKED_ROWS,
  where: [],
  calendars: { ids: `array(${eventTypes(group)})`, key: 'booking.event_type_id' },
  counted: '*',
});

const hosted = (ids: string, where: string): Source => ({
  from: HOSTED_ROWS,
  where: [where],
  calendars: { ids, key: 'mine.account_id' },
  counted: 'distinct mine.booking_id',
});

/** They are disjoint: what members host counts where it is not of the group's event types. */
function sourcesOf({ group, hostIds }: GroupBookingQuery): readonly Source[] {
  const ofEventTypes = `coalesce(mine.event_type_id, 0) in (${eventTypes(group)})`;
  if (hostIds !== undefined) {
    const byMembers = isTeam(group) ? 'false' : `mine.account_id in (${MEMBERS})`;
    return [hosted('cast(:hostIds as integer[])', `(${byMembers} or ${ofEventTypes})`)];
  }
  if (isTeam(group)) return [booked(group)];
  return [booked(group), hosted(`array(${MEMBERS})`, `not ${ofEventTypes}`)];
}

export async function listForGroup(db: Database, groupQuery: GroupBookingQuery): Promise<BookingPage> {
  const query = { ...groupQuery, viewerId: 0 };
  if (!isPossible(query)) return { bookings: [], total: 0 };
  const hostIds = (query.hostIds ?? []).filter(isId);
  const sources = sourcesOf(query);
  const statements = { page: pageStatement(sources, query), count: countStatement(sources, query) };
  const values = { ...valuesOf(query), ...groupValues(query.group), hostIds };
  return readPage(db, statements, values, (ids) => selectByIds(db, ids));
}

export const findInGroup = async (
  db: Database,
  group: BookingGroup,
  uid: string,
): Promise<readonly Booking[]> =>
  isStorable(uid)
    ? selectBookings(db, `where ${NAMED} and ${belongsTo(group)} ${BY_START}`, { uid, ...groupValues(group) })
    : [];

const OWN_OF_MEMBERS = `select id from event_type where owner_id in (${MEMBERS})`;

export async function manages(db: Database, group: BookingGroup, eventTypeId: number): Promise<boolean> {
  const ids = isTeam(group) ? OF_TEAM : `${OF_TEAMS} union all ${OWN_OF_MEMBERS}`;
  const sql = `select 1 from event_type where id = :eventTypeId and id in (${ids})`;
  const values = { eventTypeId: isId(eventTypeId) ? eventTypeId : 0, ...groupValues(group) };
  return (await db.raw<{ rows: readonly unknown[] }>(sql, values)).rows.length > 0;
}
