/*
 * `/v2/teams` and a team inside its organization. Owns the shape of a team; its members belong to memberships/, lists of
 * an organization to organization-routes.ts.
 */
import { z } from 'zod';
import { present } from '../../present.js';
import { invalidToken } from '../../api/guard.js';
import { mount } from '../../api/mount.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import type { AppError } from '../../errors.js';
import { conflict, notFound } from '../../errors.js';
import { requireGrantedResource } from '../../api/granted-resources.js';
import { boundsOf } from '../../scopes/granted-resources.js';
import { actorOf } from '../actor.js';
import { TEAMS_PER_USER } from './rules.js';
import { teamChangeInput, teamInput, teamListQuery, teamParams, teamReply } from './schemas.js';
import { newTeam, presentTeam, teamChange } from './presenter.js';
import type { OwningClients, Team, TeamGroup, TeamStore } from './store.js';

export interface TeamDeps {
  readonly teams: TeamStore;
  readonly random: (bytes: number) => Buffer;
}

const SUFFIX_BYTES = 4;
export const randomSuffix = ({ random }: TeamDeps): string => random(SUFFIX_BYTES).toString('hex');

/** Throws unless the team was written; it may have been deleted since the guard saw it. */
export function written(answer: Team | 'slug_taken' | undefined, missing: () => AppError = notFound): Team {
  if (answer === undefined) throw missing();
  if (answer === 'slug_taken')
    throw conflict('There is a team with this slug already. Choose another slug.', { property: 'slug' });
  return answer;
}

function removed(answer: Team | OwningClients | undefined): Team {
  if (answer === undefined || !('clients' in answer)) return written(answer);
  const { clients } = answer;
  const message = `The team owns clients: ${clients.join(', ')}. Delete them or transfer them to a user first.`;
  throw conflict(message, { clients });
}

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

const createRoute = (deps: TeamDeps): Route =>
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
      const terms = { organizationId: undefined, accepted: true, most: TEAMS_PER_USER };
      const input = { ...newTeam(body, randomSuffix(deps)), ...terms };
      const team = await deps.teams.create(principal.accountId, input, actorOf(principal, clientIp));
      if (team === 'too_many')
        throw conflict(`You own ${TEAMS_PER_USER} teams, the maximum. Delete one first.`);
      return presentTeam(written(team, invalidToken));
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
  { teams }: TeamDeps,
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
    handle: async ({ params }) => presentTeam(written(await teams.find(groupOf(params)))),
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
    handle: async ({ principal, params, body, clientIp }) => {
      const changed = await teams.change(groupOf(params), teamChange(body), actorOf(principal, clientIp));
      return presentTeam(written(changed));
    },
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
      presentTeam(removed(await teams.remove(groupOf(params), actorOf(principal, clientIp)))),
  }),
];

export const createTeamRoutes = (deps: TeamDeps): readonly Route[] => [
  listRoute(deps),
  createRoute(deps),
  ...mount(TEAMS, (team) => teamRoutes(deps, team)),
];
