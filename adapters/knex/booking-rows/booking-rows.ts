/* Bookings between their rows and the domain. One with its hosts and attendees is one statement. */
import type { Attendee, Booking, BookingHost } from '../../../src/scheduling/bookings/booking.js';
import type { NewAttendee, NewBooking } from '../../../src/scheduling/bookings/store.js';
import { emailKey } from '../account-rows.js';
import { HOST_EMAIL } from '../event-types/calendar-destinations.js';

type Kept = Pick<
  Booking,
  | 'id'
  | 'uid'
  | 'title'
  | 'description'
  | 'status'
  | 'location'
  | 'responses'
  | 'metadata'
  | 'guests'
  | 'seats'
  | 'reason'
  | 'hosts'
  | 'attendees'
>;

export interface BookingRow extends Kept {
  readonly event_type_id: number | null;
  readonly event_type_slug: string | null;
  readonly host_email_shown: boolean;
  readonly attendees_shown: boolean;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly ics_uid: string;
  readonly ics_sequence: number;
  readonly recurring_uid: string | null;
  readonly rescheduled_from_uid: string | null;
  readonly rescheduled_to_uid: string | null;
  readonly reschedule_requested: boolean;
  readonly rescheduling_reason: string | null;
  readonly changed_by_email: string | null;
  readonly absent_host: boolean;
  readonly guest_details: NonNullable<Booking['guestDetails']>;
  readonly email_settings: Booking['emailSettings'] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const json = (parts: Readonly<Record<string, string>>): string =>
  `json_build_object(${Object.entries(parts)
    .map(([name, column]) => `'${name}', ${column}`)
    .join(', ')})`;

const HOST: Readonly<Record<keyof BookingHost, string>> = {
  id: 'account.id',
  name: 'account.name',
  email: HOST_EMAIL,
  username: 'account.username',
  timeZone: 'account.time_zone',
  accountEmail: 'account.email',
};

const ATTENDEE: Readonly<Record<keyof Attendee, string>> = {
  id: 'attendee.id',
  name: 'attendee.name',
  email: 'attendee.email',
  timeZone: 'attendee.time_zone',
  language: 'attendee.language',
  phoneNumber: 'attendee.phone_number',
  absent: 'attendee.absent',
  seatUid: 'attendee.seat_uid',
  responses: 'attendee.responses',
  metadata: 'attendee.metadata',
};

/** What an event type that is gone had to say about its bookings is not known: nothing is disclosed. */
export const SELECT_BOOKING = `
select booking.*, event_type.slug as event_type_slug,
  coalesce(not (event_type.settings ->> 'hideOrganizerEmail')::boolean, false) as host_email_shown,
  coalesce((event_type.settings -> 'seats' ->> 'showAttendeeInfo')::boolean, false) as attendees_shown,
  event_type.settings -> 'emailSettings' as email_settings,
  (select coalesce(json_agg(${json(HOST)} order by booking_host.position, account.id), '[]')
   from booking_host join account on account.id = booking_host.account_id
   where booking_host.booking_id = booking.id) as hosts,
  (select coalesce(json_agg(${json(ATTENDEE)} order by attendee.id), '[]')
   from attendee where attendee.booking_id = booking.id) as attendees
from booking left join event_type on event_type.id = booking.event_type_id`;

export const toBooking = (row: BookingRow): Booking => ({
  id: row.id,
  uid: row.uid,
  eventTypeId: row.event_type_id,
  eventType:
    row.event_type_id === null || row.event_type_slug === null
      ? null
      : { id: row.event_type_id, slug: row.event_type_slug },
  title: row.title,
  description: row.description,
  status: row.status,
  start: row.starts_at.getTime(),
  end: row.ends_at.getTime(),
  hosts: row.hosts,
  attendees: row.attendees,
  guests: row.guests,
  ...(row.guest_details.length > 0 && { guestDetails: row.guest_details }),
  location: row.location,
  responses: row.responses,
  metadata: row.metadata,
  icsUid: row.ics_uid,
  icsSequence: row.ics_sequence,
  recurringUid: row.recurring_uid,
  seats: row.seats,
  rescheduledFromUid: row.rescheduled_from_uid,
  rescheduledToUid: row.rescheduled_to_uid,
  rescheduleRequested: row.reschedule_requested,
  reason: row.reason,
  reschedulingReason: row.rescheduling_reason,
  changedByEmail: row.changed_by_email,
  absentHost: row.absent_host,
  discloses: { hostEmail: row.host_email_shown, attendees: row.attendees_shown },
  ...(row.email_settings && { emailSettings: row.email_settings }),
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

type Columns = Readonly<Record<string, unknown>>;

const orNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const bookingColumns = (booking: NewBooking): Columns => ({
  uid: booking.uid,
  event_type_id: booking.eventTypeId,
  title: booking.title,
  description: booking.description,
  status: booking.status,
  starts_at: new Date(booking.start),
  ends_at: new Date(booking.end),
  location: orNull(booking.location),
  responses: JSON.stringify(booking.responses),
  metadata: JSON.stringify(booking.metadata),
  guests: JSON.stringify(booking.guests),
  guest_details: JSON.stringify(booking.guestDetails ?? []),
  ics_uid: booking.icsUid,
  ics_sequence: booking.icsSequence,
  recurring_uid: booking.recurringUid,
  seats: booking.seats,
  rescheduled_from_uid: booking.rescheduledFromUid,
  rescheduling_reason: booking.reschedulingReason,
  changed_by_email: booking.changedByEmail,
});

export const hostColumns = (bookingId: number, { hostIds, start, busy }: NewBooking): readonly Columns[] =>
  hostIds.map((accountId, position) => ({
    booking_id: bookingId,
    account_id: accountId,
    position,
    starts_at: new Date(start),
    busy_from: new Date(busy.from),
    busy_until: new Date(busy.until),
  }));

export const attendeeColumns = (bookingId: number, attendee: NewAttendee): Columns => ({
  booking_id: bookingId,
  name: attendee.name,
  email: attendee.email,
  email_key: emailKey(attendee.email),
  time_zone: attendee.timeZone,
  language: attendee.language,
  phone_number: attendee.phoneNumber,
  seat_uid: attendee.seatUid,
  responses: orNull(attendee.responses),
  metadata: orNull(attendee.metadata),
});
