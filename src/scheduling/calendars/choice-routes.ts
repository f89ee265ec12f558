/* `/v2/selected-calendars` and `/v2/destination-calendars`: which calendars count, and which one receives bookings. */
import type { Principal } from '../../api/principal.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import type { CalendarKind } from './calendar.js';
import { choose, select } from './use-cases.js';
import type { CalendarUseCasesDeps } from './use-cases.js';
import { destinationInput, selectedInput, selectedQuery, selectedReply } from './schemas.js';
import { presentSelected } from './presenter.js';

interface CalendarInput {
  readonly integration: CalendarKind;
  readonly externalId: string;
  readonly credentialId: number;
}

async function setSelected(
  deps: CalendarUseCasesDeps,
  { principal, clientIp }: { readonly principal: Principal; readonly clientIp: string },
  { integration: kind, externalId, credentialId: connectionId }: CalendarInput,
  selected: boolean,
) {
  const { accountId } = principal;
  const name = { kind, externalId, connectionId };
  const calendar = await select(deps, accountId, name, selected, actorOf(principal, clientIp));
  return presentSelected(accountId, calendar);
}

export const createChoiceRoutes = (deps: CalendarUseCasesDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/selected-calendars',
    summary: 'Check a calendar for conflicts',
    access: 'APPS_WRITE',
    status: 201,
    body: selectedInput,
    reply: selectedReply,
    handle: (call) => setSelected(deps, call, call.body, true),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/selected-calendars',
    summary: 'Stop checking a calendar for conflicts',
    access: 'APPS_WRITE',
    query: selectedQuery,
    reply: selectedReply,
    handle: (call) => setSelected(deps, call, call.query, false),
  }),
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
