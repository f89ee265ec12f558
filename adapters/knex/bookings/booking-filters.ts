/*
 * The filters of a list of bookings as conditions of a statement. `mine` is a row of the index of a calendar, which has
 * nearly all that filters need.
 */
import { emailKey } from '../../../src/email-address.js';
import { DAY } from '../../../src/durations.js';
import type {
  BookingFilter,
  BookingQuery,
  BookingStatusFilter,
} from '../../../src/scheduling/bookings/lists/list-store.js';
import { isId, isStorable } from '../../storable.js';
import { eventTypesOf, viewerValues } from '../booking-rows/administered-bookings.js';

const ACTIVE = `mine.status in ('accepted', 'pending')`;

const STATUS: Readonly<Record<BookingStatusFilter, string>> = {
  upcoming: `mine.ends_at > :now and ${ACTIVE}`,
  recurring: `mine.recurring_uid is not null and mine.ends_at > :now and ${ACTIVE}`,
  past: `mine.ends_at <= :now and ${ACTIVE}`,
  cancelled: `mine.status in ('cancelled', 'rejected')`,
  unconfirmed: `mine.ends_at > :now and mine.status = 'pending'`,
};

const AHEAD: readonly BookingStatusFilter[] = ['upcoming', 'recurring', 'unconfirmed'];

/** With the range of the calendar to read: no booking is longer than a day. */
function statusConditions({ statuses }: BookingFilter): readonly string[] {
  if (statuses === undefined) return [];
  return [
    ...(statuses.every((status) => AHEAD.includes(status)) ? ['mine.starts_at > :dayAgo'] : []),
    ...(statuses.every((status) => status === 'past') ? ['mine.starts_at < :now'] : []),
    `(${statuses.map((status) => `(${STATUS[status]})`).join(' or ')})`,
  ];
}

const ATTENDED = 'mine.booking_id in (select booking_id from attendee where';
// A deleted event type belongs to nobody.
const OF_EVENT_TYPES = 'mine.event_type_id in (select id from event_type where';

const CONDITIONS: Readonly<Record<Exclude<keyof BookingFilter, 'statuses'>, string>> = {
  attendeeEmail: `${ATTENDED} email_key = :attendeeEmail)`,
  attendeeName: `${ATTENDED} md5(lower(name)) = md5(lower(:attendeeName)))`,
  bookingUid: 'mine.booking_id = (select id from booking where uid = :bookingUid)',
  eventTypeIds: `${OF_EVENT_TYPES} id = any(:eventTypeIds))`,
  teamIds: `mine.event_type_id in (${eventTypesOf('select unnest(cast(:teamIds as integer[]))')})`,
  afterStart: 'mine.starts_at >= :afterStart',
  beforeEnd: 'mine.starts_at < :beforeEnd and mine.ends_at <= :beforeEnd',
  afterCreatedAt: 'mine.created_at >= :afterCreatedAt',
  beforeCreatedAt: 'mine.created_at <= :beforeCreatedAt',
  afterUpdatedAt: 'mine.updated_at >= :afterUpdatedAt',
  beforeUpdatedAt: 'mine.updated_at <= :beforeUpdatedAt',
};

export const conditionsOf = (filter: BookingFilter): readonly string[] => [
  ...statusConditions(filter),
  ...Object.entries(CONDITIONS).flatMap(([name, condition]) => (name in filter ? [condition] : [])),
];

/** An index other than those of calendars finds these: the planner starts with the smaller one. */
export const hasOwnIndex = ({ attendeeEmail, attendeeName, bookingUid }: BookingFilter): boolean =>
  [attendeeEmail, attendeeName, bookingUid].some((text) => text !== undefined);

const date = (instant: number | undefined): Date | null => (instant === undefined ? null : new Date(instant));

export function valuesOf({
  filter,
  now,
  take,
  skip,
  ...viewer
}: BookingQuery): Readonly<Record<string, unknown>> {
  const { attendeeEmail = '', attendeeName = '', bookingUid = '', eventTypeIds = [], teamIds = [] } = filter;
  return {
    ...viewerValues(viewer),
    ...{ take, skip, pageEnd: take + skip, attendeeName, bookingUid },
    now: new Date(now),
    dayAgo: new Date(now - DAY),
    attendeeEmail: emailKey(attendeeEmail),
    eventTypeIds: eventTypeIds.filter(isId),
    teamIds: teamIds.filter(isId),
    afterStart: date(filter.afterStart),
    beforeEnd: date(filter.beforeEnd),
    afterCreatedAt: date(filter.afterCreatedAt),
    beforeCreatedAt: date(filter.beforeCreatedAt),
    afterUpdatedAt: date(filter.afterUpdatedAt),
    beforeUpdatedAt: date(filter.beforeUpdatedAt),
  };
}

/** False for ids and texts that no row can have. */
export const isPossible = ({ viewerId, filter }: BookingQuery): boolean =>
  isId(viewerId) &&
  [filter.attendeeEmail, filter.attendeeName, filter.bookingUid].every((text = '') => isStorable(text));
