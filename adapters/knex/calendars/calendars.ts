/*
 * Calendars that people have connected. Changes of one person's calendars wait for each other at the account's row, so
 * that a calendar which goes is nobody's destination.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type { Connection, FoundCalendar } from '../../../src/scheduling/calendars/calendar.js';
import type {
  CalendarName,
  CalendarStore,
  NamedCalendar,
  NewConnection,
  PersonalCalendars,
} from '../../../src/scheduling/calendars/store.js';
import type { CredentialStore } from '../../../src/scheduling/provider-oauth/store.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import type { EventOf } from '../../../src/events/catalogue.js';
import { lockAccount } from '../account-rows.js';
import { emit } from '../events/emit.js';
import { calendars, connections, toCalendar, toConnection } from './calendar-rows.js';
import type { CalendarRow, ConnectionRow } from './calendar-rows.js';
import { enqueueRefreshes } from './calendar-jobs.js';
import type { Database } from '../connection.js';
import { enqueueRevocations } from '../provider-oauth/authorization-states.js';
import { createCredentialStore, SOUND } from '../provider-oauth/provider-credentials.js';
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
  const held = await calendars(db)
    .whereIn(
      'connection_id',
      rows.map(({ id }) => id),
    )
    .orderBy('id');
  return {
    connections: rows.map((row) => toConnection(row, held)),
    destinationId: account.destination_calendar_id,
    outage: account.calendar_outage,
    timeZone: account.time_zone,
  };
}

const connectionEvent = <Name extends 'calendar.connected' | 'calendar.disconnected' | 'calendar.ended'>(
  action: Name,
  { id, kind }: Pick<ConnectionRow, 'id' | 'kind'>,
  accountId: number,
) => ({
  action,
  subject: `calendar_connection:${id}`,
  facts: { accountId, kind },
});

const columns = ({ externalId, name, primary, readOnly }: FoundCalendar) => ({
  external_id: externalId,
  name,
  is_primary: primary,
  read_only: readOnly,
});

/** Calendars that are still there keep what was chosen for them, and what is known of them. */
async function keepCalendars(
  trx: Database,
  { id, kind }: ConnectionRow,
  found: readonly FoundCalendar[],
): Promise<readonly CalendarRow[]> {
  const names = found.map(({ externalId }) => externalId);
  await calendars(trx).where({ connection_id: id }).whereNotIn('external_id', names).delete();
  const rows = found.map((one) => ({
    connection_id: id,
    ...columns(one),
    selected: kind === 'ics' || one.primary,
  }));
  if (rows.length > 0)
    await calendars(trx)
      .insert(rows)
      .onConflict(['connection_id', 'external_id'])
      .merge(['name', 'is_primary', 'read_only']);
  // Nobody reads these, so that nothing else takes back what was said of them.
  const silent = { failing_since: null, fault: null, silence_told_at: null };
  await calendars(trx).where({ connection_id: id, selected: false }).update(silent);
  return calendars(trx).where({ connection_id: id }).orderBy('id');
}

type Connect = Parameters<CalendarStore['connect']>;

async function connect(
  trx: Database,
  ...[accountId, { kind, identity, sealedAccess, calendars: found }, actor]: Connect
): Promise<Connection | undefined> {
  if ((await lockAccount(trx, accountId)) === undefined) return undefined;
  const fresh = { credential: sealedAccess, ...SOUND };
  const [row] = await connections(trx)
    .insert({ account_id: accountId, kind, identity, ...fresh })
    .onConflict(['account_id', 'kind', 'identity'])
    .merge(fresh)
    .returning('*');
  if (row === undefined) throw new Error('the connection was not written');
  const kept = await keepCalendars(trx, row, found);
  await emit(trx, actor, connectionEvent('calendar.connected', row, accountId));
  await enqueueRefreshes(
    trx,
    kept.filter(({ selected }) => selected),
  );
  return toConnection(row, kept);
}

type Disconnect = Parameters<CalendarStore['disconnect']>;

async function disconnect(
  trx: Database,
  ...[accountId, { kind, id }, actor]: Disconnect
): Promise<Connection | undefined> {
  await lockAccount(trx, accountId);
  const [row] = await connections(trx).where({ id, kind, account_id: accountId }).delete().returning('*');
  if (row === undefined) return undefined;
  await emit(trx, actor, connectionEvent('calendar.disconnected', row, accountId));
  await enqueueRevocations(trx, [{ ...row, accountId }]);
  return toConnection(row, []);
}

