/* Why something cannot be done to a booking now: what the domain answers, or would answer. */
import { AppError } from '../../errors.js';
import { present } from '../../present.js';
import { refusalOf } from '../../scheduling/bookings/allowed-actions.js';
import { hostsOnly } from '../../scheduling/bookings/changes/hosting.js';
import { actionRefused } from '../../scheduling/bookings/refusals.js';
import type { BookingAction } from '../../scheduling/bookings/transitions.js';
import type { OwnBooking } from './own-booking.js';

/** What is no refusal of this booking goes on. */
export function refusedBy(fault: unknown): AppError {
  if (fault instanceof AppError && [400, 403, 409].includes(fault.status)) return fault;
  throw fault;
}

/** Of an action that is not offered now. */
export function refusalFor({ booking, eventType }: OwnBooking, action: BookingAction, now: number): AppError {
  const facts = { now, byHost: booking.asHost, ...present({ terms: eventType }) };
  const reason = refusalOf(booking, action, facts);
  return reason === undefined ? hostsOnly() : actionRefused(reason);
}
