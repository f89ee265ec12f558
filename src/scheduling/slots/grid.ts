/*
 * Where slots may start: on the first host's wall clock, from the beginning of each open range of a day, every
 * `slotInterval` (or length) minutes, `offsetStart` later. Hours that continue at midnight are one range. Bookings, notice
 * and absences hide points of the grid but never move it, so that a slot stays where a booker saw it. Where all hosts must
 * come and another one opens later than the first, the grid counts from that moment.
 */
import { MINUTE } from '../../durations.js';
import type { Availability } from './availability.js';
import type { Opening } from './open-hours.js';
import type { Span } from './slot.js';
import { intersected, merged } from './spans.js';

/** When all hosts are open, cut into the days of the first. */
function commonOpenings({ hosts }: Availability): readonly Opening[] {
  const [first, ...others] = hosts;
  if (first === undefined) return [];
  return others.reduce<readonly Opening[]>((common, { openings }) => {
    const begun = new Set(common.map(({ from }) => from));
    return intersected(common, merged(openings)).map((piece) =>
      begun.has(piece.from) ? piece : { ...piece, gridFrom: piece.from },
    );
  }, first.openings);
}

function startsIn(opening: Opening, range: Span, interval: number, offset: number): readonly number[] {
  const origin = opening.gridFrom + offset;
  const from = Math.max(opening.from, range.from);
  const until = Math.min(opening.until, range.until);
  const first = origin + Math.max(0, Math.ceil((from - origin) / interval)) * interval;
  const count = Math.max(0, Math.ceil((until - first) / interval));
  return Array.from({ length: count }, (_, at) => first + at * interval);
}

/** In order, each once. With `any`, the grids of all hosts together. */
export function gridStarts(availability: Availability): readonly number[] {
  const { query, range, length, hosts } = availability;
  const interval = (query.rules.slotInterval ?? 0) * MINUTE || length;
  const offset = query.rules.offsetStart * MINUTE;
  const open =
    query.need === 'all' ? commonOpenings(availability) : hosts.flatMap(({ openings }) => openings);
  const starts = open.flatMap((opening) => startsIn(opening, range, interval, offset));
  return query.need === 'all' ? starts : [...new Set(starts)].sort((a, b) => a - b);
}
