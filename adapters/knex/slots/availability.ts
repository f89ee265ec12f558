/*
 * Loads the facts about free time for a range: hours, absences, bookings, holds. Inside a transaction that has locked the
 * hosts, no other request books or holds them until it ends. Decides nothing.
 */
import { DAY, MINUTE } from '../../../src/durations.js';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import type { WeekDay } from '../../../src/scheduling/profile/store.js';
import type { Hours } from '../../../src/scheduling/schedules/schedule.js';
import { PERIOD_DAYS } from '../../../src/scheduling/slots/calendar-limits.js';
import type { Busy, Host, PersonLimits, Span } from '../../../src/scheduling/slots/slot.js';
import type { FreeTimeFacts } from '../../../src/scheduling/slots/store.js';
import { isId, isStorable } from '../../storable.js';
import { loadTimes } from '../calendars/busy-times.js';
import type { BusyQuery, HostTime } from '../calendars/busy-times.js';
import type { Database } from '../connection.js';
import { prepared } from '../prepared.js';
import { ORGANIZATION_ID } from '../accounts/profiles.js';

/** Holds that do not count: those of the caller, and the one whose uid the caller presents. */
export interface OwnHolds {
  /** The caller under each key of the ring, newest first. */
  readonly holders?: readonly string[];
  readonly uid?: string;
}

export interface AvailabilityQuery {
  readonly eventType: Pick<
    EventType,
    | 'id'
    | 'scheduleId'
    | 'beforeEventBuffer'
    | 'afterEventBuffer'
    | 'bookingWindow'
    | 'bookingLimitsCount'
    | 'bookingLimitsDuration'
  > & { readonly teamId?: number | null };
  /** In the order of importance: the first one's clock sets the grid and the calendar periods. */
  readonly hostIds: readonly number[];
  /** Where slots may start; what reaches into it from outside is loaded too. */
  readonly range: Span;
  readonly now: number;
  /** Counts as free time: it is about to be moved. */
  readonly exceptBookingUid?: string;
  readonly exceptHolds?: OwnHolds;
}

interface HostRow {
  readonly id: number;
  readonly week_start: WeekDay;
  readonly account_zone: string;
  readonly limits: PersonLimits;
  readonly time_zone: string | null;
  readonly availability: Hours['availability'] | null;
  readonly overrides: Hours['overrides'] | null;
}

// The schedule of a user's event type is for its owner, that of a team's for all hosts, while its owner is in the team;
// all others keep to their own. Limits count only in an organization.
const readHosts = prepared<HostRow>(
  'hours-of-hosts',
  `select account.id, account.week_start, account.time_zone as account_zone,
  case when ${ORGANIZATION_ID} is null then '{}' else account.booking_limits end as limits,
  schedule.time_zone, schedule.availability, schedule.overrides
from account left join schedule on schedule.id = coalesce(
  (select named.id from schedule as named where named.id = :scheduleId and (
    named.owner_id = account.id or exists (
      select from membership where team_id = :teamId and membership.account_id = named.owner_id and agreed))),
  account.default_schedule_id)
where account.id = any(:hostIds) and account.disabled_at is null`,
);

const LONGEST_FIRST = ['year', 'month', 'week', 'day'] as const;

const byPeriod = ({ perDay, perWeek, perMonth, perYear }: PersonLimits) => ({
  day: perDay,
  week: perWeek,
  month: perMonth,
  year: perYear,
});

/** Everything since now decides how far a rolling window reaches. */
function widened({ eventType, range, now }: AvailabilityQuery, rows: readonly HostRow[]): Span {
  const { bookingWindow, bookingLimitsCount, bookingLimitsDuration } = eventType;
  const limits = [bookingLimitsCount, bookingLimitsDuration, ...rows.map((row) => byPeriod(row.limits))];
  const longest = LONGEST_FIRST.find((period) => limits.some((limit) => limit?.[period] !== undefined));
  const buffers = (eventType.beforeEventBuffer + eventType.afterEventBuffer) * MINUTE;
  const margin = PERIOD_DAYS[longest ?? 'day'] * DAY + buffers;
  const rolling = bookingWindow !== undefined && bookingWindow.type !== 'range' && bookingWindow.rolling;
  const from = rolling === true ? Math.min(range.from, now) : range.from;
  return { from: from - margin, until: range.until + margin };
}

const storable = (text: string | undefined): string => (text !== undefined && isStorable(text) ? text : '');

const busyQueryOf = (query: AvailabilityQuery, { from, until }: Span): BusyQuery => ({
  eventTypeId: query.eventType.id,
  hostIds: [...query.hostIds],
  from: new Date(from),
  until: new Date(until),
  now: new Date(query.now),
  exceptBookingUid: storable(query.exceptBookingUid),
  exceptHolders: [...(query.exceptHolds?.holders ?? [])],
  exceptHoldUid: storable(query.exceptHolds?.uid),
});

function grouped<T>(all: readonly HostTime<T>[]): (accountId: number) => readonly T[] {
  const groups = new Map<number, T[]>();
  for (const { accountId, time } of all) {
    const group = groups.get(accountId);
    if (group === undefined) groups.set(accountId, [time]);
    else group.push(time);
  }
  return (accountId) => groups.get(accountId) ?? [];
}

const toHost = (row: HostRow, busy: readonly Busy[], away: readonly Span[]): Host => ({
  accountId: row.id,
  hours: {
    timeZone: row.time_zone ?? row.account_zone,
    availability: row.availability ?? [],
    overrides: row.overrides ?? [],
  },
  weekStart: row.week_start,
  busy,
  away,
  limits: row.limits,
});

/**
 * Enabled hosts, in the order of `hostIds`; `busy` holds their bookings and the holds of their other event types. `held`:
 * the live holds of the event type itself.
 */
export async function loadFreeTime(db: Database, query: AvailabilityQuery): Promise<FreeTimeFacts> {
  const scheduleId = query.eventType.scheduleId ?? 0;
  const hostIds = query.hostIds.filter(isId);
  const teamId = query.eventType.teamId ?? 0;
  const rows = await readHosts(db, { scheduleId, teamId, hostIds });
  const times = await loadTimes(db, busyQueryOf({ ...query, hostIds }, widened(query, rows)));
  const [busyOf, awayOf] = [grouped(times.busy), grouped(times.away)];
  const hosts = hostIds.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    return row === undefined ? [] : [toHost(row, busyOf(id), awayOf(id))];
  });
  return { hosts, held: times.held };
}
