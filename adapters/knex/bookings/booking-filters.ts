/*
 * What a filter of bookings asks, as conditions of a statement. `mine` is what the index of a calendar knows of a booking,
 * which is nearly all that is asked.
 */
import { DAY } from '../../../src/durations.js';
import type { BookingQuery, BookingStatusFilter } from '../../../src/scheduling/bookings/lists/list-store.js';
import { isId, isStorable } from '../../storable.js';
import { emailKey } from '../account-rows.js';

const STANDS = `mine.status in ('accepted', 'pending')`;

const STATUS: Readonly<Record<BookingStatusFilter, string>> = {
  upcoming: `mine.ends_at > :now and ${STANDS}`,
  recurring: `mine.recurring_uid is not null and mine.ends_at > :now and ${STANDS}`,
  past: `mine.ends_at <= :now and ${STANDS}`,
  cancelled: `mine.status in ('cancelled', 'rejected')`,
  unconfirmed: `mine.ends_at > :now and mine.status = 'pending'`,
};

const ATTENDED = 'mine.booking_id in (select booking_id from attendee where';
// An event type that is gone is of nobody.
const OF_KINDS = 'mine.event_type_id in (select id from event_type where';

type Filter = BookingQuery['filter'];
/** Each with the condition that it makes; one that was not asked for is left out. */
type Conditions = readonly (readonly [asked: unknown, condition: string])[];

const standing = (conditions: Conditions): readonly string[] =>
  conditions.filter(([asked]) => asked !== undefined).map(([, condition]) => condition);

const AHEAD: readonly BookingStatusFilter[] = ['upcoming', 'recurring', 'unconfirmed'];

/** Where in a calendar to look. No booking is longer than a day. */
function rangeOf({ statuses, afterStart, beforeEnd }: Filter): readonly string[] {
  const ahead = statuses?.every((word) => AHEAD.includes(word)) === true || undefined;
  const past = statuses?.every((word) => word === 'past') === true || undefined;
  return standing([
    [ahead, `mine.starts_at > :dayAgo`],
    [past, `mine.starts_at < :now`],
    [afterStart, 'mine.starts_at >= :afterStart'],
    [beforeEnd, 'mine.starts_at < :beforeEnd'],
  ]);
}

export const conditionsOf = (filter: Filter): readonly string[] => [
  ...rangeOf(filter),
  ...standing([
    [filter.statuses, `(${filter.statuses?.map((word) => `(${STATUS[word]})`).join(' or ') ?? ''})`],
    [filter.attendeeEmail, `${ATTENDED} email_key = :attendeeEmail)`],
    [filter.attendeeName, `${ATTENDED} md5(lower(name)) = md5(lower(:attendeeName)))`],
    [filter.bookingUid, 'mine.booking_id = (select id from booking where uid = :bookingUid)'],
    [filter.eventTypeIds, `${OF_KINDS} id = any(:eventTypeIds))`],
    [filter.teamIds, `${OF_KINDS} team_id = any(:teamIds))`],
    [filter.beforeEnd, 'mine.ends_at <= :beforeEnd'],
    [filter.afterCreatedAt, 'mine.created_at >= :afterCreatedAt'],
    [filter.beforeCreatedAt, 'mine.created_at <= :beforeCreatedAt'],
    [filter.afterUpdatedAt, 'mine.updated_at >= :afterUpdatedAt'],
    [filter.beforeUpdatedAt, 'mine.updated_at <= :beforeUpdatedAt'],
  ]),
];

/** Something besides calendars finds these: the planner begins where there is less. */
export const namesSome = ({ attendeeEmail, attendeeName, bookingUid }: Filter): boolean =>
  [attendeeEmail, attendeeName, bookingUid].some((asked) => asked !== undefined);

const date = (instant: number | undefined): Date | null => (instant === undefined ? null : new Date(instant));

export function valuesOf({
  filter,
  viewerId,
  now,
  take,
  skip,
}: BookingQuery): Readonly<Record<string, unknown>> {
  const { attendeeEmail = '', attendeeName = '', bookingUid = '' } = filter;
  return {
    ...{ viewerId, take, skip, reach: take + skip, attendeeName, bookingUid },
    now: new Date(now),
    dayAgo: new Date(now - DAY),
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

export const isAskable = ({ viewerId, filter }: BookingQuery): boolean =>
  isId(viewerId) &&
  [filter.attendeeEmail, filter.attendeeName, filter.bookingUid].every((text = '') => isStorable(text));
