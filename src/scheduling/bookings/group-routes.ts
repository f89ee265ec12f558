/*
 * Bookings of teams and organizations, for those who manage them: `/v2/teams/:teamId/bookings`, its twin inside an
 * organization, and `/v2/organizations/:orgId/bookings`. That a booking belongs to the place is a condition of every
 * statement; what may be done to it is decided where it is decided for hosts.
 */
import { z } from 'zod';
import { paginationOf } from '../../api/pagination.js';
import { defineRoleRoute, defineTeamRoutes } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import { idInPath } from '../../api/values.js';
import type { OrganizationUserStore } from '../organizations/store.js';
import { noMember } from '../member-mounts.js';
import { bookingsQuery, ids, queryFrom } from './list-query.js';
import type { BookingGroup } from './list-store.js';
import { noBooking } from './cancel.js';
import { bookingGroup } from './group-changes.js';
import type { GroupDeps } from './group-changes.js';
import { createGroupChangeRoutes } from './group-change-routes.js';
import { referenceReply } from './record-replies.js';
import type { RecordRouteDeps } from './record-routes.js';
import { bookingReply } from './replies.js';
import { bookingParams, referencesQuery } from './schemas.js';
import { AS_HOST, shown } from './presenter.js';

export type GroupRouteDeps = GroupDeps &
  RecordRouteDeps & { readonly organizationUsers: Pick<OrganizationUserStore, 'find'> };

async function pageOf(
  { bookings, clock }: GroupRouteDeps,
  place: BookingGroup,
  query: z.output<typeof bookingsQuery>,
  hostIds?: readonly number[],
) {
  const hosted = hostIds === undefined ? {} : { hostIds };
  const question = { ...queryFrom(query), ...hosted, place, now: clock() };
  const { bookings: found, total } = await bookings.listIn(question);
  return {
    data: found.map((booking) => shown(booking, AS_HOST)),
    pagination: paginationOf(total, found.length, query),
  };
}

const organizationQuery = bookingsQuery.extend({ userIds: ids.exactOptional() });

const listRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/bookings',
    summary: 'List the bookings of a team',
    access: 'TEAM_BOOKING_READ',
    role: 'team admin',
    query: bookingsQuery,
    paged: true,
    reply: z.array(bookingReply),
    handle: ({ membership, query }) => pageOf(deps, bookingGroup(membership), query),
  }),
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/bookings',
    summary: 'List the bookings of an organization, of its teams and of its people',
    access: 'ORG_BOOKING_READ',
    role: 'org admin',
    query: organizationQuery,
    paged: true,
    reply: z.array(bookingReply),
    handle: ({ membership, query: { userIds, ...query } }) =>
      pageOf(deps, bookingGroup(membership), query, userIds),
  }),
];

const oneRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/users/:userId/bookings',
    summary: 'List what a member of an organization hosts',
    access: 'ORG_BOOKING_READ',
    role: 'org admin',
    params: z.object({ orgId: idInPath, userId: idInPath }),
    query: bookingsQuery,
    paged: true,
    reply: z.array(bookingReply),
    handle: async ({ membership, params: { orgId, userId }, query }) => {
      const user = await deps.organizationUsers.find(orgId, userId);
      if (user?.agreed !== true) throw noMember();
      return pageOf(deps, bookingGroup(membership), query, [userId]);
    },
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: '/bookings/:bookingUid/references',
    summary: 'List what a booking of a team is called in other systems',
    access: 'TEAM_BOOKING_READ',
    role: 'team admin',
    params: bookingParams,
    query: referencesQuery,
    reply: z.array(referenceReply),
    handle: async ({ membership, params: { bookingUid }, query }) => {
      const records = await deps.bookingRecords.list(bookingUid, 'reference', bookingGroup(membership));
      if (records === undefined) throw noBooking();
      const asked = records.filter(({ type }) => query.type === undefined || type === query.type);
      return asked.map(({ recordId: id, ...reference }) => ({ ...reference, id }));
    },
  }),
];

export const createGroupBookingRoutes = (deps: GroupRouteDeps): readonly Route[] => [
  ...listRoutes(deps),
  ...oneRoutes(deps),
  ...createGroupChangeRoutes(deps),
];
