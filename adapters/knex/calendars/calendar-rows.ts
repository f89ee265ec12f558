/* Rows of connections and calendars. */
import type {
  CalendarKind,
  ConnectedCalendar,
  Connection,
} from '../../../src/scheduling/calendars/calendar.js';
import type { Database } from '../connection.js';

export interface ConnectionRow {
  readonly id: number;
  readonly account_id: number;
  readonly kind: CalendarKind;
  readonly identity: string;
  readonly credential: string;
  readonly invalid: boolean;
  readonly ended_at: Date | null;
}

export interface CalendarRow {
  readonly id: number;
  readonly connection_id: number;
  readonly external_id: string;
  readonly name: string;
  readonly is_primary: boolean;
  readonly read_only: boolean;
  readonly selected: boolean;
  readonly etag: string | null;
  readonly read_at: Date | null;
  readonly fetched_at: Date | null;
  readonly failing_since: Date | null;
  readonly fault: string | null;
  /** When its owner was notified that it does not answer. */
  readonly silence_told_at: Date | null;
  /** When its next read is due. */
  readonly refresh_at: Date;
}

export const connections = (db: Database) => db<ConnectionRow>('calendar_connection');
export const calendars = (db: Database) => db<CalendarRow>('calendar');

export const instantOf = (date: Date | null): number | null => date?.getTime() ?? null;

export const toCalendar = (row: CalendarRow): ConnectedCalendar => ({
  id: row.id,
  externalId: row.external_id,
  name: row.name,
  primary: row.is_primary,
  readOnly: row.read_only,
  selected: row.selected,
  fetchedAt: instantOf(row.fetched_at),
  failingSince: instantOf(row.failing_since),
  fault: row.fault,
});

export const toConnection = (row: ConnectionRow): Connection => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  identity: row.identity,
  sealedAccess: row.credential,
  invalid: row.invalid,
  endedAt: instantOf(row.ended_at),
});
