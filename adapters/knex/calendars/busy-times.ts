/*
 * Times at which hosts cannot be booked: absences, bookings with their buffers, holds that have not expired, and events
 * of connected calendars.
 */
import type { Busy, Span } from '../../../src/scheduling/slots/slot.js';
import type { Database } from '../connection.js';
import { prepared } from '../prepared.js';
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

/** What counts as what. */
type Kind = 'booking' | 'hold' | 'calendar' | 'absence' | 'held';

/** Instants are milliseconds since the epoch; the columns hold no more, so that the numbers are exact. */
interface TimeRow {
  readonly kind: Kind;
  readonly account_id: number;
  readonly busy_from: number;
  readonly busy_until: number;
  readonly starts_at: number | null;
  readonly ends_at: number | null;
  readonly uid: string | null;
  readonly event_type_id: number | null;
  readonly seats: number | null;
  readonly seats_taken: number | null;
}

const ms = (column: string): string => `cast(extract(epoch from ${column}) * 1000 as double precision)`;

/** A row without a booking. */
const row = (kind: Kind, accountId: string, from: string, until: string): string => `
select '${kind}', ${accountId}, ${ms(from)}, ${ms(until)}, null, null, null, null, null, null`;

const ABSENCES = `
${row('absence', 'account_id', 'starts_at', 'ends_at')} from out_of_office
where account_id = any(:hostIds) and ends_at > :from and starts_at < :until`;

// Pending bookings block the time unless their event type says otherwise. `offset 0` makes the planner read the
// bookings one by one after the range of the hosts, whose size it overestimates.
const BOOKINGS = `
select '${'booking' satisfies Kind}' as kind, host.account_id,
  ${ms('host.busy_from')} as busy_from, ${ms('host.busy_until')} as busy_until,
  ${ms('booking.starts_at')} as starts_at, ${ms('booking.ends_at')} as ends_at, booking.uid, booking.event_type_id,
  booking.seats, case when booking.seats is not null then
    (select cast(count(*) as integer) from attendee where booking_id = host.booking_id) end as seats_taken
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

const OF_EVENT_TYPE = 'from slot_hold as hold join event_type on event_type.id = hold.event_type_id';

const buffer = (name: string): string =>
  `cast(event_type.settings ->> '${name}' as integer) * interval '1 minute'`;
const heldOn = (accountId: string): string =>
  row(
    'hold',
    accountId,
    `hold.starts_at - ${buffer('beforeEventBuffer')}`,
    `hold.ends_at + ${buffer('afterEventBuffer')}`,
  );

// A hold on a team's event type holds its fixed hosts; the other hosts of a round robin are not chosen yet.
const HOLDS_ON_HOSTS = `
${heldOn('event_type.owner_id')} ${OF_EVENT_TYPE} where ${LIVE}
  and event_type.owner_id = any(:hostIds) and event_type.id <> :eventTypeId
union all
${heldOn('membership.account_id')} ${OF_EVENT_TYPE} ${HOSTED}
  and (event_type.scheduling_type = 'collective' or host.mandatory) and ${LIVE}
  and membership.account_id = any(:hostIds) and event_type.id <> :eventTypeId`;

const HOLDS_ON_EVENT_TYPE = `
${row('held', '0', 'hold.starts_at', 'hold.ends_at')} from slot_hold as hold
where ${LIVE} and hold.event_type_id = :eventTypeId`;

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
${row('calendar', 'connection.account_id', 'span.starts_at', 'span.ends_at')}
from ${CALENDARS} join calendar_span as span on span.calendar_id = calendar.id
where connection.account_id = any(:hostIds) and span.ends_at > :from and span.starts_at < :until
  and not exists (${OWN_EVENT})
union all
${row('calendar', 'account.id', 'cast(:from as timestamptz)', 'cast(:until as timestamptz)')}
from account where account.id = any(:hostIds) and account.calendar_outage = 'block' and exists (
  select from ${CALENDARS}
  where connection.account_id = account.id
    and calendar.failing_since < cast(:now as timestamptz) - ${OUTAGE_AFTER})`;

const readTimes = prepared<TimeRow>(
  'times-of-hosts',
  [BOOKINGS, HOLDS_ON_HOSTS, CALENDAR_EVENTS, ABSENCES, HOLDS_ON_EVENT_TYPE].join(' union all '),
);

const spanOf = ({ busy_from: from, busy_until: until }: TimeRow): Span => ({ from, until });

function bookingOf(row: TimeRow): Pick<Busy, 'booking'> {
  const { starts_at: from, ends_at: until, uid, seats, seats_taken: seatsTaken } = row;
  if (from === null || until === null || uid === null) return {};
  const seated = seats === null ? {} : { seats, seatsTaken: seatsTaken ?? 0 };
  return { booking: { from, until, uid, eventTypeId: row.event_type_id, ...seated } };
}

export interface HostTimes {
  /** Bookings, holds of other event types, and events of connected calendars. */
  readonly busy: readonly HostTime<Busy>[];
  readonly away: readonly HostTime<Span>[];
  /** Holds of the event type itself. */
  readonly held: readonly Span[];
}

export async function loadTimes(db: Database, query: BusyQuery): Promise<HostTimes> {
  const [busy, away, held]: [HostTime<Busy>[], HostTime<Span>[], Span[]] = [[], [], []];
  for (const row of await readTimes(db, { ...query })) {
    const { kind, account_id: accountId } = row;
    if (kind === 'held') held.push(spanOf(row));
    else if (kind === 'absence') away.push({ accountId, time: spanOf(row) });
    else busy.push({ accountId, time: { ...spanOf(row), ...bookingOf(row) } });
  }
  return { busy, away, held };
}
