/*
 * Calendars behind CalDAV (RFC 4791), which is how Apple's are reached. The calendar's address is its id, that of the
 * event follows from the booking's name in calendars, so that writing again finds the same one.
 */
import { createHash } from 'node:crypto';
import { present } from '../../src/present.js';
import { calendarFile } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type {
  BusyQuery,
  EventName,
  PasswordAccess,
  UnifiedEvent,
  WritableProvider,
} from '../../src/scheduling/calendars/provider.js';
import { faultOf, unreadable } from './calls.js';
import type { Call } from './calls.js';
import { editedFile, readEvent } from './caldav-event.js';
import { createDav, inside, nodeAt, textAt } from './dav.js';
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
  const [found] = await dav.ask(url, 0, props);
  const href = textAt(found?.props, name, 'href');
  if (found === undefined || href === undefined)
    throw unreadable('the server has no calendars for this user');
  return new URL(href, found.url).href;
}

/** An answer without privileges is one of a server that knows no others than the owner's. */
function isWritable(privileges: Node | undefined): boolean {
  if (privileges === undefined) return true;
  const granted = inside(privileges, 'privilege');
  return granted.some((one) =>
    ['all', 'write', 'write-content'].some((name) => nodeAt(one, name) !== undefined),
  );
}

/** Apple's own place of a calendar in the list of its owner. */
const orderOf = ({ props }: DavResource): number => Number(textAt(props, 'calendar-order') ?? Infinity);

const nameOf = ({ props, url }: DavResource): string =>
  textAt(props, 'displayname') ?? decodeURIComponent(new URL(url).pathname.split('/').at(-2) ?? '');

function byGroup(one: DavResource, other: DavResource): number {
  const [first, second] = [orderOf(one), orderOf(other)];
  return first === second ? nameOf(one).localeCompare(nameOf(other)) : first - second;
}

const isCalendar = ({ props }: DavResource): boolean =>
  nodeAt(props, 'resourcetype', 'calendar') !== undefined;

/** No server says which is the main one: it is the first of the list. */
const toCalendar = (resource: DavResource, place: number) => ({
  externalId: resource.url,
  name: nameOf(resource),
  primary: place === 0,
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
 * An event of this uid stands there under another name: an invitation that was taken from a mail (RFC 4791 section
 * 5.3.2.1, no-uid-conflict).
 */
const CONFLICTS = [403, 409, 412];

async function findFile(dav: Dav, { externalId, eventId }: EventName): Promise<DavResource | undefined> {
  const found = await dav.search(externalId, byUid(eventId));
  // A server may match a part of the name.
  return found.find((one) => readEvent(fileOf(one))?.id === eventId);
}

async function put(dav: Dav, externalId: string, event: CalendarEvent): Promise<void> {
  const file = calendarFile(undefined, event);
  let status = await dav.put(new URL(fileNameOf(event.uid), externalId).href, file);
  if (CONFLICTS.includes(status)) {
    const other = await findFile(dav, { externalId, eventId: event.uid });
    if (other !== undefined) status = await dav.put(other.url, file);
  }
  if (status < 200 || status > 299) throw faultOf({ status });
}

async function remove(dav: Dav, name: EventName): Promise<void> {
  const found = await findFile(dav, name);
  const status = found === undefined ? 404 : await dav.remove(found.url);
  if (status > 299 && status !== 404 && status !== 410) throw faultOf({ status });
}

export function createCaldav({ call, expand, baseUrl }: CaldavDeps): WritableProvider<PasswordAccess> {
  const open = (access: PasswordAccess): Dav => createDav(call, baseUrl, access);
  return {
    async list(access) {
      const dav = open(access);
      const principal = await addressAt(dav, baseUrl, PRINCIPAL, 'current-user-principal');
      const home = await addressAt(dav, principal, HOME, 'calendar-home-set');
      return (await dav.ask(home, 1, CALENDAR)).filter(isCalendar).sort(byGroup).map(toCalendar);
    },
    async busy(access, { externalId, etag, ...window }) {
      const dav = open(access);
      const [collection] = await dav.ask(externalId, 0, COLLECTION_TAG);
      const tag = textAt(collection?.props, 'getctag');
      if (tag !== undefined && tag === etag) return undefined;
      const files = (await dav.search(externalId, within(window))).map(fileOf).filter((file) => file !== '');
      const { spans } = await expand({ texts: files, ...window });
      return { spans, ...present({ etag: tag }) };
    },
    async put(access, externalId, event) {
      await put(open(access), externalId, event);
      return { eventId: event.uid, icalUid: event.uid };
    },
    remove: (access, name) => remove(open(access), name),
    async find(access, name): Promise<UnifiedEvent | undefined> {
      const found = await findFile(open(access), name);
      return found && readEvent(fileOf(found));
    },
    async edit(access, name, edit) {
      const dav = open(access);
      const found = await findFile(dav, name);
      if (found === undefined) return undefined;
      const file = editedFile(fileOf(found), edit);
      const status = await dav.put(found.url, file);
      if (status < 200 || status > 299) throw faultOf({ status });
      return readEvent(file);
    },
  };
}
