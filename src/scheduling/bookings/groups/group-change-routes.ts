/* Booking, changing and cancelling for a team or an organization. */
import type { z } from 'zod';
import { present } from '../../../present.js';
import type { Principal } from '../../../api/principal.js';
import { defineMountedRoute, mount, singular } from '../../../api/mount.js';
import type { Mount } from '../../../api/mount.js';
import type { CallerMembership } from '../../../api/role.js';
import type { Route } from '../../../api/route.js';
import { GROUP_MOUNTS } from '../../mounts.js';
import { ownHolders } from '../../slots/slot-owners.js';
import { cancelBooking } from '../changes/cancel.js';
import { createBooking } from '../creation/create.js';
import { bookingGroup, changeBooking, managerOf, groupChangeInput } from './group-changes.js';
import type { GroupDeps } from './group-changes.js';
import { bookingOrRecurrenceReply } from '../replies.js';
import type { BookingAnswer } from '../replies.js';
import { bookingParams, cancelInput, placeBookingInput } from '../schemas.js';

interface Call<B> {
  readonly membership: CallerMembership;
  readonly principal: Principal;
  readonly clientIp: string;
  readonly body: B;
}

interface Named {
  readonly params: z.output<typeof bookingParams>;
}

interface Handlers {
  make(call: Call<z.output<typeof placeBookingInput>>): Promise<BookingAnswer>;
  change(call: Call<z.output<typeof groupChangeInput>> & Named): Promise<BookingAnswer>;
  cancel(call: Call<z.output<typeof cancelInput>> & Named): Promise<BookingAnswer>;
}

const handlersOf = (deps: GroupDeps): Handlers => ({
  async make({ membership, principal, clientIp, body }) {
    const caller = await managerOf(deps, { group: bookingGroup(membership), principal, clientIp });
    const holders = ownHolders(deps.keys, principal);
    const { userId: hostId, ...booking } = body;
    return createBooking(deps, booking, {
      ...{ caller, holders, clientIp },
      ...present({ hostId }),
    });
  },
  change({ membership, principal, clientIp, body, params: { bookingUid } }) {
    const holders = ownHolders(deps.keys, principal);
    return changeBooking(deps, bookingUid, body, {
      ...{ group: bookingGroup(membership), principal, clientIp, holders },
    });
  },
  async cancel({ membership, principal, clientIp, body, params: { bookingUid } }) {
    const caller = await managerOf(deps, { group: bookingGroup(membership), principal, clientIp });
    return cancelBooking(deps, bookingUid, body, caller);
  },
});

const routesOf = ({ make, change, cancel }: Handlers, group: Mount<unknown>): readonly Route[] => [
  defineMountedRoute(group, {
    method: 'POST',
    path: '/bookings',
    summary: `Book ${singular(group, 'event type')}`,
    access: 'BOOKING_WRITE',
    role: 'admin',
    status: 201,
    body: placeBookingInput,
    reply: bookingOrRecurrenceReply,
    handle: make,
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
    handle: change,
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
    handle: cancel,
  }),
];

export function createGroupChangeRoutes(deps: GroupDeps): readonly Route[] {
  const handlers = handlersOf(deps);
  return mount<Mount<unknown>>(GROUP_MOUNTS, (group) => routesOf(handlers, group));
}
