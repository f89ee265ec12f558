/*
 * Deadlines on a clock that stands still while the process does. A process that was stopped for a second has not waited
 * for a store: its answer is there, only unread. So the clock goes on in short steps, of which each counts for little
 * however late it ends, and what has arrived is read before a deadline counts. All deadlines share the steps: a request
 * has several of them, and next to none is ever reached.
 */
const STEP_MS = 20;
/** A step that a busy process ends late counts in full; a longer delay is a stall. */
const MAX_COUNTED_MS = 200;

interface Deadline {
  /** By the clock below. */
  readonly due: number;
  readonly overdue: () => void;
}

/** By how long they last: those of one length are due in the order of their beginnings. */
const running = new Map<number, Set<Deadline>>();
/** What the steps have counted, in milliseconds, and when the last one ended. */
let [counted, since] = [0, 0];
let timer: NodeJS.Timeout | undefined;

const clock = (now: number): number => counted + Math.min(now - since, MAX_COUNTED_MS);

/** What has arrived may still end it. */
const callAfterReading = (deadlines: Set<Deadline>, deadline: Deadline): void =>
  void setImmediate(() => {
    if (deadlines.delete(deadline)) deadline.overdue();
  });

function endStep(): void {
  const now = performance.now();
  [counted, since, timer] = [clock(now), now, undefined];
  for (const [milliseconds, deadlines] of running) {
    if (deadlines.size === 0) running.delete(milliseconds);
    for (const deadline of deadlines) {
      if (deadline.due > counted) break;
      callAfterReading(deadlines, deadline);
    }
  }
  if (running.size > 0) timer = setTimeout(endStep, STEP_MS);
}

function begin(milliseconds: number): Set<Deadline> {
  const deadlines = new Set<Deadline>();
  running.set(milliseconds, deadlines);
  return deadlines;
}

/** Calls `overdue` once the process has run for `milliseconds`, unless the returned function is called before. */
export function startDeadline(milliseconds: number, overdue: () => void): () => void {
  const now = performance.now();
  if (timer === undefined) [since, timer] = [now, setTimeout(endStep, STEP_MS)];
  const deadlines = running.get(milliseconds) ?? begin(milliseconds);
  const deadline = { due: clock(now) + milliseconds, overdue };
  deadlines.add(deadline);
  return () => void deadlines.delete(deadline);
}

/** Rejects with what `failure` returns when `work` takes longer; the work itself goes on. */
export function within<T>(milliseconds: number, work: Promise<T>, failure: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = startDeadline(milliseconds, () => reject(failure()));
    work.then(end, end);
    work.then(resolve, reject);
  });
}
