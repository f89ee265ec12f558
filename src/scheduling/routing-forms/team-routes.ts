/*
 * Routing forms of teams: `/v2/teams/:teamId/routing-forms` and its twin inside an organization. Forms are made on pages
 * (src/routing-forms/); here they are listed and answered.
 */
import { z } from 'zod';
import { defineTeamRoutes } from '../../api/role-route.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { teamOf } from '../event-types/team-routes.js';
import { queueableOfferQuery } from '../slots/schemas.js';
import { amendResponse, noForm, noResponse, respond } from './use-cases.js';
import type { RoutingFormDeps } from './use-cases.js';
import {
  answersInput,
  formParams,
  formReply,
  listQuery,
  responseChangeInput,
  responseParams,
  responseReply,
  routedReply,
} from './schemas.js';
import { presentForm, presentResponse } from './presenter.js';
import type { FormScope } from './store.js';

const scopeOf = (membership: CallerMembership): FormScope => ({ teamId: teamOf(membership).teamId });

const readRoutes = ({ routingForms }: RoutingFormDeps): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/routing-forms',
    summary: 'List the routing forms of a team',
    access: 'TEAM_ROUTING_FORM_READ',
    role: 'team admin',
    query: listQuery,
    reply: z.array(formReply),
    handle: async ({ membership, query }) =>
      (await routingForms.list(scopeOf(membership), query)).map(presentForm),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: '/routing-forms/:routingFormId/responses',
    summary: 'List the responses to a routing form of a team',
    access: 'TEAM_ROUTING_FORM_READ',
    role: 'team admin',
    params: formParams,
    query: listQuery,
    reply: z.array(responseReply),
    async handle({ membership, params: { routingFormId: formId }, query }) {
      const found = await routingForms.responses({ scope: scopeOf(membership), formId }, query);
      if (found === undefined) throw noForm();
      return found.map(presentResponse);
    },
  }),
];

const changeRoutes = (deps: RoutingFormDeps): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'PATCH',
    path: '/routing-forms/:routingFormId/responses/:responseId',
    summary: 'Change answers of a response to a routing form of a team; the others stay',
    access: 'TEAM_ROUTING_FORM_WRITE',
    role: 'team admin',
    params: responseParams,
    body: responseChangeInput,
    reply: responseReply,
    async handle({ membership, principal, params, body: { response: sent = {} }, clientIp }) {
      const { routingFormId: formId, responseId } = params;
      const target = { scope: scopeOf(membership), formId, responseId };
      return presentResponse(
        await amendResponse(deps, target, { sent, actor: actorOf(principal, clientIp) }),
      );
    },
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/routing-forms/:routingFormId/responses/:responseId',
    summary: 'Delete a response to a routing form of a team',
    access: 'TEAM_ROUTING_FORM_WRITE',
    role: 'team admin',
    params: responseParams,
    reply: responseReply,
    async handle({ membership, principal, params: { routingFormId: formId, responseId }, clientIp }) {
      const target = { scope: scopeOf(membership), formId, responseId };
      const removed = await deps.routingForms.discard(target, actorOf(principal, clientIp));
      if (removed === undefined) throw noResponse();
      return presentResponse(removed);
    },
  }),
];

export const createTeamRoutingFormRoutes = (deps: RoutingFormDeps): readonly Route[] => [
  ...readRoutes(deps),
  ...defineTeamRoutes({
    method: 'POST',
    path: '/routing-forms/:routingFormId/responses',
    summary: 'Answer a routing form of a team, and get where the answers lead with its slots',
    access: 'TEAM_ROUTING_FORM_WRITE',
    role: 'team member',
    status: 201,
    params: formParams,
    query: queueableOfferQuery,
    body: answersInput,
    reply: routedReply,
    handle: ({ membership, principal, params: { routingFormId: formId }, query, body: sent, clientIp }) =>
      respond(
        deps,
        { scope: scopeOf(membership), formId },
        { sent, query, actor: actorOf(principal, clientIp) },
      ),
  }),
  ...changeRoutes(deps),
];
