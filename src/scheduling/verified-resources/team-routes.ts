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

const ownerOf = (standing: CallerMembership): ResourceOwner => ({ teamId: teamOf(standing).teamId });

interface TeamCall {
  readonly standing: CallerMembership;
  readonly principal: Principal;
  readonly network: string;
}

const callOf = ({ standing, principal, network }: TeamCall): CodeCall => ({
  owner: ownerOf(standing),
  caller: { accountId: principal.accountId, network },
  cause: actorOf(principal, network),
});

const shownEmail =
  (standing: CallerMembership) =>
  ({ id, address: email, verifiedBy: userId }: VerifiedAddress) => ({
    id,
    email,
    teamId: teamOf(standing).teamId,
    userId,
  });

const shownPhone =
  (standing: CallerMembership) =>
  ({ id, address: phoneNumber, verifiedBy: userId }: VerifiedAddress) => ({
    id,
    phoneNumber,
    teamId: teamOf(standing).teamId,
    userId,
  });

const EMAILS = '/verified-resources/emails';
const PHONES = '/verified-resources/phones';

const codeRoutes = (desk: VerifiedResourceUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: `${EMAILS}/verification-code/request`,
    summary: 'Send a code to an e-mail address for a team',
    access: 'TEAM_VERIFIED_RESOURCES_WRITE',
    role: 'team admin',
    body: emailInput,
    reply: z.undefined(),
    handle: (call) => desk.ask(callOf(call), call.body),
  }),
  ...defineTeamRoutes({
    method: 'POST',
    path: `${EMAILS}/verification-code/verify`,
    summary: 'Confirm an e-mail address of a team with its code',
    access: 'TEAM_VERIFIED_RESOURCES_WRITE',
    role: 'team admin',
    body: emailCodeInput,
    reply: teamEmailReply,
    handle: async (call) => shownEmail(call.standing)(await desk.confirm(callOf(call), call.body)),
  }),
  ...defineTeamRoutes({
    method: 'POST',
    path: `${PHONES}/verification-code/request`,
    summary: 'Send a code to a phone number for a team',
    access: 'TEAM_VERIFIED_RESOURCES_WRITE',
    role: 'team admin',
    body: phoneInput,
    reply: z.undefined(),
    handle: (call) => desk.ask(callOf(call), call.body),
  }),
  ...defineTeamRoutes({
    method: 'POST',
    path: `${PHONES}/verification-code/verify`,
    summary: 'Confirm a phone number of a team with its code',
    access: 'TEAM_VERIFIED_RESOURCES_WRITE',
    role: 'team admin',
    body: phoneCodeInput,
    reply: teamPhoneReply,
    handle: async (call) => shownPhone(call.standing)(await desk.confirm(callOf(call), call.body)),
  }),
];

const readingRoutes = (desk: VerifiedResourceUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: EMAILS,
    summary: 'List the verified e-mail addresses of a team',
    access: 'TEAM_VERIFIED_RESOURCES_READ',
    role: 'team admin',
    query: addressesQuery,
    reply: z.array(teamEmailReply),
    handle: async ({ standing, query }) =>
      (await desk.list(ownerOf(standing), 'email', query)).map(shownEmail(standing)),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: `${EMAILS}/:id`,
    summary: 'Fetch one verified e-mail address of a team',
    access: 'TEAM_VERIFIED_RESOURCES_READ',
    role: 'team admin',
    params: ofAddress,
    reply: teamEmailReply,
    handle: async ({ standing, params }) =>
      shownEmail(standing)(await desk.find(ownerOf(standing), 'email', params.id)),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: PHONES,
    summary: 'List the verified phone numbers of a team',
    access: 'TEAM_VERIFIED_RESOURCES_READ',
    role: 'team admin',
    query: addressesQuery,
    reply: z.array(teamPhoneReply),
    handle: async ({ standing, query }) =>
      (await desk.list(ownerOf(standing), 'phone', query)).map(shownPhone(standing)),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: `${PHONES}/:id`,
    summary: 'Fetch one verified phone number of a team',
    access: 'TEAM_VERIFIED_RESOURCES_READ',
    role: 'team admin',
    params: ofAddress,
    reply: teamPhoneReply,
    handle: async ({ standing, params }) =>
      shownPhone(standing)(await desk.find(ownerOf(standing), 'phone', params.id)),
  }),
];

export function createTeamVerifiedResourceRoutes(parts: VerifiedResourceDeps): readonly Route[] {
  const desk = createVerifiedResourceUseCases(parts);
  return [...codeRoutes(desk), ...readingRoutes(desk)];
}
