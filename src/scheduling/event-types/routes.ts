/*
 * `/event-types` of users, teams and organizations, declared once. Owns the shapes and rules of an event type; its free
 * slots are computed in slots/, its bookings are made in bookings/.
 */
import type { z } from 'zod';
import { defineMountedRoute, mount } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { ORGANIZATION_MOUNT, OWN_MOUNT, TEAM_GROUP_MOUNTS } from '../mounts.js';
import { createListRoute, createOrganizationListRoutes, createTeamListRoutes } from './list-routes.js';
import type { ListDeps } from './list-routes.js';
import { createOrganizationUseCases } from './organization-use-cases.js';
import { eventTypeReply, removedReply } from './presenter.js';
import { eventTypeChangeInput, eventTypeInput, eventTypeParams } from './schemas.js';
import {
  anyEventTypeReply,
  teamEventTypeReply,
  writtenEventTypeReply,
  writtenTeamEventTypeReply,
} from './team-presenter.js';
import { organizationEventTypeInput, teamEventTypeChangeInput, teamEventTypeInput } from './team-schemas.js';
import { createTeamEventTypeUseCases } from './team-use-cases.js';
import { createEventTypeUseCases } from './use-cases.js';
import type { EventTypeUseCases } from './use-cases.js';

/** What differs between users, teams and organizations. */
interface Resource<O, Input, Change, Reply, Written> {
  readonly useCases: EventTypeUseCases<O, Input, Change, Reply, Written>;
  readonly input: z.ZodType<Input>;
  readonly changeInput: z.ZodType<Change>;
  readonly reply: z.ZodType<unknown, Reply>;
  readonly writtenReply: z.ZodType<unknown, Written>;
  /** Behind a noun in summaries. */
  readonly ofOwner: string;
  readonly addSummary: string;
  readonly removeSummary: string;
}

const routesOf = <O, M extends CallerMembership | undefined, Input, Change, Reply, Written>(
  mounted: Mount<O, M>,
  resource: Resource<O, Input, Change, Reply, Written>,
): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'GET',
    path: '/event-types/:eventTypeId',
    summary: `Read an event type${resource.ofOwner}`,
    access: 'EVENT_TYPE_READ',
    role: 'admin',
    params: eventTypeParams,
    reply: resource.reply,
    handle: ({ owner, params: { eventTypeId } }) => resource.useCases.find(owner, eventTypeId),
  }),
  defineMountedRoute(mounted, {
    method: 'POST',
    path: '/event-types',
    summary: resource.addSummary,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    status: 201,
    body: resource.input,
    reply: resource.writtenReply,
    handle: ({ owner, principal, body, clientIp }) =>
      resource.useCases.create(owner, body, actorOf(principal, clientIp)),
  }),
  defineMountedRoute(mounted, {
    method: 'PATCH',
    path: '/event-types/:eventTypeId',
    summary: `Change an event type${resource.ofOwner}`,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: eventTypeParams,
    body: resource.changeInput,
    reply: resource.writtenReply,
    handle: ({ owner, principal, params: { eventTypeId }, body, clientIp }) =>
      resource.useCases.change(owner, eventTypeId, body, actorOf(principal, clientIp)),
  }),
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: '/event-types/:eventTypeId',
    summary: resource.removeSummary,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: eventTypeParams,
    reply: removedReply,
    handle: ({ owner, principal, params: { eventTypeId }, clientIp }) =>
      resource.useCases.remove(owner, eventTypeId, actorOf(principal, clientIp)),
  }),
];

const OWN = {
  input: eventTypeInput,
  changeInput: eventTypeChangeInput,
  reply: eventTypeReply,
  writtenReply: eventTypeReply,
  ofOwner: '',
  addSummary: 'Add an event type',
  removeSummary: 'Delete an event type and keep its bookings',
};

const OF_TEAM = {
  input: teamEventTypeInput,
  changeInput: teamEventTypeChangeInput,
  reply: teamEventTypeReply,
  writtenReply: writtenTeamEventTypeReply,
  ofOwner: ' of a team',
  addSummary: 'Add an event type to a team',
  removeSummary: 'Delete an event type of a team',
};

const OF_ORGANIZATION = {
  input: organizationEventTypeInput,
  changeInput: teamEventTypeChangeInput,
  reply: anyEventTypeReply,
  writtenReply: writtenEventTypeReply,
  ofOwner: ' of an organization',
  addSummary: 'Add an event type in an organization',
  removeSummary: 'Delete an event type of an organization',
};

export function createEventTypeRoutes(deps: ListDeps): readonly Route[] {
  const { teamEventTypes: store } = deps;
  const members = createEventTypeUseCases(deps);
  const teams = createTeamEventTypeUseCases(store);
  const useCases = createOrganizationUseCases({ store, members, teams });
  return [
    createListRoute(deps),
    ...routesOf(OWN_MOUNT, { ...OWN, useCases: members }),
    ...createTeamListRoutes(deps),
    ...mount(TEAM_GROUP_MOUNTS, (team) => routesOf(team, { ...OF_TEAM, useCases: teams })),
    ...createOrganizationListRoutes(deps),
    ...routesOf(ORGANIZATION_MOUNT, { ...OF_ORGANIZATION, useCases }),
  ];
}
