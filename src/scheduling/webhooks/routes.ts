/*
 * `/webhooks` of a user and of an organization, and `/event-types/:eventTypeId/webhooks` of a user and of a team: URLs
 * that receive bookings and absences. Owns only the records: payloads are enqueued with their events
 * (booking-events.ts) and sent by src/delivery.
 */
import { z } from 'zod';
import { present } from '../../present.js';
import { defineMountedRoute, mount, singular } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import { outranks } from '../../api/role.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { USER_AND_ORGANIZATION_MOUNTS, USER_AND_TEAM_MOUNTS } from '../mounts.js';
import type { ResourceOwner } from '../mounts.js';
import {
  eventTypeWebhookChangeInput,
  eventTypeWebhookInput,
  eventTypeWebhookReply,
  ofEventType,
  ofEventTypeWebhook,
  ofOwner,
  ofWebhook,
  pageQuery,
  removedManyReply,
  teamWebhookReply,
  userWebhookReply,
  webhookChangeInput,
  webhookInput,
} from './schemas.js';
import type { Webhook, WebhookOwner } from './store.js';
import { createWebhookUseCases } from './use-cases.js';
import type { WebhookDeps, WebhookUseCases } from './use-cases.js';

type WebhookMount = Mount<ResourceOwner, CallerMembership | undefined>;

/** Webhooks of an owner, for all its bookings. */
const ownerWebhooks = (mounted: WebhookMount) => {
  const webhook = singular(mounted, 'webhook');
  return {
    path: '/webhooks',
    reader: 'admin',
    access: { read: 'WEBHOOK_READ', write: 'WEBHOOK_WRITE' },
    summaries: {
      list: `List ${mounted.adjective}webhooks`,
      read: `Read ${webhook}`,
      create: `Add ${webhook} for bookings and absences`,
      change: `Change or enable ${webhook}`,
      remove: `Delete ${webhook} and its pending deliveries`,
    },
    params: ofOwner,
    oneParams: ofWebhook,
    input: webhookInput,
    changeInput: webhookChangeInput,
    reply: mounted.level === 'user' ? userWebhookReply : teamWebhookReply,
  } as const;
};

/** Webhooks of one event type. Every member of a team can list them; only its admins read the secret. */
const eventTypeWebhooks = (mounted: WebhookMount) => {
  const eventType = singular(mounted, 'event type');
  return {
    path: '/event-types/:eventTypeId/webhooks',
    reader: 'member',
    access: { read: 'EVENT_TYPE_READ', write: 'EVENT_TYPE_WRITE' },
    summaries: {
      list: `List webhooks of ${eventType}`,
      read: `Read a webhook of ${eventType}`,
      create: `Add a webhook to ${eventType}`,
      change: `Change a webhook of ${eventType}`,
      remove: `Delete a webhook of ${eventType}`,
    },
    params: ofEventType,
    oneParams: ofEventTypeWebhook,
    input: eventTypeWebhookInput,
    changeInput: eventTypeWebhookChangeInput,
    reply: eventTypeWebhookReply,
  } as const;
};

type Kind = ReturnType<typeof ownerWebhooks> | ReturnType<typeof eventTypeWebhooks>;

interface Call {
  readonly owner: ResourceOwner;
  readonly membership: CallerMembership | undefined;
  /** Undefined for a path without parameters. */
  readonly params?: { readonly eventTypeId?: number; readonly webhookId?: number };
}

const ownerOf = ({ owner, params: { eventTypeId } = {} }: Call): WebhookOwner => ({
  ...owner,
  ...present({ eventTypeId }),
});

const idOf = ({ owner, params: { eventTypeId } = {} }: Call) => {
  if (eventTypeId !== undefined) return { eventTypeId };
  return 'accountId' in owner ? { userId: owner.accountId } : owner;
};

const presenter = ({ view }: WebhookUseCases, call: Call) => {
  const readsSecret = call.membership === undefined || outranks(call.membership.role, 'admin');
  return (webhook: Webhook) => ({ ...view(webhook, readsSecret), ...idOf(call) });
};

const readRoutes = (
  useCases: WebhookUseCases,
  mounted: WebhookMount,
  { path, reader: role, access, summaries, params, oneParams, reply }: Kind,
): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'GET',
    path,
    summary: summaries.list,
    access: access.read,
    role,
    params,
    query: pageQuery,
    reply: z.array(reply),
    handle: async (call) => (await useCases.list(ownerOf(call), call.query)).map(presenter(useCases, call)),
  }),
  defineMountedRoute(mounted, {
    method: 'GET',
    path: `${path}/:webhookId`,
    summary: summaries.read,
    access: access.read,
    role,
    params: oneParams,
    reply,
    handle: async (call) =>
      presenter(useCases, call)(await useCases.find(ownerOf(call), call.params.webhookId)),
  }),
];

const writeRoutes = (
  useCases: WebhookUseCases,
  mounted: WebhookMount,
  { path, access, summaries, params, oneParams, input, changeInput, reply }: Kind,
): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'POST',
    path,
    summary: summaries.create,
    access: access.write,
    role: 'admin',
    status: 201,
    params,
    body: input,
    reply,
    handle: async (call) => {
      const actor = actorOf(call.principal, call.clientIp);
      return presenter(useCases, call)(await useCases.create(ownerOf(call), call.body, actor));
    },
  }),
  defineMountedRoute(mounted, {
    method: 'PATCH',
    path: `${path}/:webhookId`,
    summary: summaries.change,
    access: access.write,
    role: 'admin',
    params: oneParams,
    body: changeInput,
    reply,
    handle: async (call) => {
      const actor = actorOf(call.principal, call.clientIp);
      const changed = await useCases.change(ownerOf(call), call.params.webhookId, call.body, actor);
      return presenter(useCases, call)(changed);
    },
  }),
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: `${path}/:webhookId`,
    summary: summaries.remove,
    access: access.write,
    role: 'admin',
    params: oneParams,
    reply,
    handle: async (call) => {
      const actor = actorOf(call.principal, call.clientIp);
      return presenter(useCases, call)(await useCases.remove(ownerOf(call), call.params.webhookId, actor));
    },
  }),
];

const removeAllRoute = (useCases: WebhookUseCases, mounted: WebhookMount): Route =>
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: '/event-types/:eventTypeId/webhooks',
    summary: `Delete every webhook of ${singular(mounted, 'event type')}`,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: ofEventType,
    reply: removedManyReply,
    handle: (call) => useCases.removeAll(ownerOf(call), actorOf(call.principal, call.clientIp)),
  });

export function createWebhookRoutes(deps: WebhookDeps): readonly Route[] {
  const useCases = createWebhookUseCases(deps);
  const routes = (mounted: WebhookMount, kind: Kind) => [
    ...readRoutes(useCases, mounted, kind),
    ...writeRoutes(useCases, mounted, kind),
  ];
  return [
    ...mount(USER_AND_ORGANIZATION_MOUNTS, (mounted) => routes(mounted, ownerWebhooks(mounted))),
    ...mount(USER_AND_TEAM_MOUNTS, (mounted) => [
      ...routes(mounted, eventTypeWebhooks(mounted)),
      removeAllRoute(useCases, mounted),
    ]),
  ];
}
