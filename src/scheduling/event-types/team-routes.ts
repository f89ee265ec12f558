/*
 * `/v2/teams/:teamId/event-types` and its twin inside an organization: what a team can be booked for. Who comes to a
 * booking is decided in bookings/assignment.ts.
 */
import { z } from 'zod';
import { present } from '../../present.js';
import { defineTeamRoutes } from '../../api/role-route.js';
import type { CallerMembership } from '../../api/role.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { notFound } from '../../errors.js';
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
import type { TeamEventTypeShown } from './team-presenter.js';
import {
  orgTeamParams,
  teamEventTypeChangeInput,
  teamEventTypeInput,
  teamEventTypesQuery,
  teamParams,
} from './team-schemas.js';
import type { TeamEventType, TeamEventTypeStore } from './team-store.js';

export interface TeamEventTypeDeps {
  readonly teamEventTypes: TeamEventTypeStore;
}

export function teamOf({ teamId, organizationId }: CallerMembership): TeamGroup {
  if (teamId === undefined) throw notFound();
  return { teamId, ...present({ organizationId }) };
}

interface Asked {
  /** Of the caller; undefined for strangers. */
  readonly membership: CallerMembership | undefined;
  readonly place: TeamGroup;
  readonly query: z.output<typeof teamEventTypesQuery>;
}

const noTeam = () => notFound('There is no such team.');

/** Strangers see neither what is hidden nor who is in a private team. */
async function listOf(
  { teamEventTypes }: TeamEventTypeDeps,
  { membership, place, query }: Asked,
): Promise<TeamEventTypeShown[]> {
  const { eventSlug, hostsLimit, ...rest } = query;
  const inside = membership !== undefined;
  const question = { hidden: inside, ...rest, ...present({ slug: eventSlug }) };
  const found = await teamEventTypes.list(place, question);
  if (found === undefined) throw noTeam();
  const maxHosts = ({ team }: TeamEventType) =>
    !inside && team.settings.isPrivate === true ? 0 : hostsLimit;
  return found.map((one) => presentTeamEventType(one, maxHosts(one)));
}

const SUMMARY = 'List the event types of a team; those that are hidden only for its members';

const listRoutes = (deps: TeamEventTypeDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/teams/:teamId/event-types',
    summary: SUMMARY,
    access: 'TEAM_EVENT_TYPE_READ',
    role: 'anyone',
    params: teamParams,
    query: teamEventTypesQuery,
    reply: z.array(teamEventTypeReply),
    handle: ({ membership, params, query }) => listOf(deps, { membership, place: params, query }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/teams/:teamId/event-types',
    summary: SUMMARY,
    access: 'TEAM_EVENT_TYPE_READ',
    role: 'anyone',
    params: orgTeamParams,
    query: teamEventTypesQuery,
    reply: z.array(teamEventTypeReply),
    handle: ({ membership, params: { teamId, orgId: organizationId }, query }) =>
      listOf(deps, { membership, place: { teamId, organizationId }, query }),
  }),
];

const changeRoutes = (useCases: TeamEventTypeUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: '/event-types',
    summary: 'Add an event type to a team',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    status: 201,
    body: teamEventTypeInput,
    reply: writtenTeamEventTypeReply,
    handle: async ({ membership, body, ...call }) =>
      presentWritten(await useCases.create(call, teamOf(membership), body)),
  }),
  ...defineTeamRoutes({
    method: 'PATCH',
    path: '/event-types/:eventTypeId',
    summary: 'Change an event type of a team; null takes a setting away',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    params: eventTypeParams,
    body: teamEventTypeChangeInput,
    reply: writtenTeamEventTypeReply,
    handle: async ({ membership, params: { eventTypeId: id }, body: change, ...call }) =>
      presentWritten(await useCases.change(call, teamOf(membership), { id, change })),
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/event-types/:eventTypeId',
    summary: 'Delete an event type of a team; its bookings stay',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    params: eventTypeParams,
    reply: removedReply,
    handle: async ({ membership, params, ...call }) =>
      removedShape((await useCases.remove(call, teamOf(membership), params.eventTypeId)).eventType),
  }),
];

export function createTeamEventTypeRoutes(deps: TeamEventTypeDeps): readonly Route[] {
  const useCases = createTeamEventTypeUseCases(deps.teamEventTypes);
  return [
    ...listRoutes(deps),
    ...defineTeamRoutes({
      method: 'GET',
      path: '/event-types/:eventTypeId',
      summary: 'Read an event type of a team',
      access: 'TEAM_EVENT_TYPE_READ',
      role: 'team admin',
      params: eventTypeParams,
      reply: teamEventTypeReply,
      handle: async ({ membership, params }) =>
        presentTeamEventType(await useCases.find(teamOf(membership), params.eventTypeId)),
    }),
    ...changeRoutes(useCases),
  ];
}
