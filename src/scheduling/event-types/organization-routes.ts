/*
 * `/v2/organizations/:orgId/event-types`: every event type of an organization, those of its teams and those of people who
 * are in it by their own word, for those who manage it.
 */
import { z } from 'zod';
import { defineRoleRoute } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import type { AppError } from '../../errors.js';
import { invalidInput, notFound } from '../../errors.js';
import { createEventTypeUseCases } from './use-cases.js';
import type { EventTypeCall, EventTypeUseCases } from './use-cases.js';
import { removedReply, removedShape, shown } from './presenter.js';
import type { EventTypeDeps } from './routes.js';
import { eventTypeParams } from './schemas.js';
import type { PersonalEventType } from './store.js';
import { createTeamEventTypeUseCases } from './team-use-cases.js';
import type { TeamEventTypeUseCases } from './team-use-cases.js';
import {
  anyEventTypeReply,
  presentTeamEventType,
  presentWritten,
  teamEventTypeReply,
  writtenEventTypeReply,
} from './team-presenter.js';
import {
  organizationEventTypeInput,
  organizationEventTypesQuery,
  orgParams,
  personalFaults,
  teamEventTypeChangeInput,
} from './team-schemas.js';
import type { TeamEventType, TeamEventTypeStore } from './team-store.js';

export type OrganizationEventTypeDeps = EventTypeDeps & { readonly teamEventTypes: TeamEventTypeStore };

interface Desks extends OrganizationEventTypeDeps {
  readonly people: EventTypeUseCases;
  readonly teams: TeamEventTypeUseCases;
}

const params = orgParams.extend(eventTypeParams.shape);

const isTeams = (eventType: TeamEventType | PersonalEventType): eventType is TeamEventType =>
  'team' in eventType;

const shownAny = (eventType: TeamEventType | PersonalEventType, appUrl: string) =>
  isTeams(eventType) ? presentTeamEventType(eventType) : shown(eventType, appUrl);

const noEventType = (): AppError => notFound('This organization has no event type with this id.');

/** To whom of the organization it belongs. */
async function whose({ teamEventTypes }: Desks, { orgId, eventTypeId }: z.output<typeof params>) {
  const found = await teamEventTypes.whose(orgId, eventTypeId);
  if (found === undefined) throw noEventType();
  return found;
}

const listRoutes = ({ teamEventTypes, appUrl }: Desks): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/teams/event-types',
    summary: 'List the event types of all teams of an organization',
    access: 'ORG_EVENT_TYPE_READ',
    role: 'org admin',
    params: orgParams,
    query: organizationEventTypesQuery,
    reply: z.array(teamEventTypeReply),
    handle: async ({ params: { orgId }, query }) => {
      const found = await teamEventTypes.listIn(orgId, { ...query, hidden: true, personal: false });
      return found.filter(isTeams).map((eventType) => presentTeamEventType(eventType));
    },
  }),
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/event-types',
    summary: 'List every event type of an organization, of its teams and of its people',
    access: 'ORG_EVENT_TYPE_READ',
    role: 'org admin',
    params: orgParams,
    query: organizationEventTypesQuery,
    reply: z.array(anyEventTypeReply),
    handle: async ({ params: { orgId }, query }) => {
      const found = await teamEventTypes.listIn(orgId, { ...query, hidden: true, personal: true });
      return found.map((eventType) => shownAny(eventType, appUrl));
    },
  }),
];

const OWNER_RULE = 'must be given, or else userId: a team or a member of the organization';

function refusePersonal(body: object): void {
  const faults = personalFaults(body);
  if (faults.length > 0) throw invalidInput(faults);
}

async function create(
  { teams, people, appUrl }: Desks,
  call: EventTypeCall,
  organizationId: number,
  { teamId, userId, schedulingType, ...body }: z.output<typeof organizationEventTypeInput>,
) {
  if ((teamId === undefined) === (userId === undefined))
    throw invalidInput([{ property: 'teamId', message: OWNER_RULE }]);
  if (teamId === undefined) {
    refusePersonal({ ...body, ...(schedulingType && { schedulingType }) });
    const owner = { groupId: organizationId, accountId: userId ?? 0 };
    return shown(await people.create(call, owner, body), appUrl);
  }
  if (schedulingType === undefined)
    throw invalidInput([{ property: 'schedulingType', message: 'must be given for a team' }]);
  return presentWritten(await teams.create(call, { teamId, organizationId }, { ...body, schedulingType }));
}

const createRoute = (desks: Desks): Route =>
  defineRoleRoute({
    method: 'POST',
    path: '/v2/organizations/:orgId/event-types',
    summary: 'Add an event type for a team or a member of an organization',
    access: 'ORG_EVENT_TYPE_WRITE',
    role: 'org admin',
    status: 201,
    params: orgParams,
    body: organizationEventTypeInput,
    reply: writtenEventTypeReply,
    handle: ({ params: { orgId }, body, ...call }) => create(desks, call, orgId, body),
  });

const memberRoutes = (desks: Desks): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/event-types/:eventTypeId',
    summary: 'Read an event type of an organization',
    access: 'ORG_EVENT_TYPE_READ',
    role: 'org admin',
    params,
    reply: anyEventTypeReply,
    handle: async ({ params: { orgId, eventTypeId: id } }) => {
      const place = await whose(desks, { orgId, eventTypeId: id });
      return 'teamId' in place
        ? presentTeamEventType(await desks.teams.find(place, id))
        : shown(await desks.people.find({ owner: place, id }), desks.appUrl);
    },
  }),
  defineRoleRoute({
    method: 'PATCH',
    path: '/v2/organizations/:orgId/event-types/:eventTypeId',
    summary: 'Change an event type of an organization; null takes a setting away',
    access: 'ORG_EVENT_TYPE_WRITE',
    role: 'org admin',
    params,
    body: teamEventTypeChangeInput,
    reply: writtenEventTypeReply,
    handle: async ({ params: { orgId, eventTypeId: id }, body, ...call }) => {
      const place = await whose(desks, { orgId, eventTypeId: id });
      if ('teamId' in place)
        return presentWritten(await desks.teams.change(call, place, { id, change: body }));
      refusePersonal(body);
      return shown(await desks.people.change(call, { owner: place, id }, body), desks.appUrl);
    },
  }),
  defineRoleRoute({
    method: 'DELETE',
    path: '/v2/organizations/:orgId/event-types/:eventTypeId',
    summary: 'Delete an event type of an organization; its bookings stay',
    access: 'ORG_EVENT_TYPE_WRITE',
    role: 'org admin',
    params,
    reply: removedReply,
    handle: async ({ params: { orgId, eventTypeId: id }, ...call }) => {
      const place = await whose(desks, { orgId, eventTypeId: id });
      const { eventType } =
        'teamId' in place
          ? await desks.teams.remove(call, place, id)
          : await desks.people.remove(call, { owner: place, id });
      return removedShape(eventType);
    },
  }),
];

export function createOrganizationEventTypeRoutes(deps: OrganizationEventTypeDeps): readonly Route[] {
  const desks: Desks = {
    ...deps,
    people: createEventTypeUseCases(deps.eventTypes),
    teams: createTeamEventTypeUseCases(deps.teamEventTypes),
  };
  return [...listRoutes(desks), createRoute(desks), ...memberRoutes(desks)];
}
