/* Months and dates of a time zone, for calendars that show free times by day. Pure. */
import { Temporal } from 'temporal-polyfill';
import type { Span } from './slot.js';

const zoned = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);

/** `YYYY-MM-DD` */
export const dateIn = (instant: number, timeZone: string): string =>
  zoned(instant, timeZone).toPlainDate().toString();

/** `YYYY-MM` */
export const monthIn = (instant: number, timeZone: string): string => dateIn(instant, timeZone).slice(0, 7);

/** The month that is `by` months after `month`; both `YYYY-MM`. */
export const monthAfter = (month: string, by = 1): string =>
  Temporal.PlainYearMonth.from(month).add({ months: by }).toString();

/** Of `YYYY-MM-DD`, the first moment of the day. */
const dayStart = (date: string, timeZone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds;

/** From the first moment of `month` to that of the month after it. */
export const monthSpan = (month: string, timeZone: string): Span => ({
  from: dayStart(`${month}-01`, timeZone),
  until: dayStart(`${monthAfter(month)}-01`, timeZone),
});

/** Every day of the month, `YYYY-MM-DD`. */
export function datesOf(month: string): readonly string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return Array.from({ length: daysInMonth }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
}

/** Whether `text` is a date of the calendar in the form `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
