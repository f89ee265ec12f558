/*
 * `/v2/calendars`: connected calendars, connecting and checking them. What busy times mean for slots is decided in
 * slots/; which calendars count, and where bookings go, is chosen in choice-routes.ts.
 */
import { z } from 'zod';
import { present } from '../../present.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { createChoiceRoutes } from './choice-routes.js';
import type { CalendarKind } from './calendar.js';
import { busyTimes } from './busy-times.js';
import { addFeeds, removeFeed, saveFeeds } from './feeds.js';
import { calendarsOf, check, disconnect, saveApple } from './use-cases.js';
import type { CalendarUseCasesDeps } from './use-cases.js';
import { createEventRoutes } from './event-routes.js';
import {
  appleInput,
  appleParams,
  authUrlReply,
  busyQuery,
  busyReply,
  calendarsReply,
  checkReply,
  connectedParams,
  connectionReply,
  connectQuery,
  disconnectInput,
  disconnectParams,
  feedParams,
  feedsInput,
  saveQuery,
  signInParams,
} from './schemas.js';
import { presentCalendars, presentConnection, typeOf } from './presenter.js';
import { completeSignIn, checkReturnUrl, signInUrl } from './sign-in.js';
import type { SignInDeps } from './sign-in.js';

const iso = (instant: number): string => new Date(instant).toISOString();

const readRoutes = (deps: CalendarUseCasesDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/calendars',
    summary: 'List connected calendars and the destination calendar',
    access: 'APPS_READ',
    reply: calendarsReply,
    handle: async ({ principal }) => presentCalendars(await calendarsOf(deps, principal.accountId)),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/calendars/busy-times',
    summary: 'List busy times of connected calendars',
    access: 'APPS_READ',
    query: busyQuery,
    reply: z.array(busyReply),
    handle: async ({ principal, query }) => {
      const { timeZone = query.loggedInUsersTz, calendarsToLoad, credentialId, externalId, ...range } = query;
      const calendars =
        calendarsToLoad ??
        (credentialId !== undefined && externalId !== undefined ? [{ credentialId, externalId }] : []);
      const times = await busyTimes(deps, principal.accountId, {
        calendars,
        ...range,
        ...present({ timeZone }),
      });
      return times.map(({ kind, from, until }) => ({
        start: iso(from),
        end: iso(until),
        source: typeOf(kind),
      }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/calendars/:calendar/check',
    summary: 'Check that a calendar connection works',
    access: 'APPS_READ',
    params: connectedParams,
    reply: checkReply,
    handle: ({ principal, params }) => check(deps, principal.accountId, params.calendar),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/calendars/ics-feed/check',
    summary: 'Check that saved calendar feeds are readable',
    access: 'APPS_READ',
    // No parameters; the schema documents the 400 for a feed that cannot be read.
    query: z.object({}),
    reply: checkReply,
    handle: ({ principal }) => check(deps, principal.accountId, 'ics'),
  }),
];

const feedRoutes = (deps: CalendarUseCasesDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/calendars/ics-feed/save',
    summary: 'Replace the saved calendar feeds',
    access: 'APPS_WRITE',
    status: 201,
    body: feedsInput,
    reply: connectionReply,
    handle: async ({ principal, body, clientIp }) =>
      presentConnection(await saveFeeds(deps, principal.accountId, body.urls, actorOf(principal, clientIp))),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/calendars/ics-feed/feeds',
    summary: 'Add calendar feeds to the saved ones',
    access: 'APPS_WRITE',
    status: 201,
    body: feedsInput,
    reply: connectionReply,
    handle: async ({ principal, body, clientIp }) =>
      presentConnection(await addFeeds(deps, principal.accountId, body.urls, actorOf(principal, clientIp))),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/calendars/ics-feed/feeds/:externalId',
    summary: 'Remove one calendar feed',
    access: 'APPS_WRITE',
    params: feedParams,
    reply: connectionReply,
    handle: async ({ principal, params: { externalId }, clientIp }) => {
      const actor = actorOf(principal, clientIp);
      return presentConnection(await removeFeed(deps, principal.accountId, externalId, actor));
    },
  }),
];

const saveRoutes = (deps: CalendarUseCasesDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/calendars/:calendar/credentials',
    summary: 'Connect Apple calendars with an app-specific password',
    access: 'APPS_WRITE',
    status: 201,
    params: appleParams,
    body: appleInput,
    reply: connectionReply,
    handle: async ({ principal, body, clientIp }) =>
      presentConnection(await saveApple(deps, principal.accountId, body, actorOf(principal, clientIp))),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/calendars/:calendar/disconnect',
    summary: 'Disconnect a calendar',
    access: 'APPS_WRITE',
    params: disconnectParams,
    body: disconnectInput,
    reply: connectionReply,
    handle: async ({ principal, params: { calendar }, body: { id }, clientIp }) => {
      const kind: CalendarKind = calendar === 'ics-feed' ? 'ics' : calendar;
      const actor = actorOf(principal, clientIp);
      return presentConnection(await disconnect(deps, principal.accountId, { kind, id }, actor));
    },
  }),
];

const signInRoutes = (deps: SignInDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/calendars/:calendar/connect',
    summary: 'Get the consent URL of a calendar provider',
    access: 'APPS_WRITE',
    params: signInParams,
    query: connectQuery,
    reply: authUrlReply,
    handle: async ({ principal, params, query: { redir, isDryRun } }) => {
      await checkReturnUrl(deps, principal.clientId, redir);
      const { accountId } = principal;
      return { authUrl: signInUrl(deps, { kind: params.calendar, accountId, returnTo: redir, isDryRun }) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/calendars/:calendar/save',
    summary: 'Return from the consent page of a provider',
    access: 'public',
    status: 303,
    params: signInParams,
    query: saveQuery,
    reply: z.string(),
    handle: ({ params, query, clientIp }) => completeSignIn(deps, params.calendar, query, clientIp),
  }),
];

export const createCalendarRoutes = (deps: SignInDeps): readonly Route[] => [
  ...readRoutes(deps),
  ...feedRoutes(deps),
  ...saveRoutes(deps),
  ...signInRoutes(deps),
  ...createEventRoutes(deps),
  ...createChoiceRoutes(deps),
];
