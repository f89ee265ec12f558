/*
 * Connected calendars. Changes of the calendars of one account lock its row, so that a deleted calendar cannot become a
 * destination.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  CalendarName,
  CalendarStore,
  NamedCalendar,
  PersonalCalendars,
} from '../../../src/scheduling/calendars/store.js';
import type { CredentialStore } from '../../../src/scheduling/provider-oauth/store.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import type { EventOf } from '../../../src/events/catalogue.js';
import { lockAccount } from '../account-rows.js';
import { emit } from '../events/emit.js';
import { calendars, connections, toCalendar, toConnection } from './calendar-rows.js';
import type { CalendarRow, ConnectionRow } from './calendar-rows.js';
import { changeFeeds, connect, connectionEvent, disconnect } from './connections.js';
import { enqueueRefreshes } from './calendar-jobs.js';
import type { Database } from '../connection.js';
import { createCredentialStore } from '../provider-oauth/provider-credentials.js';
import { inTransaction } from '../transaction.js';

interface ChoicesRow {
  readonly destination_calendar_id: number | null;
  readonly calendar_outage: PersonalCalendars['outage'];
  readonly time_zone: string;
}

async function list(db: Database, accountId: number): Promise<PersonalCalendars | undefined> {
  const account = await db('account')
    .where({ id: accountId })
    .first<ChoicesRow | undefined>('destination_calendar_id', 'calendar_outage', 'time_zone');
  if (account === undefined) return undefined;
  const rows = await connections(db).where({ account_id: accountId }).orderBy('id');
  const ids = rows.map(({ id }) => id);
  const calendarRows = await calendars(db).whereIn('connection_id', ids).orderBy('id');
  return {
    connections: rows.map((row) => ({
      ...toConnection(row),
      calendars: calendarRows.filter(({ connection_id: id }) => id === row.id).map(toCalendar),
    })),
    destinationId: account.destination_calendar_id,
    outage: account.calendar_outage,
    timeZone: account.time_zone,
  };
}

interface NamedRow extends CalendarRow {
  readonly kind: ConnectionRow['kind'];
}

const toNamed = (row: NamedRow): NamedCalendar => ({
  ...toCalendar(row),
  connectionId: row.connection_id,
  kind: row.kind,
});

function findCalendar(trx: Database, accountId: number, { kind, externalId, connectionId }: CalendarName) {
  const rows = calendars(trx)
    .join('calendar_connection as connection', 'connection.id', 'calendar.connection_id')
    .where({ 'connection.account_id': accountId, 'connection.kind': kind, external_id: externalId })
    .orderBy('calendar.id');
  if (connectionId !== undefined) void rows.where('connection.id', connectionId);
  return rows.first<NamedRow | undefined>('calendar.*', 'connection.kind');
}

async function select(
  trx: Database,
  ...[accountId, name, selected, actor]: Parameters<CalendarStore['select']>
): Promise<NamedCalendar | undefined> {
  await lockAccount(trx, accountId);
  const row = await findCalendar(trx, accountId, name);
  if (row === undefined || row.selected === selected) return row && toNamed(row);
  await calendars(trx).where({ id: row.id }).update({ selected });
  // Its busy times may be old.
  if (selected) await enqueueRefreshes(trx, [row]);
  const action = selected ? 'calendar.selected' : 'calendar.deselected';
  await emit(trx, actor, { action, subject: `calendar:${row.id}`, facts: { accountId } });
  return { ...toNamed(row), selected };
}

const setDestination = (trx: Database, accountId: number, calendarId: number | null) =>
  trx('account').where({ id: accountId }).update({ destination_calendar_id: calendarId });

async function choose(
  trx: Database,
  ...[accountId, name, actor]: Parameters<CalendarStore['choose']>
): Promise<NamedCalendar | 'read_only' | undefined> {
  await lockAccount(trx, accountId);
  const row = await findCalendar(trx, accountId, name);
  if (row === undefined) return undefined;
  if (row.read_only || row.kind === 'ics') return 'read_only';
  await setDestination(trx, accountId, row.id);
  const subject = `calendar:${row.id}`;
  await emit(trx, actor, { action: 'calendar.destination_set', subject, facts: { accountId } });
  return toNamed(row);
}

async function chooseNone(trx: Database, accountId: number, actor: Actor): Promise<void> {
  if ((await setDestination(trx, accountId, null)) === 0) return;
  const subject = `account:${accountId}`;
  await emit(trx, actor, { action: 'calendar.destination_unset', subject, facts: {} });
}

async function setOutage(
  trx: Database,
  ...[accountId, outage, actor]: Parameters<CalendarStore['setOutage']>
): Promise<void> {
  const changed = await trx('account').where({ id: accountId }).update({ calendar_outage: outage });
  if (changed === 0) return;
  const subject = `account:${accountId}`;
  await emit(trx, actor, { action: 'calendar.outage_set', subject, facts: { outage } });
}

const isName = ({ externalId, connectionId = 0 }: CalendarName): boolean =>
  isStorable(externalId) && isId(connectionId);

export function createCalendarStore(db: Database): CalendarStore {
  const changeIf = async <T>(isPossible: boolean, work: (trx: Database) => Promise<T>) =>
    isPossible ? inTransaction(db, work) : undefined;
  return {
    list: async (accountId) => (isId(accountId) ? list(db, accountId) : undefined),
    async connect(accountId, connection, actor) {
      mustBeStorable(connection);
      return changeIf(isId(accountId), (trx) => connect(trx, accountId, connection, actor));
    },
    changeFeeds: (accountId, plan, actor) =>
      changeIf(isId(accountId), (trx) => changeFeeds(trx, accountId, plan, actor)),
    disconnect: (accountId, connection, actor) =>
      changeIf(isId(accountId) && isId(connection.id), (trx) =>
        disconnect(trx, accountId, connection, actor),
      ),
    select: (accountId, name, selected, actor) =>
      changeIf(isId(accountId) && isName(name), (trx) => select(trx, accountId, name, selected, actor)),
    choose: (accountId, name, actor) =>
      changeIf(isId(accountId) && isName(name), (trx) => choose(trx, accountId, name, actor)),
    chooseNone: (accountId, actor) => inTransaction(db, (trx) => chooseNone(trx, accountId, actor)),
    setOutage: (accountId, outage, actor) =>
      inTransaction(db, (trx) => setOutage(trx, accountId, outage, actor)),
  };
}

/** The calendars of a revoked connection are not read any more. */
async function toEndedEvent(trx: Database, id: number, at: Date): Promise<EventOf<'calendar.ended'>> {
  const fault = 'it has to be connected again';
  await calendars(trx)
    .where({ connection_id: id, selected: true })
    .whereNull('failing_since')
    .update({ failing_since: at, fault });
  const row = await connections(trx).where({ id }).first();
  if (row === undefined) throw new Error('the revoked connection was deleted');
  const { facts, ...event } = connectionEvent('calendar.ended', row, row.account_id);
  return { ...event, facts: { ...facts, endedAt: at.toISOString() } };
}

export const createCalendarCredentials = (db: Database): CredentialStore =>
  createCredentialStore(db, 'calendar_connection', toEndedEvent);
