/*
 * Times at which hosts cannot be booked: absences, bookings with their buffers, holds that have not expired, and events
 * of connected calendars.
 */
import { MINUTE } from '../../../src/durations.js';
import type { Busy, Span } from '../../../src/scheduling/slots/slot.js';
import type { Database } from '../connection.js';
import { HOSTED } from '../event-types/event-type-hosts.js';

/** The parameters of the statements below. Empty texts and lists except nothing. */
export interface BusyQuery {
  readonly eventTypeId: number;
  readonly hostIds: readonly number[];
  readonly from: Date;
  readonly until: Date;
  readonly now: Date;
  readonly exceptBookingUid: string;
  readonly exceptHolders: readonly string[];
  readonly exceptHoldUid: string;
}

export interface HostTime<T> {
  readonly accountId: number;
  readonly time: T;
}

interface SpanRow {
  readonly account_id: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

interface BookingRow extends SpanRow {
  readonly busy_from: Date;
  readonly busy_until: Date;
  readonly uid: string;
  readonly event_type_id: number | null;
  readonly seats: number | null;
  readonly seats_taken: number;
}

interface HoldRow extends SpanRow {
  readonly before: number;
  readonly after: number;
}

const ABSENCES = `
select account_id, starts_at, ends_at from out_of_office
where account_id = any(:hostIds) and ends_at > :from and starts_at < :until`;

// Pending bookings block the time unless their event type says otherwise. `offset 0` makes the planner read the
// bookings one by one after the range of the hosts, whose size it overestimates.
const BOOKINGS = `
select host.account_id, host.busy_from, host.busy_until, booking.starts_at, booking.ends_at, booking.uid,
  booking.event_type_id, booking.seats,
  case when booking.seats is null then 0
    else (select cast(count(*) as integer) from attendee where booking_id = host.booking_id) end as seats_taken
from booking_host as host
cross join lateral (
  select whole.*, event_type.settings from booking as whole
  left join event_type on event_type.id = whole.event_type_id
  where whole.id = host.booking_id offset 0) as booking
where host.account_id = any(:hostIds) and host.busy_until > :from and host.busy_from < :until
  and host.status in ('accepted', 'pending')
  and (host.status = 'accepted' or coalesce(cast(
    booking.settings #>> '{confirmationPolicy,blockUnconfirmedBookingsInBooker}' as boolean), true))
  and booking.uid <> :exceptBookingUid`;

const LIVE = `hold.expires_at > :now and hold.ends_at > :from and hold.starts_at < :until
  and hold.holder <> all(:exceptHolders) and hold.uid <> :exceptHoldUid`;

const LIVE_HOLDS = `
from slot_hold as hold join event_type on event_type.id = hold.event_type_id where ${LIVE}`;

const HELD_TIME = `hold.starts_at, hold.ends_at,
  cast(event_type.settings ->> 'beforeEventBuffer' as integer) as before,
  cast(event_type.settings ->> 'afterEventBuffer' as integer) as after`;

// A hold on a team's event type holds its fixed hosts; the other hosts of a round robin are not chosen yet.
const HOLDS_ON_HOSTS = `
select event_type.owner_id as account_id, ${HELD_TIME} ${LIVE_HOLDS}
  and event_type.owner_id = any(:hostIds) and event_type.id <> :eventTypeId
union all
select membership.account_id, ${HELD_TIME}
from slot_hold as hold join event_type on event_type.id = hold.event_type_id ${HOSTED}
  and (event_type.scheduling_type = 'collective' or host.mandatory) and ${LIVE}
  and membership.account_id = any(:hostIds) and event_type.id <> :eventTypeId`;

const HOLDS_ON_EVENT_TYPE = `
select hold.starts_at, hold.ends_at ${LIVE_HOLDS} and event_type.id = :eventTypeId`;

/** After this long without an answer the outage choice of the owner applies. */
const OUTAGE_AFTER = `interval '1 hour'`;

// The event of a booking does not count besides the booking, also after it was cancelled.
const OWN_EVENT = `
select from calendar_event where account_id = connection.account_id and ical_uid = span.uid
union all
select from booking join booking_host on booking_host.booking_id = booking.id
where booking.ics_uid = span.uid and booking_host.account_id = connection.account_id`;

const CALENDARS = `
calendar_connection as connection
join calendar on calendar.connection_id = connection.id and calendar.selected`;

const CALENDAR_EVENTS = `
select connection.account_id, span.starts_at, span.ends_at
from ${CALENDARS} join calendar_span as span on span.calendar_id = calendar.id
where connection.account_id = any(:hostIds) and span.ends_at > :from and span.starts_at < :until
  and not exists (${OWN_EVENT})
union all
select account.id, cast(:from as timestamptz), cast(:until as timestamptz)
from account where account.id = any(:hostIds) and account.calendar_outage = 'block' and exists (
  select from ${CALENDARS}
  where connection.account_id = account.id
    and calendar.failing_since < cast(:now as timestamptz) - ${OUTAGE_AFTER})`;

const ask = async <Row>(db: Database, sql: string, query: BusyQuery): Promise<readonly Row[]> =>
  (await db.raw<{ rows: readonly Row[] }>(sql, { ...query })).rows;

const spanOf = ({ starts_at: from, ends_at: until }: Pick<SpanRow, 'starts_at' | 'ends_at'>): Span => ({
  from: from.getTime(),
  until: until.getTime(),
});

const toBusy = (row: BookingRow): HostTime<Busy> => ({
  accountId: row.account_id,
  time: {
    from: row.busy_from.getTime(),
    until: row.busy_until.getTime(),
    booking: {
      ...spanOf(row),
      uid: row.uid,
      eventTypeId: row.event_type_id,
      ...(row.seats === null ? {} : { seats: row.seats, seatsTaken: row.seats_taken }),
    },
  },
});

const toBusyHold = (row: HoldRow): HostTime<Busy> => ({
  accountId: row.account_id,
  time: {
    from: row.starts_at.getTime() - row.before * MINUTE,
    until: row.ends_at.getTime() + row.after * MINUTE,
  },
});

/** Bookings, holds of other event types, and events of connected calendars of the hosts. */
export async function loadBusy(db: Database, query: BusyQuery): Promise<readonly HostTime<Busy>[]> {
  const bookings = await ask<BookingRow>(db, BOOKINGS, query);
  const holds = await ask<HoldRow>(db, HOLDS_ON_HOSTS, query);
  const events = (await ask<SpanRow>(db, CALENDAR_EVENTS, query)).map((row) => ({
    accountId: row.account_id,
    time: spanOf(row),
  }));
  return [...bookings.map(toBusy), ...holds.map(toBusyHold), ...events];
}

export async function loadAway(db: Database, query: BusyQuery): Promise<readonly HostTime<Span>[]> {
  const rows = await ask<SpanRow>(db, ABSENCES, query);
  return rows.map((row) => ({ accountId: row.account_id, time: spanOf(row) }));
}

export async function loadHolds(db: Database, query: BusyQuery): Promise<readonly Span[]> {
  return (await ask<SpanRow>(db, HOLDS_ON_EVENT_TYPE, query)).map(spanOf);
}
