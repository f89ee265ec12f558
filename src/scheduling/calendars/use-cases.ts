/* What users do with their calendars, in the API and on the page. */
import { Temporal } from 'temporal-polyfill';
import { DAY, MINUTE } from '../../durations.js';
import type { Actor } from '../../events/audit-log.js';
import { AppError, badRequest, conflict, invalidInput, notFound } from '../../errors.js';
import { outboundUrlFault } from '../../outbound/outbound.js';
import { merged } from '../slots/spans.js';
import type { CalendarKind, Connection } from './calendar.js';
import { CalendarFault } from './fault.js';
import { withCalendars } from './calendar-clients.js';
import type { FeedAccess, PasswordAccess } from './provider.js';
import { refreshCalendar } from './refresh.js';
import type { RefreshDeps } from './refresh.js';
import { FACTS } from './presenter.js';
import type {
  CalendarName,
  CalendarStore,
  NamedCalendar,
  NewConnection,
  PersonalCalendars,
} from './store.js';

export interface CalendarUseCasesDeps extends RefreshDeps {
  readonly calendars: CalendarStore;
}

interface BusyTimesRequest {
  readonly credentialId: number;
  readonly externalId: string;
  /** Dates or instants. */
  readonly dateFrom?: string;
  readonly dateTo?: string;
  readonly timeZone?: string;
}

interface BusyTime {
  readonly from: number;
  readonly until: number;
}

const noAccount = (): AppError => notFound('There is no such account.');
const noCalendar = (): AppError =>
  invalidInput([{ property: 'externalId', message: 'must be the id of a calendar that is connected' }]);
const refusal = (kind: CalendarKind, { message }: CalendarFault): AppError =>
  badRequest(`${FACTS[kind].name}: ${message}.`);

export function throwAsRefusal(kind: CalendarKind, error: unknown): never {
  throw error instanceof CalendarFault ? refusal(kind, error) : error;
}

export async function calendarsOf(
  { calendars }: Pick<CalendarUseCasesDeps, 'calendars'>,
  accountId: number,
): Promise<PersonalCalendars> {
  const personal = await calendars.list(accountId);
  if (personal === undefined) throw noAccount();
  return personal;
}

async function connect(
  { calendars, keys }: CalendarUseCasesDeps,
  accountId: number,
  connection: Omit<NewConnection, 'sealedAccess'>,
  access: FeedAccess | PasswordAccess,
  actor: Actor,
): Promise<Connection> {
  const sealedAccess = keys.seal(JSON.stringify(access));
  const connected = await calendars.connect(accountId, { ...connection, sealedAccess }, actor);
  if (connected === undefined) throw noAccount();
  return connected;
}

const asHttps = (url: string): string => url.trim().replace(/^webcal:/i, 'https:');

function throwFaults(faults: readonly (string | undefined)[]): void {
  const errors = faults.flatMap((message, index) =>
    message === undefined ? [] : [{ property: `urls.${index}`, message }],
  );
  if (errors.length > 0) throw invalidInput(errors);
}

function faultIn(result: PromiseSettledResult<unknown>): string | undefined {
  if (result.status === 'fulfilled') return undefined;
  if (!(result.reason instanceof CalendarFault)) throw result.reason;
  return result.reason.message;
}

/** All or nothing: when a feed cannot be read now, nothing is saved. */
export async function saveFeeds(
  deps: CalendarUseCasesDeps,
  accountId: number,
  input: readonly string[],
  actor: Actor,
): Promise<Connection> {
  const urls = [...new Set(input.map(asHttps))];
  throwFaults(urls.map(outboundUrlFault));
  const { ics } = deps.calendarProviders;
  const results = await Promise.allSettled(urls.map((url) => ics({ urls: [url] }).list()));
  throwFaults(results.map(faultIn));
  const calendars = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  return connect(deps, accountId, { kind: 'ics', identity: 'feeds', calendars }, { urls }, actor);
}

