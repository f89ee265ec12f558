/* The open hours of a schedule on the next days, as people read them: by date, on the wall clock of its zone. Pure. */
import { DAY } from '../../durations.js';
import type { Hours } from '../schedules/schedule.js';
import { openings } from './open-hours.js';
import type { Span } from './slot.js';
import { merged, without } from './spans.js';
import { dayOf, localDay, offsetAt, type ZoneClock, zoneClock } from './zone-clock.js';

export interface DayAhead {
  /** A local day (zone-clock.ts). */
  readonly day: number;
  /** In milliseconds of the day. */
  readonly ranges: readonly Span[];
  /** Differs from its week. */
  readonly special: boolean;
  /** An absence takes some or all of its hours. */
  readonly away: boolean;
}

const lengthOf = (ranges: readonly Span[]): number =>
  ranges.reduce((sum, { from, until }) => sum + until - from, 0);

function onDay(spans: readonly Span[], clock: ZoneClock, day: number): readonly Span[] {
  const local = (instant: number, at = instant): number => instant + offsetAt(clock, at) - day * DAY;
  const own = spans.filter(({ from }) => localDay(clock, from) === day);
  return merged(own.map(({ from, until }) => ({ from: local(from), until: local(until, until - 1) })));
}

/** Today in the zone of the schedule is the first day. `absences` as instants. */
export function daysAhead(
  hours: Hours,
  absences: readonly Span[],
  now: number,
  count: number,
): readonly DayAhead[] {
  const clock = zoneClock(hours.timeZone, { from: now - 2 * DAY, until: now + (count + 1) * DAY });
  const open = openings(hours, clock);
  const free = without(open, merged(absences));
  const special = new Set(hours.overrides.map(({ date }) => dayOf(date)));
  const today = localDay(clock, now);
  return Array.from({ length: count }, (_, at) => {
    const day = today + at;
    const ranges = onDay(free, clock, day);
    const away = lengthOf(ranges) < lengthOf(onDay(open, clock, day));
    return { day, ranges, special: special.has(day), away };
  });
}

/** `YYYY-MM-DD` on the calendar of a time zone. */
export const localDate = (timeZone: string, instant: number): string => {
  const day = localDay(zoneClock(timeZone, { from: instant, until: instant + 1 }), instant);
  return new Date(day * DAY).toISOString().slice(0, 10);
};
