/*
 * Google's calendars. The id of an event follows from the uid of its booking, so that an event that was written before
 * is found again, also when the answer was lost.
 */
import { createHash } from 'node:crypto';
import { present } from '../../src/present.js';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type {
  BusyQuery,
  EventName,
  SignedInCalendars,
  TokenAccess,
  WrittenEvent,
} from '../../src/scheduling/calendars/provider.js';
import { unreadable } from './calls.js';
import type { Call } from './calls.js';
import { editedEvent, spansOf, unifiedEvent, writtenEvent } from './google-event.js';
import type { GoogleEvent } from './google-event.js';
import { allPages, createJsonApi, mustExist } from './json-api.js';
import type { JsonRequest } from './json-api.js';

interface GoogleCalendar {
  readonly id: string;
  readonly summary?: string;
  readonly summaryOverride?: string;
  readonly primary?: boolean;
  readonly accessRole?: string;
}

interface GooglePage<T> {
  readonly items?: readonly T[];
  readonly nextPageToken?: string;
}

type Query = Readonly<Record<string, string>>;

const WRITERS = ['owner', 'writer'];

const toCalendar = ({ id, summary, summaryOverride, primary, accessRole = '' }: GoogleCalendar) => ({
  externalId: id,
  name: summaryOverride ?? summary ?? id,
  primary: primary === true,
  readOnly: !WRITERS.includes(accessRole),
});

/** Letters and digits that Google accepts in an id (base32hex, RFC 4648 section 7). */
const idOf = ({ uid }: CalendarEvent): string => createHash('sha256').update(uid).digest('hex').slice(0, 40);

const eventsPath = (externalId: string): string => `/calendars/${encodeURIComponent(externalId)}/events`;

interface GoogleApi {
  all<T>(path: string, query: Query): Promise<readonly T[]>;
  /** Undefined for an event that does not exist. */
  event(name: EventName, request?: JsonRequest): Promise<GoogleEvent | undefined>;
  insert(externalId: string, body: object): Promise<GoogleEvent>;
}

function createGoogleApi(call: Call, apiUrl: string, access: TokenAccess): GoogleApi {
  const ask = createJsonApi(call, access);
  const addressOf = (path: string, query: Query): string =>
    `${apiUrl}/calendar/v3${path}?${new URLSearchParams(query).toString()}`;
  // Google sends no mails to attendees.
  const quietly = (path: string): string => addressOf(path, { sendUpdates: 'none' });
  return {
    all: <T>(path: string, query: Query) =>
      allPages(async (pageToken) => {
        const address = addressOf(path, { ...query, ...present({ pageToken }) });
        const { items, nextPageToken: next } = mustExist(await ask<GooglePage<T>>(address));
        return { items, next };
      }),
    event: ({ externalId, eventId }, request) =>
      ask<GoogleEvent>(quietly(`${eventsPath(externalId)}/${encodeURIComponent(eventId)}`), request),
    insert: async (externalId, body) =>
      mustExist(await ask<GoogleEvent>(quietly(eventsPath(externalId)), { method: 'POST', body })),
  };
}

async function put(
  api: GoogleApi,
  externalId: string,
  event: CalendarEvent,
  eventId = idOf(event),
): Promise<WrittenEvent> {
  const body = writtenEvent(event);
  // A deleted event keeps its id and is restored by the update.
  const updated = await api.event({ externalId, eventId }, { method: 'PUT', body });
  const written = updated ?? (await api.insert(externalId, { ...body, id: idOf(event) }));
  return { eventId: written.id, icalUid: written.iCalUID ?? `${written.id}@google.com` };
}

const BUSY_FIELDS =
  'nextPageToken,items(id,iCalUID,status,transparency,start,end,attendees(self,responseStatus))';

async function busy(api: GoogleApi, { externalId, from, until, timeZone }: BusyQuery) {
  const events = await api.all<GoogleEvent>(eventsPath(externalId), {
    singleEvents: 'true',
    maxResults: '2500',
    timeMin: new Date(from).toISOString(),
    timeMax: new Date(until).toISOString(),
    fields: BUSY_FIELDS,
  });
  return { spans: spansOf(events, timeZone) };
}

/** `apiUrl`: an origin. */
export function openGoogle(call: Call, apiUrl: string, access: TokenAccess): SignedInCalendars {
  const api = createGoogleApi(call, apiUrl, access);
  const list = async () =>
    (await api.all<GoogleCalendar>('/users/me/calendarList', { maxResults: '250' })).map(toCalendar);
  return {
    list,
    async identity() {
      const own = (await list()).find(({ primary }) => primary);
      if (own === undefined) throw unreadable('the account there has no calendar of its own');
      return own.externalId;
    },
    busy: (query) => busy(api, query),
    put: (externalId, event, eventId) => put(api, externalId, event, eventId),
    remove: async (name) => void (await api.event(name, { method: 'DELETE' })),
    async find(name) {
      const event = await api.event(name);
      return event && unifiedEvent(event);
    },
    async edit(name, edit) {
      const event = await api.event(name, { method: 'PATCH', body: editedEvent(edit) });
      return event && unifiedEvent(event);
    },
  };
}
