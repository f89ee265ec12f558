/* Why a booking cannot be made or changed: messages for people and codes for programs. */
import { present } from '../../present.js';
import { AppError, invalidInput, notFound } from '../../errors.js';
import type { ActionRefusal } from './transitions.js';

export const noBooking = (): AppError => notFound('There is no booking with this uid.');

const seatRefused = (message: string): AppError => invalidInput([{ property: 'seatUid', message }]);

export const noSuchSeat = (): AppError => seatRefused('must be the uid of a seat of this booking');

/** Only a host may act for all attendees. */
export const seatNeeded = (): AppError =>
  seatRefused('must name your seat: only the host may do this to all');

function refusedProperty(code: string, property: string, message: string): AppError {
  return new AppError(400, code, `${property}: ${message}`, { details: { errors: [{ property, message }] } });
}

export const inThePast = (): AppError => refusedProperty('IN_THE_PAST', 'start', 'must be in the future');

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

/** `uid`: of the booking that the booker could move instead, for the booker alone. */
export const tooManyActive = (limit: number, uid?: string): AppError =>
  new AppError(
    409,
    'BOOKER_LIMIT_REACHED',
    `This address has ${limit} or more bookings ahead, which is as many as the host allows.`,
    { details: { limit, ...present({ rescheduleUid: uid }) } },
  );

export const linkRefused = (reason: 'expired' | 'unknown'): AppError =>
  reason === 'expired'
    ? new AppError(400, 'PRIVATE_LINK_EXPIRED', 'This private link has expired or was used up.')
    : new AppError(404, 'NOT_FOUND', 'There is no such private link.');

const CODE_RULES = 'It works for one booking, for 10 minutes and for 5 attempts';

export const codeNeeded = (): AppError =>
  refusedProperty(
    'EMAIL_VERIFICATION_REQUIRED',
    'emailVerificationCode',
    `must be the code that was just sent to the attendee's address. ${CODE_RULES}`,
  );

/** Wrong, used, replaced or expired: the reply does not disclose which. */
export const wrongCode = (): AppError =>
  refusedProperty(
    'EMAIL_VERIFICATION_FAILED',
    'emailVerificationCode',
    `must be the newest code that was sent to the attendee's address. ${CODE_RULES}; leave it out to have a new one sent`,
  );

/** draft-ietf-httpapi-idempotency-key-header section 2.7. */
export const keyUsedBefore = (): AppError =>
  new AppError(
    422,
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key came with another request before. Use a new key for each request.',
  );
