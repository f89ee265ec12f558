/*
 * The periodic examination of the stores, which detects a Redis that begins to evict records while the service runs.
 * Every examination, also that of /readyz, goes through here; each change is logged once.
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
  /** Concurrent callers share one examination, so that frequent probes do not load the stores. */
  examine(): Promise<StoreVerdict>;
  /** The first examination begins at once. */
  start(): void;
  /** Waits for a running examination. */
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

const newFaults = (before: readonly StoreFault[], now: readonly StoreFault[]): readonly StoreFault[] =>
  now.filter(({ store, reason }) => !before.some((old) => old.store === store && old.reason === reason));

/** What is to be logged. While a store has a fault, its warnings are not examined and stay as they were. */
export const changesBetween = (before: StoreVerdict, now: StoreVerdict): VerdictChange => ({
  unsafe: newFaults(before.faults, now.faults),
  warned: newFaults(before.warnings, now.warnings),
  recovered: storesIn(before.faults).filter((store) => !storesIn(now.faults).includes(store)),
});

async function examineStores(
  { faults, warnings }: StoreWatchDeps['stores'],
  before: StoreVerdict,
): Promise<StoreVerdict> {
  try {
    const current = await faults();
    return { faults: current, warnings: current.length > 0 ? before.warnings : await warnings() };
  } catch {
    return { faults: [UNKNOWN], warnings: before.warnings };
  }
}

function logChanges(log: Log, { unsafe, warned, recovered }: VerdictChange): void {
  for (const { store, reason } of unsafe) log.error({ store, reason }, 'store is not safe to use, not ready');
  for (const { store, reason } of warned) log.warn({ store, reason }, 'store warning');
  for (const store of recovered) log.info({ store }, 'store is safe to use again');
}

export function createStoreWatch({ stores, log, everyMs = EVERY_MS }: StoreWatchDeps): StoreWatch {
  let verdict = ALL_WELL;
  let running: Promise<StoreVerdict> | undefined;
  let timer: NodeJS.Timeout | undefined;
  async function update(): Promise<StoreVerdict> {
    const before = verdict;
    verdict = await examineStores(stores, before);
    logChanges(log, changesBetween(before, verdict));
    return verdict;
  }
  const examine = (): Promise<StoreVerdict> =>
    (running ??= update().finally(() => {
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
