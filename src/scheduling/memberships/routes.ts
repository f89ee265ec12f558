/*
 * `/v2/teams/:teamId/memberships` and its twin inside an organization: who is in a team, and as what. Owns the roles;
 * invitations are answered on pages (src/teams/), which share the store.
 */
import { z } from 'zod';
import { defineTeamRoutes } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import { createMembershipUseCases } from './use-cases.js';
import type { MembershipUseCases, MembershipDeps } from './use-cases.js';
import { leavingQuery } from './leaving.js';
import {
  membershipChangeInput,
  membershipInput,
  membershipParams,
  membershipReply,
  membershipsQuery,
} from './schemas.js';
import { presentMembership } from './presenter.js';

const readRoutes = (useCases: MembershipUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/memberships',
    summary: 'List the members of a team, and who is invited',
    access: 'TEAM_MEMBERSHIP_READ',
    role: 'team admin',
    query: membershipsQuery,
    reply: z.array(membershipReply),
    handle: async (call) => (await useCases.list(call, call.query)).map(presentMembership),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: '/memberships/:membershipId',
    summary: 'Read a membership of a team',
    access: 'TEAM_MEMBERSHIP_READ',
    role: 'team admin',
    params: membershipParams,
    reply: membershipReply,
    handle: async (call) => presentMembership(await useCases.find(call, call.params.membershipId)),
  }),
];

const writeRoutes = (useCases: MembershipUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: '/memberships',
    summary: 'Add a person to a team, or invite them',
    access: 'TEAM_MEMBERSHIP_WRITE',
    role: 'team admin',
    status: 201,
    body: membershipInput,
    reply: membershipReply,
    handle: async (call) => presentMembership(await useCases.add(call, call.body)),
  }),
  ...defineTeamRoutes({
    method: 'PATCH',
    path: '/memberships/:membershipId',
    summary: 'Change the role of a member, or whether the membership counts',
    access: 'TEAM_MEMBERSHIP_WRITE',
    role: 'team admin',
    params: membershipParams,
    body: membershipChangeInput,
    reply: membershipReply,
    handle: async (call) =>
      presentMembership(await useCases.change(call, call.params.membershipId, call.body)),
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/memberships/:membershipId',
    summary: 'Take a person out of a team; `bookings` says what becomes of those they host for it',
    access: 'TEAM_MEMBERSHIP_WRITE',
    role: 'team admin',
    params: membershipParams,
    query: leavingQuery,
    reply: membershipReply,
    handle: async (call) =>
      presentMembership(await useCases.remove(call, call.params.membershipId, call.query)),
  }),
];

export function createMembershipRoutes(deps: MembershipDeps): readonly Route[] {
  const useCases = createMembershipUseCases(deps);
  return [...readRoutes(useCases), ...writeRoutes(useCases)];
}
