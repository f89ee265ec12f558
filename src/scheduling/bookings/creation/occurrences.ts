/* The starts of the bookings of a recurrence: the same local time of the host, also across clock changes. */
import { Temporal } from 'temporal-polyfill';
import type { Recurrence } from '../../event-types/event-type.js';

const UNITS = { yearly: 'years', monthly: 'months', weekly: 'weeks' } as const;

/**
 * Each is counted from the first, so that the 31st of a month comes back after a shorter one. A time that the clocks
 * skip becomes the one after the gap.
 */
export function occurrences(
  first: number,
  count: number,
  { interval, frequency }: Pick<Recurrence, 'interval' | 'frequency'>,
  timeZone: string,
): readonly number[] {
  const start = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(timeZone);
  const unit = UNITS[frequency];
  return Array.from({ length: count }, (_, at) => start.add({ [unit]: at * interval }).epochMilliseconds);
}
