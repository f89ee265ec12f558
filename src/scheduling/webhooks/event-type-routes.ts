/*
 * `/event-types/:eventTypeId/webhooks` of a user and of a team: webhooks for the bookings of one event type. Every
 * member of a team sees where bookings are sent; the secret that signs deliveries is shown to its admins only.
 */
import { z } from 'zod';
import { defineMountedRoute, mount, singular } from '../../api/mount.js';
import type { Mount, MountedRequest } from '../../api/mount.js';
import { outranks } from '../../api/role.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { USER_AND_TEAM_MOUNTS } from '../mounts.js';
import type { ResourceOwner } from '../mounts.js';
import {
  eventTypeWebhookChangeInput,
  eventTypeWebhookInput,
  eventTypeWebhookReply,
  ofEventType,
  ofEventTypeWebhook,
  pageQuery,
  removedManyReply,
} from './schemas.js';
import type { Webhook, WebhookGroup } from './store.js';
import type { WebhookUseCases } from './use-cases.js';

type EventTypeOwner = Mount<ResourceOwner, CallerMembership | undefined>;
type Request = MountedRequest<
  ResourceOwner,
  CallerMembership | undefined,
  typeof ofEventType,
  unknown,
  unknown
>;

const LIST = '/event-types/:eventTypeId/webhooks';
const ONE = `${LIST}/:webhookId` as const;

const groupOf = ({ owner, params: { eventTypeId } }: Pick<Request, 'owner' | 'params'>): WebhookGroup => ({
  ...owner,
  eventTypeId,
});

/** Admins read what they may change. */
const readsSecret = (membership: CallerMembership | undefined): boolean =>
  membership === undefined || outranks(membership.role, 'admin');

const presenter =
  ({ view }: WebhookUseCases, { membership, params }: Pick<Request, 'membership' | 'params'>) =>
  (webhook: Webhook) => ({
    ...view(webhook, readsSecret(membership)),
    eventTypeId: params.eventTypeId,
  });

const readRoutes = (useCases: WebhookUseCases, mounted: EventTypeOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'GET',
    path: LIST,
    summary: `List webhooks of ${singular(mounted, 'event type')}`,
    access: 'EVENT_TYPE_READ',
    role: 'member',
    params: ofEventType,
    query: pageQuery,
    reply: z.array(eventTypeWebhookReply),
    handle: async (call) => (await useCases.list(groupOf(call), call.query)).map(presenter(useCases, call)),
  }),
  defineMountedRoute(mounted, {
    method: 'GET',
    path: ONE,
    summary: `Read a webhook of ${singular(mounted, 'event type')}`,
    access: 'EVENT_TYPE_READ',
    role: 'member',
    params: ofEventTypeWebhook,
    reply: eventTypeWebhookReply,
    handle: async (call) =>
      presenter(useCases, call)(await useCases.find(groupOf(call), call.params.webhookId)),
  }),
];

const changeRoutes = (useCases: WebhookUseCases, mounted: EventTypeOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'POST',
    path: LIST,
    summary: `Add a webhook to ${singular(mounted, 'event type')}`,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    status: 201,
    params: ofEventType,
    body: eventTypeWebhookInput,
    reply: eventTypeWebhookReply,
    handle: async (call) => {
      const actor = actorOf(call.principal, call.clientIp);
      return presenter(useCases, call)(await useCases.create(groupOf(call), call.body, actor));
    },
  }),
  defineMountedRoute(mounted, {
    method: 'PATCH',
    path: ONE,
    summary: `Change a webhook of ${singular(mounted, 'event type')}`,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: ofEventTypeWebhook,
    body: eventTypeWebhookChangeInput,
    reply: eventTypeWebhookReply,
    handle: async (call) => {
      const actor = actorOf(call.principal, call.clientIp);
      const changed = await useCases.change(groupOf(call), call.params.webhookId, call.body, actor);
      return presenter(useCases, call)(changed);
    },
  }),
];

const removeRoutes = (useCases: WebhookUseCases, mounted: EventTypeOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: ONE,
    summary: `Delete a webhook of ${singular(mounted, 'event type')}`,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: ofEventTypeWebhook,
    reply: eventTypeWebhookReply,
    handle: async (call) => {
      const actor = actorOf(call.principal, call.clientIp);
      return presenter(useCases, call)(await useCases.remove(groupOf(call), call.params.webhookId, actor));
    },
  }),
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: LIST,
    summary: `Delete every webhook of ${singular(mounted, 'event type')}`,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: ofEventType,
    reply: removedManyReply,
    handle: (call) => useCases.removeAll(groupOf(call), actorOf(call.principal, call.clientIp)),
  }),
];

export const eventTypeWebhookRoutes = (useCases: WebhookUseCases): readonly Route[] =>
  mount(USER_AND_TEAM_MOUNTS, (owner) => [
    ...readRoutes(useCases, owner),
    ...changeRoutes(useCases, owner),
    ...removeRoutes(useCases, owner),
  ]);
