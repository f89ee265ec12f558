/* Hours, dates and absences in words. Pure. */
import { SCHEDULE_TEXT } from '../../../views/availability/messages.js';
import { timeRange } from '../../../views/parts/text/time-range.js';
import { DAY, MINUTE } from '../../durations.js';
import type { Hours } from '../../scheduling/schedules/schedule.js';
import { type DayAhead, daysAhead } from '../../scheduling/slots/days-ahead.js';
import { weeklyRanges } from '../../scheduling/slots/open-hours.js';
import type { Span } from '../../scheduling/slots/slot.js';

const SHORT_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const ALL_DAY = 'all day';

const clockTime = (ms: number): string => {
  const minutes = Math.round(ms / MINUTE);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
};

/** `09:00–12:00, 13:00–17:00`; of ranges in milliseconds of a day. */
export const rangesInWords = (ranges: readonly Span[]): string =>
  ranges
    .map(({ from, until }) =>
      from === 0 && until === DAY ? ALL_DAY : `${clockTime(from)}–${clockTime(until)}`,
    )
    .join(', ');

const nameOf = (day: number): string => SHORT_DAYS[day] ?? '';

/** Runs of three days and more are a range: `Mon–Wed, Fri`. */
function daysInWords(days: readonly number[]): string {
  if (days.length === SHORT_DAYS.length) return 'Every day';
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .map((run) =>
      run.length < 3 ? run.map(nameOf).join(', ') : `${nameOf(run[0] ?? 0)}–${nameOf(run.at(-1) ?? 0)}`,
    )
    .join(', ');
}

/** A line for days with the same hours: `Mon–Fri 09:00–17:00`. */
export function hoursInWords(availability: Hours['availability']): readonly string[] {
  const byHours = new Map<string, number[]>();
  for (const [day, ranges] of weeklyRanges(availability).entries()) {
    if (ranges.length === 0) continue;
    const hours = rangesInWords(ranges);
    byHours.set(hours, [...(byHours.get(hours) ?? []), day]);
  }
  return [...byHours].map(([hours, days]) => `${daysInWords(days)} ${hours}`);
}

const format = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `Tue, 1 Jan 2030`, of a day since 1970-01-01. */
const dayInWords = (day: number): string => format.format(day * DAY);

/** Of `YYYY-MM-DD`; any other text stays as it is. */
export const dateInWords = (date: string): string =>
  Number.isNaN(Date.parse(date)) ? date : format.format(Date.parse(date));

function aheadInWords({ ranges, special, away }: DayAhead): string {
  if (away && ranges.length === 0) return SCHEDULE_TEXT.awayAllDay;
  const notes = [...(special ? [SCHEDULE_TEXT.special] : []), ...(away ? [SCHEDULE_TEXT.awayPart] : [])];
  const hours = ranges.length === 0 ? SCHEDULE_TEXT.unavailable : rangesInWords(ranges);
  return notes.length === 0 ? hours : `${hours} (${notes.join(', ')})`;
}

const DAYS = 7;

export const weekAhead = (
  hours: Hours,
  absences: readonly Span[],
  now: number,
): readonly { readonly label: string; readonly hours: string }[] =>
  daysAhead(hours, absences, now, DAYS).map((ahead) => ({
    label: dayInWords(ahead.day),
    hours: aheadInWords(ahead),
  }));

interface Times {
  readonly start: number;
  readonly end: number;
}

/** An absence as days: the first and the last one, and whether it is all of both. */
export interface AbsenceDays {
  /** `YYYY-MM-DD`, as the fields of a form have them. */
  readonly start: string;
  readonly end: string;
  readonly whole: boolean;
}

const MIDNIGHT = '00:00:00';

function localParts(instant: number, timeZone: string): { readonly date: string; readonly time: string } {
  // The Swedish format is that of ISO 8601.
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  })
    .format(instant)
    .split(' ');
  return { date, time };
}

/** Its end is that of the day also where a client sent the last second or millisecond of the day. */
export function absenceDays({ start, end }: Times, timeZone: string): AbsenceDays {
  const [first, last] = [localParts(start, timeZone), localParts(end - 1, timeZone)];
  const isDayEnd = last.time === '23:59:59' || last.time === '23:59:58';
  return { start: first.date, end: last.date, whole: first.time === MIDNIGHT && isDayEnd };
}

/** `Tue, 1 Jan 2030 – Fri, 4 Jan 2030`, with times where it is not whole days. */
export function absenceInWords(times: Times, timeZone: string): string {
  const { start, end, whole } = absenceDays(times, timeZone);
  if (!whole) return timeRange(times, timeZone);
  return start === end ? dateInWords(start) : `${dateInWords(start)} – ${dateInWords(end)}`;
}
