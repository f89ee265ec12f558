/* One action on one booking or on all of a recurrence. Pure. */
import type { Booking } from '../booking.js';
import { actionRefused } from '../refusals.js';
import type { BookingChange, ChangeFacts } from '../store.js';
import type { ActionRefusal } from '../transitions.js';

/** In a whole recurrence these are left as they are. */
const PASSED_BY: readonly ActionRefusal[] = [
  'already_accepted',
  'already_cancelled',
  'already_rejected',
  'already_rescheduled',
  'over',
];

/** All that can be; when none can, the first one's refusal. */
export function changeEach(
  { bookings }: Pick<ChangeFacts, 'bookings'>,
  plan: (booking: Booking) => BookingChange | ActionRefusal,
): readonly BookingChange[] {
  const verdicts = bookings.map(plan);
  const changes = verdicts.filter((verdict) => typeof verdict !== 'string');
  const refusals = verdicts.filter((verdict) => typeof verdict === 'string');
  const refusal = refusals.find((reason) => changes.length === 0 || !PASSED_BY.includes(reason));
  if (refusal !== undefined) throw actionRefused(refusal);
  return changes;
}
