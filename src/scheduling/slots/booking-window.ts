/*
 * How far ahead one may book, in dates of the first host's clock. `rolling` opens the next so many dates that have a
 * slot at all, however far off they are; of business days only those count, though dates between them are open too.
 * A limit of days without `rolling` counts from today, and today is open besides.
 */
import type { BookingWindow } from '../event-types/event-type.js';
import { dayOf, weekDayOf } from './zone-clock.js';

/** Local days, both of them open. */
export interface Window {
  readonly first: number;
  readonly last: number;
}

const ALWAYS: Window = { first: -Infinity, last: Infinity };

const isBusinessDay = (day: number): boolean => weekDayOf(day) < 5;

function businessDaysAfter(today: number, count: number): number {
  let day = today;
  for (let left = count; left > 0;) {
    day += 1;
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}

export const isRolling = (window: BookingWindow | undefined): boolean =>
  window !== undefined && window.type !== 'range' && window.rolling === true;

/** Without what `rolling` adds. */
export function windowOf(window: BookingWindow | undefined, today: number): Window {
  if (window === undefined || isRolling(window)) return ALWAYS;
  if (window.type === 'range') return { first: dayOf(window.value[0]), last: dayOf(window.value[1]) };
  const { type, value } = window;
  return { first: today, last: type === 'calendarDays' ? today + value : businessDaysAfter(today, value) };
}

/** The last day that a rolling window opens, of days with slots in order from today; undefined: the next ones too. */
export function lastRollingDay(
  window: BookingWindow | undefined,
  days: Iterable<number>,
): number | undefined {
  if (window === undefined || window.type === 'range') return undefined;
  const counted = [...days].filter((day) => window.type === 'calendarDays' || isBusinessDay(day));
  return counted[window.value - 1];
}
