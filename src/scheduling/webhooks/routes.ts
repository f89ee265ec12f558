/*
 * `/v2/webhooks` of a user and of an organization: URLs that receive its bookings and absences. Owns the records alone:
 * payloads are enqueued where something happens (booking-events.ts), and sent by src/delivery.
 */
import { z } from 'zod';
import { defineMountedRoute, mount, singular } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { USER_AND_ORGANIZATION_MOUNTS } from '../mounts.js';
import type { ResourceOwner } from '../mounts.js';
import { eventTypeWebhookRoutes } from './event-type-routes.js';
import {
  ofWebhook,
  pageQuery,
  teamWebhookReply,
  userWebhookReply,
  webhookChangeInput,
  webhookInput,
} from './schemas.js';
import type { Webhook } from './store.js';
import { createWebhookUseCases } from './use-cases.js';
import type { WebhookDeps, WebhookUseCases } from './use-cases.js';

type WebhookOwner = Mount<ResourceOwner, CallerMembership | undefined>;

const idOf = (owner: ResourceOwner) => ('accountId' in owner ? { userId: owner.accountId } : owner);
const presenter =
  ({ view }: WebhookUseCases, owner: ResourceOwner) =>
  (webhook: Webhook) => ({ ...view(webhook, true), ...idOf(owner) });
const replyOf = ({ level }: WebhookOwner) => (level === 'user' ? userWebhookReply : teamWebhookReply);

const readRoutes = (useCases: WebhookUseCases, mounted: WebhookOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'GET',
    path: '/webhooks',
    summary: `List ${mounted.adjective}webhooks`,
    access: 'WEBHOOK_READ',
    role: 'admin',
    query: pageQuery,
    reply: z.array(replyOf(mounted)),
    handle: async ({ owner, query }) => (await useCases.list(owner, query)).map(presenter(useCases, owner)),
  }),
  defineMountedRoute(mounted, {
    method: 'GET',
    path: '/webhooks/:webhookId',
    summary: `Read ${singular(mounted, 'webhook')}`,
    access: 'WEBHOOK_READ',
    role: 'admin',
    params: ofWebhook,
    reply: replyOf(mounted),
    handle: async ({ owner, params: { webhookId } }) =>
      presenter(useCases, owner)(await useCases.find(owner, webhookId)),
  }),
];

const writeRoutes = (useCases: WebhookUseCases, mounted: WebhookOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'POST',
    path: '/webhooks',
    summary: `Add ${singular(mounted, 'webhook')} for bookings and absences`,
    access: 'WEBHOOK_WRITE',
    role: 'admin',
    status: 201,
    body: webhookInput,
    reply: replyOf(mounted),
    handle: async ({ owner, principal, body, clientIp }) =>
      presenter(useCases, owner)(await useCases.create(owner, body, actorOf(principal, clientIp))),
  }),
  defineMountedRoute(mounted, {
    method: 'PATCH',
    path: '/webhooks/:webhookId',
    summary: `Change or enable ${singular(mounted, 'webhook')}`,
    access: 'WEBHOOK_WRITE',
    role: 'admin',
    params: ofWebhook,
    body: webhookChangeInput,
    reply: replyOf(mounted),
    handle: async ({ owner, principal, params: { webhookId }, body, clientIp }) => {
      const changed = await useCases.change(owner, webhookId, body, actorOf(principal, clientIp));
      return presenter(useCases, owner)(changed);
    },
  }),
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: '/webhooks/:webhookId',
    summary: `Delete ${singular(mounted, 'webhook')} and its pending deliveries`,
    access: 'WEBHOOK_WRITE',
    role: 'admin',
    params: ofWebhook,
    reply: replyOf(mounted),
    handle: async ({ owner, principal, params: { webhookId }, clientIp }) =>
      presenter(useCases, owner)(await useCases.remove(owner, webhookId, actorOf(principal, clientIp))),
  }),
];

export function createWebhookRoutes(deps: WebhookDeps): readonly Route[] {
  const useCases = createWebhookUseCases(deps);
  return [
    ...mount(USER_AND_ORGANIZATION_MOUNTS, (owner) => [
      ...readRoutes(useCases, owner),
      ...writeRoutes(useCases, owner),
    ]),
    ...eventTypeWebhookRoutes(useCases),
  ];
}
