/* `/event-types` of a team: what it can be booked for. Who hosts a booking is decided in bookings/creation/assignment.ts. */
import { z } from 'zod';
import { defineMountedRoute, mount } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import type { CallerMembership } from '../../api/role.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { notFound } from '../../errors.js';
import { TEAM_MOUNTS, teamOf } from '../mounts.js';
import type { TeamGroup } from '../teams/store.js';
import { removedReply, removedShape } from './presenter.js';
import { eventTypeParams } from './schemas.js';
import { createTeamEventTypeUseCases } from './team-use-cases.js';
import type { TeamEventTypeUseCases } from './team-use-cases.js';
import {
  presentTeamEventType,
  presentWritten,
  teamEventTypeReply,
  writtenTeamEventTypeReply,
} from './team-presenter.js';
import type { TeamEventTypeView } from './team-presenter.js';
import {
  orgTeamParams,
  teamEventTypeChangeInput,
  teamEventTypeInput,
  teamEventTypesQuery,
  teamParams,
} from './team-schemas.js';
import type { TeamEventType, TeamEventTypeStore } from './team-store.js';
import { present } from '../../present.js';

export interface TeamEventTypeDeps {
  readonly teamEventTypes: TeamEventTypeStore;
}

interface Asked {
  /** Of the caller; undefined for strangers. */
  readonly membership: CallerMembership | undefined;
  readonly group: TeamGroup;
  readonly query: z.output<typeof teamEventTypesQuery>;
}

const noTeam = () => notFound('There is no such team.');

/** Strangers see neither what is hidden nor who is in a private team. */
async function listOf(
  { teamEventTypes }: TeamEventTypeDeps,
  { membership, group, query }: Asked,
): Promise<TeamEventTypeView[]> {
  const { eventSlug, hostsLimit, ...rest } = query;
  const inside = membership !== undefined;
  const criteria = { hidden: inside, ...rest, ...present({ slug: eventSlug }) };
  const found = await teamEventTypes.list(group, criteria);
  if (found === undefined) throw noTeam();
  const maxHosts = ({ team }: TeamEventType) =>
    !inside && team.settings.isPrivate === true ? 0 : hostsLimit;
  return found.map((one) => presentTeamEventType(one, maxHosts(one)));
}

/** Public event types of a team, also for those who are not in it; a path is enough to find the team. */
const LISTED = {
  method: 'GET',
  summary: 'List event types of a team',
  access: 'TEAM_EVENT_TYPE_READ',
  role: 'anyone',
  query: teamEventTypesQuery,
  reply: z.array(teamEventTypeReply),
} as const;

const listRoutes = (deps: TeamEventTypeDeps): readonly Route[] => [
  defineRoute({
    ...LISTED,
    path: '/v2/teams/:teamId/event-types',
    params: teamParams,
    handle: ({ membership, params, query }) => listOf(deps, { membership, group: params, query }),
  }),
  defineRoute({
    ...LISTED,
    path: '/v2/organizations/:orgId/teams/:teamId/event-types',
    params: orgTeamParams,
    handle: ({ membership, params: { teamId, orgId: organizationId }, query }) =>
      listOf(deps, { membership, group: { teamId, organizationId }, query }),
  }),
];

const teamRoutes = (useCases: TeamEventTypeUseCases, team: Mount<unknown>): readonly Route[] => [
  defineMountedRoute(team, {
    method: 'GET',
    path: '/event-types/:eventTypeId',
    summary: 'Read an event type of a team',
    access: 'EVENT_TYPE_READ',
    role: 'admin',
    params: eventTypeParams,
    reply: teamEventTypeReply,
    handle: async ({ membership, params }) =>
      presentTeamEventType(await useCases.find(teamOf(membership), params.eventTypeId)),
  }),
  defineMountedRoute(team, {
    method: 'POST',
    path: '/event-types',
    summary: 'Add an event type to a team',
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    status: 201,
    body: teamEventTypeInput,
    reply: writtenTeamEventTypeReply,
    handle: async ({ membership, body, ...call }) =>
      presentWritten(await useCases.create(call, teamOf(membership), body)),
  }),
  defineMountedRoute(team, {
    method: 'PATCH',
    path: '/event-types/:eventTypeId',
    summary: 'Change an event type of a team',
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: eventTypeParams,
    body: teamEventTypeChangeInput,
    reply: writtenTeamEventTypeReply,
    handle: async ({ membership, params: { eventTypeId: id }, body: change, ...call }) =>
      presentWritten(await useCases.change(call, teamOf(membership), { id, change })),
  }),
  defineMountedRoute(team, {
    method: 'DELETE',
    path: '/event-types/:eventTypeId',
    summary: 'Delete an event type of a team',
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: eventTypeParams,
    reply: removedReply,
    handle: async ({ membership, params, ...call }) =>
      removedShape((await useCases.remove(call, teamOf(membership), params.eventTypeId)).eventType),
  }),
];

export function createTeamEventTypeRoutes(deps: TeamEventTypeDeps): readonly Route[] {
  const useCases = createTeamEventTypeUseCases(deps.teamEventTypes);
  return [...listRoutes(deps), ...mount<Mount<unknown>>(TEAM_MOUNTS, (team) => teamRoutes(useCases, team))];
}
