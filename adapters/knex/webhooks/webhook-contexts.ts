/* Facts of a payload besides the booking. Loaded only when there are subscribers. */
import { present } from '../../../src/present.js';
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { BookingContext, Reader } from '../../../src/scheduling/webhooks/booking-payload.js';
import type { AccountRow } from '../account-rows.js';
import type { Database } from '../connection.js';
import { defined, selectRows } from '../rows.js';
import { toEventType } from '../event-types/event-type-rows.js';
import type { EventTypeRow } from '../event-types/event-type-rows.js';

interface TypeRow extends EventTypeRow {
  readonly owner_team_id: number | null;
  readonly owner_team_name: string | null;
}

interface TimeRow {
  readonly id: number;
  readonly uid: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

interface MeetingRow {
  readonly uid: string;
  readonly meeting_id: string;
}

const TYPES = `
select event_type.*, team.id as owner_team_id, team.name as owner_team_name from event_type
left join event_type as parent on parent.id = event_type.parent_id
left join team on team.id = coalesce(parent.team_id, event_type.team_id)
where event_type.id = any(:ids)`;

type TypeContext = Pick<BookingContext, 'eventType' | 'team'>;

async function typesOf(trx: Database, ids: readonly number[]): Promise<ReadonlyMap<number, TypeContext>> {
  const rows = await selectRows<TypeRow>(trx, TYPES, { ids });
  return new Map(
    rows.map(({ owner_team_id: id, owner_team_name: name, ...row }) => [
      row.id,
      { eventType: toEventType(row), ...(id === null || name === null ? {} : { team: { id, name } }) },
    ]),
  );
}

async function readersOf(trx: Database, ids: readonly number[]): Promise<ReadonlyMap<number, Reader>> {
  const rows = await trx<AccountRow>('account').whereIn('id', ids).select('id', 'locale', 'time_format');
  return new Map(rows.map(({ id, locale, time_format: timeFormat }) => [id, { locale, timeFormat }]));
}

type MovedFrom = NonNullable<BookingContext['movedFrom']>;

async function timesOf(trx: Database, uids: readonly string[]): Promise<ReadonlyMap<string, MovedFrom>> {
  if (uids.length === 0) return new Map();
  const rows = await trx<TimeRow>('booking').whereIn('uid', uids).select('id', 'uid', 'starts_at', 'ends_at');
  return new Map(
    rows.map(({ id, uid, starts_at, ends_at }) => [
      uid,
      { id, uid, start: starts_at.getTime(), end: ends_at.getTime() },
    ]),
  );
}

const MEETINGS = `
select booking.uid, meeting.meeting_id from booking_meeting as meeting
join booking on booking.id = meeting.booking_id where booking.uid = any(:uids)`;

/** A moved booking takes the meeting over only after its events are written. */
const uidsOf = ({ uid, rescheduledFromUid }: Booking) => defined([uid, rescheduledFromUid]);

async function meetingIdsOf(
  trx: Database,
  bookings: readonly Booking[],
): Promise<(booking: Booking) => string | undefined> {
  const online = bookings.filter(({ location }) => location?.type === 'integration').flatMap(uidsOf);
  if (online.length === 0) return () => undefined;
  const rows = await selectRows<MeetingRow>(trx, MEETINGS, { uids: online });
  const ids = new Map(rows.map(({ uid, meeting_id: id }) => [uid, id]));
  return (booking) => defined(uidsOf(booking).map((uid) => ids.get(uid)))[0];
}

export interface ContextQuery {
  readonly booking: Booking;
  /** The booking that it, or a seat in it, was moved from. */
  readonly fromUid?: string | null | undefined;
}

export async function bookingContexts(
  trx: Database,
  queries: readonly ContextQuery[],
): Promise<(query: ContextQuery) => BookingContext> {
  const bookings = queries.map(({ booking }) => booking);
  const types = await typesOf(trx, defined(bookings.map(({ eventTypeId }) => eventTypeId)));
  const readers = await readersOf(trx, defined(bookings.flatMap(({ hosts }) => hosts.map(({ id }) => id))));
  const times = await timesOf(trx, defined(queries.map(({ fromUid }) => fromUid)));
  const meetingIdOf = await meetingIdsOf(trx, bookings);
  return ({ booking, fromUid }) => {
    const movedFrom = times.get(fromUid ?? '');
    const meetingId = meetingIdOf(booking);
    return { ...types.get(booking.eventTypeId ?? 0), readers, ...present({ movedFrom, meetingId }) };
  };
}
