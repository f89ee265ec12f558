/*
 * What people do with their calendars, over the API and on the page: connect, check, choose, disconnect, and look at
 * busy times. Refusals are for whoever asks.
 */
import { Temporal } from 'temporal-polyfill';
import { DAY, MINUTE } from '../../durations.js';
import type { Actor } from '../../events/audit-log.js';
import { AppError, badRequest, conflict, invalidInput, notFound } from '../../errors.js';
import type { PropertyFault } from '../../errors.js';
import { outboundUrlFault } from '../../outbound/outbound.js';
import { merged } from '../slots/spans.js';
import type { CalendarKind, Connection } from './calendar.js';
import { CalendarFault } from './fault.js';
import { withCalendars } from './calendar-clients.js';
import type { Access, FeedAccess, PasswordAccess } from './provider.js';
import { refreshCalendar } from './refresh.js';
import type { RefreshDeps } from './refresh.js';
import { FACTS } from './presenter.js';
import type { CalendarName, CalendarStore, NamedCalendar, PersonalCalendars } from './store.js';

export interface CalendarUseCasesDeps extends RefreshDeps {
  readonly calendars: CalendarStore;
}

export interface BusyAsked {
  readonly credentialId: number;
  readonly externalId: string;
  /** Dates or instants. */
  readonly dateFrom?: string;
  readonly dateTo?: string;
  readonly timeZone?: string;
}

export interface BusyTime {
  readonly from: number;
  readonly until: number;
}

const noPerson = (): AppError => notFound('There is no such person.');
const noCalendar = (): AppError =>
  invalidInput([{ property: 'externalId', message: 'must be the id of a calendar that is connected' }]);
const refusedBy = (kind: CalendarKind, { message }: CalendarFault): AppError =>
  badRequest(`${FACTS[kind].name}: ${message}.`);

/** Our way there, or they: the same request may succeed later. */
const appleUnreachable = ({ message }: CalendarFault): AppError =>
  new AppError(
    503,
    'CALENDAR_UNREACHABLE',
    `Apple's calendar server cannot be reached (${message}). Nothing was saved. Try again in a moment.`,
    { headers: { 'retry-after': '30' } },
  );

export async function calendarsOf(
  { calendars }: Pick<CalendarUseCasesDeps, 'calendars'>,
  accountId: number,
): Promise<PersonalCalendars> {
  const personal = await calendars.list(accountId);
  if (personal === undefined) throw noPerson();
  return personal;
}

async function connect(
  { calendars, keys }: CalendarUseCasesDeps,
  accountId: number,
  connection: Omit<Parameters<CalendarStore['connect']>[1], 'sealedAccess'> & { readonly access: Access },
  actor: Actor,
): Promise<Connection> {
  const { access, ...rest } = connection;
  const sealedAccess = keys.seal(JSON.stringify(access));
  const connected = await calendars.connect(accountId, { ...rest, sealedAccess }, actor);
  if (connected === undefined) throw noPerson();
  return connected;
}

const asHttps = (url: string): string => url.trim().replace(/^webcal:/i, 'https:');

function feedFaults(urls: readonly string[]): readonly PropertyFault[] {
  return urls.flatMap((url, at) => {
    const fault = outboundUrlFault(url);
    return fault === undefined ? [] : [{ property: `urls.${at}`, message: fault }];
  });
}

function refuse(faults: readonly PropertyFault[]): void {
  if (faults.length > 0) throw invalidInput(faults);
}

/** Whole or not at all: what cannot be read now is said at once, and nothing is saved. */
export async function saveFeeds(
  deps: CalendarUseCasesDeps,
  accountId: number,
  sent: readonly string[],
  actor: Actor,
): Promise<Connection> {
  const urls = [...new Set(sent.map(asHttps))];
  refuse(feedFaults(urls));
  const { ics } = deps.calendarProviders;
  const read = await Promise.allSettled(urls.map((url) => ics.list({ urls: [url] })));
  const faults: PropertyFault[] = [];
  for (const [at, one] of read.entries()) {
    if (one.status === 'fulfilled') continue;
    if (!(one.reason instanceof CalendarFault)) throw one.reason;
    faults.push({ property: `urls.${at}`, message: one.reason.message });
  }
  refuse(faults);
  const found = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const access: FeedAccess = { urls };
  return connect(deps, accountId, { kind: 'ics', identity: 'feeds', calendars: found, access }, actor);
}

/** The password is at fault where it was looked at, and nothing that was sent where nobody answered. */
function appleRefusal(fault: CalendarFault): AppError {
  const { trouble, message } = fault;
  if (trouble === 'unreachable') return appleUnreachable(fault);
  if (trouble === 'unreadable') return refusedBy('apple', fault);
  return invalidInput([{ property: 'password', message }]);
}

