/*
 * What the wall clocks of a time zone show. The time zone library is asked once for each change of the clocks, and its
 * answers are kept; between two changes local time is plain addition, so that nothing has to be converted slot by slot.
 * Local times are milliseconds too, counted as if they were UTC; a local day is a number of days since 1970-01-01.
 */
import { Temporal } from 'temporal-polyfill';
import { DAY } from '../../durations.js';
import type { Span } from './slot.js';
import { lastFrom } from './spans.js';

const NANOSECONDS = 1_000_000;

/** While it lasts, local time is the instant plus `offset`. */
export interface Stretch extends Span {
  readonly offset: number;
}

/** The stretches of a range of time, without holes. */
export type ZoneClock = readonly [Stretch, ...Stretch[]];

/** What is asked and kept at a time. */
const PERIOD_MS = 400 * DAY;
const MAX_KEPT = 4_000;
const kept = new Map<string, readonly Stretch[]>();

function askLibrary(timeZone: string, { from, until }: Span): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let here = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  for (;;) {
    const change = here.getTimeZoneTransition('next');
    const end = Math.min(change?.epochMilliseconds ?? until, until);
    const offset = here.offsetNanoseconds / NANOSECONDS;
    stretches.push({ from: Math.max(from, here.epochMilliseconds), until: end, offset });
    if (change === null || end === until) return stretches;
    here = change;
  }
}

function stretchesOf(timeZone: string, period: number): readonly Stretch[] {
  const key = `${timeZone} ${period}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const from = period * PERIOD_MS;
  const stretches = askLibrary(timeZone, { from, until: from + PERIOD_MS });
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, stretches);
  return stretches;
}

/** An empty range is taken for its first moment. */
export function zoneClock(timeZone: string, { from, until: end }: Span): ZoneClock {
  const until = Math.max(end, from + 1);
  const first = Math.floor(from / PERIOD_MS);
  const periods = Array.from({ length: Math.ceil(until / PERIOD_MS) - first }, (_, at) => first + at);
  const clock: Stretch[] = [];
  for (const stretch of periods.flatMap((period) => stretchesOf(timeZone, period))) {
    if (stretch.until <= from || stretch.from >= until) continue;
    const before = clock.at(-1)?.offset === stretch.offset ? clock.pop() : undefined;
    const begin = before?.from ?? Math.max(from, stretch.from);
    clock.push({ from: begin, until: Math.min(until, stretch.until), offset: stretch.offset });
  }
  const [earliest, ...later] = clock;
  if (earliest === undefined) throw new Error(`no clock for ${timeZone}`);
  return [earliest, ...later];
}

/** Outside the range of the clock, that of its nearest end. */
export const offsetAt = (clock: ZoneClock, instant: number): number =>
  (lastFrom(clock, instant) ?? clock[0]).offset;

export const localDay = (clock: ZoneClock, instant: number): number =>
  Math.floor((instant + offsetAt(clock, instant)) / DAY);

/** A local day, or the part of it that one stretch shows. */
export interface DaySpan extends Span {
  readonly day: number;
}

function daysOf({ from, until, offset }: Stretch): readonly DaySpan[] {
  const first = Math.floor((from + offset) / DAY);
  const count = Math.floor((until - 1 + offset) / DAY) - first + 1;
  return Array.from({ length: count }, (_, at) => {
    const midnight = (first + at) * DAY - offset;
    return { day: first + at, from: Math.max(from, midnight), until: Math.min(until, midnight + DAY) };
  });
}

export const localDays = (clock: ZoneClock): readonly DaySpan[] => clock.flatMap(daysOf);

/** Of `YYYY-MM-DD`. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;

/** 0 is Monday; 1970-01-01 was a Thursday. */
export const weekDayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
