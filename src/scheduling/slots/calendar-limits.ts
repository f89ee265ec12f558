/*
 * At most so many bookings, or minutes of bookings, in a day, a week, a month or a year of the host's calendar. A
 * booking counts whole in the period in which it starts.
 */
import type { PeriodLimits } from '../event-types/event-type.js';
import { WEEK_DAYS } from '../profile/store.js';
import type { WeekDay } from '../profile/store.js';
import type { Span } from './slot.js';
import { DAY_MS, localDay, MINUTE_MS, weekDayOf } from './zone-clock.js';
import type { ZoneClock } from './zone-clock.js';

export interface Calendar {
  readonly clock: ZoneClock;
  readonly weekStart: WeekDay;
}

export interface Limits {
  readonly count?: PeriodLimits;
  readonly minutes?: PeriodLimits;
}

type Period = keyof PeriodLimits;
const PERIODS: readonly Period[] = ['day', 'week', 'month', 'year'];

export const isLimited = ({ count = {}, minutes = {} }: Limits): boolean =>
  PERIODS.some((period) => (count[period] ?? minutes[period]) !== undefined);

/** A number that all days of one period share, and no other period. */
function periodOf(period: Period, day: number, weekStart: WeekDay): number {
  if (period === 'day') return day;
  if (period === 'week') return day - ((weekDayOf(day) - WEEK_DAYS.indexOf(weekStart) + 7) % 7);
  const date = new Date(day * DAY_MS);
  return period === 'year' ? date.getUTCFullYear() : date.getUTCFullYear() * 12 + date.getUTCMonth();
}

interface Tally {
  readonly count: number;
  readonly time: number;
}

const NOTHING: Tally = { count: 0, time: 0 };

/** Whether one more booking of `length` milliseconds that starts at an instant would go beyond a limit. */
export function limitReached(
  { count = {}, minutes = {} }: Limits,
  bookings: readonly Span[],
  { clock, weekStart }: Calendar,
  length: number,
): (start: number) => boolean {
  const checks = PERIODS.filter((period) => (count[period] ?? minutes[period]) !== undefined).map(
    (period) => {
      const periodAt = (instant: number): number => periodOf(period, localDay(clock, instant), weekStart);
      const tallies = new Map<number, Tally>();
      for (const { from, until } of bookings) {
        const [key, added] = [periodAt(from), until - from];
        const { count: before, time } = tallies.get(key) ?? NOTHING;
        tallies.set(key, { count: before + 1, time: time + added });
      }
      const [most, longest] = [count[period] ?? Infinity, (minutes[period] ?? Infinity) * MINUTE_MS];
      return (start: number): boolean => {
        const tally = tallies.get(periodAt(start)) ?? NOTHING;
        return tally.count + 1 > most || tally.time + length > longest;
      };
    },
  );
  return (start) => checks.some((reached) => reached(start));
}
