/*
 * Busy times as they were last read, and the events of bookings. For jobs, and for use cases that have checked the
 * owner of the calendar.
 */
import type { Knex } from 'knex';
import { DAY } from '../../../src/durations.js';
import type { EventSpan } from '../../../src/scheduling/calendars/calendar.js';
import type {
  BookingEventState,
  CalendarSync,
  HiddenDetails,
  NewBookingEvent,
  SyncedCalendar,
} from '../../../src/scheduling/calendars/store.js';
import { isId } from '../../storable.js';
import { emit } from '../events/emit.js';
import { selectBookings } from '../booking-rows/booking-reads.js';
import { DESTINATION_ID } from '../event-types/calendar-destinations.js';
import { calendars, connections, instantOf, toConnection } from './calendar-rows.js';
import type { CalendarRow, ConnectionRow } from './calendar-rows.js';
import type { Database } from '../connection.js';
import { inTransaction } from '../transaction.js';

const SYSTEM = { actor: 'system' };

interface SyncedRow extends CalendarRow, Omit<ConnectionRow, 'id'> {
  readonly time_zone: string;
}

async function find(db: Database, calendarId: number): Promise<SyncedCalendar | undefined> {
  const row = await calendars(db)
    .join('calendar_connection as connection', 'connection.id', 'calendar.connection_id')
    .join('account', 'account.id', 'connection.account_id')
    .where('calendar.id', calendarId)
    .first<SyncedRow | undefined>('connection.*', 'calendar.*', 'account.time_zone');
  if (row === undefined) return undefined;
  return {
    id: row.id,
    externalId: row.external_id,
    etag: row.etag,
    readAt: instantOf(row.read_at),
    timeZone: row.time_zone,
    connection: toConnection({ ...row, id: row.connection_id }),
  };
}

const ADD_SPANS = `
insert into calendar_span (calendar_id, starts_at, ends_at, uid)
select :calendarId, to_timestamp(from_ms / 1000.0), to_timestamp(until_ms / 1000.0), uid
from unnest(cast(:froms as bigint[]), cast(:untils as bigint[]), cast(:uids as text[]))
  as span (from_ms, until_ms, uid)`;

const storableUid = (uid: string | null): string | null =>
  uid?.replace(/[\0\p{Surrogate}]/gu, '\ufffd') ?? null;

/** Readings may end in another order than they began: an older one changes nothing that a newer one has found. */
const notAfter = (column: 'fetched_at' | 'failing_since', at: Date) => (query: Knex.QueryBuilder) =>
  void query.whereNull(column).orWhere(column, '<=', at);

async function saveAnswer(
  trx: Database,
  ...[calendarId, answer, at]: Parameters<CalendarSync['saveAnswer']>
): Promise<void> {
  const answered = { fetched_at: at, failing_since: null, fault: null, silence_told_at: null };
  const read = answer && { etag: answer.etag ?? null, read_at: at };
  const changed = await calendars(trx)
    .where({ id: calendarId })
    .where(notAfter('failing_since', at))
    .update({ ...answered, ...read });
  if (changed === 0 || answer === undefined) return;
  await trx('calendar_span').where({ calendar_id: calendarId }).delete();
  const { spans } = answer;
  await trx.raw(ADD_SPANS, {
    calendarId,
    froms: spans.map(({ from }) => Math.floor(from)),
    untils: spans.map(({ until }) => Math.ceil(until)),
    uids: spans.map(({ uid }) => storableUid(uid)),
  });
}

/** The owner is notified once of a calendar that has not answered for this long. */
const NOTIFY_AFTER_MS = DAY;

async function saveFailure(trx: Database, calendarId: number, fault: string, at: Date): Promise<void> {
  await calendars(trx)
    .where({ id: calendarId })
    .where(notAfter('fetched_at', at))
    .update({ fault, failing_since: trx.raw('coalesce(failing_since, ?)', [at]) });
  const [row] = await calendars(trx)
    .where({ id: calendarId, selected: true })
    .whereNull('silence_told_at')
    .where('failing_since', '<=', new Date(at.getTime() - NOTIFY_AFTER_MS))
    .whereIn('connection_id', connections(trx).where({ invalid: false }).select('id'))
    .update({ silence_told_at: at })
    .returning('*');
  if (row === undefined) return;
  const connection = await connections(trx).where({ id: row.connection_id }).first();
  if (connection === undefined) return;
  const { account_id: accountId, kind } = connection;
  const facts = { accountId, kind, endedAt: at.toISOString() };
  await emit(trx, SYSTEM, { action: 'calendar.silent', subject: `calendar:${row.id}`, facts });
}

