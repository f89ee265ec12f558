/* `/v2/selected-calendars` and `/v2/destination-calendars`: which calendars count, and which one receives bookings. */
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { choose, select } from './use-cases.js';
import type { CalendarUseCasesDeps } from './use-cases.js';
import { destinationInput, selectedInput, selectedQuery, selectedReply } from './schemas.js';
import { presentSelected } from './presenter.js';

const selectedRoutes = (deps: CalendarUseCasesDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/selected-calendars',
    summary: 'Check a calendar for conflicts',
    access: 'APPS_WRITE',
    status: 201,
    body: selectedInput,
    reply: selectedReply,
    handle: async ({ principal, body: { integration: kind, externalId, credentialId }, clientIp }) => {
      const name = { kind, externalId, connectionId: credentialId };
      const { accountId } = principal;
      return presentSelected(
        accountId,
        await select(deps, accountId, name, true, actorOf(principal, clientIp)),
      );
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/selected-calendars',
    summary: 'Stop checking a calendar for conflicts',
    access: 'APPS_WRITE',
    query: selectedQuery,
    reply: selectedReply,
    handle: async ({ principal, query: { integration: kind, externalId, credentialId }, clientIp }) => {
      const name = { kind, externalId, connectionId: credentialId };
      const { accountId } = principal;
      return presentSelected(
        accountId,
        await select(deps, accountId, name, false, actorOf(principal, clientIp)),
      );
    },
  }),
];

export const createChoiceRoutes = (deps: CalendarUseCasesDeps): readonly Route[] => [
  ...selectedRoutes(deps),
  defineRoute({
    method: 'PUT',
    path: '/v2/destination-calendars',
    summary: 'Choose the calendar that receives bookings',
    access: 'APPS_WRITE',
    body: destinationInput,
    reply: selectedReply,
    handle: async ({ principal, body: { integration: kind, externalId }, clientIp }) => {
      const { accountId } = principal;
      const chosen = await choose(deps, accountId, { kind, externalId }, actorOf(principal, clientIp));
      return presentSelected(accountId, chosen);
    },
  }),
];
