/* Calling off a booking, what follows of its recurrence, or one seat of it. */
import { present } from '../../../present.js';
import { invalidInput, notFound } from '../../../errors.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import type { Booking } from '../booking.js';
import { actsAsHost, within } from '../caller.js';
import type { Caller } from '../caller.js';
import type { BookingDeps } from '../creation/create.js';
import { changeEach } from './many.js';
import type { BookingAnswer } from '../replies.js';
import type { CancelInput } from '../schemas.js';
import { holderOf, presentBooking } from '../presenter.js';
import { sealedLeaver } from './sealed-attendee.js';
import type { BookingChange, ChangeFacts } from '../store.js';
import { decide } from '../transitions.js';
import type { ActionFacts, ActionRefusal } from '../transitions.js';

export const noBooking = () => notFound('There is no booking with this uid.');

export const noSuchSeat = () =>
  invalidInput([{ property: 'seatUid', message: 'must be the uid of a seat of this booking' }]);

/** Others sit in the same booking: only a host speaks for all of them. */
export const seatNeeded = () =>
  invalidInput([{ property: 'seatUid', message: 'must name your seat: only the host may do this to all' }]);

interface Cancelling {
  readonly input: CancelInput;
  readonly caller: Caller;
  readonly now: number;
  readonly keys: KeyRing;
}

const saidBy = ({ input, caller }: Cancelling): BookingChange['set'] => ({
  reason: input.cancellationReason ?? null,
  changedByEmail: caller.person?.email ?? null,
});

/** The last one to leave cancels the booking, which then remembers who it was. */
function withoutSeat({ uid, attendees }: Booking, seatUid: string, cancelling: Cancelling): BookingChange {
  if (attendees.length === 1)
    return { uid, done: 'cancelled', set: { status: 'cancelled', ...saidBy(cancelling) } };
  const leaver = sealedLeaver(cancelling.keys, attendees, seatUid);
  return { uid, done: 'seat_cancelled', set: {}, freeSeat: seatUid, ...leaver };
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
    ...present({ terms: eventType }),
  };
  const verdict = decide(booking, 'cancel', facts);
  if (verdict.kind === 'refused') return verdict.reason;
  const { seatUid } = cancelling.input;
  if (seatUid !== undefined) return withoutSeat(booking, seatUid, cancelling);
  return { uid: booking.uid, done: 'cancelled', set: { status: verdict.status, ...saidBy(cancelling) } };
}

const planCancel = (facts: ChangeFacts, cancelling: Cancelling): readonly BookingChange[] =>
  changeEach(facts, (booking) => {
    mustBeSeat(booking, cancelling);
    return cancelOne(booking, facts, cancelling);
  });

export async function cancelBooking(
  { bookings, clock, keys }: Pick<BookingDeps, 'bookings' | 'clock' | 'keys'>,
  uid: string,
  input: CancelInput,
  caller: Caller,
): Promise<BookingAnswer> {
  const following = input.cancelSubsequentBookings === true && input.seatUid === undefined;
  const cancelling = { input, caller, now: clock(), keys };
  const changed = await bookings.change(
    { uid, following, ...within(caller) },
    (facts) => planCancel(facts, cancelling),
    caller.actor,
  );
  if (changed === undefined) throw noBooking();
  const replies = changed.map((booking) => presentBooking(booking, holderOf(booking, caller, input.seatUid)));
  const [first] = replies;
  const isOne = !following && changed[0]?.uid === uid;
  return isOne && first ? first : replies;
}
