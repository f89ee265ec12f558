/*
 * `/event-types` of an organization: every event type of it, those of its teams and those of people who
 * are in it by their own word, for those who manage it.
 */
import { z } from 'zod';
import { defineMountedRoute } from '../../api/mount.js';
import type { Route } from '../../api/route.js';
import type { AppError } from '../../errors.js';
import { invalidInput, notFound } from '../../errors.js';
import { ORGANIZATION_MOUNT } from '../mounts.js';
import { createEventTypeUseCases } from './use-cases.js';
import type { EventTypeCall, EventTypeUseCases } from './use-cases.js';
import { removedReply, removedShape, presentEventType } from './presenter.js';
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
  personalFaults,
  teamEventTypeChangeInput,
} from './team-schemas.js';
import type { TeamEventType, TeamEventTypeStore } from './team-store.js';

export type OrganizationEventTypeDeps = EventTypeDeps & { readonly teamEventTypes: TeamEventTypeStore };

interface UseCases extends OrganizationEventTypeDeps {
  readonly people: EventTypeUseCases;
  readonly teams: TeamEventTypeUseCases;
}

const isTeams = (eventType: TeamEventType | PersonalEventType): eventType is TeamEventType =>
  'team' in eventType;

const presentAny = (eventType: TeamEventType | PersonalEventType, appUrl: string) =>
  isTeams(eventType) ? presentTeamEventType(eventType) : presentEventType(eventType, appUrl);

const noEventType = (): AppError => notFound('This organization has no event type with this id.');

/** The team or the member of the organization that it belongs to. */
async function ownerOf({ teamEventTypes }: UseCases, organizationId: number, eventTypeId: number) {
  const found = await teamEventTypes.ownerOf(organizationId, eventTypeId);
  if (found === undefined) throw noEventType();
  return found;
}

const listRoutes = ({ teamEventTypes, appUrl }: UseCases): readonly Route[] => [
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'GET',
    path: '/teams/event-types',
    summary: 'List event types of an organization’s teams',
    access: 'EVENT_TYPE_READ',
    role: 'admin',
    query: organizationEventTypesQuery,
    reply: z.array(teamEventTypeReply),
    handle: async ({ owner: { teamId: organizationId }, query }) => {
      const found = await teamEventTypes.listIn(organizationId, { ...query, hidden: true, personal: false });
      return found.filter(isTeams).map((eventType) => presentTeamEventType(eventType));
    },
  }),
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'GET',
    path: '/event-types',
    summary: 'List every event type of an organization',
    access: 'EVENT_TYPE_READ',
    role: 'admin',
    query: organizationEventTypesQuery,
    reply: z.array(anyEventTypeReply),
    handle: async ({ owner: { teamId: organizationId }, query }) => {
      const found = await teamEventTypes.listIn(organizationId, { ...query, hidden: true, personal: true });
      return found.map((eventType) => presentAny(eventType, appUrl));
    },
  }),
];

const OWNER_RULE = 'must be given, or else userId: a team or a member of the organization';

function refusePersonal(body: object): void {
  const faults = personalFaults(body);
  if (faults.length > 0) throw invalidInput(faults);
}

async function create(
  { teams, people, appUrl }: UseCases,
  call: EventTypeCall,
  organizationId: number,
  { teamId, userId, schedulingType, ...body }: z.output<typeof organizationEventTypeInput>,
) {
  if ((teamId === undefined) === (userId === undefined))
    throw invalidInput([{ property: 'teamId', message: OWNER_RULE }]);
  if (teamId === undefined) {
    refusePersonal({ ...body, ...(schedulingType && { schedulingType }) });
    const owner = { groupId: organizationId, accountId: userId ?? 0 };
    return presentEventType(await people.create(call, owner, body), appUrl);
  }
  if (schedulingType === undefined)
    throw invalidInput([{ property: 'schedulingType', message: 'must be given for a team' }]);
  return presentWritten(await teams.create(call, { teamId, organizationId }, { ...body, schedulingType }));
}

const createRoute = (useCases: UseCases): Route =>
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'POST',
    path: '/event-types',
    summary: 'Add an event type in an organization',
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    status: 201,
    body: organizationEventTypeInput,
    reply: writtenEventTypeReply,
    handle: ({ owner: { teamId: organizationId }, body, ...call }) =>
      create(useCases, call, organizationId, body),
  });

const memberRoutes = (useCases: UseCases): readonly Route[] => [
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'GET',
    path: '/event-types/:eventTypeId',
    summary: 'Read an event type of an organization',
    access: 'EVENT_TYPE_READ',
    role: 'admin',
    params: eventTypeParams,
    reply: anyEventTypeReply,
    handle: async ({ owner: { teamId: organizationId }, params: { eventTypeId: id } }) => {
      const owner = await ownerOf(useCases, organizationId, id);
      return 'teamId' in owner
        ? presentTeamEventType(await useCases.teams.find(owner, id))
        : presentEventType(await useCases.people.find({ owner, id }), useCases.appUrl);
    },
  }),
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'PATCH',
    path: '/event-types/:eventTypeId',
    summary: 'Change an event type of an organization',
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: eventTypeParams,
    body: teamEventTypeChangeInput,
    reply: writtenEventTypeReply,
    handle: async ({ owner: { teamId: organizationId }, params: { eventTypeId: id }, body, ...call }) => {
      const owner = await ownerOf(useCases, organizationId, id);
      if ('teamId' in owner)
        return presentWritten(await useCases.teams.change(call, owner, { id, change: body }));
      refusePersonal(body);
      return presentEventType(await useCases.people.change(call, { owner, id }, body), useCases.appUrl);
    },
  }),
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'DELETE',
    path: '/event-types/:eventTypeId',
    summary: 'Delete an event type of an organization',
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: eventTypeParams,
    reply: removedReply,
    handle: async ({ owner: { teamId: organizationId }, params: { eventTypeId: id }, ...call }) => {
      const owner = await ownerOf(useCases, organizationId, id);
      const { eventType } =
        'teamId' in owner
          ? await useCases.teams.remove(call, owner, id)
          : await useCases.people.remove(call, { owner, id });
      return removedShape(eventType);
    },
  }),
];

export function createOrganizationEventTypeRoutes(deps: OrganizationEventTypeDeps): readonly Route[] {
  const useCases: UseCases = {
    ...deps,
    people: createEventTypeUseCases(deps.eventTypes),
    teams: createTeamEventTypeUseCases(deps.teamEventTypes),
  };
  return [...listRoutes(useCases), createRoute(useCases), ...memberRoutes(useCases)];
}
