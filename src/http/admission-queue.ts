/*
 * When work begins. What comes is begun in the order of its arrival, a few in one tick of the event loop, so that new
 * connections, probes and the replies of stores are attended to in between. As much runs at once, and as much waits, as has
 * ended in the last quarter of a second: so the time that work takes is bounded, whatever it costs and whatever it waits for.
 */
import { startDeadline } from '../deadline.js';

export interface AdmissionLimits {
  /** At least this many run at once, however few ended. */
  readonly fewest: number;
  /** At most this many run at once, however many ended. */
  readonly most: number;
  readonly startsPerTick: number;
  /** Bounds the memory before anything is known about the pace. */
  readonly mostWaiting: number;
  /** Once the oldest has waited this long, no more wait than ended in a quarter of a second. */
  readonly lateMs: number;
  /** Longest wait. */
  readonly maxWaitMs: number;
  /** What runs for longer waits for its client or for a server of others, and holds up nothing else. */
  readonly longMs: number;
}

export interface Work {
  readonly run: () => Promise<void>;
  /** Instead of `run`. */
  readonly shed: () => void;
}

interface Waiting extends Work {
  late: boolean;
  endWait: () => void;
}

const WINDOW_MS = 250;

/** How much ended in the last quarter of a second. */
function createPace(clock: () => number) {
  let [since, ended, latest] = [clock(), 0, 0];
  return {
    count(): void {
      ended += 1;
      const now = clock();
      if (now - since < WINDOW_MS) return;
      latest = (ended * WINDOW_MS) / (now - since);
      [since, ended] = [now, 0];
    },
    latest: () => latest,
  };
}

function waitIn(queue: Set<Waiting>, work: Work, { lateMs, maxWaitMs }: AdmissionLimits): void {
  const endWait = startDeadline(lateMs, () => {
    waiting.late = true;
    waiting.endWait = startDeadline(maxWaitMs - lateMs, () => {
      queue.delete(waiting);
      work.shed();
    });
  });
  const waiting: Waiting = { ...work, late: false, endWait };
  queue.add(waiting);
}

/** Returns a function that takes work and calls its `run` or its `shed`, now or later. `clock`: milliseconds, never back. */
export function createAdmissionQueue(
  limits: AdmissionLimits,
  clock: () => number = () => performance.now(),
): (work: Work) => void {
  const queue = new Set<Waiting>();
  const pace = createPace(clock);
  let [running, long, started] = [0, 0, 0];
  let tick: NodeJS.Immediate | undefined;

  function isFree(): boolean {
    const atOnce = Math.max(limits.fewest, pace.latest());
    return started < limits.startsPerTick && running < limits.most && running - long < atOnce;
  }

  function isFull(): boolean {
    const [oldest] = queue;
    return queue.size >= (oldest?.late === true ? pace.latest() : limits.mostWaiting);
  }

  function beginNext(): void {
    tick = undefined;
    started = 0;
    for (const work of queue) {
      if (!isFree()) break;
      queue.delete(work);
      work.endWait();
      begin(work);
    }
  }

  function begin({ run }: Work): void {
    let isLong = false;
    running += 1;
    started += 1;
    tick ??= setImmediate(beginNext);
    const endDeadline = startDeadline(limits.longMs, () => {
      isLong = true;
      long += 1;
      tick ??= setImmediate(beginNext);
    });
    void run().finally(() => {
      endDeadline();
      running -= 1;
      if (isLong) long -= 1;
      pace.count();
      if (queue.size > 0) tick ??= setImmediate(beginNext);
    });
  }

  return (work) => {
    if (queue.size === 0 && isFree()) begin(work);
    else if (isFull()) work.shed();
    else waitIn(queue, work, limits);
  };
}
