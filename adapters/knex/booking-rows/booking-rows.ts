/* Bookings between their rows and the domain. One with its hosts and attendees is one statement. */
import { emailKey } from '../../../src/email-address.js';
import type { Attendee, Booking, BookingHost } from '../../../src/scheduling/bookings/booking.js';
import type { NewAttendee, NewBooking } from '../../../src/scheduling/bookings/store.js';
import { HOST_EMAIL } from '../event-types/calendar-destinations.js';

/** The members of a booking that are kept as they are, and their columns. */
const BOOKING_COLUMNS = {
  uid: 'uid',
  eventTypeId: 'event_type_id',
  title: 'title',
  description: 'description',
  status: 'status',
  guests: 'guests',
  guestDetails: 'guest_details',
  location: 'location',
  responses: 'responses',
  metadata: 'metadata',
  icsUid: 'ics_uid',
  icsSequence: 'ics_sequence',
  recurringUid: 'recurring_uid',
  seats: 'seats',
  rescheduledFromUid: 'rescheduled_from_uid',
  rescheduledToUid: 'rescheduled_to_uid',
  rescheduleRequested: 'reschedule_requested',
  reason: 'reason',
  reschedulingReason: 'rescheduling_reason',
  changedByEmail: 'changed_by_email',
  absentHost: 'absent_host',
} as const satisfies Partial<Record<keyof Booking, string>>;

const ATTENDEE_COLUMNS = {
  name: 'name',
  email: 'email',
  timeZone: 'time_zone',
  language: 'language',
  phoneNumber: 'phone_number',
  absent: 'absent',
  seatUid: 'seat_uid',
  responses: 'responses',
  metadata: 'metadata',
} as const satisfies Readonly<Record<Exclude<keyof Attendee, 'id'>, string>>;

type Sql = Readonly<Record<string, string>>;

const prefixed = (table: string, columns: Sql): Sql =>
  Object.fromEntries(Object.entries(columns).map(([member, column]) => [member, `${table}.${column}`]));

const json = (members: Sql): string =>
  `json_build_object(${Object.entries(members)
    .map(([member, sql]) => `'${member}', ${sql}`)
    .join(', ')})`;

const HOST: Readonly<Record<keyof BookingHost, string>> = {
  id: 'account.id',
  name: 'account.name',
  email: HOST_EMAIL,
  username: 'account.username',
  timeZone: 'account.time_zone',
  accountEmail: 'account.email',
};

const ATTENDEE = { id: 'attendee.id', ...prefixed('attendee', ATTENDEE_COLUMNS) };

/** Once the event type is gone, what it disclosed is unknown: nothing is disclosed. */
const DISCLOSES: Readonly<Record<keyof Booking['discloses'], string>> = {
  hostEmail: `coalesce(not (event_type.settings ->> 'hideOrganizerEmail')::boolean, false)`,
  attendees: `coalesce((event_type.settings -> 'seats' ->> 'showAttendeeInfo')::boolean, false)`,
};

/** The columns hold milliseconds, so that the number is exact. */
const instant = (column: string): string =>
  `cast(extract(epoch from booking.${column}) * 1000 as double precision)`;

const MEMBERS: Readonly<Record<Exclude<keyof Booking, keyof typeof BOOKING_COLUMNS>, string>> = {
  id: 'booking.id',
  eventType: `case when event_type.id is not null
    then ${json({ id: 'event_type.id', slug: 'event_type.slug' })} end`,
  start: instant('starts_at'),
  end: instant('ends_at'),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
  discloses: json(DISCLOSES),
  emailSettings: `event_type.settings -> 'emailSettings'`,
  hosts: `(select coalesce(json_agg(${json(HOST)} order by booking_host.position, account.id), '[]')
   from booking_host join account on account.id = booking_host.account_id
   where booking_host.booking_id = booking.id)`,
  attendees: `(select coalesce(json_agg(${json(ATTENDEE)} order by attendee.id), '[]')
   from attendee where attendee.booking_id = booking.id)`,
};

const selected = Object.entries({ ...prefixed('booking', BOOKING_COLUMNS), ...MEMBERS });

/** `columns`: more of them, after a comma. */
const selectWith = (columns: string): string => `
select ${selected.map(([member, sql]) => `${sql} as "${member}"`).join(',\n  ')}${columns}
from booking left join event_type on event_type.id = booking.event_type_id`;

export const SELECT_BOOKING = selectWith('');
/** `condition`: whether the viewer sees it as a host. */
export const selectBookingSeen = (condition: string): string => selectWith(`, ${condition} as "asHost"`);

type Columns = Readonly<Record<string, unknown>>;

const columnValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** By column, without the members that are absent. */
function recordOf(columns: Sql, members: object): Columns {
  const values = new Map<string, unknown>(Object.entries(members));
  const named = Object.entries(columns).filter(([member]) => values.get(member) !== undefined);
  return Object.fromEntries(named.map(([member, column]) => [column, values.get(member)]));
}

const columnsOf = (columns: Sql, members: object): Columns =>
  Object.fromEntries(
    Object.entries(recordOf(columns, members)).map(([column, value]) => [column, columnValue(value)]),
  );

export const changedColumns = (change: Partial<Pick<Booking, keyof typeof BOOKING_COLUMNS>>): Columns =>
  columnsOf(BOOKING_COLUMNS, change);

const CHANGED_LATER: readonly string[] = [
  'rescheduled_to_uid',
  'reschedule_requested',
  'reason',
  'absent_host',
];

/** Of `bookingRecord`; the others have their defaults. */
export const NEW_BOOKING_COLUMNS: readonly string[] = [
  ...Object.values(BOOKING_COLUMNS).filter((column) => !CHANGED_LATER.includes(column)),
  'starts_at',
  'ends_at',
];

export const bookingRecord = (booking: NewBooking): Columns => ({
  ...recordOf(BOOKING_COLUMNS, { guestDetails: [], ...booking }),
  starts_at: new Date(booking.start),
  ends_at: new Date(booking.end),
});

/** With the uid of the booking, which has no id yet. */
export const hostRecords = ({ uid, hostIds, start, busy }: NewBooking): readonly Columns[] =>
  hostIds.map((accountId, position) => ({
    uid,
    account_id: accountId,
    position,
    starts_at: new Date(start),
    busy_from: new Date(busy.from),
    busy_until: new Date(busy.until),
  }));

/** As `hostRecords`. */
export const attendeeRecords = ({ uid, attendees }: NewBooking): readonly Columns[] =>
  attendees.map((attendee) => ({
    absent: false,
    ...recordOf(ATTENDEE_COLUMNS, attendee),
    uid,
    email_key: emailKey(attendee.email),
  }));

export const ATTENDEE_COLUMN_NAMES: readonly string[] = [...Object.values(ATTENDEE_COLUMNS), 'email_key'];

export const attendeeColumns = (bookingId: number, attendee: NewAttendee): Columns => ({
  ...columnsOf(ATTENDEE_COLUMNS, attendee),
  booking_id: bookingId,
  email_key: emailKey(attendee.email),
});
