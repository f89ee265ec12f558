/* Whether one time can be booked, and if not, why. Agrees with compute-slots.ts. */
import { availabilityFor } from './availability.js';
import { gridStarts } from './grid.js';
import { evaluateSlot, refused } from './evaluate-slot.js';
import type { SlotRefusal, SlotVerdict } from './evaluate-slot.js';
import { lastOpenDay } from './rolling-window.js';
import type { SlotQuery } from './slot.js';
import { localDay } from './zone-clock.js';

const BEFORE_THE_GRID: readonly SlotRefusal[] = ['too_soon', 'outside_window', 'outside_hours'];

/** Also for a time that `onlyShowFirstAvailableSlot` does not show: what is first changes while people choose. */
export function slotAt(query: SlotQuery, start: number): SlotVerdict {
  const availability = availabilityFor(query, { from: start, until: start + 1 });
  if (availability === undefined) return refused('outside_hours');
  const verdict = evaluateSlot(availability, start);
  if (verdict.kind === 'refused' && BEFORE_THE_GRID.includes(verdict.reason)) return verdict;
  if (gridStarts(availability).length === 0) return refused('off_grid');
  if (verdict.kind === 'refused') return verdict;
  const open = localDay(availability.clock, start) <= lastOpenDay(query, start + 1);
  return open ? verdict : refused('outside_window');
}
