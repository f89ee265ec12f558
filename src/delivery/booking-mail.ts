/*
 * Mails about bookings, each with the event for the receiver's calendar. Everything is read when the mail is written:
 * nothing is sent about past bookings, or about changes that a later change has replaced.
 */
import { bookingMailText } from '../../views/mails/bookings.js';
import type { BookingMailFacts } from '../../views/mails/bookings.js';
import { renderMail } from '../../views/mails/mail.js';
import type { BookingMailName } from '../events/definition.js';
import type { Booking, BookingStatus } from '../scheduling/bookings/booking.js';
import { linkIn, locationIn } from '../scheduling/bookings/calendar-files/calendar-event.js';
import { RESCHEDULE_STEP } from '../scheduling/bookings/attendees/attendee-links.js';
import type { BookingMailStore } from '../scheduling/bookings/notifications/mail-store.js';
import { attendeesFor, invitations } from './booking-invitations.js';
import { pageOf, readerOf } from './booking-readers.js';
import type { BookingReader, ReaderDeps } from './booking-readers.js';
import type { Job } from '../jobs/store.js';
import type { Mail } from './message-ports.js';

export interface BookingMailDeps extends ReaderDeps {
  readonly bookingMails: BookingMailStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const UPCOMING: readonly BookingStatus[] = ['accepted', 'pending'];

/** A mail is only sent while its booking has one of these statuses. */
const STATUSES: Readonly<Record<BookingMailName, readonly BookingStatus[]>> = {
  requested: ['pending'],
  accepted: ['accepted'],
  invited: ['accepted'],
  rejected: ['rejected'],
  cancelled: ['cancelled'],
  rescheduled: ['accepted'],
  reschedule_requested: ['cancelled'],
  location_changed: UPCOMING,
  meeting_ready: UPCOMING,
  seat_taken: ['accepted'],
  seat_cancelled: ['accepted', 'cancelled'],
  reassigned: UPCOMING,
  handed_over: UPCOMING,
};

type Several = readonly [Booking, ...Booking[]];

/** Of a booking that is on, or that the attendee is asked to move. */
function pageIn(deps: BookingMailDeps, about: BookingMailName, booking: Booking, reader: BookingReader) {
  const page = pageOf(deps, booking, reader);
  if (about === 'reschedule_requested') return page && `${page}${RESCHEDULE_STEP}`;
  return UPCOMING.includes(booking.status) ? page : undefined;
}

function factsOf(bookings: Several, reader: BookingReader, page: string | undefined): BookingMailFacts {
  const [booking] = bookings;
  const { seats, status, reason, reschedulingReason } = booking;
  const isOff = status === 'cancelled' || status === 'rejected';
  // With seats, only the host sees the other attendees.
  const attendees = seats === null || reader.role === 'host' ? attendeesFor(booking, reader) : [];
  return {
    reader: reader.name,
    role: reader.role,
    title: booking.title,
    times: bookings,
    timeZone: reader.timeZone,
    hosts: booking.hosts.map(({ name }) => name),
    attendees: attendees.map(({ name }) => name),
    location: locationIn(booking),
    link: linkIn(booking),
    page,
    notes: booking.description || undefined,
    reason: (isOff ? reason : reschedulingReason) || undefined,
  };
}

/** Undefined when the recipient is gone or the mail no longer applies. */
export async function writeBookingMail(
  deps: BookingMailDeps,
  { id, payload }: Job<'booking'>,
): Promise<Mail | undefined> {
  const { about, bookingIds, to } = payload;
  const [now, all] = [deps.clock(), await deps.bookingMails.read(bookingIds)];
  const [first, ...others] = all.filter(({ status, end }) => STATUSES[about].includes(status) && end > now);
  const reader = all[0] && (await readerOf(deps, all[0], to));
  if (first === undefined || reader === undefined) return undefined;
  const bookings: Several = [first, ...others];
  return {
    id,
    to: { name: reader.name, address: reader.email },
    ...renderMail(bookingMailText(about, factsOf(bookings, reader, pageIn(deps, about, first, reader)))),
    attachments: invitations(deps, about, bookings, reader),
  };
}
