/* What an attendee sees of a booking, and may do with it. Pure. */
import type { Booking } from '../booking.js';
import { present } from '../../../present.js';
import { refusalOf } from '../allowed-actions.js';
import type { ActionRefusal } from '../transitions.js';
import type { AttendedBooking } from './store.js';

export type AttendeeState =
  | 'confirmed'
  | 'waiting'
  | 'past'
  | 'cancelled'
  /** The host has cancelled it and asks for another time. */
  | 'time_requested'
  | 'declined'
  | 'moved';

export function attendeeState(booking: Booking, now: number): AttendeeState {
  if (booking.rescheduledToUid !== null) return 'moved';
  if (booking.status === 'rejected') return 'declined';
  if (booking.status === 'cancelled') return booking.rescheduleRequested ? 'time_requested' : 'cancelled';
  if (booking.end <= now) return 'past';
  return booking.status === 'pending' ? 'waiting' : 'confirmed';
}

export type AttendeeAction = 'cancel' | 'reschedule';

/** Why the attendee may not do this now. */
export const attendeeRefusal = (
  { booking, eventType }: AttendedBooking,
  action: AttendeeAction,
  now: number,
): ActionRefusal | undefined =>
  refusalOf(booking, action, { now, byHost: false, ...present({ terms: eventType }) });
