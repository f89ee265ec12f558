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

const remainder = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

function pointsIn({ from, until }: Span, phase: number, interval: number): readonly number[] {
  const first = phase + Math.ceil((from - phase) / interval) * interval;
  const count = Math.max(0, Math.ceil((until - first) / interval));
  return Array.from({ length: count }, (_, at) => first + at * interval);
}

/** In order, each once: openings whose grids fall together are merged first. With `any`, the grids of all hosts. */
export function gridStarts(availability: Availability): readonly number[] {
  const { query, range, length, hosts } = availability;
  const interval = (query.rules.slotInterval ?? 0) * MINUTE || length;
  const offset = query.rules.offsetStart * MINUTE;
  const open =
    query.need === 'all' ? commonOpenings(availability) : hosts.flatMap(({ openings }) => openings);
  const grids = new Map<number, Span[]>();
  for (const opening of open) {
    const origin = opening.gridFrom + offset;
    const from = Math.max(opening.from, origin, range.from);
    const phase = remainder(origin, interval);
    const spans = grids.get(phase) ?? [];
    grids.set(phase, spans);
    spans.push({ from, until: Math.min(opening.until, range.until) });
  }
  const starts = [...grids].flatMap(([phase, spans]) =>
    merged(spans).flatMap((span) => pointsIn(span, phase, interval)),
  );
  return grids.size > 1 ? starts.sort((a, b) => a - b) : starts;
}
