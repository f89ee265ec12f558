/*
 * Moving a booking: a new one stands at the new time, the old one is cancelled, and the two name each other. Of a
 * booking with seats one seat moves, or the host moves all.
 */
import { present } from '../../../present.js';
import { DAY, MINUTE } from '../../../durations.js';
import { AppError, badRequest } from '../../../errors.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import type { Slot, Span } from '../../slots/slot.js';
import type { Amendment } from './amendments.js';
import { whoComes } from '../creation/assignment.js';
import type { Booking, BookingLocation } from '../booking.js';
import { actsAsHost, within } from '../caller.js';
import type { Caller } from '../caller.js';
import { noBooking, noSuchSeat, seatNeeded } from './cancel.js';
import type { BookingDeps } from '../creation/create.js';
import { sealedLeaver } from './sealed-attendee.js';
import { busyOf, firstStatus, freeSlot, toQuery } from '../creation/placement.js';
import { actionRefused } from '../refusals.js';
import { slotRefused } from '../../slots/refusals.js';
import type { BookingReply } from '../replies.js';
import { mustBeAhead } from '../creation/request.js';
import type { RescheduleInput } from '../schemas.js';
import { holderOf, presentBooking } from '../presenter.js';
import type { BookingChange, Move, MoveFacts, NewAttendee, NewBooking, Placement } from '../store.js';
import { decide } from '../transitions.js';

export interface Rescheduling {
  readonly input: RescheduleInput;
  readonly caller: Caller;
  /** What else is another than it was. */
  readonly amendment?: Amendment;
  readonly now: number;
  readonly newUid: () => string;
  readonly newRoom: () => string;
  readonly keys: KeyRing;
}

const unbookable = (): AppError =>
  new AppError(400, 'NOT_ALLOWED', 'This event type can no longer be booked. Write to the host instead.');

const movers = ({ attendees }: Booking, seatUid?: string): readonly NewAttendee[] => {
  const moving = attendees.filter((attendee) => seatUid === undefined || attendee.seatUid === seatUid);
  return moving.map(({ id: _id, absent: _absent, ...attendee }) => attendee);
};

function mustBeMovable({ booking, eventType }: MoveFacts, { input, caller, now }: Rescheduling): void {
  const { seatUid, start } = input;
  const byHost = actsAsHost(booking, caller);
  if (seatUid === undefined && booking.seats !== null && !byHost) throw seatNeeded();
  if (seatUid !== undefined && movers(booking, seatUid).length === 0) throw noSuchSeat();
  const verdict = decide(booking, 'reschedule', { now, byHost, terms: eventType });
  if (verdict.kind === 'refused') throw actionRefused(verdict.reason);
  if (start === booking.start && booking.status !== 'cancelled')
    throw badRequest('start: must be another time than that of the booking');
}

const saidBy = ({ input, caller }: Rescheduling) => ({
  reschedulingReason: input.reschedulingReason ?? null,
  changedByEmail: input.rescheduledBy ?? caller.person?.email ?? null,
});

/** The same kind of place, without the link where the others go on meeting. */
function elsewhere({ location }: Booking): BookingLocation | null {
  if (location?.type !== 'integration') return location;
  const { link: _, ...kind } = location;
  return kind;
}

/** Calendars take it for the same event, moved; a single seat that leaves others behind becomes an event of its own. */
function movedBooking(facts: MoveFacts, slot: Slot, alone: boolean, by: Rescheduling): NewBooking {
  const { booking, eventType } = facts;
  const { caller, now, newUid, newRoom } = by;
  const { title, description, responses, metadata, guests, guestDetails = [] } = booking;
  const { recurringUid, seats } = booking;
  const moving = movers(booking, by.input.seatUid);
  return {
    ...{ title, description, responses, metadata, guests, guestDetails, recurringUid },
    ...saidBy(by),
    uid: newUid(),
    location: alone ? elsewhere(booking) : booking.location,
    ...by.amendment,
    room: newRoom(),
    eventTypeId: eventType.id,
    status: firstStatus(eventType, slot.start, { now, byHost: actsAsHost(booking, caller) }),
    start: slot.start,
    end: slot.end,
    busy: busyOf({ from: slot.start, until: slot.end }, eventType),
    hostIds: whoComes(slot, facts.rotation),
    icsUid: alone ? newUid() : booking.icsUid,
    icsSequence: alone ? 0 : booking.icsSequence + 1,
    seats: seats === null ? null : Math.max(eventType.seats?.seatsPerTimeSlot ?? seats, moving.length),
    rescheduledFromUid: booking.uid,
    attendees: moving,
  };
}

