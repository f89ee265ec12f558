/* Cancels a booking, the rest of its recurrence, or one seat of it. */
import { present } from '../../../present.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import type { Booking } from '../booking.js';
import { actAs, actsAsHost, managedBy } from '../caller.js';
import type { Caller } from '../caller.js';
import type { BookingDeps } from '../creation/create.js';
import { changeEach } from './change-each.js';
import type { BookingOrRecurrenceReply } from '../replies.js';
import type { CancelInput } from '../schemas.js';
import { holderOf, presentBooking, presentNamed } from '../presenter.js';
import { noBooking, noSuchSeat, seatNeeded } from '../refusals.js';
import { sealedLeaver } from './sealed-attendee.js';
import type { BookingChange, ChangeFacts } from '../store.js';
import { decide } from '../transitions.js';
import type { ActionRefusal } from '../transitions.js';

interface Cancellation {
  readonly input: CancelInput;
  readonly caller: Caller;
  readonly now: number;
  readonly keys: KeyRing;
}

function cancelled(uid: string, { input, caller }: Cancellation): BookingChange {
  const reason = input.cancellationReason ?? null;
  const changedByEmail = caller.user?.email ?? caller.email ?? null;
  return { uid, done: 'cancelled', set: { status: 'cancelled', reason, changedByEmail } };
}

/** The last attendee who leaves cancels the booking, and stays recorded in it. */
function withoutSeat(
  { uid, attendees }: Booking,
  seatUid: string,
  cancellation: Cancellation,
): BookingChange {
  if (attendees.length === 1) return cancelled(uid, cancellation);
  const leaver = sealedLeaver(cancellation.keys, attendees, seatUid);
  return { uid, done: 'seat_cancelled', set: {}, freeSeat: seatUid, ...leaver };
}

function mustBeSeat(booking: Booking, { input, caller }: Cancellation): void {
  const { seatUid } = input;
  if (seatUid === undefined) {
    if (booking.seats !== null && !actsAsHost(booking, caller)) throw seatNeeded();
  } else if (!booking.attendees.some((attendee) => attendee.seatUid === seatUid)) throw noSuchSeat();
}

function cancelOne(
  booking: Booking,
  { eventType }: ChangeFacts,
  cancellation: Cancellation,
): BookingChange | ActionRefusal {
  mustBeSeat(booking, cancellation);
  const { input, caller, now } = cancellation;
  const byHost = actsAsHost(booking, caller);
  const verdict = decide(booking, 'cancel', { now, byHost, ...present({ terms: eventType }) });
  if (verdict.kind === 'refused') return verdict.reason;
  if (input.seatUid !== undefined) return withoutSeat(booking, input.seatUid, cancellation);
  return cancelled(booking.uid, cancellation);
}

type CancelDeps = Pick<BookingDeps, 'bookings' | 'clock' | 'keys'>;

async function cancelAs(
  { bookings, clock, keys }: CancelDeps,
  uid: string,
  input: CancelInput,
  caller: Caller,
): Promise<BookingOrRecurrenceReply | undefined> {
  const { seatUid, cancelSubsequentBookings } = input;
  const following = cancelSubsequentBookings === true && seatUid === undefined;
  const cancellation = { input, caller, now: clock(), keys };
  const changed = await bookings.change(
    { uid, following, ...managedBy(caller) },
    (facts) => changeEach(facts, (booking) => cancelOne(booking, facts, cancellation)),
    caller.actor,
  );
  if (changed === undefined) return undefined;
  const readerFor = (booking: Booking) => holderOf(booking, caller, seatUid);
  return following
    ? changed.map((booking) => presentBooking(booking, readerFor(booking)))
    : presentNamed(changed, uid, readerFor);
}

export async function cancelBooking(
  deps: CancelDeps,
  uid: string,
  input: CancelInput,
  caller: Caller,
): Promise<BookingOrRecurrenceReply> {
  const reply = await actAs(caller, (by) => cancelAs(deps, uid, input, by));
  if (reply === undefined) throw noBooking();
  return reply;
}
