/*
 * `/v2/organizations/:orgId/routing-forms`: the forms of an organization and of its teams; and the slots that answers
 * to any form of one's own places lead to, with nothing kept. Where answers lead is decided in chosen-action.ts.
 */
import { z } from 'zod';
import { defineRoleRoute } from '../../api/role-route.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { boundsOf } from '../../scopes/granted-resources.js';
import { actorOf } from '../actor.js';
import { offerQuery, queueableOfferQuery } from '../slots/schemas.js';
import { amendResponse, calculateSlots, noForm, noResponse, respond } from './use-cases.js';
import type { RoutingFormDeps } from './use-cases.js';
import {
  answersInput,
  calculatedReply,
  formParams,
  formReply,
  listQuery,
  organizationFormParams,
  organizationListQuery,
  organizationParams,
  organizationResponseParams,
  responseChangeInput,
  responseReply,
  routedReply,
} from './schemas.js';
import { presentForm, presentResponse } from './presenter.js';
import { createTeamRoutingFormRoutes } from './team-routes.js';

const readRoutes = ({ routingForms }: RoutingFormDeps): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/routing-forms',
    summary: 'List the routing forms of an organization and its teams',
    access: 'ORG_ROUTING_FORM_READ',
    role: 'org admin',
    params: organizationParams,
    query: organizationListQuery,
    reply: z.array(formReply),
    handle: async ({ params: { orgId: organizationId }, query }) =>
      (await routingForms.list({ organizationId }, query)).map(presentForm),
  }),
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/routing-forms/:routingFormId/responses',
    summary: 'List the responses to a routing form of an organization or one of its teams',
    access: 'ORG_ROUTING_FORM_READ',
    role: 'org admin',
    params: organizationFormParams,
    query: listQuery,
    reply: z.array(responseReply),
    async handle({ params: { orgId: organizationId, routingFormId: formId }, query }) {
      const found = await routingForms.responses({ scope: { organizationId }, formId }, query);
      if (found === undefined) throw noForm();
      return found.map(presentResponse);
    },
  }),
];

const changeRoutes = (deps: RoutingFormDeps): readonly Route[] => [
  defineRoleRoute({
    method: 'PATCH',
    path: '/v2/organizations/:orgId/routing-forms/:routingFormId/responses/:responseId',
    summary: 'Change answers of a response to a routing form of an organization; the others stay',
    access: 'ORG_ROUTING_FORM_WRITE',
    role: 'org admin',
    params: organizationResponseParams,
    body: responseChangeInput,
    reply: responseReply,
    async handle({ principal, params, body: { response: sent = {} }, clientIp }) {
      const { orgId: organizationId, routingFormId: formId, responseId } = params;
      const target = { scope: { organizationId }, formId, responseId };
      return presentResponse(
        await amendResponse(deps, target, { sent, actor: actorOf(principal, clientIp) }),
      );
    },
  }),
  defineRoleRoute({
    method: 'DELETE',
    path: '/v2/organizations/:orgId/routing-forms/:routingFormId/responses/:responseId',
    summary: 'Delete a response to a routing form of an organization',
    access: 'ORG_ROUTING_FORM_WRITE',
    role: 'org admin',
    params: organizationResponseParams,
    reply: responseReply,
    async handle({ principal, params, clientIp }) {
      const { orgId: organizationId, routingFormId: formId, responseId } = params;
      const target = { scope: { organizationId }, formId, responseId };
      const removed = await deps.routingForms.discard(target, actorOf(principal, clientIp));
      if (removed === undefined) throw noResponse();
      return presentResponse(removed);
    },
  }),
];

const answerRoutes = (deps: RoutingFormDeps): readonly Route[] => [
  defineRoleRoute({
    method: 'POST',
    path: '/v2/organizations/:orgId/routing-forms/:routingFormId/responses',
    summary: 'Answer a routing form of an organization, and get where the answers lead with its slots',
    access: 'ORG_ROUTING_FORM_WRITE',
    role: 'org admin',
    status: 201,
    params: organizationFormParams,
    query: queueableOfferQuery,
    body: answersInput,
    reply: routedReply,
    handle({ principal, params: { orgId: organizationId, routingFormId: formId }, query, body, clientIp }) {
      const answering = { sent: body, query, actor: actorOf(principal, clientIp) };
      return respond(deps, { scope: { organizationId }, formId }, answering);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/routing-forms/:routingFormId/calculate-slots',
    summary: 'Find the slots that answers to a routing form lead to, without keeping them',
    access: 'TEAM_ROUTING_FORM_READ',
    params: formParams,
    query: offerQuery,
    body: answersInput,
    reply: calculatedReply,
    handle({ principal, params: { routingFormId: formId }, query, body: sent }) {
      const { accountId: memberId, clientId, rights, resources } = principal;
      const bounds = boundsOf(rights, resources, 'TEAM_ROUTING_FORM_READ');
      const scope = { memberId, clientId, bounds };
      return calculateSlots(deps, { scope, formId }, { sent, query });
    },
  }),
];

export const createRoutingFormRoutes = (deps: RoutingFormDeps): readonly Route[] => [
  ...readRoutes(deps),
  ...answerRoutes(deps),
  ...changeRoutes(deps),
  ...createTeamRoutingFormRoutes(deps),
];
