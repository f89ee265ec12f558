/* Calling off a booking, what follows of its recurrence, or one seat of it. */
import { invalidInput, notFound } from '../../errors.js';
import type { Booking } from './booking.js';
import { actsAsHost } from './caller.js';
import type { Caller } from './caller.js';
import type { BookingDeps } from './create.js';
import { actionRefused } from './refusals.js';
import type { BookingAnswer } from './replies.js';
import type { CancelInput } from './schemas.js';
import { holderOf, shown } from './shown.js';
import type { BookingChange, ChangeFacts } from './store.js';
import { decide } from './transitions.js';
import type { ActionFacts, ActionRefusal } from './transitions.js';

export const noBooking = () => notFound('There is no booking with this uid.');

export const noSuchSeat = () =>
  invalidInput([{ property: 'seatUid', message: 'must be the uid of a seat of this booking' }]);

/** Others sit in the same booking: only a host speaks for all of them. */
export const seatNeeded = () =>
  invalidInput([{ property: 'seatUid', message: 'must name your seat: only the host may do this to all' }]);

/** In a whole recurrence these are left as they are. */
const PASSED_BY: readonly ActionRefusal[] = [
  'already_cancelled',
  'already_rejected',
  'already_rescheduled',
  'over',
];

interface Cancelling {
  readonly input: CancelInput;
  readonly caller: Caller;
  readonly now: number;
}

const saidBy = ({ input, caller }: Cancelling): BookingChange['set'] => ({
  reason: input.cancellationReason ?? null,
  changedByEmail: caller.person?.email ?? null,
});

/** The last one to leave cancels the booking, which then remembers who it was. */
function withoutSeat(
  { uid, attendees }: Booking,
  seatUid: string,
  said: BookingChange['set'],
): BookingChange {
  return attendees.length === 1
    ? { uid, done: 'cancelled', set: { status: 'cancelled', ...said } }
    : { uid, done: 'seat_cancelled', set: {}, freeSeat: seatUid };
}

function mustBeSeat(booking: Booking, { input, caller }: Cancelling): void {
  const { seatUid } = input;
  if (seatUid === undefined) {
    if (booking.seats !== null && !actsAsHost(booking, caller)) throw seatNeeded();
  } else if (!booking.attendees.some((attendee) => attendee.seatUid === seatUid)) throw noSuchSeat();
}

function cancelOne(
  booking: Booking,
  { eventType }: ChangeFacts,
  cancelling: Cancelling,
): BookingChange | ActionRefusal {
  const facts: ActionFacts = {
    now: cancelling.now,
    byHost: actsAsHost(booking, cancelling.caller),
    ...(eventType && { terms: eventType }),
  };
  const verdict = decide(booking, 'cancel', facts);
  if (verdict.kind === 'refused') return verdict.reason;
  const said = saidBy(cancelling);
  const { seatUid } = cancelling.input;
  if (seatUid !== undefined) return withoutSeat(booking, seatUid, said);
  return { uid: booking.uid, done: 'cancelled', set: { status: verdict.status, ...said } };
}

/** All that can be; when none can, the first one's refusal. */
function planCancel(facts: ChangeFacts, cancelling: Cancelling): readonly BookingChange[] {
  const verdicts = facts.bookings.map((booking) => {
    mustBeSeat(booking, cancelling);
    return cancelOne(booking, facts, cancelling);
  });
  const changes = verdicts.filter((verdict) => typeof verdict !== 'string');
  const refusals = verdicts.filter((verdict) => typeof verdict === 'string');
  const refusal = refusals.find((reason) => changes.length === 0 || !PASSED_BY.includes(reason));
  if (refusal !== undefined) throw actionRefused(refusal);
  return changes;
}

export async function cancelBooking(
  { bookings, clock }: Pick<BookingDeps, 'bookings' | 'clock'>,
  uid: string,
  input: CancelInput,
  caller: Caller,
): Promise<BookingAnswer> {
  const following = input.cancelSubsequentBookings === true && input.seatUid === undefined;
  const cancelling = { input, caller, now: clock() };
  const changed = await bookings.change(
    { uid, following },
    (facts) => planCancel(facts, cancelling),
    caller.cause,
  );
  if (changed === undefined) throw noBooking();
  const replies = changed.map((booking) => shown(booking, holderOf(booking, caller, input.seatUid)));
  const [first] = replies;
  const isOne = !following && changed[0]?.uid === uid;
  return isOne && first ? first : replies;
}
