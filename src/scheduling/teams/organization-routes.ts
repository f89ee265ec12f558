/* `/v2/organizations/:orgId/teams`: the teams of an organization, for its administrators and members. */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { organizationParams, organizationTeamInput, teamListQuery, teamReply } from './schemas.js';
import { presentTeam } from './presenter.js';
import { createTeamUseCases } from './use-cases.js';
import type { TeamDeps, TeamUseCases } from './use-cases.js';

const listRoutes = ({ teams }: TeamDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/teams',
    summary: 'List teams of an organization',
    access: 'ORG_PROFILE_READ',
    role: 'org admin',
    params: organizationParams,
    query: teamListQuery,
    reply: z.array(teamReply),
    handle: async ({ params, query }) =>
      (await teams.list({ organizationId: params.orgId, ...query })).map(presentTeam),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/teams/me',
    summary: 'List the user’s teams in an organization',
    access: 'ORG_PROFILE_READ',
    role: 'org member',
    params: organizationParams,
    query: teamListQuery,
    reply: z.array(teamReply),
    handle: async ({ principal, params, query }) => {
      const own = { memberId: principal.accountId, organizationId: params.orgId };
      return (await teams.list({ ...own, ...query })).map(presentTeam);
    },
  }),
];

const createRoute = (useCases: TeamUseCases): Route =>
  defineRoute({
    method: 'POST',
    path: '/v2/organizations/:orgId/teams',
    summary: 'Create a team in an organization',
    access: 'ORG_PROFILE_WRITE',
    role: 'org admin',
    status: 201,
    params: organizationParams,
    body: organizationTeamInput,
    reply: teamReply,
    handle: async ({ principal, params, body: { autoAcceptCreator, ...body }, clientIp }) => {
      const organization = { id: params.orgId, by: principal.accountId, accepted: autoAcceptCreator };
      return presentTeam(await useCases.createIn(organization, body, actorOf(principal, clientIp)));
    },
  });

export const createOrganizationTeamRoutes = (deps: TeamDeps): readonly Route[] => [
  ...listRoutes(deps),
  createRoute(createTeamUseCases(deps)),
];
