/*
 * At most so many bookings, or minutes of bookings, in a day, a week, a month or a year of the host's calendar. A
 * booking counts whole in the period in which it starts.
 */
import { DAY, MINUTE } from '../../durations.js';
import type { PeriodLimits } from '../event-types/event-type.js';
import { WEEK_DAYS } from '../profile/store.js';
import type { WeekDay } from '../profile/store.js';
import type { Span } from './slot.js';
import { merged } from './spans.js';
import { localDay, weekDayOf } from './zone-clock.js';
import type { DaySpan, ZoneClock } from './zone-clock.js';

export interface Calendar {
  /** From before the first booking to behind the last one. */
  readonly clock: ZoneClock;
  readonly weekStart: WeekDay;
  readonly days: readonly DaySpan[];
}

export interface Limits {
  readonly count?: PeriodLimits;
  readonly minutes?: PeriodLimits;
}

type Period = keyof PeriodLimits;
const PERIODS: readonly Period[] = ['day', 'week', 'month', 'year'];

const periodsIn = ({ count = {}, minutes = {} }: Limits): readonly Period[] =>
  PERIODS.filter((period) => (count[period] ?? minutes[period]) !== undefined);

/** So far apart, at most, are two starts in one period, of which the clocks may repeat a day. */
export const PERIOD_DAYS: Readonly<Record<Period, number>> = { day: 2, week: 8, month: 32, year: 367 };

/** How far from a start bookings count. */
export const marginOf = (limits: Limits): number =>
  Math.max(0, ...periodsIn(limits).map((period) => PERIOD_DAYS[period] * DAY));

export const isLimited = (limits: Limits): boolean => periodsIn(limits).length > 0;

/** A number that all days of one period share, and no other period. */
function periodOf(period: Period, day: number, weekStart: WeekDay): number {
  if (period === 'day') return day;
  if (period === 'week') return day - ((weekDayOf(day) - WEEK_DAYS.indexOf(weekStart) + 7) % 7);
  const date = new Date(day * DAY);
  return period === 'year' ? date.getUTCFullYear() : date.getUTCFullYear() * 12 + date.getUTCMonth();
}

interface Tally {
  readonly count: number;
  readonly time: number;
}

const NOTHING: Tally = { count: 0, time: 0 };

type Check = (day: number) => boolean;

/** Whether the period of a local day is full for one more booking of `length` milliseconds. */
function checkOf(
  period: Period,
  { count = {}, minutes = {} }: Limits,
  bookings: readonly { readonly day: number; readonly time: number }[],
  { weekStart, length }: { readonly weekStart: WeekDay; readonly length: number },
): Check {
  const tallies = new Map<number, Tally>();
  for (const { day, time } of bookings) {
    const key = periodOf(period, day, weekStart);
    const before = tallies.get(key) ?? NOTHING;
    tallies.set(key, { count: before.count + 1, time: before.time + time });
  }
  const [most, longest] = [count[period] ?? Infinity, (minutes[period] ?? Infinity) * MINUTE];
  return (day) => {
    const tally = tallies.get(periodOf(period, day, weekStart)) ?? NOTHING;
    return tally.count + 1 > most || tally.time + length > longest;
  };
}

/** When, in these days, one more booking of `length` milliseconds would go beyond a limit. */
export function limitedSpans(
  limits: Limits,
  bookings: readonly Span[],
  { clock, weekStart, days }: Calendar,
  length: number,
): readonly Span[] {
  const dated = bookings.map(({ from, until }) => ({ day: localDay(clock, from), time: until - from }));
  const checks = periodsIn(limits).map((period) => checkOf(period, limits, dated, { weekStart, length }));
  return merged(days.filter(({ day }) => checks.some((isFull) => isFull(day))));
}
