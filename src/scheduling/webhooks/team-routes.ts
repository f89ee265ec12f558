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

const placeOf = (standing: CallerMembership, eventTypeId: number): WebhookGroup => ({
  teamId: teamOf(standing).teamId,
  eventTypeId,
});

const manages = ({ role }: CallerMembership): boolean => outranks(role, 'admin');

const readRoutes = (desk: WebhookUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/event-types/:eventTypeId/webhooks',
    summary: 'List the webhooks of an event type of a team',
    access: 'TEAM_EVENT_TYPE_READ',
    role: 'team member',
    params: ofEventType,
    query: pageQuery,
    reply: z.array(eventTypeWebhookReply),
    handle: async ({ standing, params: { eventTypeId }, query }) => {
      const found = await desk.list(placeOf(standing, eventTypeId), query);
      return found.map(shownOf(desk, eventTypeId, manages(standing)));
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
    handle: async ({ standing, params: { eventTypeId, webhookId } }) => {
      const found = await desk.find(placeOf(standing, eventTypeId), webhookId);
      return shownOf(desk, eventTypeId, manages(standing))(found);
    },
  }),
];

const changeRoutes = (desk: WebhookUseCases): readonly Route[] => [
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
    handle: async ({ standing, principal, params: { eventTypeId }, body, network }) => {
      const place = placeOf(standing, eventTypeId);
      const made = await desk.create(place, body, actorOf(principal, network));
      return shownOf(desk, eventTypeId, true)(made);
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
    handle: async ({ standing, principal, params: { eventTypeId, webhookId }, body, network }) => {
      const place = placeOf(standing, eventTypeId);
      const changed = await desk.change(place, webhookId, body, actorOf(principal, network));
      return shownOf(desk, eventTypeId, true)(changed);
    },
  }),
];

const removeRoutes = (desk: WebhookUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/event-types/:eventTypeId/webhooks/:webhookId',
    summary: 'Delete a webhook of an event type of a team with what it was still to be told',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    params: ofEventTypeWebhook,
    reply: eventTypeWebhookReply,
    handle: async ({ standing, principal, params: { eventTypeId, webhookId }, network }) => {
      const place = placeOf(standing, eventTypeId);
      const removed = await desk.remove(place, webhookId, actorOf(principal, network));
      return shownOf(desk, eventTypeId, true)(removed);
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
    handle: ({ standing, principal, params: { eventTypeId }, network }) =>
      desk.removeAll(placeOf(standing, eventTypeId), actorOf(principal, network)),
  }),
];

export function createTeamWebhookRoutes(parts: WebhookDeps): readonly Route[] {
  const desk = createWebhookUseCases(parts);
  return [...readRoutes(desk), ...changeRoutes(desk), ...removeRoutes(desk)];
}
