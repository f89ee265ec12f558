/*
 * `/v2/bookings`: making, reading, cancelling and moving bookings. Making and changing them is public, and a uid is
 * all it takes; whoever has a token is known, and may act as the host they are. What may be done is decided in
 * transitions.ts and placement.ts.
 */
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { invalidToken } from '../../api/guard.js';
import type { Principal } from '../../api/principal.js';
import { holdersOf } from '../slots/holders.js';
import { cancelBooking, noBooking } from './cancel.js';
import { identify } from './caller.js';
import { createBooking } from './create.js';
import type { BookingDeps } from './create.js';
import { bookingOrRecurrenceReply, bookingReply } from './replies.js';
import { rescheduleBooking } from './reschedule.js';
import {
  bookingInput,
  bookingParams,
  cancelInput,
  onceHeaders,
  rescheduleInput,
  seatParams,
} from './schemas.js';
import { readerOf, shown } from './shown.js';
import type { BookingPerson, BookingStore } from './store.js';
import { createTurns } from './turns.js';

async function readerFrom(store: BookingStore, { accountId }: Principal): Promise<BookingPerson> {
  const person = await store.person(accountId);
  if (person === undefined) throw invalidToken();
  return person;
}

const publicRoutes = (deps: BookingDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/bookings',
    summary: 'Book a time',
    access: 'public',
    caller: 'known',
    status: 201,
    headers: onceHeaders,
    body: bookingInput,
    reply: bookingOrRecurrenceReply,
    handle: async ({ principal, headers, body, network }) => {
      const caller = await identify(deps.bookings, principal, network);
      const { 'idempotency-key': key } = headers;
      const holders = holdersOf(deps.keys, principal, network);
      return createBooking(deps, body, { caller, holders, ...(key === undefined ? {} : { key }) });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/cancel',
    summary: 'Cancel a booking, a recurrence or a seat',
    access: 'public',
    caller: 'known',
    params: bookingParams,
    body: cancelInput,
    reply: bookingOrRecurrenceReply,
    handle: async ({ principal, params, body, network }) => {
      const caller = await identify(deps.bookings, principal, network);
      return cancelBooking(deps, params.bookingUid, body, caller);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/reschedule',
    summary: 'Move a booking to another time',
    access: 'public',
    caller: 'known',
    status: 201,
    params: bookingParams,
    body: rescheduleInput,
    reply: bookingReply,
    handle: async ({ principal, params, body, network }) => {
      const caller = await identify(deps.bookings, principal, network);
      const holders = holdersOf(deps.keys, principal, network);
      return rescheduleBooking(deps, params.bookingUid, body, { caller, holders });
    },
  }),
];

const readRoutes = ({ bookings }: BookingDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid',
    summary: 'Read a booking, or all of a recurrence',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: bookingOrRecurrenceReply,
    handle: async ({ principal, params: { bookingUid } }) => {
      const person = await readerFrom(bookings, principal);
      const found = await bookings.find(bookingUid, person.id);
      const replies = found.map((booking) => shown(booking, readerOf(booking, person)));
      const [first] = replies;
      if (first === undefined) throw noBooking();
      return found[0]?.uid === bookingUid ? first : replies;
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/by-seat/:seatUid',
    summary: 'Read the booking of a seat',
    access: 'BOOKING_READ',
    params: seatParams,
    reply: bookingReply,
    handle: async ({ principal, params: { seatUid } }) => {
      const person = await readerFrom(bookings, principal);
      const found = await bookings.findBySeat(seatUid, person.id);
      if (found === undefined) throw noBooking();
      return shown(found, readerOf(found, person), seatUid);
    },
  }),
];

/** Whoever knows a uid may change what it names. */
const UID_BYTES = 18;

export type BookingRouteDeps = Omit<BookingDeps, 'newUid' | 'inTurn'> & {
  readonly random: (bytes: number) => Buffer;
};

export function createBookingRoutes({ random, ...parts }: BookingRouteDeps): readonly Route[] {
  const newUid = () => random(UID_BYTES).toString('base64url');
  const deps: BookingDeps = { ...parts, newUid, inTurn: createTurns() };
  return [...publicRoutes(deps), ...readRoutes(deps)];
}
