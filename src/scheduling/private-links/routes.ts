/*
 * `/v2/event-types/:eventTypeId/private-links`: addresses at which an event type can be booked until a time or for so
 * many times, also when it is hidden. Owns their limits; the event type itself belongs to event-types/.
 */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';

import { createPrivateLinkUseCases } from './use-cases.js';
import type { PrivateLinkUseCases, PrivateLinkDeps } from './use-cases.js';
import { linkChange, linkInput, linkReply, ofEventType, ofLink, removedLinkReply } from './schemas.js';

const collectionRoutes = (useCases: PrivateLinkUseCases): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/event-types/:eventTypeId/private-links',
    summary: 'List the private links of an event type',
    access: 'EVENT_TYPE_READ',
    params: ofEventType,
    reply: z.array(linkReply),
    handle: ({ principal, params: { eventTypeId } }) =>
      useCases.list({ ownerId: principal.accountId, eventTypeId }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/event-types/:eventTypeId/private-links',
    summary: 'Make a private link, good until a time or for so many bookings',
    access: 'EVENT_TYPE_WRITE',
    status: 201,
    params: ofEventType,
    body: linkInput,
    reply: linkReply,
    handle: ({ principal, params: { eventTypeId }, body, clientIp }) =>
      useCases.create({ ownerId: principal.accountId, eventTypeId }, body, actorOf(principal, clientIp)),
  }),
];

const memberRoutes = (useCases: PrivateLinkUseCases): readonly Route[] => [
  defineRoute({
    method: 'PATCH',
    path: '/v2/event-types/:eventTypeId/private-links/:linkId',
    summary: 'Change how long a private link is good',
    access: 'EVENT_TYPE_WRITE',
    params: ofLink,
    body: linkChange,
    reply: linkReply,
    handle: ({ principal, params: { eventTypeId, linkId }, body, clientIp }) => {
      const place = { ownerId: principal.accountId, eventTypeId };
      return useCases.change({ place, linkId }, body, actorOf(principal, clientIp));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/event-types/:eventTypeId/private-links/:linkId',
    summary: 'Delete a private link; nobody books with it any more',
    access: 'EVENT_TYPE_WRITE',
    params: ofLink,
    reply: removedLinkReply,
    handle: ({ principal, params: { eventTypeId, linkId }, clientIp }) => {
      const place = { ownerId: principal.accountId, eventTypeId };
      return useCases.remove({ place, linkId }, actorOf(principal, clientIp));
    },
  }),
];

export function createPrivateLinkRoutes(deps: PrivateLinkDeps): readonly Route[] {
  const useCases = createPrivateLinkUseCases(deps);
  return [...collectionRoutes(useCases), ...memberRoutes(useCases)];
}
