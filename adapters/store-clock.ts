/*
 * The clock of the stores: the time of the database, which every replica shares. Verdicts of replicas agree, whatever the
 * clocks of their machines say. It is read once a second; in between it goes on with a clock of the process that nobody
 * can set.
 */
import type { StoreFault } from '../src/stores.js';
import type { Database } from './knex/connection.js';

/** Milliseconds, from any beginning. */
type Source = () => number;

export interface StoreClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Adjusts the clock by a statement that tells the time beside its result, instead of one for the time alone. */
  adjustedBy<T extends TimedResult>(read: () => Promise<T>): Promise<T>;
  /** About the clock of this machine. */
  warnings(): readonly StoreFault[];
  stop(): void;
}

export interface TimedResult {
  /** By the clock of the database, milliseconds since the epoch. */
  readonly time: number;
}

export interface ProcessClocks {
  /** Counts on when the time of the machine is set. */
  readonly steady: Source;
  /** The time of the machine, milliseconds since the epoch. */
  readonly wall: Source;
}

const PROCESS_CLOCKS: ProcessClocks = { steady: () => performance.now(), wall: Date.now };

const EVERY_MS = 1_000;
/** The database told its time at some moment of the round trip, so a longer one says less. */
const MAX_ROUND_TRIP_MS = 500;
const MAX_DIFFERENCE_MS = 2_000;

/** An expression of a statement; the driver gives it as text. */
export const TIME = 'extract(epoch from clock_timestamp()) * 1000';

/** The time of the database, milliseconds since the epoch. */
export async function readTime(db: Database): Promise<number> {
  const { rows } = await db.raw<{ rows: readonly [{ readonly time: string }] }>(`select ${TIME} as time`);
  return Number(rows[0].time);
}

/** `difference`: of the machine from the stores, in milliseconds. */
function clockWarnings(difference: number): readonly StoreFault[] {
  if (Math.abs(difference) <= MAX_DIFFERENCE_MS) return [];
  const side = difference > 0 ? 'ahead of' : 'behind';
  const reason = `The clock of this machine is more than 2 seconds ${side} that of the database. Synchronize both.`;
  return [{ store: 'clock', reason }];
}

/** Throws when the store does not tell its time. */
export async function startStoreClock(
  read: () => Promise<number>,
  { steady, wall }: ProcessClocks = PROCESS_CLOCKS,
  everyMs = EVERY_MS,
): Promise<StoreClock> {
  let [isAdjusted, isReading] = [false, false];
  const beganAt = steady();
  let offset = (await read()) - (beganAt + steady()) / 2;

  async function adjustedBy<T extends TimedResult>(work: () => Promise<T>): Promise<T> {
    const sentAt = steady();
    const result = await work();
    const answeredAt = steady();
    if (answeredAt - sentAt <= MAX_ROUND_TRIP_MS) {
      // No further than the reading proves: what one replica does one after the other keeps its order.
      offset = Math.min(Math.max(offset, result.time - answeredAt), result.time - sentAt);
      isAdjusted = true;
    }
    return result;
  }
  const readAlone = async () => ({ time: await read() });

  /** Unless another statement has told the time since the last call. */
  async function adjust(): Promise<void> {
    const isFresh = isAdjusted;
    isAdjusted = false;
    if (isReading || isFresh) return;
    isReading = true;
    await adjustedBy(readAlone).catch(() => undefined);
    [isReading, isAdjusted] = [false, false];
  }
  const timer = setInterval(() => void adjust(), everyMs).unref();
  const now = (): number => Math.round(steady() + offset);
  return {
    now,
    adjustedBy,
    warnings: () => clockWarnings(wall() - now()),
    stop: () => clearInterval(timer),
  };
}
