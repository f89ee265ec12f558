/*
 * A slot query prepared for many starts: everything is sorted, merged and put on the clock once. It holds for slots that
 * start in one range only.
 */
import { present } from '../../present.js';
import { DAY, MINUTE } from '../../durations.js';
import { windowOf } from './booking-window.js';
import type { Window } from './booking-window.js';
import { isLimited, limitReached } from './calendar-limits.js';
import type { Limits } from './calendar-limits.js';
import { openings } from './open-hours.js';
import type { Opening } from './open-hours.js';
import type { Host, PersonLimits, SlotQuery, Span } from './slot.js';
import { merged, without } from './spans.js';
import { localDay, zoneClock } from './zone-clock.js';
import type { ZoneClock } from './zone-clock.js';

type LimitCheck = (start: number) => boolean;

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
  /** By start. */
  readonly joinable: ReadonlyMap<number, Joinable>;
  readonly limitReached: LimitCheck;
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
  readonly limitReached: LimitCheck;
}

/** Enough to know where an open range began: a clock change and a whole day. */
const MARGIN_MS = 2 * DAY;
const NEVER: LimitCheck = () => false;

const bookingsOf = ({ busy }: Host) => busy.flatMap(({ booking }) => booking ?? []);

/** Each once, also one of several hosts. */
function bookingsOfEventType({ eventTypeId, hosts }: SlotQuery): readonly Span[] {
  const own = hosts.flatMap(bookingsOf).filter((booking) => booking.eventTypeId === eventTypeId);
  return [...new Map(own.map((booking) => [booking.uid, booking])).values()];
}

/** Starts of slots that would overlap it, buffers included. Touching is no overlap. */
const overlappingStarts = (
  { query, length }: Pick<Availability, 'query' | 'length'>,
  { from, until }: Span,
): Span => ({
  from: from - query.rules.afterEventBuffer * MINUTE - length + 1,
  until: until + query.rules.beforeEventBuffer * MINUTE,
});

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

/** The clock reaches to bookings far off too: their calendar periods count. */
function limitCheck(
  limits: Limits,
  bookings: readonly Span[],
  host: Host,
  { range, length }: Frame,
): LimitCheck {
  if (!isLimited(limits)) return NEVER;
  const from = bookings.reduce((first, booking) => Math.min(first, booking.from), range.from);
  const until = bookings.reduce((last, booking) => Math.max(last, booking.from + 1), range.until);
  const calendar = { clock: zoneClock(host.hours.timeZone, { from, until }), weekStart: host.weekStart };
  return limitReached(limits, bookings, calendar, length);
}

interface Frame {
  readonly query: SlotQuery;
  readonly range: Span;
  readonly length: number;
  readonly clockOf: (timeZone: string) => ZoneClock;
}

function availabilityOf(host: Host, frame: Frame): HostAvailability {
  const { query, length } = frame;
  const open = openings(host.hours, frame.clockOf(host.hours.timeZone));
  return {
    accountId: host.accountId,
    openings: open,
    open: without(merged(open), merged(host.away)),
    taken: merged(host.busy.map((busy) => overlappingStarts(frame, busy))),
    joinable: joinableIn(host, query, length),
    limitReached: limitCheck(personalLimits(host.limits), bookingsOf(host), host, frame),
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
    limitReached: limitCheck(limitsOf(query), bookingsOfEventType(query), first, frame),
  };
}

/** How many holds overlap a slot: `beside` share it as seats, `against` compete for it. */
export function holdsAt({ query, length }: Availability, start: number): { beside: number; against: number } {
  const buffers = (query.rules.beforeEventBuffer + query.rules.afterEventBuffer) * MINUTE;
  const overlapping = query.held.filter(
    ({ from, until }) => start < until + buffers && start + length > from - buffers,
  );
  const beside = query.rules.seats
    ? overlapping.filter(({ from, until }) => from === start && until === start + length).length
    : 0;
  return { beside, against: overlapping.length - beside };
}
