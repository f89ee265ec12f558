/* A host accepts or rejects a booking, or requests another time. Pure. */
import { AppError } from '../../../errors.js';
import type { Booking } from '../booking.js';
import { planAsHost } from './change-each.js';
import type { ChangePlan } from './change-each.js';
import type { BookingUser } from '../store.js';

/** Several pending bookings can have one time where the event type does not keep it for the first. */
const timeTaken = ({ start }: Booking): AppError =>
  new AppError(409, 'SLOT_TAKEN', 'Another booking was accepted for this time. Decline this one.', {
    details: { start: new Date(start).toISOString() },
  });

export const planAcceptance = (now: number): ChangePlan =>
  planAsHost('accept', now, (booking, status, { taken }) => {
    if (taken.includes(booking.uid)) throw timeTaken(booking);
    return { done: 'accepted', set: { status } };
  });

export const planRejection = (reason: string | undefined, now: number): ChangePlan =>
  planAsHost('reject', now, (_, status) => ({ done: 'rejected', set: { status, reason: reason ?? null } }));

/** The booking is cancelled, and can be rescheduled from then on. */
export const planRescheduleRequest = (
  reason: string | undefined,
  { email: changedByEmail }: BookingUser,
  now: number,
): ChangePlan =>
  planAsHost('request_reschedule', now, (_, status) => ({
    done: 'reschedule_requested',
    set: { status, reason: reason ?? null, changedByEmail, rescheduleRequested: true },
  }));
