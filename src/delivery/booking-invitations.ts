/* The calendar files of a mail about bookings: what the receiver's calendar is to do, and whom it may name. */
import { present } from '../present.js';
import { calendarFile } from '../scheduling/bookings/calendar-files/ics.js';
import type { CalendarMethod, CalendarUser } from '../scheduling/bookings/calendar-files/ics.js';
import type { Booking } from '../scheduling/bookings/booking.js';
import { eventOf } from '../scheduling/bookings/calendar-files/calendar-event.js';
import { guestsOf } from '../scheduling/bookings/guests.js';
import type { BookingMailEvent } from '../scheduling/bookings/notifications/mail-store.js';
import type { BookingReader } from './booking-readers.js';
import type { Attachment } from './message-ports.js';

const TAKES_OUT: readonly BookingMailEvent[] = ['cancelled', 'reschedule_requested', 'handed_over'];

/** What waits for its host stands in no calendar, unless it was moved: then it still stands there at its old time. */
function methodOf(
  about: BookingMailEvent,
  { status, rescheduledFromUid }: Booking,
  { left }: BookingReader,
): CalendarMethod | undefined {
  if (TAKES_OUT.includes(about) || left === true || status === 'cancelled') return 'CANCEL';
  if (about === 'requested' && rescheduledFromUid !== null) return 'CANCEL';
  return status === 'accepted' ? 'REQUEST' : undefined;
}

/** Who sits in the same booking is for the host to know, and for the others where the event type shows it. */
export function attendeesFor(
  { attendees, seats, discloses }: Booking,
  { role, email }: BookingReader,
): Booking['attendees'] {
  if (seats === null || role === 'host' || discloses.attendees) return attendees;
  return attendees.filter((attendee) => attendee.email === email);
}

function peopleFor(booking: Booking, reader: BookingReader) {
  const named = reader.role === 'host' || booking.discloses.hostEmail;
  const hosts = booking.hosts.map(({ name, email }): CalendarUser => (named ? { name, email } : { name }));
  const attendees = attendeesFor(booking, reader).filter(({ email }) => email !== '');
  const guests = guestsOf(booking).map(({ email, name = email }) => ({ name, email }));
  const comers = [...hosts, ...attendees, ...guests].map(({ name, email }): CalendarUser =>
    email === undefined ? { name } : { name, email },
  );
  // A calendar takes a file for one of its own only if it names its owner (RFC 5546 section 3.2.2).
  const isNamed = comers.some(({ email }) => email === reader.email);
  const self = { name: reader.name, email: reader.email };
  return { ...present({ organizer: hosts[0] }), attendees: isNamed ? comers : [...comers, self] };
}

export function invitations(
  about: BookingMailEvent,
  bookings: readonly Booking[],
  reader: BookingReader,
  now: number,
): readonly Attachment[] {
  return bookings.flatMap((booking, at) => {
    const method = methodOf(about, booking, reader);
    if (method === undefined) return [];
    const event = eventOf(booking, { ...peopleFor(booking, reader), stamp: now });
    const status = method === 'CANCEL' ? 'CANCELLED' : event.status;
    return [
      {
        name: bookings.length === 1 ? 'booking.ics' : `booking-${at + 1}.ics`,
        type: `text/calendar; charset=utf-8; method=${method}`,
        content: calendarFile(method, { ...event, status }),
      },
    ];
  });
}
