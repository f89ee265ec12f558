/*
 * From hours, bookings, absences and rules to the times that can be booked. Pure: the answer depends on nothing but the
 * question, and a slot is there or not whatever range it is asked for in.
 */
import { DAY } from '../../durations.js';
import { availabilityFor } from './availability.js';
import type { Availability } from './availability.js';
import { lastOpenDay } from './rolling-window.js';
import { freeSlots } from './free-slots.js';
import type { Slot, SlotQuery, Span } from './slot.js';
import { localDay } from './zone-clock.js';

function firstOfEachDay({ clock }: Availability, slots: readonly Slot[]): readonly Slot[] {
  const first = new Map<number, Slot>();
  for (const slot of slots) {
    const day = localDay(clock, slot.start);
    if (!first.has(day)) first.set(day, slot);
  }
  return [...first.values()];
}

/** The first slot of a day may lie before a range that begins in the middle of it. */
const withWholeDays = ({ from, until }: Span): Span => ({ from: from - 2 * DAY, until });

/** The slots that start in `range`, in order. `last`: the last day that a rolling window opens. */
export function computeSlots(
  query: SlotQuery,
  range: Span,
  last = lastOpenDay(query, range.until),
): readonly Slot[] {
  const { onlyShowFirstAvailableSlot } = query.rules;
  const availability = availabilityFor(query, onlyShowFirstAvailableSlot ? withWholeDays(range) : range);
  if (availability === undefined) return [];
  const slots = freeSlots(availability).filter(({ start }) => localDay(availability.clock, start) <= last);
  if (!onlyShowFirstAvailableSlot) return slots;
  return firstOfEachDay(availability, slots).filter(({ start }) => start >= range.from);
}
