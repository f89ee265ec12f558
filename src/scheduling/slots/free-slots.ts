/* The points of the grid that pass. */
import type { Board } from './availability.js';
import { gridStarts } from './grid.js';
import { judge } from './evaluate-slot.js';
import type { Slot } from './slot.js';

export const freeSlots = (board: Board): readonly Slot[] =>
  gridStarts(board).flatMap((start) => {
    const verdict = judge(board, start);
    return verdict.kind === 'free' ? [verdict.slot] : [];
  });
