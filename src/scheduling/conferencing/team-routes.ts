/* Conferencing apps of teams, at both doors of a team. */
import { z } from 'zod';
import { defineTeamRoutes } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import type { CallerMembership } from '../../api/role.js';
import { badRequest } from '../../errors.js';
import { actorOf } from '../actor.js';
import { teamOf } from '../event-types/team-routes.js';
import { groupParams } from '../member-mounts.js';
import type { Connector } from './connecting.js';
import { shown } from './use-cases.js';
import type { ConferencingUseCases } from './use-cases.js';
import { appReply, callbackQuery, consentQuery, consentReply, defaultReply, ofTeamApp } from './schemas.js';

const ownerOf = (membership: CallerMembership) => ({ teamId: teamOf(membership).teamId });

const readRoutes = (useCases: ConferencingUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/conferencing',
    summary: 'List the conferencing apps of a team',
    access: 'TEAM_APPS_READ',
    role: 'team admin',
    params: groupParams,
    reply: z.array(appReply),
    handle: ({ membership }) => useCases.list(ownerOf(membership)),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: '/conferencing/default',
    summary: 'Get the default conferencing app of a team',
    access: 'TEAM_APPS_READ',
    role: 'team admin',
    params: groupParams,
    reply: defaultReply,
    handle: ({ membership }) => useCases.default(ownerOf(membership)),
  }),
];

const writeRoutes = (useCases: ConferencingUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: '/conferencing/:app/connect',
    summary: 'Connect a conferencing app that needs no consent page to a team',
    access: 'TEAM_APPS_WRITE',
    role: 'team admin',
    params: ofTeamApp,
    reply: appReply,
    handle: ({ membership, principal, params: { app }, clientIp }) =>
      useCases.connect(
        { owner: ownerOf(membership), app, actor: actorOf(principal, clientIp) },
        principal.accountId,
      ),
  }),
  ...defineTeamRoutes({
    method: 'POST',
    path: '/conferencing/:app/default',
    summary: 'Make a conferencing app the default of a team',
    access: 'TEAM_APPS_WRITE',
    role: 'team admin',
    params: ofTeamApp,
    reply: z.undefined(),
    handle: ({ membership, principal, params: { app }, clientIp }) =>
      useCases.setDefault({ owner: ownerOf(membership), app, actor: actorOf(principal, clientIp) }),
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/conferencing/:app/disconnect',
    summary: 'Disconnect a conferencing app of a team',
    access: 'TEAM_APPS_WRITE',
    role: 'team admin',
    params: ofTeamApp,
    reply: z.undefined(),
    handle: ({ membership, principal, params: { app }, clientIp }) =>
      useCases.disconnect({ owner: ownerOf(membership), app, actor: actorOf(principal, clientIp) }),
  }),
];

const consentRoutes = (connector: Connector): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/conferencing/:app/oauth/auth-url',
    summary: 'Get the address at which an account at a provider is connected to a team',
    access: 'TEAM_APPS_WRITE',
    role: 'team admin',
    params: ofTeamApp,
    query: consentQuery,
    reply: consentReply,
    handle: ({ membership, principal: { accountId }, params: { app }, query }) => ({
      url: connector.begin(app, { accountId, ...ownerOf(membership), ...query }),
    }),
  }),
  // The browser comes back to the public address; this one is for a program that was handed code and state.
  ...defineTeamRoutes({
    method: 'GET',
    path: '/conferencing/:app/oauth/callback',
    summary: 'Keep what a provider gave for a team, from the code and state of its redirect',
    access: 'TEAM_APPS_WRITE',
    role: 'team admin',
    params: ofTeamApp,
    query: callbackQuery,
    reply: appReply,
    handle: async ({ membership, principal, params: { app }, query, clientIp }) => {
      const { teamId } = ownerOf(membership);
      const outcome = await connector.finish(
        app,
        query,
        clientIp,
        (state) => state.teamId === teamId && state.accountId === principal.accountId,
      );
      if (outcome.kind === 'failed') throw badRequest(`The provider gave nothing: ${outcome.error}.`);
      return shown(outcome.connection);
    },
  }),
];

export const createTeamConferencingRoutes = (
  useCases: ConferencingUseCases,
  connector: Connector,
): readonly Route[] => [...readRoutes(useCases), ...writeRoutes(useCases), ...consentRoutes(connector)];
