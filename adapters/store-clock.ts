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
  /** About the clock of this machine. */
  warnings(): readonly StoreFault[];
  stop(): void;
}

export interface ProcessClocks {
  /** Counts on when the time of the machine is set. */
  readonly steady: Source;
  /** The time of the machine, milliseconds since the epoch. */
  readonly wall: Source;
}

const PROCESS_CLOCKS: ProcessClocks = { steady: () => performance.now(), wall: Date.now };

const EVERY_MS = 1_000;
/** A reading is as uncertain as half its round trip. */
const MAX_ROUND_TRIP_MS = 500;
const MAX_DIFFERENCE_MS = 2_000;

const READ = 'select extract(epoch from clock_timestamp()) * 1000 as now';

/** The time of the database, milliseconds since the epoch. */
export async function readTime(db: Database): Promise<number> {
  const { rows } = await db.raw<{ rows: readonly [{ readonly now: string }] }>(READ);
  return Number(rows[0].now);
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
  async function measure(): Promise<{ readonly offset: number; readonly roundTrip: number }> {
    const sentAt = steady();
    const time = await read();
    const answeredAt = steady();
    return { offset: time - (sentAt + answeredAt) / 2, roundTrip: answeredAt - sentAt };
  }
  let { offset } = await measure();
  let measuring = false;
  async function adjust(): Promise<void> {
    if (measuring) return;
    measuring = true;
    const measured = await measure().catch(() => undefined);
    measuring = false;
    if (measured && measured.roundTrip <= MAX_ROUND_TRIP_MS) ({ offset } = measured);
  }
  const timer = setInterval(() => void adjust(), everyMs).unref();
  const now = (): number => Math.round(steady() + offset);
  return {
    now,
    warnings: () => clockWarnings(wall() - now()),
    stop: () => clearInterval(timer),
  };
}
