/*
 * Calendars over CalDAV (RFC 4791), such as Apple's. The id of a calendar is its address; the file name of an event
 * follows from the uid of its booking, so that writing it again replaces the same file.
 */
import { createHash } from 'node:crypto';
import { present } from '../../src/present.js';
import { calendarFile } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type {
  BusyQuery,
  EventName,
  PasswordAccess,
  WritableCalendars,
} from '../../src/scheduling/calendars/provider.js';
import { faultOf, isSuccess, unreadable } from './calls.js';
import type { Call } from './calls.js';
import { createDav, childrenOf, nodeAt, textAt } from './dav.js';
import type { Dav, DavResource, Node } from './dav.js';
import type { Expander } from './expander.js';

export interface CaldavDeps {
  readonly call: Call;
  readonly expand: Expander;
  /** Where discovery begins (RFC 6764 section 6). */
  readonly baseUrl: string;
}

const PRINCIPAL = '<d:current-user-principal/>';
const HOME = '<c:calendar-home-set/>';
const CALENDAR = '<d:resourcetype/><d:displayname/><d:current-user-privilege-set/><ca:calendar-order/>';
const COLLECTION_TAG = '<cs:getctag/>';

async function addressAt(dav: Dav, url: string, props: string, name: string): Promise<string> {
  const [resource] = await dav.ask(url, 0, props);
  const href = textAt(resource?.props, name, 'href');
  if (resource === undefined || href === undefined)
    throw unreadable('the server has no calendars for this user');
  return new URL(href, resource.url).href;
}

/** A server that sends no privileges only has those of the owner. */
function isWritable(privileges: Node | undefined): boolean {
  if (privileges === undefined) return true;
  const granted = childrenOf(privileges, 'privilege');
  return granted.some((one) =>
    ['all', 'write', 'write-content'].some((name) => nodeAt(one, name) !== undefined),
  );
}

/** Position of a calendar in the list of its owner, at Apple. */
const orderOf = ({ props }: DavResource): number => Number(textAt(props, 'calendar-order') ?? Infinity);

const nameOf = ({ props, url }: DavResource): string =>
  textAt(props, 'displayname') ?? decodeURIComponent(new URL(url).pathname.split('/').at(-2) ?? '');

function byOrder(one: DavResource, other: DavResource): number {
  const [first, second] = [orderOf(one), orderOf(other)];
  return first === second ? nameOf(one).localeCompare(nameOf(other)) : first - second;
}

const isCalendar = ({ props }: DavResource): boolean =>
  nodeAt(props, 'resourcetype', 'calendar') !== undefined;

/** Servers do not tell which calendar is primary: it is the first of the list. */
const toCalendar = (resource: DavResource, index: number) => ({
  externalId: resource.url,
  name: nameOf(resource),
  primary: index === 0,
  readOnly: !isWritable(nodeAt(resource.props, 'current-user-privilege-set')),
});

/** `20300102T090000Z` */
const stamp = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');

const escaped = (text: string): string =>
  text.replace(/[<>&"']/g, (special) => `&#${special.charCodeAt(0)};`);

const byUid = (uid: string): string =>
  `<c:prop-filter name="UID"><c:text-match collation="i;octet">${escaped(uid)}</c:text-match></c:prop-filter>`;

const within = ({ from, until }: Pick<BusyQuery, 'from' | 'until'>): string =>
  `<c:time-range start="${stamp(from)}" end="${stamp(until)}"/>`;

const fileOf = ({ props }: DavResource): string => textAt(props, 'calendar-data') ?? '';

const fileNameOf = (uid: string): string =>
  `slotkey-${createHash('sha256').update(uid).digest('hex').slice(0, 32)}.ics`;

/**
 * The calendar has an event with this uid in another file: an invitation that was accepted from a mail (RFC 4791
 * section 5.3.2.1, no-uid-conflict).
 */
const CONFLICTS = [403, 409, 412];

/** Few processes have such calendars: the library is loaded with the first event. */
const files = () => import('./caldav-event.js');

async function findFile(dav: Dav, { externalId, eventId }: EventName): Promise<DavResource | undefined> {
  const [resources, { readEvent }] = await Promise.all([dav.search(externalId, byUid(eventId)), files()]);
  // Servers may match a part of the uid.
  return resources.find((one) => readEvent(fileOf(one))?.id === eventId);
}

async function put(dav: Dav, externalId: string, event: CalendarEvent): Promise<void> {
  const file = calendarFile(undefined, event);
  let status = await dav.put(new URL(fileNameOf(event.uid), externalId).href, file);
  if (CONFLICTS.includes(status)) {
    const other = await findFile(dav, { externalId, eventId: event.uid });
    if (other !== undefined) status = await dav.put(other.url, file);
  }
  if (!isSuccess(status)) throw faultOf({ status });
}

async function remove(dav: Dav, name: EventName): Promise<void> {
  const resource = await findFile(dav, name);
  const status = resource === undefined ? 404 : await dav.remove(resource.url);
  if (status > 299 && status !== 404 && status !== 410) throw faultOf({ status });
}

export function openCaldav({ call, expand, baseUrl }: CaldavDeps, access: PasswordAccess): WritableCalendars {
  const dav = createDav(call, baseUrl, access);
  return {
    async list() {
      const principal = await addressAt(dav, baseUrl, PRINCIPAL, 'current-user-principal');
      const home = await addressAt(dav, principal, HOME, 'calendar-home-set');
      return (await dav.ask(home, 1, CALENDAR)).filter(isCalendar).sort(byOrder).map(toCalendar);
    },
    async busy({ externalId, etag, ...window }) {
      const [collection] = await dav.ask(externalId, 0, COLLECTION_TAG);
      const tag = textAt(collection?.props, 'getctag');
      if (tag !== undefined && tag === etag) return undefined;
      const texts = (await dav.search(externalId, within(window))).map(fileOf).filter((file) => file !== '');
      const { spans } = await expand({ texts, ...window });
      return { spans, ...present({ etag: tag }) };
    },
    async put(externalId, event) {
      await put(dav, externalId, event);
      return { eventId: event.uid, icalUid: event.uid };
    },
    remove: (name) => remove(dav, name),
    async find(name) {
      const resource = await findFile(dav, name);
      return resource && (await files()).readEvent(fileOf(resource));
    },
    async edit(name, edit) {
      const resource = await findFile(dav, name);
      if (resource === undefined) return undefined;
      const { editFile, readEvent } = await files();
      const file = editFile(fileOf(resource), edit);
      const status = await dav.put(resource.url, file);
      if (!isSuccess(status)) throw faultOf({ status });
      return readEvent(file);
    },
  };
}
