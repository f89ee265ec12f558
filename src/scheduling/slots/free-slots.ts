/* The points of the grid that pass. */
import type { Availability } from './availability.js';
import { gridStarts } from './grid.js';
import { evaluateSlot } from './evaluate-slot.js';
import type { Slot } from './slot.js';

export const freeSlots = (availability: Availability): readonly Slot[] =>
  gridStarts(availability).flatMap((start) => {
    const verdict = evaluateSlot(availability, start);
    return verdict.kind === 'free' ? [verdict.slot] : [];
  });
