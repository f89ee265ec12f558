/*
 * The slots of a long range. A year of them takes too long for one turn of the event loop, and may be too many for one
 * reply, so that they are computed part by part.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { DAY } from '../../durations.js';
import { invalidInput } from '../../errors.js';
import { computeSlots } from './compute-slots.js';
import { lastOpenDay } from './rolling-window.js';
import type { Slot, SlotQuery, Span } from './slot.js';

const PART_MS = 14 * DAY;

/** In one reply: a year of slots every fifteen minutes, day and night, is fewer. */
export const MAX_SLOTS = 50_000;

const tooMany = () =>
  invalidInput([
    { property: 'end', message: `must be nearer to start: the range has more than ${MAX_SLOTS} slots` },
  ]);

/** As `computeSlots`. Throws 400 for a range with more than `MAX_SLOTS`. */
export async function computeInParts(query: SlotQuery, { from, until }: Span): Promise<readonly Slot[]> {
  const last = lastOpenDay(query, until);
  const slots: Slot[] = [];
  for (let begin = from; begin < until; begin += PART_MS) {
    if (begin > from) await yieldToOthers();
    slots.push(...computeSlots(query, { from: begin, until: Math.min(begin + PART_MS, until) }, last));
    if (slots.length > MAX_SLOTS) throw tooMany();
  }
  return slots;
}
