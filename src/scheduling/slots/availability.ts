/*
 * A slot query prepared for many starts: everything is sorted, merged and put on the clock once. It holds for slots that
 * start in one range only.
 */
import { present } from '../../present.js';
import { DAY, MINUTE } from '../../durations.js';
import { windowOf } from './booking-window.js';
import type { Window } from './booking-window.js';
import { isLimited, limitedSpans, marginOf } from './calendar-limits.js';
import type { Limits } from './calendar-limits.js';
import { openings } from './open-hours.js';
import type { Opening } from './open-hours.js';
import type { Busy, Host, PersonLimits, SlotQuery, Span } from './slot.js';
import { merged, without } from './spans.js';
import { localDay, localDays, zoneClock } from './zone-clock.js';
import type { ZoneClock } from './zone-clock.js';

/** A booking with seats, of the requested length. */
export interface Joinable {
  readonly uid: string;
  readonly seats: number;
  readonly taken: number;
}

/** A host over the range of an availability. */
export interface HostAvailability {
  readonly accountId: number;
  readonly openings: readonly Opening[];
  /** Open and not away; ranges that touch, also over midnight, are one. */
  readonly open: readonly Span[];
  /** No slot may start in these: it would overlap a booking or its buffers. */
  readonly taken: readonly Span[];
  /** No slot may start in these: a limit is reached. */
  readonly limited: readonly Span[];
  /** Where a slot may start: what the three lists above leave. */
  readonly starts: readonly Span[];
  /** By start. */
  readonly joinable: ReadonlyMap<number, Joinable>;
}

export interface Availability {
  readonly query: SlotQuery;
  readonly range: Span;
  /** Milliseconds. */
  readonly length: number;
  /** Of the first host; dates of the booking window and the event type's periods are its. */
  readonly clock: ZoneClock;
  readonly window: Window;
  readonly hosts: readonly HostAvailability[];
  /** No slot may start in these: a limit of the event type is reached. */
  readonly limited: readonly Span[];
}

/** Enough to know where an open range began: a clock change and a whole day. */
const MARGIN_MS = 2 * DAY;

const bookingsOf = ({ busy }: Host) => busy.flatMap(({ booking }) => booking ?? []);
const startsIn = (range: Span, { from }: Span): boolean => from >= range.from && from < range.until;

type StartsIn = (near: Span) => readonly Span[];

const bookingsOfHost =
  ({ busy }: Host): StartsIn =>
  (near) => {
    const found: Span[] = [];
    for (const { booking } of busy) if (booking && startsIn(near, booking)) found.push(booking);
    return found;
  };

/** Each once, also one of several hosts. */
const bookingsOfEventType =
  ({ eventTypeId, hosts }: SlotQuery): StartsIn =>
  (near) => {
    const found = new Map<string, Span>();
    for (const { busy } of hosts)
      for (const { booking } of busy)
        if (booking?.eventTypeId === eventTypeId && startsIn(near, booking)) found.set(booking.uid, booking);
    return [...found.values()];
  };

/** Starts in the range of slots that would overlap one, buffers included. Touching is no overlap. */
function takenStarts(busy: readonly Busy[], { query, range, length }: Frame): readonly Span[] {
  const before = query.rules.afterEventBuffer * MINUTE + length - 1;
  const after = query.rules.beforeEventBuffer * MINUTE;
  const taken: Span[] = [];
  for (const { from, until } of busy)
    if (from - before < range.until && until + after > range.from)
      taken.push({ from: from - before, until: until + after });
  return merged(taken);
}

const hasSeats = ({ seats, taken }: Joinable): boolean => taken < seats;

/** Of two at one time, which only a host can book, the one that has seats left. */
function joinableIn(
  host: Host,
  { rules, eventTypeId }: SlotQuery,
  length: number,
): ReadonlyMap<number, Joinable> {
  const joinable = new Map<number, Joinable>();
  if (rules.seats === undefined) return joinable;
  for (const { uid, seats, seatsTaken: taken = 0, ...booking } of bookingsOf(host)) {
    const current = joinable.get(booking.from);
    if (seats === undefined || (current && hasSeats(current))) continue;
    if (booking.eventTypeId !== eventTypeId || booking.until - booking.from !== length) continue;
    const candidate = { uid, seats, taken };
    if (current === undefined || hasSeats(candidate)) joinable.set(booking.from, candidate);
  }
  return joinable;
}

