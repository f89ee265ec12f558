/* `/v2/organizations/:orgId/memberships`: who is in an organization, and as what. */
import { z } from 'zod';
import { defineRoleRoute } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import { createMembershipUseCases } from './use-cases.js';
import type { MembershipUseCases, MembershipDeps } from './use-cases.js';
import { leavingQuery } from './leaving.js';
import {
  membershipChangeInput,
  membershipInput,
  membershipParams,
  membershipsQuery,
  organizationMembershipReply,
} from './schemas.js';
import { presentMembership } from './presenter.js';
import type { Membership } from './store.js';

const shown = (membership: Membership): z.input<typeof organizationMembershipReply> => ({
  ...presentMembership(membership),
  attributes: [],
});

const readRoutes = (useCases: MembershipUseCases): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/memberships',
    summary: 'List the members of an organization, and who is invited',
    access: 'ORG_MEMBERSHIP_READ',
    role: 'org admin',
    query: membershipsQuery,
    reply: z.array(organizationMembershipReply),
    handle: async (call) => (await useCases.list(call, call.query)).map(shown),
  }),
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/memberships/:membershipId',
    summary: 'Read a membership of an organization',
    access: 'ORG_MEMBERSHIP_READ',
    role: 'org admin',
    params: membershipParams,
    reply: organizationMembershipReply,
    handle: async (call) => shown(await useCases.find(call, call.params.membershipId)),
  }),
];

const writeRoutes = (useCases: MembershipUseCases): readonly Route[] => [
  defineRoleRoute({
    method: 'POST',
    path: '/v2/organizations/:orgId/memberships',
    summary: 'Add a person to an organization, or invite them',
    access: 'ORG_MEMBERSHIP_WRITE',
    role: 'org admin',
    status: 201,
    body: membershipInput,
    reply: organizationMembershipReply,
    handle: async (call) => shown(await useCases.add(call, call.body)),
  }),
  defineRoleRoute({
    method: 'PATCH',
    path: '/v2/organizations/:orgId/memberships/:membershipId',
    summary: 'Change the role of a member, or whether the membership counts',
    access: 'ORG_MEMBERSHIP_WRITE',
    role: 'org admin',
    params: membershipParams,
    body: membershipChangeInput,
    reply: organizationMembershipReply,
    handle: async (call) => shown(await useCases.change(call, call.params.membershipId, call.body)),
  }),
  defineRoleRoute({
    method: 'DELETE',
    path: '/v2/organizations/:orgId/memberships/:membershipId',
    summary:
      'Take a person out of an organization and its teams, and say what becomes of their bookings there',
    access: 'ORG_MEMBERSHIP_WRITE',
    role: 'org admin',
    params: membershipParams,
    query: leavingQuery,
    reply: organizationMembershipReply,
    handle: async (call) => shown(await useCases.remove(call, call.params.membershipId, call.query)),
  }),
];

export function createOrganizationMembershipRoutes(deps: MembershipDeps): readonly Route[] {
  const useCases = createMembershipUseCases(deps);
  return [...readRoutes(useCases), ...writeRoutes(useCases)];
}
