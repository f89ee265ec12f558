/*
 * `/memberships` of a team and of an organization: their members with their roles. Users answer invitations on pages
 * (src/web/teams/), which share the store.
 */
import { z } from 'zod';
import { defineMountedRoute, mount, singular } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import type { Route } from '../../api/route.js';
import { GROUP_MOUNTS } from '../mounts.js';
import { createMembershipUseCases } from './use-cases.js';
import type { MembershipUseCases, MembershipDeps } from './use-cases.js';
import { leavingQuery } from './leaving.js';
import {
  membershipChangeInput,
  membershipInput,
  membershipParams,
  membershipReply,
  membershipsQuery,
  organizationMembershipReply,
} from './schemas.js';
import { presentMembership } from './presenter.js';
import type { Membership } from './store.js';

type GroupMount = Mount<unknown>;

const LIST = '/memberships';
const ONE = '/memberships/:membershipId';

/** Members of an organization have attributes in the public API; this service has none. */
const shapeOf = ({ level }: GroupMount) =>
  level === 'org'
    ? {
        reply: organizationMembershipReply,
        present: (membership: Membership) => ({ ...presentMembership(membership), attributes: [] }),
      }
    : { reply: membershipReply, present: presentMembership };

function readRoutes(useCases: MembershipUseCases, mounted: GroupMount): readonly Route[] {
  const { reply, present } = shapeOf(mounted);
  return [
    defineMountedRoute(mounted, {
      method: 'GET',
      path: LIST,
      summary: `List ${mounted.adjective}members and pending invitations`,
      access: 'MEMBERSHIP_READ',
      role: 'admin',
      query: membershipsQuery,
      reply: z.array(reply),
      handle: async (call) => (await useCases.list(call, call.query)).map((one) => present(one)),
    }),
    defineMountedRoute(mounted, {
      method: 'GET',
      path: ONE,
      summary: `Read ${singular(mounted, 'membership')}`,
      access: 'MEMBERSHIP_READ',
      role: 'admin',
      params: membershipParams,
      reply,
      handle: async (call) => present(await useCases.find(call, call.params.membershipId)),
    }),
  ];
}

function writeRoutes(useCases: MembershipUseCases, mounted: GroupMount): readonly Route[] {
  const { reply, present } = shapeOf(mounted);
  return [
    defineMountedRoute(mounted, {
      method: 'POST',
      path: LIST,
      summary: `Add or invite ${singular(mounted, 'member')}`,
      access: 'MEMBERSHIP_WRITE',
      role: 'admin',
      status: 201,
      body: membershipInput,
      reply,
      handle: async (call) => present(await useCases.add(call, call.body)),
    }),
    defineMountedRoute(mounted, {
      method: 'PATCH',
      path: ONE,
      summary: `Change ${singular(mounted, 'membership')}`,
      access: 'MEMBERSHIP_WRITE',
      role: 'admin',
      params: membershipParams,
      body: membershipChangeInput,
      reply,
      handle: async (call) => present(await useCases.change(call, call.params.membershipId, call.body)),
    }),
    defineMountedRoute(mounted, {
      method: 'DELETE',
      path: ONE,
      summary: `Remove ${singular(mounted, 'member')} and settle their bookings`,
      access: 'MEMBERSHIP_WRITE',
      role: 'admin',
      params: membershipParams,
      query: leavingQuery,
      reply,
      handle: async (call) => present(await useCases.remove(call, call.params.membershipId, call.query)),
    }),
  ];
}

export function createMembershipRoutes(deps: MembershipDeps): readonly Route[] {
  const useCases = createMembershipUseCases(deps);
  return mount<GroupMount>(GROUP_MOUNTS, (group) => [
    ...readRoutes(useCases, group),
    ...writeRoutes(useCases, group),
  ]);
}