/** An unreachable server is no fault of the password: the same request may succeed later. */
function appleRefusal(fault: CalendarFault): AppError {
  const { reason, message } = fault;
  if (reason === 'unreadable') return refusal('apple', fault);
  if (reason !== 'unreachable') return invalidInput([{ property: 'password', message }]);
  return new AppError(
    503,
    'CALENDAR_UNREACHABLE',
    `Apple's calendar server cannot be reached (${message}). Nothing was saved. Try again in a moment.`,
    { headers: { 'retry-after': '30' } },
  );
}

export async function saveApple(
  deps: CalendarUseCasesDeps,
  accountId: number,
  access: PasswordAccess,
  actor: Actor,
): Promise<Connection> {
  try {
    const calendars = await deps.calendarProviders.apple(access).list();
    const connection = { kind: 'apple', identity: access.username, calendars } as const;
    return await connect(deps, accountId, connection, access, actor);
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
  const deleted = await calendars.disconnect(accountId, connection, actor);
  if (deleted === undefined) throw notFound('You have no such connection.');
  return deleted;
}

/** Calls the provider of each connection now. */
export async function check(deps: CalendarUseCasesDeps, accountId: number, kind: CalendarKind) {
  const { connections } = await calendarsOf(deps, accountId);
  const ofKind = connections.filter((connection) => connection.kind === kind);
  if (ofKind.length === 0) throw badRequest(`${FACTS[kind].name}: none is connected.`);
  try {
    for (const connection of ofKind) await withCalendars(deps, connection, (calendars) => calendars.list());
  } catch (error) {
    throwAsRefusal(kind, error);
  }
  return { integration: FACTS[kind].type, credentialIds: ofKind.map(({ id }) => id) };
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

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a date, or of a later one. */
const startOfDay = (date: string, timeZone: string, daysLater: number): number =>
  Temporal.PlainDate.from(date).add({ days: daysLater }).toZonedDateTime(timeZone).epochMilliseconds;

function busyRange({ dateFrom, dateTo, timeZone = 'UTC' }: BusyTimesRequest, now: number): BusyTime {
  const at = (text: string, daysLater: number): number =>
    DATE.test(text) ? startOfDay(text, timeZone, daysLater) : Date.parse(text);
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const from = at(dateFrom ?? today.toString(), 0);
  const until = dateTo === undefined ? from + DEFAULT_DAYS * DAY : at(dateTo, 1);
  if (until <= from) throw invalidInput([{ property: 'dateTo', message: 'must be after dateFrom' }]);
  if (until - from > MAX_DAYS * DAY)
    throw invalidInput([{ property: 'dateTo', message: `must be at most ${MAX_DAYS} days after dateFrom` }]);
  return { from, until };
}

/** As they are now if the provider answers, or else as they were last known. */
export async function busyTimes(
  deps: CalendarUseCasesDeps,
  accountId: number,
  request: BusyTimesRequest,
): Promise<{ readonly kind: CalendarKind; readonly times: readonly BusyTime[] }> {
  const { from, until } = busyRange(request, deps.clock());
  const { connections } = await calendarsOf(deps, accountId);
  const connection = connections.find(({ id }) => id === request.credentialId);
  const calendar = connection?.calendars.find(({ externalId }) => externalId === request.externalId);
  if (connection === undefined || calendar === undefined) throw noCalendar();
  const isFresh = calendar.fetchedAt !== null && deps.clock() - calendar.fetchedAt < MINUTE;
  const fault = isFresh ? undefined : await refreshCalendar(deps, calendar.id);
  if (fault !== undefined && calendar.fetchedAt === null) throw refusal(connection.kind, fault);
  const spans = await deps.calendarSync.spans(calendar.id, new Date(from), new Date(until));
  return {
    kind: connection.kind,
    times: merged(spans.map((span) => ({ from: span.from, until: span.until }))),
  };
}
