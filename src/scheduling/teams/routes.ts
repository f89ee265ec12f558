/*
 * `/v2/teams`: teams on their own and, for those who know the number, teams of organizations. Owns the shape of a team;
 * who is in it belongs to memberships/, teams as an organization sees them to organization-routes.ts.
 */
import { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import { defineRoleRoute } from '../../api/role-route.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import type { AppError } from '../../errors.js';
import { conflict, notFound } from '../../errors.js';
import { requireGrantedResource } from '../../api/granted-resources.js';
import { boundsOf } from '../../scopes/granted-resources.js';
import { actorOf } from '../actor.js';
import { TEAMS_PER_PERSON } from './rules.js';
import { teamChangeInput, teamInput, teamListQuery, teamParams, teamReply } from './schemas.js';
import { newTeam, presentTeam, teamChange } from './presenter.js';
import type { OwningClients, Team, TeamStore } from './store.js';

export interface TeamDeps {
  readonly teams: TeamStore;
  readonly random: (bytes: number) => Buffer;
}

const DRAWN_BYTES = 4;
export const drawnBy = ({ random }: TeamDeps): string => random(DRAWN_BYTES).toString('hex');

const slugTaken = (): AppError =>
  conflict('There is a team with this slug already. Choose another slug.', { property: 'slug' });

/** For what a caller may reach, and is gone by the time it is written. */
export function written(answer: Team | 'slug_taken' | undefined, missing: () => AppError = notFound): Team {
  if (answer === undefined) throw missing();
  if (answer === 'slug_taken') throw slugTaken();
  return answer;
}

const ownsClients = ({ clients }: OwningClients): AppError =>
  conflict(`The team owns clients: ${clients.join(', ')}. Delete them or give them to a person first.`, {
    clients,
  });

export function removed(answer: Team | OwningClients | undefined): Team {
  if (answer !== undefined && 'clients' in answer) throw ownsClients(answer);
  return written(answer);
}

const readRoutes = ({ teams }: TeamDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/teams',
    summary: 'List the teams that the person is a member of',
    access: 'TEAM_PROFILE_READ',
    query: teamListQuery,
    reply: z.array(teamReply),
    handle: async ({ principal: { accountId, clientId, rights, resources }, query }) => {
      const bounds = boundsOf(rights, resources, 'TEAM_PROFILE_READ');
      return (await teams.list({ memberId: accountId, clientId, bounds, ...query })).map(presentTeam);
    },
  }),
  defineRoleRoute({
    method: 'GET',
    path: '/v2/teams/:teamId',
    summary: 'Read a team',
    access: 'TEAM_PROFILE_READ',
    role: 'team member',
    params: teamParams,
    reply: teamReply,
    handle: async ({ params }) => presentTeam(written(await teams.find(params))),
  }),
];

const createRoute = (deps: TeamDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v2/teams',
    summary: 'Make a team; the person becomes its owner',
    access: 'TEAM_PROFILE_WRITE',
    status: 201,
    body: teamInput,
    reply: teamReply,
    handle: async ({ principal, body: { autoAcceptCreator: _always, ...body }, clientIp }) => {
      // A team that nobody has yet is none of those that somebody chose.
      requireGrantedResource(principal, 'TEAM_PROFILE_WRITE', {
        teamId: undefined,
        organizationId: undefined,
      });
      const alone = { organizationId: undefined, accepted: true, most: TEAMS_PER_PERSON };
      const input = { ...newTeam(body, drawnBy(deps)), ...alone };
      const made = await deps.teams.create(principal.accountId, input, actorOf(principal, clientIp));
      if (made === 'too_many')
        throw conflict(`You own ${TEAMS_PER_PERSON} teams, which is the most. Delete one first.`);
      return presentTeam(written(made, invalidToken));
    },
  });

const writeRoutes = ({ teams }: TeamDeps): readonly Route[] => [
  defineRoleRoute({
    method: 'PATCH',
    path: '/v2/teams/:teamId',
    summary: 'Change a team; null takes a setting away',
    access: 'TEAM_PROFILE_WRITE',
    role: 'team owner',
    params: teamParams,
    body: teamChangeInput,
    reply: teamReply,
    handle: async ({ principal, params, body, clientIp }) =>
      presentTeam(written(await teams.change(params, teamChange(body), actorOf(principal, clientIp)))),
  }),
  defineRoleRoute({
    method: 'DELETE',
    path: '/v2/teams/:teamId',
    summary: 'Delete a team with its event types; bookings stay',
    access: 'TEAM_PROFILE_WRITE',
    role: 'team owner',
    params: teamParams,
    reply: teamReply,
    handle: async ({ principal, params, clientIp }) =>
      presentTeam(removed(await teams.remove(params, actorOf(principal, clientIp)))),
  }),
];

export const createTeamRoutes = (deps: TeamDeps): readonly Route[] => [
  ...readRoutes(deps),
  createRoute(deps),
  ...writeRoutes(deps),
];