const personalLimits = ({ perDay, perWeek, perMonth, perYear }: PersonLimits): Limits => ({
  count: present({ day: perDay, week: perWeek, month: perMonth, year: perYear }),
});

const limitsOf = ({ rules }: SlotQuery): Limits =>
  present({ count: rules.bookingLimitsCount, minutes: rules.bookingLimitsDuration });

/** Bookings far off count in no calendar period of the range. */
function limitedBy(
  limits: Limits,
  bookings: StartsIn,
  { hours: { timeZone }, weekStart }: Host,
  { range, length }: Frame,
): readonly Span[] {
  if (!isLimited(limits)) return [];
  const margin = marginOf(limits);
  const near = { from: range.from - margin, until: range.until + margin };
  const days = localDays(zoneClock(timeZone, range));
  const calendar = { clock: zoneClock(timeZone, near), weekStart, days };
  return limitedSpans(limits, bookings(near), calendar, length);
}

/** Slots that end with an open span are within it. */
const startsWithin = (open: readonly Span[], length: number): readonly Span[] =>
  open.flatMap(({ from, until }) => (until - from < length ? [] : [{ from, until: until - length + 1 }]));

interface Frame {
  readonly query: SlotQuery;
  readonly range: Span;
  readonly length: number;
  readonly clockOf: (timeZone: string) => ZoneClock;
}

function availabilityOf(host: Host, frame: Frame): HostAvailability {
  const { query, length } = frame;
  const hours = openings(host.hours, frame.clockOf(host.hours.timeZone));
  const open = without(merged(hours), merged(host.away));
  const taken = takenStarts(host.busy, frame);
  const limited = limitedBy(personalLimits(host.limits), bookingsOfHost(host), host, frame);
  return {
    accountId: host.accountId,
    openings: hours,
    open,
    taken,
    limited,
    starts: without(without(startsWithin(open, length), taken), limited),
    joinable: joinableIn(host, query, length),
  };
}

function clocksOver({ from, until }: Span, length: number): (timeZone: string) => ZoneClock {
  const clocks = new Map<string, ZoneClock>();
  return (timeZone) => {
    const known = clocks.get(timeZone);
    if (known !== undefined) return known;
    const clock = zoneClock(timeZone, { from: from - MARGIN_MS, until: until + length + MARGIN_MS });
    clocks.set(timeZone, clock);
    return clock;
  };
}

/** Undefined without hosts. */
export function availabilityFor(query: SlotQuery, range: Span): Availability | undefined {
  const [first] = query.hosts;
  if (first === undefined) return undefined;
  const { rules, now } = query;
  const length = query.lengthInMinutes * MINUTE;
  const frame: Frame = { query, range, length, clockOf: clocksOver(range, length) };
  const today = localDay(zoneClock(first.hours.timeZone, { from: now, until: now + 1 }), now);
  return {
    query,
    range,
    length,
    clock: frame.clockOf(first.hours.timeZone),
    window: windowOf(rules.bookingWindow, today),
    hosts: query.hosts.map((host) => availabilityOf(host, frame)),
    limited: limitedBy(limitsOf(query), bookingsOfEventType(query), first, frame),
  };
}

const NO_HOLDS = { beside: 0, against: 0 };

/** How many holds overlap a slot: `beside` share it as seats, `against` compete for it. */
export function holdsAt({ query, length }: Availability, start: number): { beside: number; against: number } {
  if (query.held.length === 0) return NO_HOLDS;
  const buffers = (query.rules.beforeEventBuffer + query.rules.afterEventBuffer) * MINUTE;
  const overlapping = query.held.filter(
    ({ from, until }) => start < until + buffers && start + length > from - buffers,
  );
  const beside = query.rules.seats
    ? overlapping.filter(({ from, until }) => from === start && until === start + length).length
    : 0;
  return { beside, against: overlapping.length - beside };
}
