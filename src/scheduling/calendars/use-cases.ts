/* What users do with their calendars, in the API and on the page. */
import type { Actor } from '../../events/audit-log.js';
import { AppError, badRequest, conflict, invalidInput, notFound } from '../../errors.js';
import type { CalendarKind, Connection } from './calendar.js';
import { CalendarFault } from './fault.js';
import { withCalendars } from './calendar-clients.js';
import type { FeedAccess, PasswordAccess } from './provider.js';
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

export const noAccount = (): AppError => notFound('There is no such account.');
export const noCalendar = (property = 'externalId'): AppError =>
  invalidInput([{ property, message: 'must be the id of a calendar that is connected' }]);
export const refusal = (kind: CalendarKind, { message }: CalendarFault): AppError =>
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

export async function connect(
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
