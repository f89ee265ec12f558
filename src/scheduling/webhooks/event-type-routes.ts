/* `/v2/event-types/:eventTypeId/webhooks`: webhooks that hear of the bookings of one event type of a person. */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { createWebhookUseCases } from './use-cases.js';
import type { WebhookUseCases, WebhookDeps } from './use-cases.js';
import {
  eventTypeWebhookChangeInput,
  eventTypeWebhookInput,
  eventTypeWebhookReply,
  ofEventType,
  ofEventTypeWebhook,
  pageQuery,
  removedManyReply,
} from './schemas.js';
import type { Webhook } from './store.js';

export const shownOf =
  (useCases: WebhookUseCases, eventTypeId: number, readsSecret: boolean) =>
  (webhook: Webhook): z.input<typeof eventTypeWebhookReply> => ({
    ...useCases.shown(webhook, readsSecret),
    eventTypeId,
  });

const readRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/event-types/:eventTypeId/webhooks',
    summary: 'List the webhooks of an event type',
    access: 'EVENT_TYPE_READ',
    params: ofEventType,
    query: pageQuery,
    reply: z.array(eventTypeWebhookReply),
    handle: async ({ principal: { accountId }, params: { eventTypeId }, query }) =>
      (await useCases.list({ accountId, eventTypeId }, query)).map(shownOf(useCases, eventTypeId, true)),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/event-types/:eventTypeId/webhooks/:webhookId',
    summary: 'Read a webhook of an event type',
    access: 'EVENT_TYPE_READ',
    params: ofEventTypeWebhook,
    reply: eventTypeWebhookReply,
    handle: async ({ principal: { accountId }, params: { eventTypeId, webhookId } }) =>
      shownOf(useCases, eventTypeId, true)(await useCases.find({ accountId, eventTypeId }, webhookId)),
  }),
];

const changeRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/event-types/:eventTypeId/webhooks',
    summary: 'Add a webhook that hears of the bookings of an event type',
    access: 'EVENT_TYPE_WRITE',
    status: 201,
    params: ofEventType,
    body: eventTypeWebhookInput,
    reply: eventTypeWebhookReply,
    handle: async ({ principal, params: { eventTypeId }, body, clientIp }) => {
      const place = { accountId: principal.accountId, eventTypeId };
      const made = await useCases.create(place, body, actorOf(principal, clientIp));
      return shownOf(useCases, eventTypeId, true)(made);
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/event-types/:eventTypeId/webhooks/:webhookId',
    summary: 'Change a webhook of an event type; active: true also enables one that was disabled',
    access: 'EVENT_TYPE_WRITE',
    params: ofEventTypeWebhook,
    body: eventTypeWebhookChangeInput,
    reply: eventTypeWebhookReply,
    handle: async ({ principal, params: { eventTypeId, webhookId }, body, clientIp }) => {
      const place = { accountId: principal.accountId, eventTypeId };
      const changed = await useCases.change(place, webhookId, body, actorOf(principal, clientIp));
      return shownOf(useCases, eventTypeId, true)(changed);
    },
  }),
];

const removeRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  defineRoute({
    method: 'DELETE',
    path: '/v2/event-types/:eventTypeId/webhooks/:webhookId',
    summary: 'Delete a webhook of an event type with what it was still to be told',
    access: 'EVENT_TYPE_WRITE',
    params: ofEventTypeWebhook,
    reply: eventTypeWebhookReply,
    handle: async ({ principal, params: { eventTypeId, webhookId }, clientIp }) => {
      const place = { accountId: principal.accountId, eventTypeId };
      const removed = await useCases.remove(place, webhookId, actorOf(principal, clientIp));
      return shownOf(useCases, eventTypeId, true)(removed);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/event-types/:eventTypeId/webhooks',
    summary: 'Delete every webhook of an event type',
    access: 'EVENT_TYPE_WRITE',
    params: ofEventType,
    reply: removedManyReply,
    handle: ({ principal, params: { eventTypeId }, clientIp }) =>
      useCases.removeAll({ accountId: principal.accountId, eventTypeId }, actorOf(principal, clientIp)),
  }),
];

export function createEventTypeWebhookRoutes(deps: WebhookDeps): readonly Route[] {
  const useCases = createWebhookUseCases(deps);
  return [...readRoutes(useCases), ...changeRoutes(useCases), ...removeRoutes(useCases)];
}
