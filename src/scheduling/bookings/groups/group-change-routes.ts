/* Booking, changing and cancelling for a team or an organization. */
import { present } from '../../../present.js';
import { defineMountedRoute, mount, singular } from '../../../api/mount.js';
import type { Mount } from '../../../api/mount.js';
import type { Route } from '../../../api/route.js';
import { GROUP_MOUNTS } from '../../mounts.js';
import { ownHolders } from '../../slots/slot-owners.js';
import { cancelBooking } from '../changes/cancel.js';
import { createBooking } from '../creation/create.js';
import { changeGroupBooking, groupChangeInput, managerOf } from './group-changes.js';
import type { GroupDeps } from './group-changes.js';
import { bookingOrRecurrenceReply } from '../replies.js';
import { bookingParams, cancelInput, groupBookingInput } from '../schemas.js';

const routesOf = (deps: GroupDeps, group: Mount<unknown>): readonly Route[] => [
  defineMountedRoute(group, {
    method: 'POST',
    path: '/bookings',
    summary: `Book ${singular(group, 'event type')}`,
    access: 'BOOKING_WRITE',
    role: 'admin',
    status: 201,
    body: groupBookingInput,
    reply: bookingOrRecurrenceReply,
    handle: async (request) => {
      const caller = await managerOf(deps, request);
      const holders = ownHolders(deps.keys, request.principal);
      const { userId: hostId, ...booking } = request.body;
      const { clientIp, isAbandoned } = request;
      return createBooking(deps, booking, { caller, holders, clientIp, isAbandoned, ...present({ hostId }) });
    },
  }),
  defineMountedRoute(group, {
    method: 'PATCH',
    path: '/bookings/:bookingUid',
    summary: `Change, move or reassign ${singular(group, 'booking')}`,
    access: 'BOOKING_WRITE',
    role: 'admin',
    params: bookingParams,
    body: groupChangeInput,
    reply: bookingOrRecurrenceReply,
    handle: (request) => changeGroupBooking(deps, request.body, request),
  }),
  defineMountedRoute(group, {
    method: 'DELETE',
    path: '/bookings/:bookingUid',
    summary: `Cancel ${singular(group, 'booking')}`,
    access: 'BOOKING_WRITE',
    role: 'admin',
    params: bookingParams,
    body: cancelInput,
    reply: bookingOrRecurrenceReply,
    handle: async (request) => {
      const caller = await managerOf(deps, request);
      return cancelBooking(deps, request.params.bookingUid, request.body, caller);
    },
  }),
];

export const createGroupChangeRoutes = (deps: GroupDeps): readonly Route[] =>
  mount<Mount<unknown>>(GROUP_MOUNTS, (group) => routesOf(deps, group));
