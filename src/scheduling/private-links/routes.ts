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

const collectionRoutes = (desk: PrivateLinkUseCases): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/event-types/:eventTypeId/private-links',
    summary: 'List the private links of an event type',
    access: 'EVENT_TYPE_READ',
    params: ofEventType,
    reply: z.array(linkReply),
    handle: ({ principal, params: { eventTypeId } }) =>
      desk.list({ ownerId: principal.accountId, eventTypeId }),
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
    handle: ({ principal, params: { eventTypeId }, body, network }) =>
      desk.create({ ownerId: principal.accountId, eventTypeId }, body, actorOf(principal, network)),
  }),
];

const memberRoutes = (desk: PrivateLinkUseCases): readonly Route[] => [
  defineRoute({
    method: 'PATCH',
    path: '/v2/event-types/:eventTypeId/private-links/:linkId',
    summary: 'Change how long a private link is good',
    access: 'EVENT_TYPE_WRITE',
    params: ofLink,
    body: linkChange,
    reply: linkReply,
    handle: ({ principal, params: { eventTypeId, linkId }, body, network }) => {
      const place = { ownerId: principal.accountId, eventTypeId };
      return desk.change({ place, linkId }, body, actorOf(principal, network));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/event-types/:eventTypeId/private-links/:linkId',
    summary: 'Delete a private link; nobody books with it any more',
    access: 'EVENT_TYPE_WRITE',
    params: ofLink,
    reply: removedLinkReply,
    handle: ({ principal, params: { eventTypeId, linkId }, network }) => {
      const place = { ownerId: principal.accountId, eventTypeId };
      return desk.remove({ place, linkId }, actorOf(principal, network));
    },
  }),
];

export function createPrivateLinkRoutes(parts: PrivateLinkDeps): readonly Route[] {
  const desk = createPrivateLinkUseCases(parts);
  return [...collectionRoutes(desk), ...memberRoutes(desk)];
}
