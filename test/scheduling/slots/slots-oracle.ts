/*
 * A simple and slow model of slots: it checks every minute of the wall clock of each host, without sorting, merging or
 * skipping. It shares no code with the service, and counts in whole minutes since the epoch.
 */
import { Temporal } from 'temporal-polyfill';
import type { BookingWindow, PeriodLimits } from '../../../src/scheduling/event-types/event-type.js';
import type { Host, Slot, SlotQuery, Span } from '../../../src/scheduling/slots/slot.js';

const MINUTE = 60_000;
const DAY = 24 * 60;
const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

interface Wall {
  readonly date: Temporal.PlainDate;
  readonly key: string;
  readonly weekDay: (typeof NAMES)[number];
  /** Of the day, in local time. */
  readonly minute: number;
  readonly offset: number;
}

/** Conversions are the most expensive part, and repeat. */
const walls = new Map<string, Map<number, Wall>>();

function wallOf(zone: string, minute: number): Wall {
  const ofZone = walls.get(zone) ?? new Map<number, Wall>();
  walls.set(zone, ofZone);
  const known = ofZone.get(minute);
  if (known !== undefined) return known;
  const local = Temporal.Instant.fromEpochMilliseconds(minute * MINUTE).toZonedDateTimeISO(zone);
  const date = local.toPlainDate();
  const wall = {
    date,
    key: date.toString(),
    weekDay: NAMES[date.dayOfWeek - 1] ?? 'Monday',
    minute: local.hour * 60 + local.minute,
    offset: local.offsetNanoseconds,
  };
  ofZone.set(minute, wall);
  return wall;
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Whether a minute of a date is inside the hours, in local time. */
function insideHours(
  { hours }: Host,
  { key, weekDay }: Pick<Wall, 'key' | 'weekDay'>,
  minute: number,
): boolean {
  const dated = hours.overrides.filter((override) => override.date === key);
  const ranges = dated.length > 0 ? dated : hours.availability.filter(({ days }) => days.includes(weekDay));
  return ranges.some(({ startTime, endTime }) => {
    if (startTime === endTime) return false;
    const end = endTime === '23:59' ? 24 * 60 : minutesOf(endTime);
    return minute >= minutesOf(startTime) && minute < end;
  });
}

const minutesFrom = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

export interface Oracle {
  /** Over the minutes of `horizon`, which must start two days before the range. */
  slots(range: Span): readonly Slot[];
}

export function createOracle(query: SlotQuery, horizon: Span): Oracle {
  const { rules, hosts, need, eventTypeId } = query;
  const length = query.lengthInMinutes;
  const interval = rules.slotInterval ?? length;
  const [first] = hosts;
  if (first === undefined) return { slots: () => [] };
  const begin = horizon.from / MINUTE;
  const until = horizon.until / MINUTE;

  const openMinutes = new Map(
    hosts.map((host) => {
      const minutes = minutesFrom(begin - 1, until).filter((minute) => {
        const wall = wallOf(host.hours.timeZone, minute);
        return insideHours(host, wall, wall.minute);
      });
      return [host, new Set(minutes)];
    }),
  );
  const isOpen = (host: Host, minute: number): boolean => openMinutes.get(host)?.has(minute) === true;

  /** How long hours that continue at midnight have lasted by then; 0 if the whole day before is open. */
  function minutesOnTheEve(leader: Host, { date }: Wall): number {
    const before = date.subtract({ days: 1 });
    const eve = { key: before.toString(), weekDay: NAMES[before.dayOfWeek - 1] ?? 'Monday' };
    let opening = DAY;
    while (opening > 0 && insideHours(leader, eve, opening - 1)) opening -= 1;
    return opening === 0 ? 0 : DAY - opening;
  }

  /** The origin of the grid when the hours of the leader start at this minute, or continue after a clock change. */
  function originAt(leader: Host, minute: number): number | undefined {
    const wall = wallOf(leader.hours.timeZone, minute);
    const before = wallOf(leader.hours.timeZone, minute - 1);
    if (isOpen(leader, minute - 1) && before.key === wall.key && before.offset === wall.offset)
      return undefined;
    let opening = wall.minute;
    while (opening > 0 && insideHours(leader, wall, opening - 1)) opening -= 1;
    if (opening === 0) opening -= minutesOnTheEve(leader, wall);
    return minute - (wall.minute - opening);
  }

  /** The minutes on the grid of these hosts. */
  function gridOf(leader: Host, group: readonly Host[]): ReadonlySet<number> {
    const grid = new Set<number>();
    let origin: number | undefined;
    for (let minute = begin; minute < until; minute += 1) {
      const open = group.every((host) => isOpen(host, minute));
      origin = open ? (originAt(leader, minute) ?? origin ?? minute) : undefined;
      const steps = minute - (origin ?? Infinity) - rules.offsetStart;
      if (steps >= 0 && steps % interval === 0) grid.add(minute);
    }
    return grid;
  }

  const grids = need === 'all' ? [gridOf(first, hosts)] : hosts.map((host) => gridOf(host, [host]));

  const minutesIn = (spans: readonly Span[]): ReadonlySet<number> =>
    new Set(spans.flatMap((span) => minutesFrom(span.from / MINUTE, span.until / MINUTE)));
  const awayMinutes = new Map(hosts.map((host) => [host, minutesIn(host.away)]));
  const busyMinutes = new Map(hosts.map((host) => [host, minutesIn(host.busy)]));

  const isThere = (host: Host, start: number): boolean =>
    minutesFrom(start, start + length).every(
      (minute) => isOpen(host, minute) && !awayMinutes.get(host)?.has(minute),
    );

  const padded = (start: number): readonly number[] =>
    minutesFrom(start - rules.beforeEventBuffer, start + length + rules.afterEventBuffer);

  const isBusy = (host: Host, start: number): boolean =>
    padded(start).some((minute) => busyMinutes.get(host)?.has(minute));

  function periodKey(host: Host, minute: number, period: keyof PeriodLimits): string {
    let { date } = wallOf(host.hours.timeZone, minute);
    if (period === 'year') return String(date.year);
    if (period === 'month') return `${date.year}-${date.month}`;
    if (period === 'day') return date.toString();
    while (NAMES[date.dayOfWeek - 1] !== host.weekStart) date = date.subtract({ days: 1 });
    return date.toString();
  }

  interface Booked {
    readonly from: number;
    readonly until: number;
  }

  function isOver(
    host: Host,
    bookings: readonly Booked[],
    limits: { readonly count?: PeriodLimits; readonly duration?: PeriodLimits },
    start: number,
  ): boolean {
    return (['day', 'week', 'month', 'year'] as const).some((period) => {
      const key = periodKey(host, start, period);
      const same = bookings.filter(({ from }) => periodKey(host, from / MINUTE, period) === key);
      const booked = same.reduce((sum, one) => sum + (one.until - one.from) / MINUTE, 0);
      const { count = {}, duration = {} } = limits;
      return (
        same.length + 1 > (count[period] ?? Infinity) || booked + length > (duration[period] ?? Infinity)
      );
    });
  }

  const bookingsOf = (host: Host) => host.busy.flatMap(({ booking }) => (booking ? [booking] : []));

  function isOverOwnLimit(host: Host, start: number): boolean {
    const { perDay, perWeek, perMonth, perYear } = host.limits;
    const count = {
      ...(perDay !== undefined && { day: perDay }),
      ...(perWeek !== undefined && { week: perWeek }),
      ...(perMonth !== undefined && { month: perMonth }),
      ...(perYear !== undefined && { year: perYear }),
    };
    return isOver(host, bookingsOf(host), { count }, start);
  }

  function isOverEventLimit(leader: Host, start: number): boolean {
    const seen = new Set<string>();
    const bookings = hosts.flatMap(bookingsOf).filter((booking) => {
      const fresh = booking.eventTypeId === eventTypeId && !seen.has(booking.uid);
      seen.add(booking.uid);
      return fresh;
    });
    const { bookingLimitsCount: count, bookingLimitsDuration: duration } = rules;
    return isOver(leader, bookings, { ...(count && { count }), ...(duration && { duration }) }, start);
  }

  function seatedAt(host: Host, start: number) {
    const same = bookingsOf(host).filter(
      (booking) =>
        booking.seats !== undefined &&
        booking.eventTypeId === eventTypeId &&
        booking.from === start * MINUTE &&
        booking.until === (start + length) * MINUTE,
    );
    const open = same.find(({ seats = 0, seatsTaken = 0 }) => seatsTaken < seats);
    return rules.seats === undefined ? undefined : (open ?? same[0]);
  }

  const isFree = (host: Host, start: number): boolean =>
    isThere(host, start) && !isBusy(host, start) && !isOverOwnLimit(host, start);

  /** Reservations block their buffers like a booking. */
  const heldMinutes = query.held.map(({ from, until: end }) =>
    minutesIn([
      { from: from - rules.beforeEventBuffer * MINUTE, until: end + rules.afterEventBuffer * MINUTE },
    ]),
  );

  const isSame = (held: Span, start: number): boolean =>
    held.from === start * MINUTE && held.until === (start + length) * MINUTE;

  function newBooking(leader: Host, start: number): Omit<Slot, 'start' | 'end'> | undefined {
    const free = hosts.filter((host) => isFree(host, start));
    if (need === 'all' ? free.length < hosts.length : free.length === 0) return undefined;
    if (isOverEventLimit(leader, start)) return undefined;
    const beside = rules.seats ? query.held.filter((held) => isSame(held, start)).length : 0;
    const against =
      heldMinutes.filter((minutes) => padded(start).some((minute) => minutes.has(minute))).length - beside;
    if (against > 0 && (need === 'all' || against >= free.length)) return undefined;
    const accountIds = free.map(({ accountId }) => accountId);
    if (rules.seats === undefined) return { accountIds };
    const seats = rules.seats.seatsPerTimeSlot;
    return seats > beside ? { accountIds, seated: { seats, left: seats - beside } } : undefined;
  }

  function oneMoreSeat(start: number): Omit<Slot, 'start' | 'end'> | 'none left' | undefined {
    const present = hosts.filter((host) => seatedAt(host, start) !== undefined && isThere(host, start));
    const bookings = present.flatMap((host) => seatedAt(host, start) ?? []);
    const chosen = bookings.find((one) => (one.seatsTaken ?? 0) < (one.seats ?? 0)) ?? bookings[0];
    if (chosen === undefined) return undefined;
    const group = present.filter((host) => seatedAt(host, start)?.uid === chosen.uid);
    if (need === 'all' && group.length < hosts.length) return undefined;
    const seats = chosen.seats ?? 0;
    const held = query.held.filter((one) => isSame(one, start)).length;
    const left = seats - (chosen.seatsTaken ?? 0) - held;
    if (left <= 0) return 'none left';
    return {
      accountIds: group.map(({ accountId }) => accountId),
      seated: { bookingUid: chosen.uid, seats, left },
    };
  }

  function factsAt(leader: Host, start: number): Omit<Slot, 'start' | 'end'> | undefined {
    const seat = oneMoreSeat(start);
    if (seat === undefined) return newBooking(leader, start);
    if (seat !== 'none left') return seat;
    return need === 'any' ? newBooking(leader, start) : undefined;
  }

  const today = wallOf(first.hours.timeZone, Math.floor(query.now / MINUTE)).date;
  const dateAt = (minute: number): Temporal.PlainDate => wallOf(first.hours.timeZone, minute).date;
  const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate): boolean =>
    Temporal.PlainDate.compare(a, b) < 0;

  function lastDate(window: Exclude<BookingWindow, { type: 'range' }>): Temporal.PlainDate {
    let date = today;
    for (let left = window.value; left > 0;) {
      date = date.add({ days: 1 });
      if (window.type === 'calendarDays' || date.dayOfWeek <= 5) left -= 1;
    }
    return date;
  }

  function inWindow(minute: number): boolean {
    const { bookingWindow: window } = rules;
    if (window === undefined || (window.type !== 'range' && window.rolling)) return true;
    const date = dateAt(minute);
    if (window.type !== 'range') return !isBefore(date, today) && !isBefore(lastDate(window), date);
    const [from, to] = window.value.map((text) => Temporal.PlainDate.from(text));
    return from !== undefined && to !== undefined && !isBefore(date, from) && !isBefore(to, date);
  }

  function between(from: number, to: number): readonly Slot[] {
    return minutesFrom(from, to).flatMap((minute) => {
      if (!grids.some((grid) => grid.has(minute)) || !inWindow(minute)) return [];
      if (minute * MINUTE < query.now + rules.minimumBookingNotice * MINUTE) return [];
      const facts = first && factsAt(first, minute);
      return facts ? [{ start: minute * MINUTE, end: (minute + length) * MINUTE, ...facts }] : [];
    });
  }

  function rolled(slots: readonly Slot[], to: number): readonly Slot[] {
    const { bookingWindow: window } = rules;
    if (window === undefined || window.type === 'range' || !window.rolling) return slots;
    const dates: Temporal.PlainDate[] = [];
    for (const { start } of between(Math.floor(query.now / MINUTE), to)) {
      const date = dateAt(start / MINUTE);
      const counts = window.type === 'calendarDays' || date.dayOfWeek <= 5;
      if (counts && !dates.some((known) => known.equals(date))) dates.push(date);
    }
    const last = dates[window.value - 1];
    return slots.filter(({ start }) => last === undefined || !isBefore(last, dateAt(start / MINUTE)));
  }

  return {
    slots(range) {
      const [from, to] = [range.from / MINUTE, range.until / MINUTE];
      if (!rules.onlyShowFirstAvailableSlot) return rolled(between(from, to), to);
      const seen = new Set<string>();
      const early = rolled(between(from - 26 * 60, to), to).filter(({ start }) => {
        const key = dateAt(start / MINUTE).toString();
        const fresh = !seen.has(key);
        seen.add(key);
        return fresh;
      });
      return early.filter(({ start }) => start >= range.from);
    },
  };
}
