/*
 * `/v2/teams/:teamId/event-types/:eventTypeId/webhooks` and its twin inside an organization: webhooks that hear of the
 * bookings of one event type of a team.
 * Every member sees where bookings are told to; what signs the deliveries only those who manage the team.
 */
import { z } from 'zod';
import { defineTeamRoutes } from '../../api/role-route.js';
import { outranks } from '../../api/role.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { teamOf } from '../event-types/team-routes.js';
import { createWebhookUseCases } from './use-cases.js';
import type { WebhookUseCases, WebhookDeps } from './use-cases.js';
import { shownOf } from './event-type-routes.js';
import {
  eventTypeWebhookChangeInput,
  eventTypeWebhookInput,
  eventTypeWebhookReply,
  ofEventType,
  ofEventTypeWebhook,
  pageQuery,
  removedManyReply,
} from './schemas.js';
import type { WebhookGroup } from './store.js';

const placeOf = (membership: CallerMembership, eventTypeId: number): WebhookGroup => ({
  teamId: teamOf(membership).teamId,
  eventTypeId,
});

const manages = ({ role }: CallerMembership): boolean => outranks(role, 'admin');

const readRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/event-types/:eventTypeId/webhooks',
    summary: 'List the webhooks of an event type of a team',
    access: 'TEAM_EVENT_TYPE_READ',
    role: 'team member',
    params: ofEventType,
    query: pageQuery,
    reply: z.array(eventTypeWebhookReply),
    handle: async ({ membership, params: { eventTypeId }, query }) => {
      const found = await useCases.list(placeOf(membership, eventTypeId), query);
      return found.map(shownOf(useCases, eventTypeId, manages(membership)));
    },
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: '/event-types/:eventTypeId/webhooks/:webhookId',
    summary: 'Read a webhook of an event type of a team',
    access: 'TEAM_EVENT_TYPE_READ',
    role: 'team member',
    params: ofEventTypeWebhook,
    reply: eventTypeWebhookReply,
    handle: async ({ membership, params: { eventTypeId, webhookId } }) => {
      const found = await useCases.find(placeOf(membership, eventTypeId), webhookId);
      return shownOf(useCases, eventTypeId, manages(membership))(found);
    },
  }),
];

const changeRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: '/event-types/:eventTypeId/webhooks',
    summary: 'Add a webhook that hears of the bookings of an event type of a team',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    status: 201,
    params: ofEventType,
    body: eventTypeWebhookInput,
    reply: eventTypeWebhookReply,
    handle: async ({ membership, principal, params: { eventTypeId }, body, clientIp }) => {
      const place = placeOf(membership, eventTypeId);
      const made = await useCases.create(place, body, actorOf(principal, clientIp));
      return shownOf(useCases, eventTypeId, true)(made);
    },
  }),
  ...defineTeamRoutes({
    method: 'PATCH',
    path: '/event-types/:eventTypeId/webhooks/:webhookId',
    summary: 'Change a webhook of an event type of a team; active: true also enables one that was disabled',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    params: ofEventTypeWebhook,
    body: eventTypeWebhookChangeInput,
    reply: eventTypeWebhookReply,
    handle: async ({ membership, principal, params: { eventTypeId, webhookId }, body, clientIp }) => {
      const place = placeOf(membership, eventTypeId);
      const changed = await useCases.change(place, webhookId, body, actorOf(principal, clientIp));
      return shownOf(useCases, eventTypeId, true)(changed);
    },
  }),
];

const removeRoutes = (useCases: WebhookUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/event-types/:eventTypeId/webhooks/:webhookId',
    summary: 'Delete a webhook of an event type of a team with what it was still to be told',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    params: ofEventTypeWebhook,
    reply: eventTypeWebhookReply,
    handle: async ({ membership, principal, params: { eventTypeId, webhookId }, clientIp }) => {
      const place = placeOf(membership, eventTypeId);
      const removed = await useCases.remove(place, webhookId, actorOf(principal, clientIp));
      return shownOf(useCases, eventTypeId, true)(removed);
    },
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/event-types/:eventTypeId/webhooks',
    summary: 'Delete every webhook of an event type of a team',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    params: ofEventType,
    reply: removedManyReply,
    handle: ({ membership, principal, params: { eventTypeId }, clientIp }) =>
      useCases.removeAll(placeOf(membership, eventTypeId), actorOf(principal, clientIp)),
  }),
];

export function createTeamWebhookRoutes(deps: WebhookDeps): readonly Route[] {
  const useCases = createWebhookUseCases(deps);
  return [...readRoutes(useCases), ...changeRoutes(useCases), ...removeRoutes(useCases)];
}