interface NamedRow extends CalendarRow {
  readonly kind: ConnectionRow['kind'];
}

const toNamed = (row: NamedRow): NamedCalendar => ({
  ...toCalendar(row),
  connectionId: row.connection_id,
  kind: row.kind,
});

function named(trx: Database, accountId: number, { kind, externalId, connectionId }: CalendarName) {
  const rows = calendars(trx)
    .join('calendar_connection as connection', 'connection.id', 'calendar.connection_id')
    .where({ 'connection.account_id': accountId, 'connection.kind': kind, external_id: externalId })
    .orderBy('calendar.id');
  if (connectionId !== undefined) void rows.where('connection.id', connectionId);
  return rows.first<NamedRow | undefined>('calendar.*', 'connection.kind');
}

type Select = Parameters<CalendarStore['select']>;

async function select(
  trx: Database,
  ...[accountId, name, selected, actor]: Select
): Promise<NamedCalendar | undefined> {
  await lockAccount(trx, accountId);
  const row = await named(trx, accountId, name);
  if (row === undefined || row.selected === selected) return row && toNamed(row);
  await calendars(trx).where({ id: row.id }).update({ selected });
  // What was known of it while it did not count may be old.
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
  const row = await named(trx, accountId, name);
  if (row === undefined) return undefined;
  if (row.read_only || row.kind === 'ics') return 'read_only';
  await setDestination(trx, accountId, row.id);
  const subject = `calendar:${row.id}`;
  await emit(trx, actor, { action: 'calendar.destination_set', subject, facts: { accountId } });
  return toNamed(row);
}

async function chooseNone(trx: Database, accountId: number, actor: Actor): Promise<void> {
  const changed = await setDestination(trx, accountId, null);
  if (changed === 0) return;
  await emit(trx, actor, {
    action: 'calendar.destination_unset',
    subject: `account:${accountId}`,
    facts: {},
  });
}

async function setOutage(
  trx: Database,
  ...[accountId, outage, actor]: Parameters<CalendarStore['setOutage']>
): Promise<void> {
  const changed = await trx('account').where({ id: accountId }).update({ calendar_outage: outage });
  if (changed === 0) return;
  await emit(trx, actor, {
    action: 'calendar.outage_set',
    subject: `account:${accountId}`,
    facts: { outage },
  });
}

const isName = ({ externalId, connectionId = 0 }: CalendarName): boolean =>
  isStorable(externalId) && isId(connectionId);

export const createCalendarStore = (db: Database): CalendarStore => ({
  list: async (accountId) => (isId(accountId) ? list(db, accountId) : undefined),
  async connect(accountId: number, connection: NewConnection, actor: Actor) {
    mustBeStorable(connection);
    return isId(accountId)
      ? inTransaction(db, (trx) => connect(trx, accountId, connection, actor))
      : undefined;
  },
  disconnect: async (accountId, connection, actor) =>
    isId(accountId) && isId(connection.id)
      ? inTransaction(db, (trx) => disconnect(trx, accountId, connection, actor))
      : undefined,
  select: async (accountId, name, selected, actor) =>
    isId(accountId) && isName(name)
      ? inTransaction(db, (trx) => select(trx, accountId, name, selected, actor))
      : undefined,
  choose: async (accountId, name, actor) =>
    isId(accountId) && isName(name)
      ? inTransaction(db, (trx) => choose(trx, accountId, name, actor))
      : undefined,
  chooseNone: (accountId, actor) => inTransaction(db, (trx) => chooseNone(trx, accountId, actor)),
  setOutage: (accountId, outage, actor) =>
    inTransaction(db, (trx) => setOutage(trx, accountId, outage, actor)),
});

/** Nobody reads its calendars any more, so that they are silent from now on. */
async function ended(trx: Database, id: number, at: Date): Promise<EventOf<'calendar.ended'>> {
  const fault = 'it has to be connected again';
  await calendars(trx)
    .where({ connection_id: id, selected: true })
    .whereNull('failing_since')
    .update({ failing_since: at, fault });
  const row = await connections(trx).where({ id }).first();
  if (row === undefined) throw new Error('the connection that ended is gone');
  const { facts, ...event } = connectionEvent('calendar.ended', row, row.account_id);
  return { ...event, facts: { ...facts, endedAt: at.toISOString() } };
}

export const createCalendarCredentials = (db: Database): CredentialStore =>
  createCredentialStore(db, 'calendar_connection', ended);
