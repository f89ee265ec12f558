/*
 * `/v2/conferencing`: the apps that a person meets people with, and how an account at a provider is connected. Owns the
 * connections; the meetings of bookings are made by jobs (meeting-work.ts).
 */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { createConnector, onwards } from './connecting.js';
import type { ConnectingDeps, Connector } from './connecting.js';
import { createConferencingUseCases } from './use-cases.js';
import type { ConferencingUseCases } from './use-cases.js';
import { createMeetingEventRoutes } from './event-routes.js';
import type { MeetingEventDeps } from './event-routes.js';
import { appReply, callbackQuery, consentQuery, consentReply, defaultReply, ofApp } from './schemas.js';
import { createTeamConferencingRoutes } from './team-routes.js';

export type ConferencingDeps = ConnectingDeps & MeetingEventDeps & { readonly jitsiUrl: string };

const readRoutes = (useCases: ConferencingUseCases): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/conferencing',
    summary: 'List the conferencing apps that are connected',
    access: 'APPS_READ',
    reply: z.array(appReply),
    handle: ({ principal: { accountId } }) => useCases.list({ accountId }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/conferencing/default',
    summary: 'Get the default conferencing app',
    access: 'APPS_READ',
    reply: defaultReply,
    handle: ({ principal: { accountId } }) => useCases.default({ accountId }),
  }),
];

const writeRoutes = (useCases: ConferencingUseCases): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/conferencing/:app/connect',
    summary: 'Connect a conferencing app that needs no consent page',
    access: 'APPS_WRITE',
    params: ofApp,
    reply: appReply,
    handle: ({ principal, params: { app }, clientIp }) => {
      const { accountId } = principal;
      return useCases.connect({ owner: { accountId }, app, actor: actorOf(principal, clientIp) }, accountId);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/conferencing/:app/default',
    summary: 'Make a conferencing app the default',
    access: 'APPS_WRITE',
    params: ofApp,
    reply: z.undefined(),
    handle: ({ principal, params: { app }, clientIp }) =>
      useCases.setDefault({
        owner: { accountId: principal.accountId },
        app,
        actor: actorOf(principal, clientIp),
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/conferencing/:app/disconnect',
    summary: 'Disconnect a conferencing app',
    access: 'APPS_WRITE',
    params: ofApp,
    reply: z.undefined(),
    handle: ({ principal, params: { app }, clientIp }) =>
      useCases.disconnect({
        owner: { accountId: principal.accountId },
        app,
        actor: actorOf(principal, clientIp),
      }),
  }),
];

const consentRoutes = (connector: Connector): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/conferencing/:app/oauth/auth-url',
    summary: 'Get the address at which a person connects their account at a provider',
    access: 'APPS_WRITE',
    params: ofApp,
    query: consentQuery,
    reply: consentReply,
    handle: ({ principal: { accountId }, params: { app }, query }) => ({
      url: connector.begin(app, { accountId, ...query }),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/conferencing/:app/oauth/callback',
    summary: 'Come back from a provider’s consent page',
    access: 'public',
    status: 303,
    params: ofApp,
    query: callbackQuery,
    reply: z.url(),
    handle: async ({ params: { app }, query, clientIp }) =>
      onwards(await connector.finish(app, query, clientIp)),
  }),
];

export function createConferencingRoutes(deps: ConferencingDeps): readonly Route[] {
  const useCases = createConferencingUseCases(deps.conferencing, deps.jitsiUrl);
  const connector = createConnector(deps);
  return [
    ...readRoutes(useCases),
    ...writeRoutes(useCases),
    ...consentRoutes(connector),
    ...createTeamConferencingRoutes(useCases, connector),
    ...createMeetingEventRoutes(deps),
  ];
}
