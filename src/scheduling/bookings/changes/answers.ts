/* A host's answers to a booking: yes, no, or another time. Pure. */
import { AppError } from '../../../errors.js';
import type { Booking } from '../booking.js';
import { decideAsHost } from './hosting.js';
import { changeEach } from './many.js';
import type { BookingChange, BookingPerson, ChangeFacts } from '../store.js';

type Set = BookingChange['set'];

/** Two may ask for one time where the event type does not keep it for the first. */
const timeGiven = ({ start }: Booking): AppError =>
  new AppError(409, 'SLOT_TAKEN', 'Another booking was accepted for this time. Decline this one.', {
    details: { start: new Date(start).toISOString() },
  });

export const accepting =
  (now: number) =>
  (facts: ChangeFacts): readonly BookingChange[] =>
    changeEach(facts, (booking) => {
      const verdict = decideAsHost(booking, 'accept', now);
      if (verdict.kind === 'refused') return verdict.reason;
      if (facts.taken.includes(booking.uid)) throw timeGiven(booking);
      return { uid: booking.uid, done: 'accepted', set: { status: verdict.status } };
    });

const sayingNo =
  (action: 'reject' | 'request_reschedule', done: BookingChange['done'], set: Set, now: number) =>
  (facts: ChangeFacts): readonly BookingChange[] =>
    changeEach(facts, (booking) => {
      const verdict = decideAsHost(booking, action, now);
      if (verdict.kind === 'refused') return verdict.reason;
      return { uid: booking.uid, done, set: { status: verdict.status, ...set } };
    });

export const rejecting = (reason: string | undefined, now: number) =>
  sayingNo('reject', 'rejected', { reason: reason ?? null }, now);

/** The booking is called off, and may be moved from then on. */
export const askingForAnotherTime = (
  reason: string | undefined,
  { email: changedByEmail }: BookingPerson,
  now: number,
) =>
  sayingNo(
    'request_reschedule',
    'reschedule_requested',
    { reason: reason ?? null, changedByEmail, rescheduleRequested: true },
    now,
  );
