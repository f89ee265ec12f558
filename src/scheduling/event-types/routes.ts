/*
 * `/v2/event-types`: what people can be booked for. Owns the shapes and rules of an event type; what is free of it is
 * computed in slots/, what is made of it is in bookings/.
 */
import { z } from 'zod';
import { present } from '../../present.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { createEventTypeUseCases } from './use-cases.js';
import type { EventTypeUseCases } from './use-cases.js';
import { eventTypeReply, removedReply, removedShape, presentEventType } from './presenter.js';
import { eventTypeChangeInput, eventTypeInput, eventTypeParams, eventTypesQuery } from './schemas.js';
import type { EventTypeQuery, EventTypeStore } from './store.js';

export interface EventTypeDeps {
  readonly eventTypes: EventTypeStore;
  /** Where people book. */
  readonly appUrl: string;
}

function toQuery(viewerId: number, query: z.output<typeof eventTypesQuery>): EventTypeQuery {
  const { username, usernames = [], eventSlug, orgId, orgSlug, ...page } = query;
  const people = [...(username === undefined ? [] : [username]), ...usernames];
  const organization = present({ id: orgId, slug: orgSlug });
  return {
    viewerId,
    ...page,
    ...(people.length === 0 ? {} : { usernames: people }),
    ...present({ slug: eventSlug }),
    ...(Object.keys(organization).length === 0 ? {} : { organization }),
  };
}

interface Dealings {
  readonly useCases: EventTypeUseCases;
  readonly appUrl: string;
}

const readRoutes = ({ eventTypes, appUrl, useCases }: EventTypeDeps & Dealings): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/event-types',
    summary: 'List own or public event types',
    access: 'EVENT_TYPE_READ',
    query: eventTypesQuery,
    reply: z.array(eventTypeReply),
    handle: async ({ principal, query }) => {
      const found = await eventTypes.list(toQuery(principal.accountId, query));
      return found.map((eventType) => presentEventType(eventType, appUrl));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/event-types/:eventTypeId',
    summary: 'Read an event type',
    access: 'EVENT_TYPE_READ',
    params: eventTypeParams,
    reply: eventTypeReply,
    handle: async ({ principal: { accountId: owner }, params: { eventTypeId: id } }) =>
      presentEventType(await useCases.find({ owner, id }), appUrl),
  }),
];

const writeRoutes = ({ useCases, appUrl }: Dealings): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/event-types',
    summary: 'Add an event type',
    access: 'EVENT_TYPE_WRITE',
    status: 201,
    body: eventTypeInput,
    reply: eventTypeReply,
    handle: async ({ body, ...call }) =>
      presentEventType(await useCases.create(call, call.principal.accountId, body), appUrl),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/event-types/:eventTypeId',
    summary: 'Change an event type',
    access: 'EVENT_TYPE_WRITE',
    params: eventTypeParams,
    body: eventTypeChangeInput,
    reply: eventTypeReply,
    handle: async ({ params: { eventTypeId: id }, body, ...call }) =>
      presentEventType(await useCases.change(call, { owner: call.principal.accountId, id }, body), appUrl),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/event-types/:eventTypeId',
    summary: 'Delete an event type and keep its bookings',
    access: 'EVENT_TYPE_WRITE',
    params: eventTypeParams,
    reply: removedReply,
    handle: async ({ params: { eventTypeId: id }, ...call }) =>
      removedShape((await useCases.remove(call, { owner: call.principal.accountId, id })).eventType),
  }),
];

export function createEventTypeRoutes(deps: EventTypeDeps): readonly Route[] {
  const served = { ...deps, useCases: createEventTypeUseCases(deps.eventTypes) };
  return [...readRoutes(served), ...writeRoutes(served)];
}
