/*
 * Moves a booking: a new one is created at the new time, the old one is cancelled, and the two name each other. With
 * seats, one seat moves, or the host moves all.
 */
import { present } from '../../../present.js';
import { DAY, MINUTE } from '../../../durations.js';
import { AppError, badRequest } from '../../../errors.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import type { Slot } from '../../slots/slot.js';
import type { Amendment } from './amendments.js';
import { chooseHosts } from '../creation/assignment.js';
import type { Booking, BookingLocation } from '../booking.js';
import { actAs, actsAsHost, managedBy } from '../caller.js';
import type { Caller } from '../caller.js';
import type { BookingDeps } from '../creation/create.js';
import { sealedLeaver } from './sealed-attendee.js';
import { busyOf, firstStatus, freeSlot, toQuery } from '../creation/placement.js';
import { actionRefused, noBooking, noSuchSeat, seatNeeded } from '../refusals.js';
import { slotRefused } from '../../slots/refusals.js';
import type { BookingReply } from '../replies.js';
import { mustBeAhead } from '../creation/request.js';
import type { RescheduleInput } from '../schemas.js';
import { holderOf, presentBooking } from '../presenter.js';
import type {
  BookingChange,
  Move,
  MoveFacts,
  MoveOrder,
  NewAttendee,
  NewBooking,
  Placement,
} from '../store.js';
import { decide } from '../transitions.js';

export interface Rescheduling {
  readonly input: RescheduleInput;
  readonly caller: Caller;
  /** Other changes at the same time. */
  readonly amendment?: Amendment;
  readonly now: number;
  readonly newUid: () => string;
  readonly newRoom: () => string;
  readonly keys: KeyRing;
}

const unbookable = (): AppError =>
  new AppError(400, 'NOT_ALLOWED', 'This event type can no longer be booked. Write to the host instead.');

const movingAttendees = ({ attendees }: Booking, seatUid?: string): readonly NewAttendee[] =>
  attendees
    .filter((attendee) => seatUid === undefined || attendee.seatUid === seatUid)
    .map(({ id: _id, absent: _absent, ...attendee }) => attendee);

function mustBeMovable({ booking, eventType }: MoveFacts, { input, caller, now }: Rescheduling): void {
  const { seatUid, start } = input;
  const byHost = actsAsHost(booking, caller);
  if (seatUid === undefined && booking.seats !== null && !byHost) throw seatNeeded();
  if (seatUid !== undefined && movingAttendees(booking, seatUid).length === 0) throw noSuchSeat();
  const verdict = decide(booking, 'reschedule', { now, byHost, terms: eventType });
  if (verdict.kind === 'refused') throw actionRefused(verdict.reason);
  if (start === booking.start && booking.status !== 'cancelled')
    throw badRequest('start: must be another time than that of the booking');
}

const reasonOf = ({ input, caller }: Rescheduling) => ({
  reschedulingReason: input.reschedulingReason ?? null,
  changedByEmail: input.rescheduledBy ?? caller.user?.email ?? null,
});

/** The same location, without the meeting link of the attendees who stay. */
function withoutLink({ location }: Booking): BookingLocation | null {
  if (location?.type !== 'integration') return location;
  const { link: _, ...kind } = location;
  return kind;
}

/** For calendars it is the same event, moved; one seat of several becomes an event of its own. */
function movedBooking(facts: MoveFacts, slot: Slot, by: Rescheduling): NewBooking {
  const { booking, eventType } = facts;
  const { caller, now, newUid, newRoom } = by;
  const { title, description, responses, metadata, guests, guestDetails = [] } = booking;
  const { recurringUid, seats } = booking;
  const attendees = movingAttendees(booking, by.input.seatUid);
  const alone = attendees.length < booking.attendees.length;
  return {
    ...{ title, description, responses, metadata, guests, guestDetails, recurringUid, attendees },
    ...reasonOf(by),
    uid: newUid(),
    location: alone ? withoutLink(booking) : booking.location,
    ...by.amendment,
    room: newRoom(),
    eventTypeId: eventType.id,
    status: firstStatus(eventType, slot.start, { now, byHost: actsAsHost(booking, caller) }),
    start: slot.start,
    end: slot.end,
    busy: busyOf({ from: slot.start, until: slot.end }, eventType),
    hostIds: chooseHosts(slot, facts.rotation),
    icsUid: alone ? newUid() : booking.icsUid,
    icsSequence: alone ? 0 : booking.icsSequence + 1,
    seats: seats === null ? null : Math.max(eventType.seats?.seatsPerTimeSlot ?? seats, attendees.length),
    rescheduledFromUid: booking.uid,
  };
}

function placementOf(facts: MoveFacts, slot: Slot, by: Rescheduling): Placement {
  const { booking } = facts;
  const joined = booking.seats === null ? undefined : slot.seated?.bookingUid;
  if (joined === undefined) return { kind: 'booking', booking: movedBooking(facts, slot, by) };
  const [attendee] = movingAttendees(booking, by.input.seatUid);
  // Only one seat can join another booking: all seats need a time that is not booked.
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
  const set = { status: 'cancelled', rescheduledToUid, ...reasonOf(by) } as const;
  // Calendars have the joined booking as another event, so that this one has to be deleted there.
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

type Deps = Pick<BookingDeps, 'bookings' | 'clock' | 'newUid' | 'newRoom' | 'keys'>;

type Request = Pick<Rescheduling, 'caller' | 'amendment'> & { readonly holders: readonly string[] };

async function rescheduleAs(
  { bookings, clock, newUid, newRoom, keys }: Deps,
  uid: string,
  input: RescheduleInput,
  { holders, caller, amendment }: Request,
): Promise<BookingReply | undefined> {
  const now = clock();
  const { start, seatUid, reservationUid } = input;
  mustBeAhead(start, now);
  const order: MoveOrder = {
    uid,
    // No booking is longer than a day.
    range: { from: start, until: start + DAY },
    now,
    ownHolds: { holders, ...present({ uid: reservationUid }) },
    ...managedBy(caller),
    ...present({ seatUid }),
  };
  const by: Rescheduling = { input, caller, ...present({ amendment }), now, newUid, newRoom, keys };
  const moved = await bookings.move(order, (facts) => planMove(facts, by), caller.actor);
  if (moved === undefined) return undefined;
  if (moved === 'unbookable') throw unbookable();
  return presentBooking(moved.booking, holderOf(moved.booking, caller, seatUid), seatUid);
}

export async function rescheduleBooking(
  deps: Deps,
  uid: string,
  input: RescheduleInput,
  request: Request,
): Promise<BookingReply> {
  const reply = await actAs(request.caller, (caller) =>
    rescheduleAs(deps, uid, input, { ...request, caller }),
  );
  if (reply === undefined) throw noBooking();
  return reply;
}