export async function saveApple(
  deps: CalendarUseCasesDeps,
  accountId: number,
  access: PasswordAccess,
  actor: Actor,
): Promise<Connection> {
  try {
    const found = await deps.calendarProviders.apple.list(access);
    const identity = access.username;
    return await connect(deps, accountId, { kind: 'apple', identity, calendars: found, access }, actor);
  } catch (error) {
    throw error instanceof CalendarFault ? appleRefusal(error) : error;
  }
}

export async function disconnect(
  { calendars }: CalendarUseCasesDeps,
  accountId: number,
  connection: { readonly kind: CalendarKind; readonly id: number },
  actor: Actor,
): Promise<Connection> {
  const gone = await calendars.disconnect(accountId, connection, actor);
  if (gone === undefined) throw notFound('You have no such connection.');
  return gone;
}

/** Asks the other side now. */
export async function check(deps: CalendarUseCasesDeps, accountId: number, kind: CalendarKind) {
  const { connections } = await calendarsOf(deps, accountId);
  const asked = connections.filter((connection) => connection.kind === kind);
  if (asked.length === 0) throw badRequest(`${FACTS[kind].name}: none is connected.`);
  try {
    for (const connection of asked) await withCalendars(deps, connection, (calendars) => calendars.list());
  } catch (error) {
    throw error instanceof CalendarFault ? refusedBy(kind, error) : error;
  }
  return { integration: FACTS[kind].type, credentialIds: asked.map(({ id }) => id) };
}

export async function select(
  { calendars }: CalendarUseCasesDeps,
  accountId: number,
  name: CalendarName,
  selected: boolean,
  actor: Actor,
): Promise<NamedCalendar> {
  const calendar = await calendars.select(accountId, name, selected, actor);
  if (calendar === undefined) throw noCalendar();
  return calendar;
}

export async function choose(
  { calendars }: CalendarUseCasesDeps,
  accountId: number,
  name: CalendarName,
  actor: Actor,
): Promise<NamedCalendar> {
  const chosen = await calendars.choose(accountId, name, actor);
  if (chosen === undefined) throw noCalendar();
  if (chosen === 'read_only')
    throw conflict('This calendar can only be read. Choose one that can be written.');
  return chosen;
}

const USUAL_DAYS = 30;
const MAX_DAYS = 400;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The beginning of a date, or of the one behind it. */
const dayAt = (date: string, timeZone: string, later: number): number =>
  Temporal.PlainDate.from(date).add({ days: later }).toZonedDateTime(timeZone).epochMilliseconds;

function busyRange({ dateFrom, dateTo, timeZone = 'UTC' }: BusyAsked, now: number): BusyTime {
  const at = (moment: string, later: number): number =>
    DATE.test(moment) ? dayAt(moment, timeZone, later) : Date.parse(moment);
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const from = at(dateFrom ?? today.toString(), 0);
  const until = dateTo === undefined ? from + USUAL_DAYS * DAY : at(dateTo, 1);
  if (until <= from) throw invalidInput([{ property: 'dateTo', message: 'must be after dateFrom' }]);
  if (until - from > MAX_DAYS * DAY)
    throw invalidInput([{ property: 'dateTo', message: `must be at most ${MAX_DAYS} days after dateFrom` }]);
  return { from, until };
}

/** As they are now, if the other side answers; else as they were last known. */
export async function busyTimes(
  deps: CalendarUseCasesDeps,
  accountId: number,
  asked: BusyAsked,
): Promise<{ readonly kind: CalendarKind; readonly times: readonly BusyTime[] }> {
  const { from, until } = busyRange(asked, deps.clock());
  const { connections } = await calendarsOf(deps, accountId);
  const connection = connections.find(({ id }) => id === asked.credentialId);
  const calendar = connection?.calendars.find(({ externalId }) => externalId === asked.externalId);
  if (connection === undefined || calendar === undefined) throw noCalendar();
  const isFresh = calendar.fetchedAt !== null && deps.clock() - calendar.fetchedAt < MINUTE;
  const fault = isFresh ? undefined : await refreshCalendar(deps, calendar.id);
  if (fault !== undefined && calendar.fetchedAt === null) throw refusedBy(connection.kind, fault);
  const spans = await deps.calendarWork.spans(calendar.id, new Date(from), new Date(until));
  return {
    kind: connection.kind,
    times: merged(spans.map((span) => ({ from: span.from, until: span.until }))),
  };
}
