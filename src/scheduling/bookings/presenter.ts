/* A booking as one reader may see it, in the shape of the public API. */
import { present } from '../../present.js';
import { MINUTE } from '../../durations.js';
import type { Attendee, Booking, BookingHost, BookingLocation } from './booking.js';
import { actsAsHost, hasAddress } from './caller.js';
import type { Caller } from './caller.js';
import type { VisibleBooking } from './lists/list-store.js';
import { noBooking } from './refusals.js';
import type {
  AttendeeReply,
  BookingOrRecurrenceReply,
  BookingReply,
  CommonReply,
  SeatedAttendeeReply,
  SeatedBookingReply,
  WholeBookingReply,
} from './replies.js';
import type { BookingUser } from './store.js';

export interface Reader {
  readonly asHost: boolean;
  /** Which seats are the reader's own. */
  readonly isOwnSeat: (attendee: Attendee) => boolean;
}

const HIDDEN = '';
const iso = (instant: number): string => new Date(instant).toISOString();

/** An admin of the team or organization that a booking belongs to. */
export const AS_HOST: Reader = { asHost: true, isOwnSeat: () => false };

/** Only for a route that needed BOOKING_READ. */
export const readerOf = ({ asHost }: VisibleBooking, user: BookingUser): Reader => ({
  asHost,
  isOwnSeat: ({ email }) => hasAddress(user, email),
});

/** Of a public route: the holder of the uid, with the seat they named. */
export const holderOf = (booking: Booking, caller: Caller, seatUid?: string): Reader => ({
  asHost: actsAsHost(booking, caller),
  isOwnSeat: (attendee) =>
    (seatUid !== undefined && attendee.seatUid === seatUid) || hasAddress(caller.user, attendee.email),
});

function hostOf({ id, name, email, username, timeZone }: BookingHost, seesEmail: boolean) {
  const visibleEmail = seesEmail ? email : HIDDEN;
  return { id, name, email: visibleEmail, displayEmail: visibleEmail, username, timeZone };
}

export function attendeeOf(attendee: Attendee): AttendeeReply {
  const { name, email, timeZone, language, absent, phoneNumber } = attendee;
  const details = { name, email, displayEmail: email, timeZone, language, absent };
  return { ...details, ...present({ phoneNumber: phoneNumber ?? undefined }) };
}

function seatOf(attendee: Attendee, whole: boolean): SeatedAttendeeReply {
  if (!whole)
    return { ...attendeeOf({ ...attendee, phoneNumber: null }), seatUid: HIDDEN, bookingFieldsResponses: {} };
  const { seatUid, responses, metadata, name, email } = attendee;
  return {
    ...attendeeOf(attendee),
    seatUid: seatUid ?? HIDDEN,
    bookingFieldsResponses: { ...responses, name, email },
    metadata: metadata ?? {},
  };
}

/** A location without an address of its own is named by its kind. */
export function locationText(location: BookingLocation | null): string {
  if (location === null) return '';
  if (location.type === 'integration') return location.link ?? `integrations:${location.value ?? ''}`;
  return location.value ?? location.type;
}

const meetingUrlOf = (location: BookingLocation | null): string | undefined =>
  location?.type === 'link' ? location.value : location?.link;

/** The hidden address of a host is hidden also as that of a change. */
function changedBy({ changedByEmail: email, hosts }: Booking, seesEmail: boolean): string | undefined {
  const byHost = hosts.some((host) => host.email === email || host.accountEmail === email);
  return email === null || (byHost && !seesEmail) ? undefined : email;
}

type ChangeReply = Pick<
  CommonReply,
  | 'cancellationReason'
  | 'cancelledByEmail'
  | 'reschedulingReason'
  | 'rescheduledByEmail'
  | 'rescheduledFromUid'
  | 'rescheduledToUid'
>;

function changeOf(booking: Booking, changedByEmail: string | undefined): ChangeReply {
  const { status, reason, rescheduledFromUid: from, rescheduledToUid: to, reschedulingReason } = booking;
  const cancelled = status === 'cancelled' && to === null;
  const rescheduled = to !== null || (from !== null && status !== 'cancelled');
  return present({
    cancellationReason: reason ?? undefined,
    cancelledByEmail: cancelled ? changedByEmail : undefined,
    reschedulingReason: reschedulingReason ?? undefined,
    rescheduledByEmail: rescheduled ? changedByEmail : undefined,
    rescheduledFromUid: from ?? undefined,
    rescheduledToUid: to ?? undefined,
  });
}

const commonOf = (booking: Booking, seesEmail: boolean): CommonReply => ({
  id: booking.id,
  uid: booking.uid,
  title: booking.title,
  description: booking.description,
  hosts: booking.hosts.map((host) => hostOf(host, seesEmail)),
  status: booking.status,
  start: iso(booking.start),
  end: iso(booking.end),
  duration: (booking.end - booking.start) / MINUTE,
  eventTypeId: booking.eventTypeId,
  eventType: booking.eventType,
  location: locationText(booking.location),
  absentHost: booking.absentHost,
  createdAt: iso(booking.createdAt),
  updatedAt: iso(booking.updatedAt),
  metadata: booking.metadata,
  icsUid: booking.icsUid,
  ...changeOf(booking, changedBy(booking, seesEmail)),
  ...present({
    meetingUrl: meetingUrlOf(booking.location),
    recurringBookingUid: booking.recurringUid ?? undefined,
  }),
});

/** With seats, only the host sees the other attendees, unless the event type discloses them. */
export const visibleTo = (
  { attendees, seats, discloses }: Booking,
  { asHost, isOwnSeat }: Reader,
): readonly Attendee[] =>
  seats === null || asHost || discloses.attendees ? attendees : attendees.filter(isOwnSeat);

function whole(booking: Booking, common: CommonReply): WholeBookingReply {
  const [booker] = booking.attendees;
  const responses = { ...booking.responses, ...(booker && { name: booker.name, email: booker.email }) };
  return {
    ...common,
    attendees: booking.attendees.map(attendeeOf),
    guests: [...booking.guests],
    ...(booking.guestDetails?.length ? { guestDetails: [...booking.guestDetails] } : {}),
    bookingFieldsResponses: responses,
  };
}

function seated(booking: Booking, common: CommonReply, reader: Reader, seatUid?: string): SeatedBookingReply {
  const { asHost, isOwnSeat } = reader;
  const attendees = visibleTo(booking, reader).map((attendee) =>
    seatOf(attendee, asHost || isOwnSeat(attendee)),
  );
  return { ...common, attendees, ...present({ seatUid }) };
}

export function presentBooking(booking: Booking, reader: Reader, seatUid?: string): BookingReply {
  const common = commonOf(booking, reader.asHost || booking.discloses.hostEmail);
  return booking.seats === null ? whole(booking, common) : seated(booking, common, reader, seatUid);
}

/** The booking where `uid` is its own, or all of the recurrence with it. */
export function presentNamed<B extends Booking>(
  bookings: readonly B[],
  uid: string,
  readerFor: (booking: B) => Reader,
): BookingOrRecurrenceReply {
  const replies = bookings.map((booking) => presentBooking(booking, readerFor(booking)));
  const [first] = replies;
  if (first === undefined) throw noBooking();
  return bookings[0]?.uid === uid ? first : replies;
}