async function spans(
  db: Database,
  calendarId: number,
  from: Date,
  until: Date,
): Promise<readonly EventSpan[]> {
  const rows = await db('calendar_span')
    .where({ calendar_id: calendarId })
    .where('ends_at', '>', from)
    .where('starts_at', '<', until)
    .orderBy(['starts_at', 'ends_at'])
    .select<{ readonly starts_at: Date; readonly ends_at: Date; readonly uid: string | null }[]>();
  return rows.map(({ starts_at, ends_at, uid }) => ({
    from: starts_at.getTime(),
    until: ends_at.getTime(),
    uid,
  }));
}

interface EventRow {
  readonly calendar_id: number;
  readonly event_id: string;
  readonly ical_uid: string;
}

const events = (db: Database, accountId: number, icsUid: string) =>
  db('calendar_event').where({ account_id: accountId, ics_uid: icsUid });

const HOSTED = `
where booking.ics_uid = :icsUid
  and exists (select from booking_host where booking_id = booking.id and account_id = :accountId)
order by booking.ics_sequence, booking.id`;

// When the event type was deleted, everything is hidden that can be hidden.
const TERMS = `
select case when account.disabled_at is null then ${DESTINATION_ID} end as "destinationId",
  coalesce((event_type.settings -> 'appearance' ->> 'hideCalendarNotes')::boolean, event_type.id is null) as notes,
  coalesce((event_type.settings -> 'appearance' ->> 'hideCalendarEventDetails')::boolean, event_type.id is null)
    as details
from account left join event_type on event_type.id = cast(:eventTypeId as integer)
where account.id = :accountId`;

interface TermsRow extends HiddenDetails {
  readonly destinationId: number | null;
}

async function bookingEvent(db: Database, accountId: number, icsUid: string): Promise<BookingEventState> {
  const event = await events(db, accountId, icsUid).first<EventRow | undefined>();
  const bookings = await selectBookings(db, HOSTED, { icsUid, accountId });
  const eventTypeId = bookings.at(-1)?.eventTypeId ?? null;
  const { rows } = await db.raw<{ rows: readonly TermsRow[] }>(TERMS, { accountId, eventTypeId });
  const { destinationId, notes, details } = rows[0] ?? { destinationId: null, notes: true, details: true };
  return {
    bookings,
    written: event && { calendarId: event.calendar_id, eventId: event.event_id, icalUid: event.ical_uid },
    destinationId,
    hidden: { notes, details },
  };
}

// One for each booking: a rescheduled booking gets its own.
const REFER = `
insert into booking_record (booking_id, kind, facts)
select :bookingId, 'reference', cast(:facts as jsonb)
where not exists (
  select from booking_record
  where booking_id = :bookingId and kind = 'reference' and facts ->> 'eventUid' = :eventId)`;

async function saveEvent(
  trx: Database,
  accountId: number,
  icsUid: string,
  { calendarId, eventId, icalUid, booking, type }: NewBookingEvent,
): Promise<void> {
  const calendar = await calendars(trx).where({ id: calendarId }).forKeyShare().first('external_id');
  // Disconnected meanwhile.
  if (calendar === undefined) return;
  const row = { calendar_id: calendarId, event_id: eventId, ical_uid: icalUid };
  await trx('calendar_event')
    .insert({ account_id: accountId, ics_uid: icsUid, ...row })
    .onConflict(['account_id', 'ics_uid'])
    .merge();
  const reference = { type, eventUid: eventId, destinationCalendarId: calendar.external_id };
  await trx.raw(REFER, { bookingId: booking.id, facts: JSON.stringify(reference), eventId });
}

async function deleteEvent(trx: Database, accountId: number, icsUid: string): Promise<void> {
  const [row] = await events(trx, accountId, icsUid).delete().returning<EventRow[]>('*');
  if (row === undefined) return;
  const { calendar_id, ical_uid: uid } = row;
  await trx('calendar_span').where({ calendar_id, uid }).delete();
  // A concurrent read may have included the event.
  await calendars(trx).where({ id: calendar_id }).update({ refresh_at: trx.fn.now() });
}

export const createCalendarSync = (db: Database): CalendarSync => ({
  find: async (calendarId) => (isId(calendarId) ? find(db, calendarId) : undefined),
  saveAnswer: (...args) => inTransaction(db, (trx) => saveAnswer(trx, ...args)),
  saveFailure: (...args) => inTransaction(db, (trx) => saveFailure(trx, ...args)),
  spans: (calendarId, from, until) => spans(db, calendarId, from, until),
  bookingEvent: (accountId, icsUid) => bookingEvent(db, accountId, icsUid),
  saveEvent: (...args) => inTransaction(db, (trx) => saveEvent(trx, ...args)),
  deleteEvent: (...args) => inTransaction(db, (trx) => deleteEvent(trx, ...args)),
});
