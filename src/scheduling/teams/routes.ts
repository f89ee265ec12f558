/*
 * `/v2/teams` and a team inside its organization. Owns the shape of a team; its members belong to memberships/, lists of
 * an organization to organization-routes.ts.
 */
import { z } from 'zod';
import { present } from '../../present.js';
import { mount } from '../../api/mount.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { requireGrantedResource } from '../../api/granted-resources.js';
import { boundsOf } from '../../scopes/granted-resources.js';
import { actorOf } from '../actor.js';
import { teamChangeInput, teamInput, teamListQuery, teamParams, teamReply } from './schemas.js';
import { presentTeam } from './presenter.js';
import type { TeamGroup } from './store.js';
import { createTeamUseCases } from './use-cases.js';
import type { TeamDeps, TeamUseCases } from './use-cases.js';

const listRoute = ({ teams }: TeamDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v2/teams',
    summary: 'List teams that the user is in',
    access: 'TEAM_PROFILE_READ',
    query: teamListQuery,
    reply: z.array(teamReply),
    handle: async ({ principal: { accountId, clientId, scope, resources }, query }) => {
      const bounds = boundsOf(scope, resources, 'TEAM_PROFILE_READ');
      return (await teams.list({ memberId: accountId, clientId, bounds, ...query })).map(presentTeam);
    },
  });

const createRoute = (useCases: TeamUseCases): Route =>
  defineRoute({
    method: 'POST',
    path: '/v2/teams',
    summary: 'Create a team, owned by the user',
    access: 'TEAM_PROFILE_WRITE',
    status: 201,
    body: teamInput,
    reply: teamReply,
    handle: async ({ principal, body: { autoAcceptCreator: _always, ...body }, clientIp }) => {
      // A grant that is limited to chosen teams does not include a new one.
      const newGroup = { teamId: undefined, organizationId: undefined };
      requireGrantedResource(principal, 'TEAM_PROFILE_WRITE', newGroup);
      return presentTeam(await useCases.create(principal.accountId, body, actorOf(principal, clientIp)));
    },
  });

/** Inside an organization its admins change a team, and its members do not read it. */
const TEAMS = [
  { path: '/v2/teams/:teamId', noun: 'a team', reader: 'team member', writer: 'team owner' },
  {
    path: '/v2/organizations/:orgId/teams/:teamId',
    noun: 'a team of an organization',
    reader: 'team admin',
    writer: 'org admin',
  },
] as const;

const groupOf = ({ orgId, teamId }: z.output<typeof teamParams>): TeamGroup => ({
  teamId,
  ...present({ organizationId: orgId }),
});

const teamRoutes = (
  useCases: TeamUseCases,
  { path, noun, reader, writer }: (typeof TEAMS)[number],
): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path,
    summary: `Read ${noun}`,
    access: 'TEAM_PROFILE_READ',
    role: reader,
    params: teamParams,
    reply: teamReply,
    handle: async ({ params }) => presentTeam(await useCases.find(groupOf(params))),
  }),
  defineRoute({
    method: 'PATCH',
    path,
    summary: `Change ${noun}`,
    access: 'TEAM_PROFILE_WRITE',
    role: writer,
    params: teamParams,
    body: teamChangeInput,
    reply: teamReply,
    handle: async ({ principal, params, body, clientIp }) =>
      presentTeam(await useCases.change(groupOf(params), body, actorOf(principal, clientIp))),
  }),
  defineRoute({
    method: 'DELETE',
    path,
    summary: `Delete ${noun}`,
    access: 'TEAM_PROFILE_WRITE',
    role: writer,
    params: teamParams,
    reply: teamReply,
    handle: async ({ principal, params, clientIp }) =>
      presentTeam(await useCases.remove(groupOf(params), actorOf(principal, clientIp))),
  }),
];

export function createTeamRoutes(deps: TeamDeps): readonly Route[] {
  const useCases = createTeamUseCases(deps);
  return [listRoute(deps), createRoute(useCases), ...mount(TEAMS, (team) => teamRoutes(useCases, team))];
}
