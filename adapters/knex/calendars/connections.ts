/* Connections to calendar providers in the database, and the calendar feeds of an account, which share one. */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  Connection,
  ConnectionWithCalendars,
  ProviderCalendar,
} from '../../../src/scheduling/calendars/calendar.js';
import type { CalendarStore, NewConnection } from '../../../src/scheduling/calendars/store.js';
import { mustBeStorable } from '../../storable.js';
import { lockAccount } from '../account-rows.js';
import { emit } from '../events/emit.js';
import { calendars, connections, toCalendar, toConnection } from './calendar-rows.js';
import type { CalendarRow, ConnectionRow } from './calendar-rows.js';
import { enqueueRefreshes } from './calendar-jobs.js';
import type { Database } from '../connection.js';
import { enqueueRevocations } from '../provider-oauth/authorization-states.js';
import { VALID } from '../provider-oauth/provider-credentials.js';

export const connectionEvent = <
  Name extends 'calendar.connected' | 'calendar.disconnected' | 'calendar.ended',
>(
  action: Name,
  { id, kind }: Pick<ConnectionRow, 'id' | 'kind'>,
  accountId: number,
) => ({
  action,
  subject: `calendar_connection:${id}`,
  facts: { accountId, kind },
});

const columnsOf = ({ externalId, name, primary, readOnly }: ProviderCalendar) => ({
  external_id: externalId,
  name,
  is_primary: primary,
  read_only: readOnly,
});

/** Calendars that still exist keep their choices and busy times. */
async function replaceCalendars(
  trx: Database,
  { id, kind }: ConnectionRow,
  current: readonly ProviderCalendar[],
): Promise<readonly CalendarRow[]> {
  const names = current.map(({ externalId }) => externalId);
  await calendars(trx).where({ connection_id: id }).whereNotIn('external_id', names).delete();
  const rows = current.map((one) => ({
    connection_id: id,
    ...columnsOf(one),
    selected: kind === 'ics' || one.primary,
  }));
  if (rows.length > 0)
    await calendars(trx)
      .insert(rows)
      .onConflict(['connection_id', 'external_id'])
      .merge(['name', 'is_primary', 'read_only']);
  // These are not read any more, so their failures would stay.
  const noFailure = { failing_since: null, fault: null, silence_told_at: null };
  await calendars(trx).where({ connection_id: id, selected: false }).update(noFailure);
  return calendars(trx).where({ connection_id: id }).orderBy('id');
}

interface Change {
  readonly action: 'calendar.connected' | 'calendar.disconnected';
  readonly actor: Actor;
}

async function write(
  trx: Database,
  accountId: number,
  { kind, identity, sealedAccess, calendars: current }: NewConnection,
  { action, actor }: Change,
): Promise<ConnectionWithCalendars> {
  const fresh = { credential: sealedAccess, ...VALID };
  const [row] = await connections(trx)
    .insert({ account_id: accountId, kind, identity, ...fresh })
    .onConflict(['account_id', 'kind', 'identity'])
    .merge(fresh)
    .returning('*');
  if (row === undefined) throw new Error('the connection was not written');
  const rows = await replaceCalendars(trx, row, current);
  await emit(trx, actor, connectionEvent(action, row, accountId));
  await enqueueRefreshes(
    trx,
    rows.filter(({ selected }) => selected),
  );
  return { ...toConnection(row), calendars: rows.map(toCalendar) };
}

export async function connect(
  trx: Database,
  ...[accountId, connection, actor]: Parameters<CalendarStore['connect']>
): Promise<ConnectionWithCalendars | undefined> {
  if ((await lockAccount(trx, accountId)) === undefined) return undefined;
  return write(trx, accountId, connection, { action: 'calendar.connected', actor });
}

async function feedsOf(trx: Database, accountId: number): Promise<ConnectionWithCalendars | undefined> {
  const row = await connections(trx).where({ account_id: accountId, kind: 'ics' }).first();
  if (row === undefined) return undefined;
  const rows = await calendars(trx).where({ connection_id: row.id }).orderBy('id');
  return { ...toConnection(row), calendars: rows.map(toCalendar) };
}

/** Under the lock, so that of two changes at once both count. */
export async function changeFeeds(
  trx: Database,
  ...[accountId, plan, actor]: Parameters<CalendarStore['changeFeeds']>
): Promise<Connection | undefined> {
  if ((await lockAccount(trx, accountId)) === undefined) return undefined;
  const feeds = await feedsOf(trx, accountId);
  const change = plan(feeds);
  if (change === 'none_left') return feeds && disconnect(trx, accountId, feeds, actor);
  mustBeStorable(change);
  const isFewer = change.calendars.length < (feeds?.calendars.length ?? 0);
  const action = isFewer ? 'calendar.disconnected' : 'calendar.connected';
  return write(trx, accountId, change, { action, actor });
}

export async function disconnect(
  trx: Database,
  ...[accountId, { kind, id }, actor]: Parameters<CalendarStore['disconnect']>
): Promise<Connection | undefined> {
  await lockAccount(trx, accountId);
  const [row] = await connections(trx).where({ id, kind, account_id: accountId }).delete().returning('*');
  if (row === undefined) return undefined;
  await emit(trx, actor, connectionEvent('calendar.disconnected', row, accountId));
  await enqueueRevocations(trx, [{ ...row, accountId }]);
  return toConnection(row);
}

/** Without an event each: they end together with all else that gives access to the account. How many there were. */
export async function disconnectCalendars(trx: Database, accountId: number): Promise<number> {
  const rows = await connections(trx).where({ account_id: accountId }).delete().returning('*');
  await enqueueRevocations(
    trx,
    rows.map((row) => ({ ...row, accountId })),
  );
  return rows.length;
}
