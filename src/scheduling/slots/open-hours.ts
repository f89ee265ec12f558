/*
 * When a schedule is open, as instants. At clock changes, a moment is open when the wall clock of the schedule shows a
 * time inside the hours: skipped times never occur, and repeated times are open twice. The grid of slots follows the wall
 * clock too, so that slots have the same local times as on any other day.
 */
import { DAY, MINUTE } from '../../durations.js';
import { WEEK_DAYS } from '../profile/store.js';
import type { Hours } from '../schedules/schedule.js';
import type { Span } from './slot.js';
import { merged } from './spans.js';
import { dayOf, weekDayOf } from './zone-clock.js';
import type { Stretch, ZoneClock } from './zone-clock.js';

/** Part of one day's open range. */
export interface Opening extends Span {
  /** When the range began, or would have by the clock of this part: where the grid of slots counts from. */
  readonly gridFrom: number;
}

interface DayHours {
  readonly startTime: string;
  readonly endTime: string;
}

const millisecondsOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE;
};

/** `23:59` is how many clients write the end of the day. */
const endOf = (time: string): number => (time === '23:59' ? DAY : millisecondsOf(time));

const rangesOf = (hours: readonly DayHours[]): readonly Span[] =>
  merged(
    hours
      .filter(({ startTime, endTime }) => startTime !== endTime)
      .map(({ startTime, endTime }) => ({ from: millisecondsOf(startTime), until: endOf(endTime) })),
  );

/** By day of the week, Monday first: the open ranges in milliseconds of the day. */
export const weeklyRanges = (availability: Hours['availability']): readonly (readonly Span[])[] =>
  WEEK_DAYS.map((name) => rangesOf(availability.filter(({ days }) => days.includes(name))));

/** By date: the open ranges of dates that differ from their week. */
export function rangesByDate(overrides: Hours['overrides']): ReadonlyMap<string, readonly Span[]> {
  const dates = [...new Set(overrides.map(({ date }) => date))].sort();
  return new Map(dates.map((date) => [date, rangesOf(overrides.filter((hours) => hours.date === date))]));
}

/** The open ranges of a local day, in milliseconds of that day. */
function dailyRanges({ availability, overrides }: Hours): (day: number) => readonly Span[] {
  const weekly = weeklyRanges(availability);
  const special = new Map([...rangesByDate(overrides)].map(([date, ranges]) => [dayOf(date), ranges]));
  return (day) => special.get(day) ?? weekly[weekDayOf(day)] ?? [];
}

interface Day {
  readonly ranges: readonly Span[];
  /** When the range began on the day before that goes on at midnight; days that are open whole have grids of their own. */
  readonly eve: number;
}

function eveOf(before: readonly Span[]): number {
  const last = before.at(-1);
  return last?.until === DAY && last.from > 0 ? last.from - DAY : 0;
}

/** One day's ranges as far as this stretch of the clock shows them. */
function openingsOn(day: number, { ranges, eve }: Day, stretch: Stretch): readonly Opening[] {
  const midnight = day * DAY - stretch.offset;
  return ranges
    .map((range) => ({
      from: Math.max(midnight + range.from, stretch.from),
      until: Math.min(midnight + range.until, stretch.until),
      gridFrom: midnight + (range.from === 0 ? eve : range.from),
    }))
    .filter(({ from, until }) => from < until);
}

/**
 * Sorted, for every day that the clock shows. Ranges of one day that touch are one; those of two days are two, on one
 * grid, so that hours through the night are open as if they were those of one day.
 */
export function openings(hours: Hours, clock: ZoneClock): readonly Opening[] {
  const rangesOn = dailyRanges(hours);
  return clock.flatMap((stretch) => {
    const first = Math.floor((stretch.from + stretch.offset) / DAY);
    const last = Math.floor((stretch.until - 1 + stretch.offset) / DAY);
    const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    return days.flatMap((day) =>
      openingsOn(day, { ranges: rangesOn(day), eve: eveOf(rangesOn(day - 1)) }, stretch),
    );
  });
}
