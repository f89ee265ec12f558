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

const ownerOf = (standing: CallerMembership) => ({ teamId: teamOf(standing).teamId });

const readRoutes = (desk: ConferencingUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/conferencing',
    summary: 'List the conferencing apps of a team',
    access: 'TEAM_APPS_READ',
    role: 'team admin',
    params: groupParams,
    reply: z.array(appReply),
    handle: ({ standing }) => desk.list(ownerOf(standing)),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: '/conferencing/default',
    summary: 'Get the default conferencing app of a team',
    access: 'TEAM_APPS_READ',
    role: 'team admin',
    params: groupParams,
    reply: defaultReply,
    handle: ({ standing }) => desk.default(ownerOf(standing)),
  }),
];

const writeRoutes = (desk: ConferencingUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: '/conferencing/:app/connect',
    summary: 'Connect a conferencing app that needs no consent page to a team',
    access: 'TEAM_APPS_WRITE',
    role: 'team admin',
    params: ofTeamApp,
    reply: appReply,
    handle: ({ standing, principal, params: { app }, network }) =>
      desk.connect(
        { owner: ownerOf(standing), app, cause: actorOf(principal, network) },
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
    handle: ({ standing, principal, params: { app }, network }) =>
      desk.setDefault({ owner: ownerOf(standing), app, cause: actorOf(principal, network) }),
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/conferencing/:app/disconnect',
    summary: 'Disconnect a conferencing app of a team',
    access: 'TEAM_APPS_WRITE',
    role: 'team admin',
    params: ofTeamApp,
    reply: z.undefined(),
    handle: ({ standing, principal, params: { app }, network }) =>
      desk.disconnect({ owner: ownerOf(standing), app, cause: actorOf(principal, network) }),
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
    handle: ({ standing, principal: { accountId }, params: { app }, query }) => ({
      url: connector.begin(app, { accountId, ...ownerOf(standing), ...query }),
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
    handle: async ({ standing, principal, params: { app }, query, network }) => {
      const { teamId } = ownerOf(standing);
      const outcome = await connector.finish(
        app,
        query,
        network,
        (state) => state.teamId === teamId && state.accountId === principal.accountId,
      );
      if (outcome.kind === 'failed') throw badRequest(`The provider gave nothing: ${outcome.error}.`);
      return shown(outcome.connection);
    },
  }),
];

export const createTeamConferencingRoutes = (
  desk: ConferencingUseCases,
  connector: Connector,
): readonly Route[] => [...readRoutes(desk), ...writeRoutes(desk), ...consentRoutes(connector)];
