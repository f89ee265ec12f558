/* Calendars that do not answer, with what that means to their owner, for mails. */
import type { CalendarOutages } from '../../../src/scheduling/calendars/outage-store.js';
import { isId } from '../../storable.js';
import type { Database } from '../connection.js';

const REVOKED = `
select connection.kind, connection.identity, account.calendar_outage as outage,
  exists (select from calendar where connection_id = connection.id and selected) as counts,
  exists (select from calendar
    where connection_id = connection.id and id = account.destination_calendar_id) as "takesBookings"
from calendar_connection as connection join account on account.id = connection.account_id
where connection.id = :id and connection.invalid and connection.ended_at = :at`;

const UNRESPONSIVE = `
select connection.kind, calendar.name, calendar.fault, calendar.failing_since as since, calendar.selected as counts,
  account.calendar_outage as outage, calendar.id is not distinct from account.destination_calendar_id as "takesBookings"
from calendar
join calendar_connection as connection on connection.id = calendar.connection_id and not connection.invalid
join account on account.id = connection.account_id
where calendar.id = :id and calendar.selected and calendar.silence_told_at = :at`;

type Result<M extends keyof CalendarOutages> = Awaited<ReturnType<CalendarOutages[M]>>;

export function createCalendarOutages(db: Database): CalendarOutages {
  const first = async <Row>(sql: string, id: number, at: Date) =>
    isId(id) ? (await db.raw<{ rows: readonly Row[] }>(sql, { id, at })).rows[0] : undefined;
  return {
    revoked: (id, endedAt) => first<Result<'revoked'>>(REVOKED, id, endedAt),
    unresponsive: (calendarId, notifiedAt) =>
      first<Result<'unresponsive'>>(UNRESPONSIVE, calendarId, notifiedAt),
  };
}
