/* `/v2/organizations/:orgId/teams`: the teams of an organization, for those who manage it and for its members. */
import { z } from 'zod';
import { defineRoleRoute } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import { conflict } from '../../errors.js';
import { actorOf } from '../actor.js';
import type { TeamDeps } from './routes.js';
import { drawnBy, removed, written } from './routes.js';
import { TEAMS_PER_ORGANIZATION } from './rules.js';
import {
  organizationParams,
  organizationTeamInput,
  organizationTeamParams,
  teamChangeInput,
  teamListQuery,
  teamReply,
} from './schemas.js';
import { newTeam, presentTeam, teamChange } from './presenter.js';
import type { TeamGroup } from './store.js';

const placeOf = ({ orgId, teamId }: z.output<typeof organizationTeamParams>): TeamGroup => ({
  teamId,
  organizationId: orgId,
});

const listRoutes = ({ teams }: TeamDeps): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/teams',
    summary: 'List the teams of an organization',
    access: 'ORG_PROFILE_READ',
    role: 'org admin',
    params: organizationParams,
    query: teamListQuery,
    reply: z.array(teamReply),
    handle: async ({ params, query }) =>
      (await teams.list({ organizationId: params.orgId, ...query })).map(presentTeam),
  }),
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/teams/me',
    summary: 'List the teams of an organization that the person is a member of',
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
  defineRoleRoute({
    method: 'POST',
    path: '/v2/organizations/:orgId/teams',
    summary: 'Make a team in an organization; the person becomes its owner',
    access: 'ORG_PROFILE_WRITE',
    role: 'org admin',
    status: 201,
    params: organizationParams,
    body: organizationTeamInput,
    reply: teamReply,
    handle: async ({ principal, params, body: { autoAcceptCreator, ...body }, clientIp }) => {
      const inside = {
        organizationId: params.orgId,
        accepted: autoAcceptCreator,
        most: TEAMS_PER_ORGANIZATION,
      };
      const input = { ...newTeam(body, drawnBy(deps)), ...inside };
      const made = await deps.teams.create(principal.accountId, input, actorOf(principal, clientIp));
      if (made === 'too_many')
        throw conflict(`The organization has ${TEAMS_PER_ORGANIZATION} teams, which is the most.`);
      return presentTeam(written(made));
    },
  });

const teamRoutes = ({ teams }: TeamDeps): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/teams/:teamId',
    summary: 'Read a team of an organization',
    access: 'TEAM_PROFILE_READ',
    role: 'team admin',
    params: organizationTeamParams,
    reply: teamReply,
    handle: async ({ params }) => presentTeam(written(await teams.find(placeOf(params)))),
  }),
  defineRoleRoute({
    method: 'PATCH',
    path: '/v2/organizations/:orgId/teams/:teamId',
    summary: 'Change a team of an organization; null takes a setting away',
    access: 'TEAM_PROFILE_WRITE',
    role: 'org admin',
    params: organizationTeamParams,
    body: teamChangeInput,
    reply: teamReply,
    handle: async ({ principal, params, body, clientIp }) =>
      presentTeam(
        written(await teams.change(placeOf(params), teamChange(body), actorOf(principal, clientIp))),
      ),
  }),
  defineRoleRoute({
    method: 'DELETE',
    path: '/v2/organizations/:orgId/teams/:teamId',
    summary: 'Delete a team of an organization with its event types; bookings stay',
    access: 'TEAM_PROFILE_WRITE',
    role: 'org admin',
    params: organizationTeamParams,
    reply: teamReply,
    handle: async ({ principal, params, clientIp }) =>
      presentTeam(removed(await teams.remove(placeOf(params), actorOf(principal, clientIp)))),
  }),
];

export const createOrganizationTeamRoutes = (deps: TeamDeps): readonly Route[] => [
  ...listRoutes(deps),
  createRoute(deps),
  ...teamRoutes(deps),
];
