/* How far a rolling window reaches: to the last of the next so many days on which there is something to book. */
import { DAY } from '../../durations.js';
import { availabilityFor } from './availability.js';
import { isRolling, lastRollingDay } from './booking-window.js';
import { freeSlots } from './free-slots.js';
import type { SlotQuery } from './slot.js';
import { localDay } from './zone-clock.js';

/** Looked through at a time: most windows are full within the first. */
const STEP_MS = 31 * DAY;
/** A schedule that cannot fill the window by then has nothing to book later. */
const MAX_MS = 3_660 * DAY;

/** A day of the first host's clock. Infinity without a rolling window, or when it reaches beyond `until`. */
export function lastOpenDay(query: SlotQuery, until: number): number {
  const { bookingWindow } = query.rules;
  if (!isRolling(bookingWindow)) return Infinity;
  const days = new Set<number>();
  const end = Math.min(until, query.now + MAX_MS);
  for (let from = query.now; from < end; from += STEP_MS) {
    const availability = availabilityFor(query, { from, until: Math.min(from + STEP_MS, end) });
    if (availability === undefined) break;
    for (const { start } of freeSlots(availability)) days.add(localDay(availability.clock, start));
    const last = lastRollingDay(bookingWindow, days);
    if (last !== undefined) return last;
  }
  return end < until ? Math.floor(end / DAY) : Infinity;
}
