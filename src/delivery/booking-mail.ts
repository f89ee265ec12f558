/*
 * Mails about bookings, each with the event for the receiver's calendar. Everything is read when the mail is written:
 * what has passed, and what a later change has overtaken, is not told any more.
 */
import { bookingMailText } from '../../views/mails/bookings.js';
import type { BookingMailFacts } from '../../views/mails/bookings.js';
import { renderMail } from '../../views/mails/mail.js';
import type { Booking, BookingStatus } from '../scheduling/bookings/booking.js';
import { linkIn, locationIn } from '../scheduling/bookings/calendar-files/calendar-event.js';
import type { BookingMailStore, BookingMailEvent } from '../scheduling/bookings/notifications/mail-store.js';
import { attendeesFor, invitations } from './booking-invitations.js';
import { readerOf } from './booking-readers.js';
import type { BookingReader, ReaderDeps } from './booking-readers.js';
import type { Job } from '../jobs/store.js';
import type { Mail } from './message-ports.js';

export interface BookingMailDeps extends ReaderDeps {
  readonly bookingMails: BookingMailStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const STANDING: readonly BookingStatus[] = ['accepted', 'pending'];

/** In which states of a booking the news is still true. */
const HOLDS: Readonly<Record<BookingMailEvent, readonly BookingStatus[]>> = {
  requested: ['pending'],
  accepted: ['accepted'],
  invited: ['accepted'],
  rejected: ['rejected'],
  cancelled: ['cancelled'],
  rescheduled: ['accepted'],
  reschedule_requested: ['cancelled'],
  location_changed: STANDING,
  meeting_ready: STANDING,
  seat_taken: ['accepted'],
  seat_cancelled: ['accepted', 'cancelled'],
  reassigned: STANDING,
  handed_over: STANDING,
};

type Several = readonly [Booking, ...Booking[]];

const said = (text: string | null): string | undefined => (text === null || text === '' ? undefined : text);

function factsOf(bookings: Several, reader: BookingReader): BookingMailFacts {
  const [booking] = bookings;
  const { seats, status, reason, reschedulingReason } = booking;
  const isOff = status === 'cancelled' || status === 'rejected';
  // With seats the others of a booking are nobody's business but the host's.
  const attendees = seats === null || reader.role === 'host' ? attendeesFor(booking, reader) : [];
  return {
    reader: reader.name,
    role: reader.role,
    title: booking.title,
    times: bookings,
    timeZone: reader.timeZone,
    hosts: booking.hosts.map(({ name }) => name),
    attendees: attendees.map(({ name }) => name),
    place: locationIn(booking),
    link: linkIn(booking),
    notes: said(booking.description),
    reason: said(isOff ? reason : reschedulingReason),
  };
}

/** Undefined when there is nobody to write to, or nothing left to say. */
export async function writeBookingMail(
  deps: BookingMailDeps,
  { id, payload }: Job<'booking'>,
): Promise<Mail | undefined> {
  const { about, bookingIds, to } = payload;
  const [now, all] = [deps.clock(), await deps.bookingMails.read(bookingIds)];
  const [first, ...others] = all.filter(({ status, end }) => HOLDS[about].includes(status) && end > now);
  const reader = all[0] && (await readerOf(deps, all[0], to));
  if (first === undefined || reader === undefined) return undefined;
  const bookings: Several = [first, ...others];
  return {
    id,
    to: { name: reader.name, address: reader.email },
    ...renderMail(bookingMailText(about, factsOf(bookings, reader))),
    attachments: invitations(about, bookings, reader, now),
  };
}
