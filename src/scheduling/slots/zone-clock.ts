/*
 * What the wall clocks of a time zone show. The time zone library is asked once for each change of the clocks; between
 * two of them local time is plain addition, so that nothing has to be converted slot by slot. Local times are
 * milliseconds too, counted as if they were UTC; a local day is a number of days since 1970-01-01.
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

export function zoneClock(timeZone: string, { from, until }: Span): ZoneClock {
  const stretches: Stretch[] = [];
  let here = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  for (;;) {
    const change = here.getTimeZoneTransition('next');
    const offset = here.offsetNanoseconds / NANOSECONDS;
    const start = Math.max(from, here.epochMilliseconds);
    if (change === null || change.epochMilliseconds >= until)
      return withLast(stretches, { from: start, until, offset });
    stretches.push({ from: start, until: change.epochMilliseconds, offset });
    here = change;
  }
}

function withLast(stretches: readonly Stretch[], last: Stretch): ZoneClock {
  const [first, ...rest] = stretches;
  return first === undefined ? [last] : [first, ...rest, last];
}

/** Outside the range of the clock, that of its nearest end. */
export const offsetAt = (clock: ZoneClock, instant: number): number =>
  (lastFrom(clock, instant) ?? clock[0]).offset;

export const localDay = (clock: ZoneClock, instant: number): number =>
  Math.floor((instant + offsetAt(clock, instant)) / DAY);

/** Of `YYYY-MM-DD`. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;

/** 0 is Monday; 1970-01-01 was a Thursday. */
export const weekDayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
