/* The calendar files of a mail about bookings: the method for the receiver's calendar, and the people it may name. */
import { present } from '../present.js';
import { calendarFile } from '../scheduling/bookings/calendar-files/ics.js';
import type { BookingMailName } from '../events/definition.js';
import type {
  CalendarEvent,
  CalendarMethod,
  CalendarUser,
} from '../scheduling/bookings/calendar-files/ics.js';
import type { Attendee, Booking } from '../scheduling/bookings/booking.js';
import { eventOf } from '../scheduling/bookings/calendar-files/calendar-event.js';
import { guestsOf } from '../scheduling/bookings/guests.js';
import { pageOf } from './booking-readers.js';
import type { BookingReader, ReaderDeps } from './booking-readers.js';
import type { Attachment } from './message-ports.js';

const CANCELLING: readonly BookingMailName[] = ['cancelled', 'reschedule_requested', 'handed_over'];

/** An unconfirmed booking is in no calendar, unless it was rescheduled: then it is still there at its old time. */
function methodOf(
  about: BookingMailName,
  { status, rescheduledFromUid }: Booking,
  { left }: BookingReader,
): CalendarMethod | undefined {
  if (CANCELLING.includes(about) || left === true || status === 'cancelled') return 'CANCEL';
  if (about === 'requested' && rescheduledFromUid !== null) return 'CANCEL';
  return status === 'accepted' ? 'REQUEST' : undefined;
}

/** With seats, attendees see each other only where the event type shows them. */
export function attendeesFor(
  { attendees, seats, discloses }: Booking,
  { role, email }: BookingReader,
): Booking['attendees'] {
  if (seats === null || role === 'host' || discloses.attendees) return attendees;
  return attendees.filter((attendee) => attendee.email === email);
}

/** The booker, and everybody who took a seat; hosts add the others. */
const hasChosen = ({ seats, attendees }: Booking, { id }: Attendee): boolean =>
  seats !== null || attendees[0]?.id === id;

function peopleFor(booking: Booking, reader: BookingReader) {
  const showsEmail = reader.role === 'host' || booking.discloses.hostEmail;
  const hosts = booking.hosts.map(({ name, email }): CalendarUser => ({
    name,
    accepted: true,
    ...(showsEmail && { email }),
  }));
  const attendees = attendeesFor(booking, reader)
    .filter(({ email }) => email !== '')
    .map((attendee): CalendarUser => {
      const { name, email } = attendee;
      return hasChosen(booking, attendee) ? { name, email, accepted: true } : { name, email };
    });
  const guests = guestsOf(booking).map(({ email, name = email }): CalendarUser => ({ name, email }));
  const participants = [...hosts, ...attendees, ...guests];
  // A calendar takes a file for one of its own only if it names its owner (RFC 5546 section 3.2.2).
  const isNamed = participants.some(({ email }) => email === reader.email);
  const self = { name: reader.name, email: reader.email };
  return { ...present({ organizer: hosts[0] }), attendees: isNamed ? participants : [...participants, self] };
}

const PAGE = 'See, move or cancel this booking:';

/** With the page of the booking, for who has one. */
function describe(event: CalendarEvent, page: string | undefined): CalendarEvent {
  if (page === undefined) return event;
  const description = [event.description, `${PAGE} ${page}`].filter(Boolean).join('\n\n');
  return { ...event, description };
}

export interface InvitationDeps extends Pick<ReaderDeps, 'keys' | 'appUrl'> {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export function invitations(
  deps: InvitationDeps,
  about: BookingMailName,
  bookings: readonly Booking[],
  reader: BookingReader,
): readonly Attachment[] {
  return bookings.flatMap((booking, index) => {
    const method = methodOf(about, booking, reader);
    if (method === undefined) return [];
    const event = eventOf(booking, { ...peopleFor(booking, reader), stamp: deps.clock() });
    const page = method === 'REQUEST' ? pageOf(deps, booking, reader) : undefined;
    const status = method === 'CANCEL' ? 'CANCELLED' : event.status;
    return [
      {
        name: bookings.length === 1 ? 'booking.ics' : `booking-${index + 1}.ics`,
        type: `text/calendar; charset=utf-8; method=${method}`,
        content: calendarFile(method, describe({ ...event, status }, page)),
      },
    ];
  });
}
