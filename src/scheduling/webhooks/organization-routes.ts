/*
 * `/v2/organizations/:orgId/webhooks`: webhooks that hear of the bookings of an organization: those of its teams and of
 * people who are in it by their own word.
 */
import { z } from 'zod';
import { defineRoleRoute } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { createWebhookUseCases } from './use-cases.js';
import type { WebhookUseCases, WebhookDeps } from './use-cases.js';
import {
  ofOrganization,
  ofOrganizationWebhook,
  pageQuery,
  teamWebhookReply,
  webhookChangeInput,
  webhookInput,
} from './schemas.js';
import type { Webhook } from './store.js';

const shownBy =
  (useCases: WebhookUseCases, teamId: number) =>
  (webhook: Webhook): z.input<typeof teamWebhookReply> => ({ ...useCases.shown(webhook, true), teamId });

const readRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/webhooks',
    summary: 'List the webhooks of an organization',
    access: 'ORG_WEBHOOK_READ',
    role: 'org admin',
    params: ofOrganization,
    query: pageQuery,
    reply: z.array(teamWebhookReply),
    handle: async ({ params: { orgId: teamId }, query }) =>
      (await useCases.list({ teamId }, query)).map(shownBy(useCases, teamId)),
  }),
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/webhooks/:webhookId',
    summary: 'Read a webhook of an organization',
    access: 'ORG_WEBHOOK_READ',
    role: 'org admin',
    params: ofOrganizationWebhook,
    reply: teamWebhookReply,
    handle: async ({ params: { orgId: teamId, webhookId } }) =>
      shownBy(useCases, teamId)(await useCases.find({ teamId }, webhookId)),
  }),
];

const writeRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  defineRoleRoute({
    method: 'POST',
    path: '/v2/organizations/:orgId/webhooks',
    summary: 'Add a webhook that hears of the bookings and absences of an organization',
    access: 'ORG_WEBHOOK_WRITE',
    role: 'org admin',
    status: 201,
    params: ofOrganization,
    body: webhookInput,
    reply: teamWebhookReply,
    handle: async ({ principal, params: { orgId: teamId }, body, clientIp }) =>
      shownBy(useCases, teamId)(await useCases.create({ teamId }, body, actorOf(principal, clientIp))),
  }),
  defineRoleRoute({
    method: 'PATCH',
    path: '/v2/organizations/:orgId/webhooks/:webhookId',
    summary: 'Change a webhook of an organization; active: true also enables one that was disabled',
    access: 'ORG_WEBHOOK_WRITE',
    role: 'org admin',
    params: ofOrganizationWebhook,
    body: webhookChangeInput,
    reply: teamWebhookReply,
    handle: async ({ principal, params: { orgId: teamId, webhookId }, body, clientIp }) => {
      const changed = await useCases.change({ teamId }, webhookId, body, actorOf(principal, clientIp));
      return shownBy(useCases, teamId)(changed);
    },
  }),
  defineRoleRoute({
    method: 'DELETE',
    path: '/v2/organizations/:orgId/webhooks/:webhookId',
    summary: 'Delete a webhook of an organization with what it was still to be told',
    access: 'ORG_WEBHOOK_WRITE',
    role: 'org admin',
    params: ofOrganizationWebhook,
    reply: teamWebhookReply,
    handle: async ({ principal, params: { orgId: teamId, webhookId }, clientIp }) =>
      shownBy(useCases, teamId)(await useCases.remove({ teamId }, webhookId, actorOf(principal, clientIp))),
  }),
];

export function createOrganizationWebhookRoutes(deps: WebhookDeps): readonly Route[] {
  const useCases = createWebhookUseCases(deps);
  return [...readRoutes(useCases), ...writeRoutes(useCases)];
}
