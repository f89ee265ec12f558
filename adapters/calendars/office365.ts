/*
 * Calendars of Microsoft 365 over Graph. A new event carries a transaction id that follows from the booking's name in
 * calendars: Graph answers a second try with the event of the first.
 */
import { createHash } from 'node:crypto';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type {
  BusyQuery,
  EventName,
  SignInProvider,
  TokenAccess,
  WrittenEvent,
} from '../../src/scheduling/calendars/provider.js';
import { unreadable } from './calls.js';
import type { Call } from './calls.js';
import { createJsonApi } from './json-api.js';
import type { JsonApi } from './json-api.js';
import { editedEvent, spansOf, unifiedEvent, writtenEvent } from './office365-event.js';
import type { GraphEvent } from './office365-event.js';

const IN_UTC = { prefer: 'outlook.timezone="UTC"' };
const MAX_PAGES = 40;
const BUSY_FIELDS = 'id,iCalUId,start,end,isAllDay,isCancelled,showAs,responseStatus';

interface GraphCalendar {
  readonly id: string;
  readonly name?: string;
  readonly isDefaultCalendar?: boolean;
  readonly canEdit?: boolean;
}

interface PageOf<T> {
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

async function pagesOf<T>(
  api: JsonApi,
  origin: string,
  access: TokenAccess,
  first: string,
): Promise<readonly T[]> {
  const items: T[] = [];
  let next: string | undefined = first;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    // The token goes to nobody else, wherever a page says that the next one is.
    if (!next.startsWith(`${origin}/`)) throw unreadable('the provider leads to somebody else');
    const answer = (await api.ask(access, next, { headers: IN_UTC })) as PageOf<T> | undefined;
    if (answer === undefined) throw unreadable('this calendar is not there any more');
    items.push(...(answer.value ?? []));
    next = answer['@odata.nextLink'];
    if (next === undefined) return items;
  }
  throw unreadable('this calendar holds more events than can be read');
}

/** `apiUrl`: an origin. */
export function createOffice365(call: Call, apiUrl: string): SignInProvider {
  const api = createJsonApi(call);
  const root = `${apiUrl}/v1.0/me`;
  const calendarUrl = (externalId: string): string => `${root}/calendars/${encodeURIComponent(externalId)}`;
  const eventUrl = ({ eventId }: Pick<EventName, 'eventId'>): string =>
    `${root}/events/${encodeURIComponent(eventId)}`;

  const all = <T>(access: TokenAccess, first: string) => pagesOf<T>(api, apiUrl, access, first);
  const send = async (access: TokenAccess, url: string, method: string, body?: object) =>
    (await api.ask(access, url, { method, headers: IN_UTC, ...(body && { body }) })) as
      GraphEvent | undefined;

  async function put(
    access: TokenAccess,
    externalId: string,
    event: CalendarEvent,
    known: string | undefined,
  ): Promise<WrittenEvent> {
    const body = writtenEvent(event);
    const updated =
      known === undefined ? undefined : await send(access, eventUrl({ eventId: known }), 'PATCH', body);
    const made = { ...body, transactionId: transactionOf(event) };
    const written = updated ?? (await send(access, `${calendarUrl(externalId)}/events`, 'POST', made));
    if (written === undefined) throw unreadable('this calendar is not there any more');
    return { eventId: written.id, icalUid: written.iCalUId ?? written.id };
  }

  return {
    async identity(access) {
      const user = (await api.ask(access, root)) as GraphUser | undefined;
      const address = user?.mail ?? user?.userPrincipalName;
      if (address === undefined) throw unreadable('the account there has no address');
      return address;
    },
    list: async (access) => (await all<GraphCalendar>(access, `${root}/calendars?$top=100`)).map(toCalendar),
    async busy(access, { externalId, from, until, timeZone }: BusyQuery) {
      const query = new URLSearchParams({
        startDateTime: new Date(from).toISOString(),
        endDateTime: new Date(until).toISOString(),
        $top: '500',
        $select: BUSY_FIELDS,
      });
      const url = `${calendarUrl(externalId)}/calendarView?${query.toString()}`;
      return { spans: spansOf(await all<GraphEvent>(access, url), timeZone) };
    },
    put,
    remove: async (access, name) => void (await send(access, eventUrl(name), 'DELETE')),
    async find(access, name) {
      const event = await send(access, eventUrl(name), 'GET');
      return event && unifiedEvent(event);
    },
    async edit(access, name, edit) {
      if (edit.status === 'cancelled') await send(access, `${eventUrl(name)}/cancel`, 'POST', {});
      const event = await send(access, eventUrl(name), 'PATCH', editedEvent(edit));
      return event && unifiedEvent(event);
    },
  };
}
