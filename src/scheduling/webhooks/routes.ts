/*
 * `/v2/webhooks`: addresses that are told what happens to a person's bookings and absences. Owns the records alone: what
 * they are told is enqueued where it happens (payload.ts), and delivered by src/delivery.
 */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { createWebhookUseCases } from './use-cases.js';
import type { WebhookUseCases, WebhookDeps } from './use-cases.js';
import { ofWebhook, pageQuery, userWebhookReply, webhookChangeInput, webhookInput } from './schemas.js';
import type { Webhook } from './store.js';

const shownBy =
  (useCases: WebhookUseCases, userId: number) =>
  (webhook: Webhook): z.input<typeof userWebhookReply> => ({ ...useCases.shown(webhook, true), userId });

const readRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/webhooks',
    summary: 'List the webhooks of the person, without those of their event types',
    access: 'WEBHOOK_READ',
    query: pageQuery,
    reply: z.array(userWebhookReply),
    handle: async ({ principal: { accountId }, query }) =>
      (await useCases.list({ accountId }, query)).map(shownBy(useCases, accountId)),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/webhooks/:webhookId',
    summary: 'Read a webhook of the person',
    access: 'WEBHOOK_READ',
    params: ofWebhook,
    reply: userWebhookReply,
    handle: async ({ principal: { accountId }, params }) =>
      shownBy(useCases, accountId)(await useCases.find({ accountId }, params.webhookId)),
  }),
];

const writeRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/webhooks',
    summary: 'Add a webhook that hears of the person’s bookings and absences',
    access: 'WEBHOOK_WRITE',
    status: 201,
    body: webhookInput,
    reply: userWebhookReply,
    handle: async ({ principal, body, clientIp }) => {
      const { accountId } = principal;
      const made = await useCases.create({ accountId }, body, actorOf(principal, clientIp));
      return shownBy(useCases, accountId)(made);
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/webhooks/:webhookId',
    summary: 'Change a webhook of the person; active: true also enables one that was disabled',
    access: 'WEBHOOK_WRITE',
    params: ofWebhook,
    body: webhookChangeInput,
    reply: userWebhookReply,
    handle: async ({ principal, params: { webhookId }, body, clientIp }) => {
      const { accountId } = principal;
      const changed = await useCases.change({ accountId }, webhookId, body, actorOf(principal, clientIp));
      return shownBy(useCases, accountId)(changed);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/webhooks/:webhookId',
    summary: 'Delete a webhook of the person with what it was still to be told',
    access: 'WEBHOOK_WRITE',
    params: ofWebhook,
    reply: userWebhookReply,
    handle: async ({ principal, params: { webhookId }, clientIp }) => {
      const { accountId } = principal;
      return shownBy(
        useCases,
        accountId,
      )(await useCases.remove({ accountId }, webhookId, actorOf(principal, clientIp)));
    },
  }),
];

export function createWebhookRoutes(deps: WebhookDeps): readonly Route[] {
  const useCases = createWebhookUseCases(deps);
  return [...readRoutes(useCases), ...writeRoutes(useCases)];
}
