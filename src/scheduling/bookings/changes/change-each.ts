/* One action on one booking or on all of a recurrence. Pure. */
import type { Booking, BookingStatus } from '../booking.js';
import { actionRefused } from '../refusals.js';
import type { BookingChange, ChangeFacts } from '../store.js';
import { decideAsHost } from '../transitions.js';
import type { ActionRefusal, BookingAction } from '../transitions.js';

/** Bookings of a recurrence that are left as they are. */
const SKIPPED: readonly ActionRefusal[] = [
  'already_accepted',
  'already_cancelled',
  'already_rejected',
  'already_rescheduled',
  'over',
];

/** Changes every booking that allows it; throws the refusal of the first when none does. */
export function changeEach(
  { bookings }: Pick<ChangeFacts, 'bookings'>,
  plan: (booking: Booking) => BookingChange | ActionRefusal,
): readonly BookingChange[] {
  const verdicts = bookings.map(plan);
  const changes = verdicts.filter((verdict) => typeof verdict !== 'string');
  const refusals = verdicts.filter((verdict) => typeof verdict === 'string');
  const refusal = refusals.find((reason) => changes.length === 0 || !SKIPPED.includes(reason));
  if (refusal !== undefined) throw actionRefused(refusal);
  return changes;
}

export type ChangePlan = (facts: ChangeFacts) => readonly BookingChange[];

/** `change` gets the status that the action leads to. */
export const planAsHost =
  (
    action: BookingAction,
    now: number,
    change: (booking: Booking, status: BookingStatus, facts: ChangeFacts) => Omit<BookingChange, 'uid'>,
  ): ChangePlan =>
  (facts) =>
    changeEach(facts, (booking) => {
      const verdict = decideAsHost(booking, action, now);
      if (verdict.kind === 'refused') return verdict.reason;
      return { uid: booking.uid, ...change(booking, verdict.status, facts) };
    });
