/* `/bookings` of a team and of an organization, for its admins. Every query filters by the group. */
import { z } from 'zod';
import { present } from '../../../present.js';
import { paginationOf } from '../../../api/pagination.js';
import { defineMountedRoute, mount } from '../../../api/mount.js';
import type { Mount } from '../../../api/mount.js';
import type { Route } from '../../../api/route.js';
import type { OrganizationUserStore } from '../../organizations/store.js';
import { noMember, ORGANIZATION_MEMBER_MOUNT, ORGANIZATION_MOUNT, TEAM_MOUNTS } from '../../mounts.js';
import { bookingsQuery, ids, queryFrom } from '../lists/list-query.js';
import type { BookingGroup } from '../lists/list-store.js';
import { bookingGroup } from './group-changes.js';
import type { GroupDeps } from './group-changes.js';
import { createGroupChangeRoutes } from './group-change-routes.js';
import { referenceReply } from '../records/record-replies.js';
import { referencesOf } from '../records/record-routes.js';
import type { RecordRouteDeps } from '../records/record-routes.js';
import { bookingReply } from '../replies.js';
import { bookingParams, referencesQuery } from '../schemas.js';
import { AS_HOST, presentBooking } from '../presenter.js';
import { noBooking } from '../refusals.js';

export type GroupRouteDeps = GroupDeps &
  RecordRouteDeps & { readonly organizationUsers: Pick<OrganizationUserStore, 'find'> };

async function pageOf(
  { bookings, clock }: GroupRouteDeps,
  group: BookingGroup,
  query: z.output<typeof bookingsQuery>,
  hostIds?: readonly number[],
) {
  const criteria = { ...queryFrom(query), ...present({ hostIds }), group, now: clock() };
  const page = await bookings.listIn(criteria);
  return {
    data: page.bookings.map((booking) => presentBooking(booking, AS_HOST)),
    pagination: paginationOf(page.total, page.bookings.length, query),
  };
}

const organizationQuery = bookingsQuery.extend({ userIds: ids.exactOptional() });

const teamRoutes = (deps: GroupRouteDeps, team: Mount<unknown>): readonly Route[] => [
  defineMountedRoute(team, {
    method: 'GET',
    path: '/bookings',
    summary: 'List bookings of a team',
    access: 'BOOKING_READ',
    role: 'admin',
    query: bookingsQuery,
    paged: true,
    reply: z.array(bookingReply),
    handle: ({ membership, query }) => pageOf(deps, bookingGroup(membership), query),
  }),
  defineMountedRoute(team, {
    method: 'GET',
    path: '/bookings/:bookingUid/references',
    summary: 'List external references of a team booking',
    access: 'BOOKING_READ',
    role: 'admin',
    params: bookingParams,
    query: referencesQuery,
    reply: z.array(referenceReply),
    handle: async ({ membership, params: { bookingUid }, query }) => {
      const records = await deps.bookingRecords.list(bookingUid, 'reference', bookingGroup(membership));
      if (records === undefined) throw noBooking();
      return referencesOf(records, query);
    },
  }),
];

const organizationRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'GET',
    path: '/bookings',
    summary: 'List bookings of an organization',
    access: 'BOOKING_READ',
    role: 'admin',
    query: organizationQuery,
    paged: true,
    reply: z.array(bookingReply),
    handle: ({ membership, query: { userIds, ...query } }) =>
      pageOf(deps, bookingGroup(membership), query, userIds),
  }),
  defineMountedRoute(ORGANIZATION_MEMBER_MOUNT, {
    method: 'GET',
    path: '/bookings',
    summary: 'List bookings hosted by an organization member',
    access: 'BOOKING_READ',
    role: 'admin',
    query: bookingsQuery,
    paged: true,
    reply: z.array(bookingReply),
    handle: async ({ owner: { groupId, accountId }, membership, query }) => {
      const user = await deps.organizationUsers.find(groupId, accountId);
      if (user?.agreed !== true) throw noMember();
      return pageOf(deps, bookingGroup(membership), query, [accountId]);
    },
  }),
];

export const createGroupBookingRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  ...mount<Mount<unknown>>(TEAM_MOUNTS, (team) => teamRoutes(deps, team)),
  ...organizationRoutes(deps),
  ...createGroupChangeRoutes(deps),
];
