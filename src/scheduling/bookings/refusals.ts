/* Why a booking cannot be made or changed, in words for people and codes for programs. */
import { AppError } from '../../errors.js';
import type { SlotRefusal } from '../slots/slot-at.js';
import type { ActionRefusal } from './transitions.js';

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

export const inThePast = (): AppError => {
  const message = 'must be in the future';
  return new AppError(400, 'IN_THE_PAST', `start: ${message}`, { details: atStart(message) });
};

const ACTION: Readonly<Record<ActionRefusal, readonly [code: string, message: string]>> = {
  already_accepted: ['ALREADY_ACCEPTED', 'This booking has been accepted already.'],
  already_cancelled: ['ALREADY_CANCELLED', 'This booking has been cancelled already.'],
  already_rejected: ['ALREADY_REJECTED', 'The host has rejected this booking.'],
  already_rescheduled: ['ALREADY_RESCHEDULED', 'This booking has been moved to another time already.'],
  not_accepted: ['NOT_ACCEPTED', 'This booking still waits for its host.'],
  not_started: ['NOT_STARTED', 'This booking has not begun yet.'],
  over: ['BOOKING_OVER', 'This booking is over.'],
  disabled: ['NOT_ALLOWED', 'The host does not allow this. Write to the host instead.'],
  too_late: ['TOO_LATE', 'It is too late for this. Write to the host instead.'],
};

export function actionRefused(reason: ActionRefusal): AppError {
  const [code, message] = ACTION[reason];
  return new AppError(400, code, message);
}

/** `uid`: of the booking that the booker could move instead, told to nobody but the booker. */
export const tooManyActive = (limit: number, uid?: string): AppError =>
  new AppError(
    409,
    'BOOKER_LIMIT_REACHED',
    `This address has ${limit} or more bookings ahead, which is as many as the host allows.`,
    { details: uid === undefined ? { limit } : { limit, rescheduleUid: uid } },
  );

export const needsToken = (): AppError =>
  new AppError(401, 'UNAUTHORIZED', 'Only somebody with an access token may book this event type.');

export const linkRefused = (reason: 'expired' | 'unknown'): AppError =>
  reason === 'expired'
    ? new AppError(400, 'PRIVATE_LINK_EXPIRED', 'This private link has expired or was used up.')
    : new AppError(404, 'NOT_FOUND', 'There is no such private link.');

const CODE_RULES = 'It works for one booking, for 10 minutes and for 5 tries';

function codeRefused(code: string, message: string): AppError {
  const property = 'emailVerificationCode';
  return new AppError(400, code, `${property}: ${message}`, { details: { errors: [{ property, message }] } });
}

export const codeNeeded = (): AppError =>
  codeRefused(
    'EMAIL_VERIFICATION_REQUIRED',
    `must be the code that was just sent to the attendee's address. ${CODE_RULES}`,
  );

/** Wrong, used, replaced or out of time: nobody is told which. */
export const wrongCode = (): AppError =>
  codeRefused(
    'EMAIL_VERIFICATION_FAILED',
    `must be the newest code that was sent to the attendee's address. ${CODE_RULES}; leave it out to have a new one sent`,
  );

/** draft-ietf-httpapi-idempotency-key-header section 2.7. */
export const keyUsedBefore = (): AppError =>
  new AppError(
    422,
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key came with another request before. Use a new key for each request.',
  );
