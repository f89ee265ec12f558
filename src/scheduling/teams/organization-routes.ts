/* `/v2/organizations/:orgId/teams`: the teams of an organization, for its administrators and members. */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { conflict } from '../../errors.js';
import { actorOf } from '../actor.js';
import type { TeamDeps } from './routes.js';
import { randomSuffix, written } from './routes.js';
import { TEAMS_PER_ORGANIZATION } from './rules.js';
import { organizationParams, organizationTeamInput, teamListQuery, teamReply } from './schemas.js';
import { newTeam, presentTeam } from './presenter.js';

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

const createRoute = (deps: TeamDeps): Route =>
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
      const terms = {
        organizationId: params.orgId,
        accepted: autoAcceptCreator,
        most: TEAMS_PER_ORGANIZATION,
      };
      const input = { ...newTeam(body, randomSuffix(deps)), ...terms };
      const team = await deps.teams.create(principal.accountId, input, actorOf(principal, clientIp));
      if (team === 'too_many')
        throw conflict(`The organization has ${TEAMS_PER_ORGANIZATION} teams, the maximum.`);
      return presentTeam(written(team));
    },
  });

export const createOrganizationTeamRoutes = (deps: TeamDeps): readonly Route[] => [
  ...listRoutes(deps),
  createRoute(deps),
];
