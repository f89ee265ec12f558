/*
 * `/v2/event-types`: what people can be booked for. Owns the shapes and rules of an event type; what is free of it is
 * computed in slots/, what is made of it is in bookings/.
 */
import { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { causeOf } from '../cause.js';
import type { EventTypeTerms } from './event-type.js';
import { eventTypeReply, removedReply, shown } from './reply.js';
import { EVENT_TYPES_PER_PERSON, newTerms, revised, termFaults } from './rules.js';
import { eventTypeChangeInput, eventTypeInput, eventTypeParams, eventTypesQuery } from './schemas.js';
import type { EventTypeQuestion, EventTypeRefusal, EventTypeStore } from './store.js';

export interface EventTypeParts {
  readonly eventTypes: EventTypeStore;
  /** Where people book. */
  readonly appUrl: string;
}

export const noEventType = (): AppError => notFound('You have no event type with this id.');

const REFUSALS: Readonly<Record<EventTypeRefusal, () => AppError>> = {
  slug_taken: () =>
    conflict('You have an event type with this slug already. Choose another slug.', { property: 'slug' }),
  unknown_schedule: () =>
    invalidInput([{ property: 'scheduleId', message: 'must be the id of one of your schedules' }]),
  too_many: () =>
    conflict(`You have ${EVENT_TYPES_PER_PERSON} event types, which is the most. Remove one first.`),
};

function written<T extends object>(answer: T | EventTypeRefusal | undefined, missing: () => AppError): T {
  if (answer === undefined) throw missing();
  if (typeof answer === 'string') throw REFUSALS[answer]();
  return answer;
}

function checked(terms: EventTypeTerms): EventTypeTerms {
  const faults = termFaults(terms);
  if (faults.length > 0) throw invalidInput(faults);
  return terms;
}

function questionOf(viewerId: number, query: z.output<typeof eventTypesQuery>): EventTypeQuestion {
  const { username, usernames = [], eventSlug, orgId, orgSlug, ...page } = query;
  const people = [...(username === undefined ? [] : [username]), ...usernames];
  const organization = {
    ...(orgId === undefined ? {} : { id: orgId }),
    ...(orgSlug === undefined ? {} : { slug: orgSlug }),
  };
  return {
    viewerId,
    ...page,
    ...(people.length === 0 ? {} : { usernames: people }),
    ...(eventSlug === undefined ? {} : { slug: eventSlug }),
    ...(Object.keys(organization).length === 0 ? {} : { organization }),
  };
}

const readRoutes = ({ eventTypes, appUrl }: EventTypeParts): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/event-types',
    summary: 'List the person’s event types, or those of others that everybody sees',
    access: 'EVENT_TYPE_READ',
    query: eventTypesQuery,
    reply: z.array(eventTypeReply),
    handle: async ({ principal, query }) => {
      const found = await eventTypes.list(questionOf(principal.accountId, query));
      return found.map((eventType) => shown(eventType, appUrl));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/event-types/:eventTypeId',
    summary: 'Read an event type of the person',
    access: 'EVENT_TYPE_READ',
    params: eventTypeParams,
    reply: eventTypeReply,
    handle: async ({ principal, params }) => {
      const found = await eventTypes.find(principal.accountId, params.eventTypeId);
      if (found === undefined) throw noEventType();
      return shown(found, appUrl);
    },
  }),
];

const writeRoutes = ({ eventTypes, appUrl }: EventTypeParts): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/event-types',
    summary: 'Add an event type',
    access: 'EVENT_TYPE_WRITE',
    status: 201,
    body: eventTypeInput,
    reply: eventTypeReply,
    handle: async ({ principal, body, network }) => {
      const input = { terms: checked(newTerms(body)), most: EVENT_TYPES_PER_PERSON };
      const made = await eventTypes.create(principal.accountId, input, causeOf(principal, network));
      return shown(written(made, invalidToken), appUrl);
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/event-types/:eventTypeId',
    summary: 'Change an event type; null takes a setting away',
    access: 'EVENT_TYPE_WRITE',
    params: eventTypeParams,
    body: eventTypeChangeInput,
    reply: eventTypeReply,
    handle: async ({ principal, params, body, network }) => {
      const revise = (standing: EventTypeTerms) => checked(revised(standing, body));
      const cause = causeOf(principal, network);
      const changed = await eventTypes.change(principal.accountId, params.eventTypeId, revise, cause);
      return shown(written(changed, noEventType), appUrl);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/event-types/:eventTypeId',
    summary: 'Delete an event type; its bookings stay',
    access: 'EVENT_TYPE_WRITE',
    params: eventTypeParams,
    reply: removedReply,
    handle: async ({ principal, params, network }) => {
      const cause = causeOf(principal, network);
      const removed = await eventTypes.remove(principal.accountId, params.eventTypeId, cause);
      if (removed === undefined) throw noEventType();
      const { id, lengthInMinutes, title, slug } = removed.eventType;
      return { id, lengthInMinutes, title, slug };
    },
  }),
];

export const createEventTypeRoutes = (parts: EventTypeParts): readonly Route[] => [
  ...readRoutes(parts),
  ...writeRoutes(parts),
];
