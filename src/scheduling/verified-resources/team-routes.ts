/*
 * Verified addresses of a team, at both of its doors: whoever manages the team confirms them, and they stay with the team
 * when that person goes.
 */
import { z } from 'zod';
import { defineTeamRoutes } from '../../api/role-route.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import type { Principal } from '../../api/principal.js';
import { actorOf } from '../actor.js';
import { teamOf } from '../event-types/team-routes.js';
import { createVerifiedResourceUseCases } from './use-cases.js';
import type { CodeCall, VerifiedResourceUseCases, VerifiedResourceDeps } from './use-cases.js';
import {
  addressesQuery,
  emailCodeInput,
  emailInput,
  teamEmailReply,
  ofAddress,
  phoneCodeInput,
  phoneInput,
  teamPhoneReply,
} from './schemas.js';
import type { ResourceOwner, VerifiedAddress } from './store.js';

const ownerOf = (membership: CallerMembership): ResourceOwner => ({ teamId: teamOf(membership).teamId });

interface TeamCall {
  readonly membership: CallerMembership;
  readonly principal: Principal;
  readonly clientIp: string;
}

const callOf = ({ membership, principal, clientIp }: TeamCall): CodeCall => ({
  owner: ownerOf(membership),
  caller: { accountId: principal.accountId, clientIp },
  actor: actorOf(principal, clientIp),
});

const shownEmail =
  (membership: CallerMembership) =>
  ({ id, address: email, verifiedBy: userId }: VerifiedAddress) => ({
    id,
    email,
    teamId: teamOf(membership).teamId,
    userId,
  });

const shownPhone =
  (membership: CallerMembership) =>
  ({ id, address: phoneNumber, verifiedBy: userId }: VerifiedAddress) => ({
    id,
    phoneNumber,
    teamId: teamOf(membership).teamId,
    userId,
  });

const EMAILS = '/verified-resources/emails';
const PHONES = '/verified-resources/phones';

const codeRoutes = (useCases: VerifiedResourceUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: `${EMAILS}/verification-code/request`,
    summary: 'Send a code to an e-mail address for a team',
    access: 'TEAM_VERIFIED_RESOURCES_WRITE',
    role: 'team admin',
    body: emailInput,
    reply: z.undefined(),
    handle: (call) => useCases.ask(callOf(call), call.body),
  }),
  ...defineTeamRoutes({
    method: 'POST',
    path: `${EMAILS}/verification-code/verify`,
    summary: 'Confirm an e-mail address of a team with its code',
    access: 'TEAM_VERIFIED_RESOURCES_WRITE',
    role: 'team admin',
    body: emailCodeInput,
    reply: teamEmailReply,
    handle: async (call) => shownEmail(call.membership)(await useCases.confirm(callOf(call), call.body)),
  }),
  ...defineTeamRoutes({
    method: 'POST',
    path: `${PHONES}/verification-code/request`,
    summary: 'Send a code to a phone number for a team',
    access: 'TEAM_VERIFIED_RESOURCES_WRITE',
    role: 'team admin',
    body: phoneInput,
    reply: z.undefined(),
    handle: (call) => useCases.ask(callOf(call), call.body),
  }),
  ...defineTeamRoutes({
    method: 'POST',
    path: `${PHONES}/verification-code/verify`,
    summary: 'Confirm a phone number of a team with its code',
    access: 'TEAM_VERIFIED_RESOURCES_WRITE',
    role: 'team admin',
    body: phoneCodeInput,
    reply: teamPhoneReply,
    handle: async (call) => shownPhone(call.membership)(await useCases.confirm(callOf(call), call.body)),
  }),
];

const readingRoutes = (useCases: VerifiedResourceUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: EMAILS,
    summary: 'List the verified e-mail addresses of a team',
    access: 'TEAM_VERIFIED_RESOURCES_READ',
    role: 'team admin',
    query: addressesQuery,
    reply: z.array(teamEmailReply),
    handle: async ({ membership, query }) =>
      (await useCases.list(ownerOf(membership), 'email', query)).map(shownEmail(membership)),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: `${EMAILS}/:id`,
    summary: 'Fetch one verified e-mail address of a team',
    access: 'TEAM_VERIFIED_RESOURCES_READ',
    role: 'team admin',
    params: ofAddress,
    reply: teamEmailReply,
    handle: async ({ membership, params }) =>
      shownEmail(membership)(await useCases.find(ownerOf(membership), 'email', params.id)),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: PHONES,
    summary: 'List the verified phone numbers of a team',
    access: 'TEAM_VERIFIED_RESOURCES_READ',
    role: 'team admin',
    query: addressesQuery,
    reply: z.array(teamPhoneReply),
    handle: async ({ membership, query }) =>
      (await useCases.list(ownerOf(membership), 'phone', query)).map(shownPhone(membership)),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: `${PHONES}/:id`,
    summary: 'Fetch one verified phone number of a team',
    access: 'TEAM_VERIFIED_RESOURCES_READ',
    role: 'team admin',
    params: ofAddress,
    reply: teamPhoneReply,
    handle: async ({ membership, params }) =>
      shownPhone(membership)(await useCases.find(ownerOf(membership), 'phone', params.id)),
  }),
];

export function createTeamVerifiedResourceRoutes(deps: VerifiedResourceDeps): readonly Route[] {
  const useCases = createVerifiedResourceUseCases(deps);
  return [...codeRoutes(useCases), ...readingRoutes(useCases)];
}
