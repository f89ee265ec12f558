/*
 * What becomes of a booking, as webhooks hear it: which trigger, what is told, in which order, and when. Pure. A change
 * is told once: of a booking that moves the new one speaks, since it names the old.
 */
import type { Booking } from '../bookings/booking.js';
import type { BookingChange, BookingDone } from '../bookings/store.js';
import { bookingPayload } from './booking-payload.js';
import type { BookingContext } from './booking-payload.js';
import type { WebhookEvent } from './webhook-event.js';
import type { Trigger } from './triggers.js';

/** Something that happened to a booking, which stands here as it is afterwards. */
export interface BookingEvent {
  readonly done: BookingDone | 'created' | 'seat_taken';
  readonly booking: Booking;
  readonly change?: BookingChange;
  /** Of the seat that was taken. */
  readonly seatUid?: string | null;
  /** The booking that the seat was in before. */
  readonly movedFromUid?: string;
}

type Tells = (event: BookingEvent) => Trigger | undefined;

const asNew: Tells = ({ booking, movedFromUid }) => {
  if (booking.status === 'pending') return 'BOOKING_REQUESTED';
  const moved = movedFromUid !== undefined || booking.rescheduledFromUid !== null;
  return moved ? 'BOOKING_RESCHEDULED' : 'BOOKING_CREATED';
};
const nothing: Tells = () => undefined;
const always =
  (trigger: Trigger): Tells =>
  () =>
    trigger;

const TELLS: Readonly<Record<BookingEvent['done'], Tells>> = {
  created: asNew,
  // Others came to it before; whether it was moved itself is no news to them.
  seat_taken: ({ booking, movedFromUid }) => {
    if (booking.status === 'pending') return 'BOOKING_REQUESTED';
    return movedFromUid === undefined ? 'BOOKING_CREATED' : 'BOOKING_RESCHEDULED';
  },
  accepted: always('BOOKING_CREATED'),
  rejected: always('BOOKING_REJECTED'),
  cancelled: always('BOOKING_CANCELLED'),
  seat_cancelled: always('BOOKING_CANCELLED'),
  reschedule_requested: always('BOOKING_CANCELLED'),
  absence_marked: always('BOOKING_NO_SHOW_UPDATED'),
  rescheduled: nothing,
  seat_moved: nothing,
  location_changed: nothing,
  title_changed: nothing,
  attendee_added: nothing,
  guests_added: nothing,
  reassigned: nothing,
};

/** The booking that is told beside what is new, because it was moved from there. */
export function movedFromOf({ done, booking, movedFromUid }: BookingEvent): string | null {
  if (done === 'seat_taken') return movedFromUid ?? null;
  return done === 'created' || done === 'accepted' ? booking.rescheduledFromUid : null;
}

/** Calendars know a booking by one name wherever it is moved; so the news of all its times arrive in order. */
export const bookingLane = ({ icsUid }: Pick<Booking, 'icsUid'>): string => `booking:${icsUid}`;

/** A lane of their own: what becomes of a booking before it begins does not wait for that. */
export const meetingLane = ({ id }: Pick<Booking, 'id'>): string => `meeting:${id}`;

export const MEETING_TRIGGERS = ['MEETING_STARTED', 'MEETING_ENDED'] as const satisfies readonly Trigger[];

/** What was to be told of the meeting later may not be true any more. */
export const changesMeeting = ({ done }: BookingEvent): boolean =>
  done !== 'created' && done !== 'absence_marked';

/** Those of its two moments that are still to come, as long as it takes place. */
function meetingNews(
  { booking }: BookingEvent,
  { movedFrom: _, ...context }: BookingContext,
): readonly WebhookEvent[] {
  const { status, start, end, updatedAt } = booking;
  if (status !== 'accepted') return [];
  const moments = [
    { trigger: 'MEETING_STARTED', at: start },
    { trigger: 'MEETING_ENDED', at: end },
  ] as const;
  const payload = bookingPayload(booking, context);
  return moments
    .filter(({ at }) => at > updatedAt)
    .map(({ trigger, at }) => ({
      trigger,
      lane: meetingLane(booking),
      payload,
      createdAt: new Date(at),
      dueAt: new Date(at),
    }));
}

function absenceFacts({ booking }: BookingEvent) {
  const absent = booking.attendees.filter((attendee) => attendee.absent).map(({ email }) => email);
  const names = [...(booking.absentHost ? ['the host'] : []), ...absent];
  const message = names.length === 0 ? 'nobody is marked as absent' : `absent: ${names.join(', ')}`;
  return { message, bookingUid: booking.uid };
}

export function bookingWebhookEvents(event: BookingEvent, context: BookingContext): readonly WebhookEvent[] {
  const { booking, change, done, seatUid = change?.freeSeat ?? null } = event;
  const trigger = TELLS[done](event);
  const meeting = done === 'absence_marked' ? [] : meetingNews(event, context);
  if (trigger === undefined) return meeting;
  const payload = {
    ...bookingPayload(booking, context, seatUid),
    ...(done === 'absence_marked' ? absenceFacts(event) : {}),
  };
  const createdAt = new Date(booking.updatedAt);
  return [{ trigger, lane: bookingLane(booking), payload, createdAt }, ...meeting];
}
