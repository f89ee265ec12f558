/*
 * Deadlines on a clock that stands still while the process does. A process that was stopped for a second has not waited
 * for a store: its answer is there, only unread. So a deadline passes in short steps, of which each counts for little
 * however late it ends, and what has arrived is read before the last one counts.
 */
const STEP_MS = 100;
/** A step that a busy process ends late counts in full; a longer delay is a stall. */
const MAX_COUNTED_MS = 200;

/** Calls `overdue` once the process has run for `milliseconds`, unless the returned function is called before. */
export function startDeadline(milliseconds: number, overdue: () => void): () => void {
  let [left, since] = [milliseconds, performance.now()];
  let timer: NodeJS.Timeout | undefined;
  let last: NodeJS.Immediate | undefined;

  function count(): void {
    const now = performance.now();
    left -= Math.min(now - since, MAX_COUNTED_MS);
    since = now;
    // A timer may end a fraction of a millisecond early.
    if (left < 1) last = setImmediate(overdue);
    else step();
  }

  function step(): void {
    timer = setTimeout(count, Math.min(left, STEP_MS));
  }

  step();
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}

/** Rejects with what `failure` returns when `work` takes longer; the work itself goes on. */
export async function within<T>(milliseconds: number, work: Promise<T>, failure: () => Error): Promise<T> {
  let end: (() => void) | undefined;
  const overdue = new Promise<never>((_, reject) => {
    end = startDeadline(milliseconds, () => reject(failure()));
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    end?.();
  }
}
