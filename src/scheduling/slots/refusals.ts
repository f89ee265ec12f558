/* Why a time cannot be booked or held: a code for programs, a message for people. */
import { AppError } from '../../errors.js';
import type { SlotRefusal } from './evaluate-slot.js';

const SLOT_TAKEN = 'This time is no longer free. Choose another one.';

/** 400: no retry of this request can succeed; 409: somebody else was faster, or a limit is reached for now. */
const SLOT: Readonly<Record<SlotRefusal, readonly [status: 400 | 409, code: string, message: string]>> = {
  too_soon: [400, 'TOO_SOON', 'This time starts sooner than the host takes bookings.'],
  outside_window: [400, 'OUTSIDE_BOOKING_WINDOW', 'The host does not take bookings for this date.'],
  outside_hours: [400, 'OUTSIDE_AVAILABILITY', 'The host is not available at this time.'],
  off_grid: [400, 'NOT_A_SLOT', 'No slot of this event type starts at this time.'],
  busy: [409, 'SLOT_TAKEN', SLOT_TAKEN],
  held: [
    409,
    'SLOT_HELD',
    'Somebody else is just booking this time. Choose another one, or try again later.',
  ],
  limit_reached: [409, 'BOOKING_LIMIT_REACHED', 'The host takes no more bookings in this period.'],
  full: [409, 'NO_SEATS_LEFT', 'All seats of this time are taken. Choose another one.'],
};

const atStart = (message: string, property = 'start') => ({ errors: [{ property, message }] });

/** `start`: which of several times, in milliseconds since the epoch; `property`: what the caller named it. */
export function slotRefused(reason: SlotRefusal, start: number, property = 'start'): AppError {
  const [status, code, message] = SLOT[reason];
  const at = new Date(start).toISOString();
  const details = { start: at, ...(status === 400 ? atStart(message, property) : {}) };
  return new AppError(status, code, message, { details });
}

export const needsToken = (): AppError =>
  new AppError(401, 'UNAUTHORIZED', 'Booking this event type requires an access token.');