function placementOf(facts: MoveFacts, slot: Slot, by: Rescheduling): Placement {
  const { booking } = facts;
  const leaving = movers(booking, by.input.seatUid);
  const [attendee] = leaving;
  const joined = booking.seats === null ? undefined : slot.seated?.bookingUid;
  if (joined === undefined) {
    const alone = leaving.length < booking.attendees.length;
    return { kind: 'booking', booking: movedBooking(facts, slot, alone, by) };
  }
  // Two groups do not become one: whoever moves all of them needs a time that nobody has booked.
  if (by.input.seatUid === undefined || attendee === undefined) throw slotRefused('busy', slot.start);
  return { kind: 'seat', bookingUid: joined, attendee };
}

function releasedBy({ hosts }: Booking, { hostIds }: NewBooking): Pick<BookingChange, 'released'> {
  const released = hosts.map(({ id }) => id).filter((id) => !hostIds.includes(id));
  return released.length === 0 ? {} : { released };
}

function changeOf(facts: MoveFacts, to: Placement, by: Rescheduling): BookingChange {
  const { uid, attendees } = facts.booking;
  const { seatUid } = by.input;
  const leaver = seatUid === undefined ? {} : sealedLeaver(by.keys, attendees, seatUid);
  if (seatUid !== undefined && attendees.length > 1)
    return { uid, done: 'seat_moved', set: {}, freeSeat: seatUid, ...leaver };
  const rescheduledToUid = to.kind === 'booking' ? to.booking.uid : to.bookingUid;
  const set = { status: 'cancelled', rescheduledToUid, ...saidBy(by) } as const;
  // Calendars know the booking that is joined by another name, so that this one has to leave them.
  return to.kind === 'booking'
    ? { uid, done: 'rescheduled', set, handOverSeats: true, ...releasedBy(facts.booking, to.booking) }
    : { uid, done: 'seat_moved', set, handOverSeats: true, ...leaver };
}

function planMove(facts: MoveFacts, by: Rescheduling): Move {
  mustBeMovable(facts, by);
  const { booking } = facts;
  const length = (booking.end - booking.start) / MINUTE;
  const slot = freeSlot(toQuery(facts, length, by.now), by.input.start);
  const to = placementOf(facts, slot, by);
  return { change: changeOf(facts, to, by), to };
}

/** No booking is longer than a day. */
const rangeOf = (start: number): Span => ({ from: start, until: start + DAY });

export async function rescheduleBooking(
  { bookings, clock, newUid, newRoom, keys }: BookingDeps,
  uid: string,
  input: RescheduleInput,
  { holders, ...who }: Pick<Rescheduling, 'caller' | 'amendment'> & { readonly holders: readonly string[] },
): Promise<BookingReply> {
  const now = clock();
  mustBeAhead(input.start, now);
  const [{ seatUid, reservationUid: held }, { caller }] = [input, who];
  const order = {
    uid,
    range: rangeOf(input.start),
    now,
    ownHolds: { holders, ...present({ uid: held }) },
    ...within(caller),
    ...(seatUid && { seatUid }),
  };
  const by: Rescheduling = { input, ...who, now, newUid, newRoom, keys };
  const moved = await bookings.move(order, (facts) => planMove(facts, by), caller.actor);
  if (moved === undefined) throw noBooking();
  if (moved === 'unbookable') throw unbookable();
  return presentBooking(moved.booking, holderOf(moved.booking, caller, seatUid), seatUid);
}
