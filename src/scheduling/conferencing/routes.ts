/*
 * `/conferencing` of a user and of a team: connected conferencing apps and how they are connected. Jobs create the
 * meetings of bookings (meeting-jobs.ts).
 */
import { z } from 'zod';
import { defineMountedRoute, mount } from '../../api/mount.js';
import type { Mount, MountedRequest } from '../../api/mount.js';
import type { CallerMembership } from '../../api/role.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { badRequest } from '../../errors.js';
import { actorOf } from '../actor.js';
import { TEAM_MOUNTS, USER_AND_TEAM_MOUNTS } from '../mounts.js';
import type { ResourceOwner } from '../mounts.js';
import type { SpentState } from '../provider-oauth/states.js';
import { createConnector, redirectUrlOf } from './connecting.js';
import type { ConnectingDeps, Connector } from './connecting.js';
import { createConferencingUseCases, presentApp } from './use-cases.js';
import type { AppCall, ConferencingUseCases } from './use-cases.js';
import { createMeetingEventRoutes } from './event-routes.js';
import type { MeetingEventDeps } from './event-routes.js';
import { appReply, callbackQuery, consentQuery, consentReply, defaultReply, ofApp } from './schemas.js';

export type ConferencingDeps = ConnectingDeps & MeetingEventDeps & { readonly jitsiUrl: string };

type AppsOwner = Mount<ResourceOwner, CallerMembership | undefined>;
type Request = MountedRequest<ResourceOwner, CallerMembership | undefined, typeof ofApp, unknown, unknown>;

const callOf = ({ owner, principal, params, clientIp }: Omit<Request, 'query' | 'body'>): AppCall => ({
  owner,
  app: params.app,
  actor: actorOf(principal, clientIp),
});

const readRoutes = (useCases: ConferencingUseCases, mounted: AppsOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'GET',
    path: '/conferencing',
    summary: `List connected ${mounted.adjective}conferencing apps`,
    access: 'APPS_READ',
    role: 'admin',
    reply: z.array(appReply),
    handle: ({ owner }) => useCases.list(owner),
  }),
  defineMountedRoute(mounted, {
    method: 'GET',
    path: '/conferencing/default',
    summary: `Read the default ${mounted.adjective}conferencing app`,
    access: 'APPS_READ',
    role: 'admin',
    reply: defaultReply,
    handle: ({ owner }) => useCases.default(owner),
  }),
];

const writeRoutes = (useCases: ConferencingUseCases, mounted: AppsOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'POST',
    path: '/conferencing/:app/connect',
    summary: `Connect a ${mounted.adjective}conferencing app without consent page`,
    access: 'APPS_WRITE',
    role: 'admin',
    params: ofApp,
    reply: appReply,
    handle: (call) => useCases.connect(callOf(call), call.principal.accountId),
  }),
  defineMountedRoute(mounted, {
    method: 'POST',
    path: '/conferencing/:app/default',
    summary: `Make a ${mounted.adjective}conferencing app the default`,
    access: 'APPS_WRITE',
    role: 'admin',
    params: ofApp,
    reply: z.undefined(),
    handle: (call) => useCases.setDefault(callOf(call)),
  }),
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: '/conferencing/:app/disconnect',
    summary: `Disconnect a ${mounted.adjective}conferencing app`,
    access: 'APPS_WRITE',
    role: 'admin',
    params: ofApp,
    reply: z.undefined(),
    handle: (call) => useCases.disconnect(callOf(call)),
  }),
];

const consentRoute = (connector: Connector, mounted: AppsOwner): Route =>
  defineMountedRoute(mounted, {
    method: 'GET',
    path: '/conferencing/:app/oauth/auth-url',
    summary: `Get consent URL of a ${mounted.adjective}conferencing app`,
    access: 'APPS_WRITE',
    role: 'admin',
    params: ofApp,
    query: consentQuery,
    reply: consentReply,
    handle: ({ owner, principal: { accountId }, params: { app }, query }) => ({
      url: connector.begin(app, { accountId, ...owner, ...query }),
    }),
  });

/** The redirect URI of our clients at providers, for users and teams: the state identifies the owner. */
const callbackRoute = (connector: Connector): Route =>
  defineRoute({
    method: 'GET',
    path: '/v2/conferencing/:app/oauth/callback',
    summary: 'Return from the consent page of a provider',
    access: 'public',
    status: 303,
    params: ofApp,
    query: callbackQuery,
    reply: z.url(),
    handle: async ({ params: { app }, query, clientIp }) =>
      redirectUrlOf(await connector.finish(app, query, clientIp)),
  });

/** For programs that received the code and state of a redirect. */
const teamCallbackRoutes = (connector: Connector): readonly Route[] =>
  mount(TEAM_MOUNTS, (mounted) => [
    defineMountedRoute(mounted, {
      method: 'GET',
      path: '/conferencing/:app/oauth/callback',
      summary: 'Connect a team with code and state',
      access: 'APPS_WRITE',
      role: 'admin',
      params: ofApp,
      query: callbackQuery,
      reply: appReply,
      handle: async ({ owner: { teamId }, principal: { accountId }, params: { app }, query, clientIp }) => {
        const isOwn = (state: SpentState) => state.teamId === teamId && state.accountId === accountId;
        const outcome = await connector.finish(app, query, clientIp, isOwn);
        if (outcome.kind === 'failed')
          throw badRequest(`The provider did not connect the app: ${outcome.error}.`);
        return presentApp(outcome.connection);
      },
    }),
  ]);

export function createConferencingRoutes(deps: ConferencingDeps): readonly Route[] {
  const useCases = createConferencingUseCases(deps.conferencing, deps.jitsiUrl);
  const connector = createConnector(deps);
  return [
    ...mount(USER_AND_TEAM_MOUNTS, (owner) => [
      ...readRoutes(useCases, owner),
      ...writeRoutes(useCases, owner),
      consentRoute(connector, owner),
    ]),
    callbackRoute(connector),
    ...teamCallbackRoutes(connector),
    ...createMeetingEventRoutes(deps),
  ];
}
