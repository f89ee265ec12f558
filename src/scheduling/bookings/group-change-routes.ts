/* Booking, changing and cancelling for a team or an organization. */
import type { z } from 'zod';
import { present } from '../../present.js';
import type { Principal } from '../../api/principal.js';
import { defineRoleRoute, defineTeamRoutes } from '../../api/role-route.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { ownHolders } from '../slots/slot-owners.js';
import { cancelBooking } from './cancel.js';
import { createBooking } from './create.js';
import { bookingGroup, changeBooking, managerOf, groupChangeInput } from './group-changes.js';
import type { GroupDeps } from './group-changes.js';
import { bookingOrRecurrenceReply } from './replies.js';
import type { BookingAnswer } from './replies.js';
import { bookingParams, cancelInput, placeBookingInput } from './schemas.js';

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
    const caller = await managerOf(deps, { place: bookingGroup(membership), principal, clientIp });
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
      ...{ place: bookingGroup(membership), principal, clientIp, holders },
    });
  },
  async cancel({ membership, principal, clientIp, body, params: { bookingUid } }) {
    const caller = await managerOf(deps, { place: bookingGroup(membership), principal, clientIp });
    return cancelBooking(deps, bookingUid, body, caller);
  },
});

const teamRoutes = ({ make, change, cancel }: Handlers): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: '/bookings',
    summary: 'Book an event type of a team on its behalf',
    access: 'TEAM_BOOKING_WRITE',
    role: 'team admin',
    status: 201,
    body: placeBookingInput,
    reply: bookingOrRecurrenceReply,
    handle: make,
  }),
  ...defineTeamRoutes({
    method: 'PATCH',
    path: '/bookings/:bookingUid',
    summary: 'Change the title and place, the time, or the host of a booking of a team',
    access: 'TEAM_BOOKING_WRITE',
    role: 'team admin',
    params: bookingParams,
    body: groupChangeInput,
    reply: bookingOrRecurrenceReply,
    handle: change,
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/bookings/:bookingUid',
    summary: 'Cancel a booking of a team',
    access: 'TEAM_BOOKING_WRITE',
    role: 'team admin',
    params: bookingParams,
    body: cancelInput,
    reply: bookingOrRecurrenceReply,
    handle: cancel,
  }),
];

const organizationRoutes = ({ make, change, cancel }: Handlers): readonly Route[] => [
  defineRoleRoute({
    method: 'POST',
    path: '/v2/organizations/:orgId/bookings',
    summary: 'Book any event type of an organization on behalf of its people',
    access: 'ORG_BOOKING_WRITE',
    role: 'org admin',
    status: 201,
    body: placeBookingInput,
    reply: bookingOrRecurrenceReply,
    handle: make,
  }),
  defineRoleRoute({
    method: 'PATCH',
    path: '/v2/organizations/:orgId/bookings/:bookingUid',
    summary: 'Change the title and place, the time, or the host of a booking of an organization',
    access: 'ORG_BOOKING_WRITE',
    role: 'org admin',
    params: bookingParams,
    body: groupChangeInput,
    reply: bookingOrRecurrenceReply,
    handle: change,
  }),
  defineRoleRoute({
    method: 'DELETE',
    path: '/v2/organizations/:orgId/bookings/:bookingUid',
    summary: 'Cancel a booking of an organization',
    access: 'ORG_BOOKING_WRITE',
    role: 'org admin',
    params: bookingParams,
    body: cancelInput,
    reply: bookingOrRecurrenceReply,
    handle: cancel,
  }),
];

export function createGroupChangeRoutes(deps: GroupDeps): readonly Route[] {
  const handlers = handlersOf(deps);
  return [...teamRoutes(handlers), ...organizationRoutes(handlers)];
}
