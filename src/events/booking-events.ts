/*
 * Events of bookings: the recipients of each mail, and the trigger that fires. When a booking is moved, only the new one
 * fires a trigger, since its payload names the old one.
 */
import { z } from 'zod';
import type {
  BookingMailName,
  BookingMailTo,
  BookingParty,
  Effects,
  EventDefinition,
  EventInput,
} from './definition.js';
import { id, text } from './fact-schemas.js';
import type { Trigger } from './triggers.js';

const FACTS = z.strictObject({
  eventTypeId: id.nullable(),
  status: z.enum(['accepted', 'pending', 'cancelled', 'rejected']),
  start: text,
});

type Facts = z.output<typeof FACTS>;

/** Decide on mails and triggers, and are not logged. */
export interface BookingDetails {
  /** The booking at this time replaces one at another. */
  readonly rescheduled: boolean;
  /** The booking, or the seat in it, was moved here. */
  readonly moved: boolean;
  /** The new location is a meeting that was created for the booking. */
  readonly meetingCreated: boolean;
  /** One of several hosts left; the others have it in their calendars. */
  readonly hostReleased: boolean;
  /** No mail is sent: the pending mails already include the change. */
  readonly silent: boolean;
}

type BookingInput = EventInput<Facts, BookingDetails>;
type BookingEffects = Pick<Effects, 'bookingMails' | 'triggers'>;

const PARTIES: readonly BookingParty[] = ['hosts', 'attendees'];
const ALL_PARTIES: readonly BookingParty[] = [...PARTIES, 'guests'];

const mail = (name: BookingMailName, to: readonly BookingParty[]): BookingMailTo => [name, to];

function bookingEvent(
  wording: string,
  decide: (event: BookingInput) => BookingEffects,
): EventDefinition<Facts, BookingDetails> {
  const effects = (event: BookingInput): Effects => {
    const { bookingMails = [], triggers = [] } = decide(event);
    return { triggers, bookingMails: event.details.silent ? [] : bookingMails };
  };
  return { wording, facts: FACTS, effects };
}

const always =
  (bookingMails: readonly BookingMailTo[], ...triggers: readonly Trigger[]) =>
  (): BookingEffects => ({ bookingMails, triggers });

const isPending = ({ facts }: BookingInput): boolean => facts.status === 'pending';

function created(event: BookingInput): BookingEffects {
  const { rescheduled, moved } = event.details;
  if (isPending(event))
    return {
      bookingMails: [mail('requested', rescheduled ? ALL_PARTIES : PARTIES)],
      triggers: ['BOOKING_REQUESTED'],
    };
  return {
    bookingMails: [mail(rescheduled ? 'rescheduled' : 'accepted', ALL_PARTIES)],
    triggers: [moved || rescheduled ? 'BOOKING_RESCHEDULED' : 'BOOKING_CREATED'],
  };
}

/** The booking existed before, so that it was moved does not concern the attendee who takes a seat. */
function seatTaken(event: BookingInput): BookingEffects {
  const bookingMails = [mail('seat_taken', ['hosts', 'seat'])];
  if (isPending(event)) return { bookingMails, triggers: ['BOOKING_REQUESTED'] };
  return { bookingMails, triggers: [event.details.moved ? 'BOOKING_RESCHEDULED' : 'BOOKING_CREATED'] };
}

/** Guests are notified of a booking once it is accepted, and of every change after that. */
const relocated = (event: BookingInput): BookingEffects => ({
  bookingMails: [
    mail(
      event.details.meetingCreated ? 'meeting_ready' : 'location_changed',
      isPending(event) ? PARTIES : ALL_PARTIES,
    ),
  ],
});

const invited =
  (to: BookingParty) =>
  ({ facts }: BookingInput): BookingEffects => ({
    bookingMails: facts.status === 'accepted' ? [mail('invited', [to])] : [],
  });

const reassigned = ({ details }: BookingInput): BookingEffects => ({
  bookingMails: [
    mail('reassigned', details.hostReleased ? ['attendees', 'guests'] : ALL_PARTIES),
    mail('handed_over', ['former host']),
  ],
});

const SEAT_FREED = mail('seat_cancelled', ['hosts', 'leaver']);

/** `ready`: the recording is complete; false while it runs and when it failed. */
const recordAdded: EventDefinition<
  { readonly kind: 'recording' | 'transcript' | 'reference' | 'session' },
  { readonly ready: boolean }
> = {
  wording: 'Another system added a record to a booking.',
  facts: z.strictObject({ kind: z.enum(['recording', 'transcript', 'reference', 'session']) }),
  effects({ facts: { kind }, details }) {
    if (kind === 'transcript') return { triggers: ['RECORDING_TRANSCRIPTION_GENERATED'] };
    return { triggers: kind === 'recording' && details.ready ? ['RECORDING_READY'] : [] };
  },
};

export const BOOKING_EVENTS = {
  'booking.created': bookingEvent('A booking was created.', created),
  'booking.seat_taken': bookingEvent('A seat was booked.', seatTaken),
  'booking.accepted': bookingEvent(
    'A booking was accepted.',
    always([mail('accepted', ALL_PARTIES)], 'BOOKING_CREATED'),
  ),
  'booking.rejected': bookingEvent(
    'A booking was rejected.',
    always([mail('rejected', PARTIES)], 'BOOKING_REJECTED'),
  ),
  'booking.cancelled': bookingEvent(
    'A booking was cancelled.',
    always([mail('cancelled', ALL_PARTIES)], 'BOOKING_CANCELLED'),
  ),
  'booking.seat_cancelled': bookingEvent('A seat was cancelled.', always([SEAT_FREED], 'BOOKING_CANCELLED')),
  'booking.seat_moved': bookingEvent('A seat was moved to another booking.', always([SEAT_FREED])),
  // The mails of the booking at the new time go to all others.
  'booking.rescheduled': bookingEvent(
    'A booking was moved to another time.',
    always([mail('cancelled', ['released hosts'])]),
  ),
  'booking.reschedule_requested': bookingEvent(
    'The host asked for another time.',
    always(
      [mail('reschedule_requested', ['attendees']), mail('cancelled', ['hosts', 'guests'])],
      'BOOKING_CANCELLED',
    ),
  ),
  'booking.location_changed': bookingEvent('A booking has another location.', relocated),
  // The next mail has the new title.
  'booking.title_changed': bookingEvent('A booking has another title.', always([])),
  'booking.attendee_added': bookingEvent('An attendee was added.', invited('added attendee')),
  'booking.guests_added': bookingEvent('Guests were added.', invited('added guests')),
  'booking.absence_marked': bookingEvent('Absence was recorded.', always([], 'BOOKING_NO_SHOW_UPDATED')),
  'booking.reassigned': bookingEvent('A booking has another host.', reassigned),
  'booking.record_added': recordAdded,
};
