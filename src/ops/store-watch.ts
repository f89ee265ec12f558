/*
 * The periodic examination of the stores: a Redis that begins to drop records while the service runs is noticed without
 * anybody asking. Every examination, also one that /readyz asks for, goes through here; what it changes is logged once.
 */
import type { StoreFault, Stores } from '../stores.js';
import type { Log } from './log.js';

export interface StoreVerdict {
  /** Empty when every store is reachable and safe to use. */
  readonly faults: readonly StoreFault[];
  readonly warnings: readonly StoreFault[];
}

export interface StoreWatchDeps {
  readonly stores: Pick<Stores, 'faults' | 'warnings'>;
  readonly log: Log;
  readonly everyMs?: number;
}

export interface StoreWatch {
  /** Callers that ask while an examination runs get its result, so that asking often costs the stores nothing. */
  examine(): Promise<StoreVerdict>;
  /** Begins at once. */
  start(): void;
  /** Waits for an examination that is under way. */
  stop(): Promise<void>;
}

export interface VerdictChange {
  readonly unsafe: readonly StoreFault[];
  readonly warned: readonly StoreFault[];
  /** Stores without a fault that had one. */
  readonly recovered: readonly string[];
}

const EVERY_MS = 30_000;
const UNKNOWN: StoreFault = { store: 'process', reason: 'The stores could not be examined.' };
const ALL_WELL: StoreVerdict = { faults: [], warnings: [] };

const storesIn = (faults: readonly StoreFault[]): readonly string[] => [
  ...new Set(faults.map(({ store }) => store)),
];

const unheard = (before: readonly StoreFault[], now: readonly StoreFault[]): readonly StoreFault[] =>
  now.filter(({ store, reason }) => !before.some((old) => old.store === store && old.reason === reason));

/** What an operator has not heard yet. While a store is at fault its warnings are not asked: they keep what they were. */
export const changesBetween = (before: StoreVerdict, now: StoreVerdict): VerdictChange => ({
  unsafe: unheard(before.faults, now.faults),
  warned: unheard(before.warnings, now.warnings),
  recovered: storesIn(before.faults).filter((store) => !storesIn(now.faults).includes(store)),
});

async function look(
  { faults, warnings }: StoreWatchDeps['stores'],
  before: StoreVerdict,
): Promise<StoreVerdict> {
  try {
    const found = await faults();
    return { faults: found, warnings: found.length > 0 ? before.warnings : await warnings() };
  } catch {
    return { faults: [UNKNOWN], warnings: before.warnings };
  }
}

function tell(log: Log, { unsafe, warned, recovered }: VerdictChange): void {
  for (const { store, reason } of unsafe) log.error({ store, reason }, 'store is not safe to use, not ready');
  for (const { store, reason } of warned) log.warn({ store, reason }, 'store warning');
  for (const store of recovered) log.info({ store }, 'store is safe to use again');
}

export function createStoreWatch({ stores, log, everyMs = EVERY_MS }: StoreWatchDeps): StoreWatch {
  let verdict = ALL_WELL;
  let running: Promise<StoreVerdict> | undefined;
  let timer: NodeJS.Timeout | undefined;
  async function turn(): Promise<StoreVerdict> {
    const before = verdict;
    verdict = await look(stores, before);
    tell(log, changesBetween(before, verdict));
    return verdict;
  }
  const examine = (): Promise<StoreVerdict> =>
    (running ??= turn().finally(() => {
      running = undefined;
    }));
  return {
    examine,
    start() {
      void examine();
      timer = setInterval(() => void examine(), everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
