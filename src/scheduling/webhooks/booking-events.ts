/*
 * Webhook events of changed bookings: payload, order and time. The catalogue of events decides which trigger fires. Pure.
 */
import { effectsOf } from '../../events/catalogue.js';
import type { Trigger } from '../../events/triggers.js';
import type { Booking } from '../bookings/booking.js';
import { domainEventOf } from '../bookings/notifications/booking-event.js';
import type { ChangedBooking } from '../bookings/changed-booking.js';
import { bookingPayload } from './booking-payload.js';
import type { BookingContext } from './booking-payload.js';
import type { WebhookEvent } from './webhook-event.js';

/** The uid of the booking that a new booking or seat was moved from; the payload names both. */
export function movedFromOf({ done, booking, movedFromUid }: ChangedBooking): string | null {
  if (done === 'seat_taken') return movedFromUid ?? null;
  return done === 'created' || done === 'accepted' ? booking.rescheduledFromUid : null;
}

/** A moved booking keeps the uid of its calendar event, so that the events of all its times arrive in order. */
export const bookingLane = ({ icsUid }: Pick<Booking, 'icsUid'>): string => `booking:${icsUid}`;

/** A separate lane: changes of a booking do not wait for its start. */
export const meetingLane = ({ id }: Pick<Booking, 'id'>): string => `meeting:${id}`;

export const MEETING_TRIGGERS = ['MEETING_STARTED', 'MEETING_ENDED'] as const satisfies readonly Trigger[];

/** Whether scheduled deliveries about the meeting may be outdated. */
export const changesMeeting = ({ done }: ChangedBooking): boolean =>
  done !== 'created' && done !== 'absence_marked';

/** Start and end of the meeting, where they are in the future; none unless the booking is accepted. */
function meetingEvents(
  { booking }: ChangedBooking,
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

function absenceFacts({ booking }: ChangedBooking) {
  const absent = booking.attendees.filter((attendee) => attendee.absent).map(({ email }) => email);
  const names = [...(booking.absentHost ? ['the host'] : []), ...absent];
  const message = names.length === 0 ? 'nobody is marked as absent' : `absent: ${names.join(', ')}`;
  return { message, bookingUid: booking.uid };
}

export function bookingWebhookEvents(
  event: ChangedBooking,
  context: BookingContext,
): readonly WebhookEvent[] {
  const { booking, change, done, seatUid = change?.freeSeat ?? null } = event;
  const meeting = done === 'absence_marked' ? [] : meetingEvents(event, context);
  const { triggers = [] } = effectsOf(domainEventOf(event));
  const payload = () => ({
    ...bookingPayload(booking, context, seatUid),
    ...(done === 'absence_marked' ? absenceFacts(event) : {}),
  });
  const about = { lane: bookingLane(booking), createdAt: new Date(booking.updatedAt) };
  return [...triggers.map((trigger) => ({ ...about, trigger, payload: payload() })), ...meeting];
}
