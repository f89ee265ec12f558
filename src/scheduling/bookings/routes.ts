/*
 * `/v2/bookings`: creating, reading, cancelling and moving bookings. Creating and changing them is public: the uid is
 * the only secret. A caller with a token is identified: hosts and administrators of a team act as such. Decisions are made
 * in transitions.ts and creation/placement.ts.
 */
import { present } from '../../present.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { ownHolders } from '../slots/slot-owners.js';
import { cancelBooking } from './changes/cancel.js';
import { identify, viewerOf } from './caller.js';
import { createBooking } from './creation/create.js';
import type { BookingDeps } from './creation/create.js';
import { createNames, type NameDeps } from './creation/names.js';
import { createHostRoutes } from './changes/host-routes.js';
import { loadUser } from './changes/hosting.js';
import { createListRoute } from './lists/list-routes.js';
import { createAttendeeRoutes } from './changes/attendee-routes.js';
import { createGroupBookingRoutes } from './groups/group-routes.js';
import type { GroupRouteDeps } from './groups/group-routes.js';
import { createReassignRoutes } from './changes/reassign-routes.js';
import type { ReassignDeps } from './changes/reassign.js';
import { createRecordRoutes } from './records/record-routes.js';
import type { RecordRouteDeps } from './records/record-routes.js';
import { bookingOrRecurrenceReply, bookingReply } from './replies.js';
import { rescheduleBooking } from './changes/reschedule.js';
import {
  bookingInput,
  bookingParams,
  cancelInput,
  idempotencyHeaders,
  rescheduleInput,
  seatParams,
} from './schemas.js';
import { presentBooking, presentNamed, readerOf } from './presenter.js';
import { noBooking } from './refusals.js';
import { createPerHostQueue } from './creation/per-host-queue.js';

/** Each booking sends mails to the addresses that it names, so calls without a token are limited. */
type Admission = { readonly rateLimitAnonymous: (clientIp: string) => Promise<void> };

const publicRoutes = (deps: BookingDeps & Admission): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/bookings',
    summary: 'Create a booking',
    access: 'public',
    caller: 'known',
    status: 201,
    headers: idempotencyHeaders,
    body: bookingInput,
    reply: bookingOrRecurrenceReply,
    handle: async ({ principal, headers, body, clientIp, isAbandoned }) => {
      if (principal === undefined) await deps.rateLimitAnonymous(clientIp);
      const caller = await identify(deps.bookings, principal, clientIp);
      const { 'idempotency-key': key } = headers;
      const holders = ownHolders(deps.keys, principal);
      return createBooking(deps, body, { caller, holders, clientIp, isAbandoned, ...present({ key }) });
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
    handle: async ({ principal, params, body, clientIp }) => {
      const caller = await identify(deps.bookings, principal, clientIp);
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
    handle: async ({ principal, params, body, clientIp }) => {
      if (principal === undefined) await deps.rateLimitAnonymous(clientIp);
      const caller = await identify(deps.bookings, principal, clientIp);
      const holders = ownHolders(deps.keys, principal);
      return rescheduleBooking(deps, params.bookingUid, body, { caller, holders });
    },
  }),
];

const readRoutes = ({ bookings }: BookingDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid',
    summary: 'Read a booking or a whole recurrence',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: bookingOrRecurrenceReply,
    handle: async ({ principal, params: { bookingUid } }) => {
      const user = await loadUser(bookings, principal);
      const visible = await bookings.find(bookingUid, viewerOf(principal, 'BOOKING_READ'));
      return presentNamed(visible, bookingUid, (booking) => readerOf(booking, user));
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
      const user = await loadUser(bookings, principal);
      const booking = await bookings.findBySeat(seatUid, viewerOf(principal, 'BOOKING_READ'));
      if (booking === undefined) throw noBooking();
      return presentBooking(booking, readerOf(booking, user), seatUid);
    },
  }),
];

export type BookingRouteDeps = Omit<BookingDeps, 'newUid' | 'newRoom' | 'perHost'> &
  Admission &
  ReassignDeps &
  RecordRouteDeps &
  Pick<GroupRouteDeps, 'organizationUsers'> &
  NameDeps;

export function createBookingRoutes({ random, jitsiUrl, ...stores }: BookingRouteDeps): readonly Route[] {
  const names = createNames({ random, jitsiUrl });
  const deps = { ...stores, random, ...names, perHost: createPerHostQueue() };
  return [
    createListRoute(deps),
    ...publicRoutes(deps),
    ...readRoutes(deps),
    ...createHostRoutes(deps),
    ...createAttendeeRoutes(deps),
    ...createReassignRoutes(deps),
    ...createRecordRoutes(deps),
    ...createGroupBookingRoutes(deps),
  ];
}
