/* Calendars that do not answer any more, with what that means to their owner, for the letters about them. */
import type { CalendarKind, OutageChoice } from '../../../src/scheduling/calendars/calendar.js';
import type {
  LostCalendarConnections,
  Silence,
} from '../../../src/scheduling/calendars/lost-connection-store.js';
import { isId } from '../../storable.js';
import type { Database } from '../connection.js';

interface SilenceRow {
  readonly kind: CalendarKind;
  readonly outage: OutageChoice;
  readonly counts: boolean;
  readonly takes_bookings: boolean;
}

interface EndedRow extends SilenceRow {
  readonly identity: string;
}

interface SilentRow extends SilenceRow {
  readonly name: string;
  readonly fault: string;
  readonly since: Date;
}

const ENDED = `
select connection.kind, connection.identity, account.calendar_outage as outage,
  exists (select from calendar where connection_id = connection.id and selected) as counts,
  exists (select from calendar
    where connection_id = connection.id and id = account.destination_calendar_id) as takes_bookings
from calendar_connection as connection join account on account.id = connection.account_id
where connection.id = :id and connection.invalid and connection.ended_at = :at`;

const SILENT = `
select connection.kind, calendar.name, calendar.fault, calendar.failing_since as since, calendar.selected as counts,
  account.calendar_outage as outage, calendar.id is not distinct from account.destination_calendar_id as takes_bookings
from calendar
join calendar_connection as connection on connection.id = calendar.connection_id and not connection.invalid
join account on account.id = connection.account_id
where calendar.id = :id and calendar.selected and calendar.silence_told_at = :at`;

const toSilence = ({ kind, outage, counts, takes_bookings }: SilenceRow): Silence => ({
  kind,
  outage,
  counts,
  takesBookings: takes_bookings,
});

export function createLostCalendarConnections(db: Database): LostCalendarConnections {
  async function first<Row>(sql: string, id: number, at: Date): Promise<Row | undefined> {
    if (!isId(id)) return undefined;
    return (await db.raw<{ rows: readonly Row[] }>(sql, { id, at })).rows[0];
  }
  return {
    async connection(id, endedAt) {
      const row = await first<EndedRow>(ENDED, id, endedAt);
      return row && { ...toSilence(row), identity: row.identity };
    },
    async silent(calendarId, toldAt) {
      const row = await first<SilentRow>(SILENT, calendarId, toldAt);
      return row && { ...toSilence(row), name: row.name, fault: row.fault, since: row.since };
    },
  };
}
