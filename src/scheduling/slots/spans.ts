/* Arithmetic of spans of time. Lists are sorted and do not overlap, except where they go into `merged`. */
import type { Span } from './slot.js';

const byStart = (a: Span, b: Span): number => a.from - b.from;

/** Sorted; spans that overlap or touch become one, empty ones vanish. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const result: { from: number; until: number }[] = [];
  for (const { from, until } of spans.toSorted(byStart)) {
    const last = result.at(-1);
    if (from >= until) continue;
    if (last === undefined || from > last.until) result.push({ from, until });
    else last.until = Math.max(last.until, until);
  }
  return result;
}

/** The intersection of two lists; cut pieces keep their other properties. */
export function intersected<T extends Span>(pieces: readonly T[], others: readonly Span[]): readonly T[] {
  const result: T[] = [];
  let at = 0;
  for (const piece of pieces) {
    while ((others[at]?.until ?? Infinity) <= piece.from) at += 1;
    for (let next = at; (others[next]?.from ?? Infinity) < piece.until; next += 1) {
      const other = others[next] ?? piece;
      const [from, until] = [Math.max(piece.from, other.from), Math.min(piece.until, other.until)];
      if (from < until) result.push({ ...piece, from, until });
    }
  }
  return result;
}

/** What lies between the spans of a list, from the beginning of time to its end. */
function between(spans: readonly Span[]): readonly Span[] {
  const starts = [-Infinity, ...spans.map(({ until }) => until)];
  return starts.map((from, at) => ({ from, until: spans[at]?.from ?? Infinity }));
}

export const without = (spans: readonly Span[], removed: readonly Span[]): readonly Span[] =>
  removed.length === 0 ? spans : intersected(spans, between(removed));

/** The last span that starts at `instant` or before, by bisection: it may have ended already. */
export function lastFrom<T extends Span>(spans: readonly T[], instant: number): T | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.from ?? Infinity) <= instant) low = middle + 1;
    else high = middle;
  }
  return spans[low - 1];
}

export const holdsInstant = (spans: readonly Span[], instant: number): boolean =>
  instant < (lastFrom(spans, instant)?.until ?? -Infinity);

export const holdsSpan = (spans: readonly Span[], { from, until }: Span): boolean =>
  until <= (lastFrom(spans, from)?.until ?? -Infinity);
