/*
 * `/routing-forms` of a team and of an organization, which also reads the forms of its teams; and the slots for answers to
 * a form of the user's groups, without storing them. choose-route.ts decides where answers lead; forms are edited on
 * pages.
 */
import { z } from 'zod';
import { defineMountedRoute, mount, singular } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { boundsOf } from '../../scopes/granted-resources.js';
import { actorOf } from '../actor.js';
import { ORGANIZATION_MOUNT, TEAM_MOUNTS } from '../mounts.js';
import { offerQuery, queueableOfferQuery } from '../slots/schemas.js';
import { amendResponse, calculateSlots, noForm, noResponse, respond } from './use-cases.js';
import type { RoutingFormDeps } from './use-cases.js';
import {
  answersInput,
  calculatedReply,
  formParams,
  formReply,
  listQuery,
  organizationListQuery,
  responseChangeInput,
  responseParams,
  responseReply,
  routedReply,
} from './schemas.js';
import { presentForm, presentResponse } from './presenter.js';
import type { FormScope } from './store.js';

type FormMount = Mount<FormScope>;

const TEAM_FORM_MOUNTS: readonly FormMount[] = TEAM_MOUNTS;
const ORGANIZATION_FORM_MOUNT: FormMount = {
  ...ORGANIZATION_MOUNT,
  ownedBy(call) {
    const { owner, membership } = ORGANIZATION_MOUNT.ownedBy(call);
    return { owner: { organizationId: owner.teamId }, membership };
  },
};

const RESPONSES = '/routing-forms/:routingFormId/responses';
const RESPONSE = `${RESPONSES}/:responseId` as const;

const readRoutes = ({ routingForms }: RoutingFormDeps, mounted: FormMount): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'GET',
    path: '/routing-forms',
    summary: `List ${mounted.adjective}routing forms`,
    access: 'ROUTING_FORM_READ',
    role: 'admin',
    query: mounted.level === 'org' ? organizationListQuery : listQuery,
    reply: z.array(formReply),
    handle: async ({ owner, query }) => (await routingForms.list(owner, query)).map(presentForm),
  }),
  defineMountedRoute(mounted, {
    method: 'GET',
    path: RESPONSES,
    summary: `List responses to ${singular(mounted, 'routing form')}`,
    access: 'ROUTING_FORM_READ',
    role: 'admin',
    params: formParams,
    query: listQuery,
    reply: z.array(responseReply),
    async handle({ owner: scope, params: { routingFormId: formId }, query }) {
      const responses = await routingForms.responses({ scope, formId }, query);
      if (responses === undefined) throw noForm();
      return responses.map(presentResponse);
    },
  }),
];

/** Forms of a team are answered by its members, those of an organization by its admins. */
const respondRoute = (deps: RoutingFormDeps, mounted: FormMount): Route =>
  defineMountedRoute(mounted, {
    method: 'POST',
    path: RESPONSES,
    summary: `Answer ${singular(mounted, 'routing form')}`,
    access: 'ROUTING_FORM_WRITE',
    role: mounted.level === 'org' ? 'admin' : 'member',
    status: 201,
    params: formParams,
    query: queueableOfferQuery,
    body: answersInput,
    reply: routedReply,
    handle({ owner: scope, principal, params: { routingFormId: formId }, query, body: inputs, clientIp }) {
      return respond(deps, { scope, formId }, { inputs, query, actor: actorOf(principal, clientIp) });
    },
  });

const changeRoutes = (deps: RoutingFormDeps, mounted: FormMount): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'PATCH',
    path: RESPONSE,
    summary: `Change answers to ${singular(mounted, 'routing form')}`,
    access: 'ROUTING_FORM_WRITE',
    role: 'admin',
    params: responseParams,
    body: responseChangeInput,
    reply: responseReply,
    async handle({ owner: scope, principal, params, body: { response: inputs = {} }, clientIp }) {
      const { routingFormId: formId, responseId } = params;
      const change = { inputs, actor: actorOf(principal, clientIp) };
      return presentResponse(await amendResponse(deps, { scope, formId, responseId }, change));
    },
  }),
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: RESPONSE,
    summary: `Delete a response to ${singular(mounted, 'routing form')}`,
    access: 'ROUTING_FORM_WRITE',
    role: 'admin',
    params: responseParams,
    reply: responseReply,
    async handle({ owner: scope, principal, params: { routingFormId: formId, responseId }, clientIp }) {
      const target = { scope, formId, responseId };
      const removed = await deps.routingForms.discard(target, actorOf(principal, clientIp));
      if (removed === undefined) throw noResponse();
      return presentResponse(removed);
    },
  }),
];

const calculateRoute = (deps: RoutingFormDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v2/routing-forms/:routingFormId/calculate-slots',
    summary: 'Find slots for answers without storing them',
    access: 'TEAM_ROUTING_FORM_READ',
    params: formParams,
    query: offerQuery,
    body: answersInput,
    reply: calculatedReply,
    handle({ principal, params: { routingFormId: formId }, query, body: inputs }) {
      const { accountId: memberId, clientId, scope: granted, resources } = principal;
      const bounds = boundsOf(granted, resources, 'TEAM_ROUTING_FORM_READ');
      const scope = { memberId, clientId, bounds };
      return calculateSlots(deps, { scope, formId }, { inputs, query });
    },
  });

export const createRoutingFormRoutes = (deps: RoutingFormDeps): readonly Route[] => [
  ...mount([ORGANIZATION_FORM_MOUNT, ...TEAM_FORM_MOUNTS], (owner) => [
    ...readRoutes(deps, owner),
    respondRoute(deps, owner),
    ...changeRoutes(deps, owner),
  ]),
  calculateRoute(deps),
];
