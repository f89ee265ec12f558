/* `/v2/calendars/:calendar/event…`: reads and edits one event of a connected calendar. */
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import type { CalendarUseCasesDeps } from './use-cases.js';
import { eventInput, eventReply, presentEvent } from './event-schemas.js';
import { editEvent, findEvent } from './events.js';
import { eventParams } from './schemas.js';

export const createEventRoutes = (deps: CalendarUseCasesDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/calendars/:calendar/event/:eventUid',
    summary: 'Get one event of a connected calendar',
    access: 'APPS_READ',
    params: eventParams,
    reply: eventReply,
    handle: async ({ principal, params: { calendar: kind, eventUid: eventId } }) =>
      presentEvent(await findEvent(deps, principal.accountId, { kind, eventId }), kind),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/calendars/:calendar/events/:eventUid',
    summary: 'Change one event of a connected calendar',
    access: 'APPS_WRITE',
    params: eventParams,
    body: eventInput,
    reply: eventReply,
    handle: async ({ principal, params: { calendar: kind, eventUid: eventId }, body }) =>
      presentEvent(await editEvent(deps, principal.accountId, { kind, eventId }, body), kind),
  }),
];
