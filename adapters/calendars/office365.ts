/*
 * Calendars of Microsoft 365 over Graph. The transaction id of a new event follows from the uid of its booking: Graph
 * answers a second attempt with the event of the first.
 */
import { createHash } from 'node:crypto';
import { present } from '../../src/present.js';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type {
  SignedInCalendars,
  TokenAccess,
  WrittenEvent,
} from '../../src/scheduling/calendars/provider.js';
import { unreadable } from './calls.js';
import type { Call } from './calls.js';
import { allPages, createJsonApi, mustExist } from './json-api.js';
import { editedEvent, spansOf, unifiedEvent, writtenEvent } from './office365-event.js';
import type { GraphEvent } from './office365-event.js';

const IN_UTC = { prefer: 'outlook.timezone="UTC"' };
const BUSY_FIELDS = 'id,iCalUId,start,end,isAllDay,isCancelled,showAs,responseStatus';

interface GraphCalendar {
  readonly id: string;
  readonly name?: string;
  readonly isDefaultCalendar?: boolean;
  readonly canEdit?: boolean;
}

interface GraphPage<T> {
  readonly value?: readonly T[];
  readonly '@odata.nextLink'?: string;
}

interface GraphUser {
  readonly mail?: string | null;
  readonly userPrincipalName?: string;
}

const toCalendar = ({ id, name, isDefaultCalendar, canEdit }: GraphCalendar) => ({
  externalId: id,
  name: name ?? id,
  primary: isDefaultCalendar === true,
  readOnly: canEdit !== true,
});

const transactionOf = ({ uid }: CalendarEvent): string =>
  createHash('sha256').update(uid).digest('hex').slice(0, 32);

function createGraph(call: Call, apiUrl: string, access: TokenAccess) {
  const ask = createJsonApi(call, access, IN_UTC);
  return {
    ask,
    event: (path: string, method: string, body?: object) =>
      ask<GraphEvent>(`${apiUrl}/v1.0/me/${path}`, { method, ...present({ body }) }),
    all: <T>(path: string) =>
      allPages(async (address = `${apiUrl}/v1.0/me/${path}`) => {
        // Only Graph gets the token, whatever address a page gives for the next one.
        if (!address.startsWith(`${apiUrl}/`)) throw unreadable('the provider points to another site');
        const page = mustExist(await ask<GraphPage<T>>(address));
        return { items: page.value, next: page['@odata.nextLink'] };
      }),
  };
}

const calendarPath = (externalId: string): string => `calendars/${encodeURIComponent(externalId)}`;
const eventPath = (eventId: string): string => `events/${encodeURIComponent(eventId)}`;

async function put(
  graph: ReturnType<typeof createGraph>,
  externalId: string,
  event: CalendarEvent,
  eventId: string | undefined,
): Promise<WrittenEvent> {
  const body = writtenEvent(event);
  const created = { ...body, transactionId: transactionOf(event) };
  const updated = eventId === undefined ? undefined : await graph.event(eventPath(eventId), 'PATCH', body);
  const written =
    updated ?? mustExist(await graph.event(`${calendarPath(externalId)}/events`, 'POST', created));
  return { eventId: written.id, icalUid: written.iCalUId ?? written.id };
}

/** `apiUrl`: an origin. */
export function openOffice365(call: Call, apiUrl: string, access: TokenAccess): SignedInCalendars {
  const graph = createGraph(call, apiUrl, access);
  return {
    async identity() {
      const user = await graph.ask<GraphUser>(`${apiUrl}/v1.0/me`);
      const address = user?.mail ?? user?.userPrincipalName;
      if (address === undefined) throw unreadable('the account there has no address');
      return address;
    },
    list: async () => (await graph.all<GraphCalendar>('calendars?$top=100')).map(toCalendar),
    async busy({ externalId, from, until, timeZone }) {
      const query = new URLSearchParams({
        startDateTime: new Date(from).toISOString(),
        endDateTime: new Date(until).toISOString(),
        $top: '500',
        $select: BUSY_FIELDS,
      });
      const path = `${calendarPath(externalId)}/calendarView?${query.toString()}`;
      return { spans: spansOf(await graph.all<GraphEvent>(path), timeZone) };
    },
    put: (externalId, event, eventId) => put(graph, externalId, event, eventId),
    remove: async ({ eventId }) => void (await graph.event(eventPath(eventId), 'DELETE')),
    async find({ eventId }) {
      const event = await graph.event(eventPath(eventId), 'GET');
      return event && unifiedEvent(event);
    },
    async edit({ eventId }, edit) {
      const path = eventPath(eventId);
      if (edit.status === 'cancelled') await graph.event(`${path}/cancel`, 'POST', {});
      const event = await graph.event(path, 'PATCH', editedEvent(edit));
      return event && unifiedEvent(event);
    },
  };
}
