/* A booking as one reader may see it, in the shape of the public API. */
import { present } from '../../present.js';
import { MINUTE } from '../../durations.js';
import type { Attendee, Booking, BookingHost, BookingLocation } from './booking.js';
import { actsAsHost, hasAddress, isHost } from './caller.js';
import type { Caller } from './caller.js';
import type {
  AttendeeReply,
  BookingReply,
  CommonReply,
  SeatedAttendeeReply,
  SeatedBookingReply,
  WholeBookingReply,
} from './replies.js';
import type { BookingPerson } from './store.js';

export interface Reader {
  readonly asHost: boolean;
  /** Which seats are the reader's own. */
  readonly isOwnSeat: (attendee: Attendee) => boolean;
}

const HIDDEN = '';
const iso = (instant: number): string => new Date(instant).toISOString();

/** Who manages the team or organization that a booking belongs to. */
export const AS_HOST: Reader = { asHost: true, isOwnSeat: () => false };

/** Only for a route that needed BOOKING_READ. */
export const readerOf = (booking: Booking, person: BookingPerson): Reader => ({
  asHost: isHost(booking, person),
  isOwnSeat: ({ email }) => hasAddress(person, email),
});

/** Of a public route: whoever has the uid, and the seats they named. */
export const holderOf = (booking: Booking, caller: Caller, seatUid?: string): Reader => ({
  asHost: actsAsHost(booking, caller),
  isOwnSeat: (attendee) =>
    (seatUid !== undefined && attendee.seatUid === seatUid) || hasAddress(caller.person, attendee.email),
});

function hostOf({ id, name, email, username, timeZone }: BookingHost, seesEmail: boolean) {
  const visibleEmail = seesEmail ? email : HIDDEN;
  return { id, name, email: visibleEmail, displayEmail: visibleEmail, username, timeZone };
}

export const attendeeOf = ({
  name,
  email,
  timeZone,
  language,
  absent,
  phoneNumber,
}: Attendee): AttendeeReply => ({
  name,
  email,
  displayEmail: email,
  timeZone,
  language,
  absent,
  ...present({ phoneNumber: phoneNumber ?? undefined }),
});

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

/** What has no address of its own is told by its kind. */
export function placeOf(location: BookingLocation | null): string {
  if (location === null) return '';
  if (location.type === 'integration') return location.link ?? `integrations:${location.value ?? ''}`;
  return location.value ?? location.type;
}

function meetingUrlOf(location: BookingLocation | null): Pick<CommonReply, 'meetingUrl'> {
  const url = location?.type === 'link' ? location.value : location?.link;
  return url === undefined ? {} : { meetingUrl: url };
}

type Cancelling = Pick<CommonReply, 'cancellationReason' | 'cancelledByEmail'>;

/** Hosts who keep their address to themselves do so also when they change something. */
function changedBy({ changedByEmail: email, hosts }: Booking, seesEmail: boolean): string | null {
  return seesEmail || !hosts.some((host) => host.email === email || host.accountEmail === email)
    ? email
    : null;
}

function cancellingOf(booking: Booking, changedByEmail: string | null): Cancelling {
  const { status, reason, rescheduledToUid } = booking;
  const cancelled = status === 'cancelled' && rescheduledToUid === null;
  return {
    ...present({ cancellationReason: reason ?? undefined }),
    ...(cancelled && changedByEmail !== null ? { cancelledByEmail: changedByEmail } : {}),
  };
}

type Rescheduling = Pick<
  CommonReply,
  'reschedulingReason' | 'rescheduledByEmail' | 'rescheduledFromUid' | 'rescheduledToUid'
>;

function reschedulingOf(booking: Booking, changedByEmail: string | null): Rescheduling {
  const { status, rescheduledFromUid: from, rescheduledToUid: to, reschedulingReason } = booking;
  const rescheduled = to !== null || (from !== null && status !== 'cancelled');
  return {
    ...present({ reschedulingReason: reschedulingReason ?? undefined }),
    ...(rescheduled && changedByEmail !== null ? { rescheduledByEmail: changedByEmail } : {}),
    ...present({ rescheduledFromUid: from ?? undefined, rescheduledToUid: to ?? undefined }),
  };
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
  location: placeOf(booking.location),
  absentHost: booking.absentHost,
  createdAt: iso(booking.createdAt),
  updatedAt: iso(booking.updatedAt),
  metadata: booking.metadata,
  icsUid: booking.icsUid,
  ...cancellingOf(booking, changedBy(booking, seesEmail)),
  ...reschedulingOf(booking, changedBy(booking, seesEmail)),
  ...meetingUrlOf(booking.location),
  ...present({ recurringBookingUid: booking.recurringUid ?? undefined }),
});

/** With seats the others are shown to the host, and to attendees where the event type shows them. */
export const visibleTo = (
  { attendees, seats, discloses }: Booking,
  { asHost, isOwnSeat }: Reader,
): readonly Attendee[] =>
  seats === null || asHost || discloses.attendees ? attendees : attendees.filter(isOwnSeat);

function whole(booking: Booking, common: CommonReply): WholeBookingReply {
  const [booker] = booking.attendees;
  const answers = { ...booking.responses, ...(booker && { name: booker.name, email: booker.email }) };
  return {
    ...common,
    attendees: booking.attendees.map(attendeeOf),
    guests: [...booking.guests],
    ...(booking.guestDetails?.length ? { guestDetails: [...booking.guestDetails] } : {}),
    bookingFieldsResponses: answers,
  };
}

function seated(booking: Booking, common: CommonReply, reader: Reader, seatUid?: string): SeatedBookingReply {
  const { asHost, isOwnSeat } = reader;
  const attendees = visibleTo(booking, reader).map((one) => seatOf(one, asHost || isOwnSeat(one)));
  return { ...common, attendees, ...present({ seatUid }) };
}

export function presentBooking(booking: Booking, reader: Reader, seatUid?: string): BookingReply {
  const common = commonOf(booking, reader.asHost || booking.discloses.hostEmail);
  return booking.seats === null ? whole(booking, common) : seated(booking, common, reader, seatUid);
}
