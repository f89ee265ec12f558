/*
 * Google's calendars. An event is written under an id that follows from the booking's name in calendars, so that one
 * that was written before is found again, also when the answer was lost.
 */
import { createHash } from 'node:crypto';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type { CalendarFault } from '../../src/scheduling/calendars/fault.js';
import type {
  BusyQuery,
  EventName,
  SignInProvider,
  TokenAccess,
  WrittenEvent,
} from '../../src/scheduling/calendars/provider.js';
import { unreadable } from './calls.js';
import type { Call } from './calls.js';
import { editedEvent, spansOf, unifiedEvent, writtenEvent } from './google-event.js';
import type { GoogleEvent } from './google-event.js';
import { createJsonApi } from './json-api.js';
import type { JsonRequest } from './json-api.js';

const MAX_PAGES = 40;

interface GoogleCalendar {
  readonly id: string;
  readonly summary?: string;
  readonly summaryOverride?: string;
  readonly primary?: boolean;
  readonly accessRole?: string;
}

interface PageOf<T> {
  readonly items?: readonly T[];
  readonly nextPageToken?: string;
}

const WRITERS = ['owner', 'writer'];

const toCalendar = ({ id, summary, summaryOverride, primary, accessRole = '' }: GoogleCalendar) => ({
  externalId: id,
  name: summaryOverride ?? summary ?? id,
  primary: primary === true,
  readOnly: !WRITERS.includes(accessRole),
});

/** Letters and digits that Google takes for an id (base32hex, RFC 4648 section 7). */
const idOf = ({ uid }: CalendarEvent): string => createHash('sha256').update(uid).digest('hex').slice(0, 40);

const eventsPath = (externalId: string): string => `/calendars/${encodeURIComponent(externalId)}/events`;

interface Google {
  /** Everything of a list, page by page. */
  all<T>(access: TokenAccess, path: string, query: Readonly<Record<string, string>>): Promise<readonly T[]>;
  /** Undefined for an event that is not there. */
  event(access: TokenAccess, name: EventName, request?: JsonRequest): Promise<GoogleEvent | undefined>;
  insert(access: TokenAccess, externalId: string, body: object): Promise<GoogleEvent>;
}

const gone = (): CalendarFault => unreadable('this calendar is not there any more');

function openGoogle(call: Call, apiUrl: string): Google {
  const api = createJsonApi(call);
  const addressOf = (path: string, query: Readonly<Record<string, string>>): string =>
    `${apiUrl}/calendar/v3${path}?${new URLSearchParams(query).toString()}`;
  // Nobody is written to in Google's name.
  const quietly = (path: string): string => addressOf(path, { sendUpdates: 'none' });
  return {
    async all<T>(access: TokenAccess, path: string, query: Readonly<Record<string, string>>) {
      const items: T[] = [];
      let more: { readonly pageToken?: string } = {};
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = (await api.ask(access, addressOf(path, { ...query, ...more }))) as
          PageOf<T> | undefined;
        if (answer === undefined) throw gone();
        items.push(...(answer.items ?? []));
        if (answer.nextPageToken === undefined) return items;
        more = { pageToken: answer.nextPageToken };
      }
      throw unreadable('this calendar holds more events than can be read');
    },
    event: async (access, { externalId, eventId }, request) => {
      const url = quietly(`${eventsPath(externalId)}/${encodeURIComponent(eventId)}`);
      return (await api.ask(access, url, request)) as GoogleEvent | undefined;
    },
    async insert(access, externalId, body) {
      const made = await api.ask(access, quietly(eventsPath(externalId)), { method: 'POST', body });
      if (made === undefined) throw gone();
      return made as GoogleEvent;
    },
  };
}

const calendarsIn = async (google: Google, access: TokenAccess) =>
  (await google.all<GoogleCalendar>(access, '/users/me/calendarList', { maxResults: '250' })).map(toCalendar);

async function put(
  google: Google,
  access: TokenAccess,
  externalId: string,
  event: CalendarEvent,
  known = idOf(event),
): Promise<WrittenEvent> {
  const body = writtenEvent(event);
  // One that was deleted keeps its id, and comes back when it is written.
  const updated = await google.event(access, { externalId, eventId: known }, { method: 'PUT', body });
  const written = updated ?? (await google.insert(access, externalId, { ...body, id: idOf(event) }));
  return { eventId: written.id, icalUid: written.iCalUID ?? `${written.id}@google.com` };
}

const BUSY_FIELDS =
  'nextPageToken,items(id,iCalUID,status,transparency,start,end,attendees(self,responseStatus))';

async function busy(google: Google, access: TokenAccess, { externalId, from, until, timeZone }: BusyQuery) {
  const events = await google.all<GoogleEvent>(access, eventsPath(externalId), {
    singleEvents: 'true',
    maxResults: '2500',
    timeMin: new Date(from).toISOString(),
    timeMax: new Date(until).toISOString(),
    fields: BUSY_FIELDS,
  });
  return { spans: spansOf(events, timeZone) };
}

/** `apiUrl`: an origin. */
export function createGoogle(call: Call, apiUrl: string): SignInProvider {
  const google = openGoogle(call, apiUrl);
  return {
    async identity(access) {
      const own = (await calendarsIn(google, access)).find(({ primary }) => primary);
      if (own === undefined) throw unreadable('the account there has no calendar of its own');
      return own.externalId;
    },
    list: (access) => calendarsIn(google, access),
    busy: (access, query) => busy(google, access, query),
    put: (access, externalId, event, known) => put(google, access, externalId, event, known),
    remove: async (access, name) => void (await google.event(access, name, { method: 'DELETE' })),
    async find(access, name) {
      const event = await google.event(access, name);
      return event && unifiedEvent(event);
    },
    async edit(access, name, edit) {
      const event = await google.event(access, name, { method: 'PATCH', body: editedEvent(edit) });
      return event && unifiedEvent(event);
    },
  };
}
