import { createLog } from '../../src/ops/log.js';
import { createStoreWatch, changesBetween } from '../../src/ops/store-watch.js';
import type { StoreVerdict, VerdictChange } from '../../src/ops/store-watch.js';
import type { StoreFault } from '../../src/stores.js';
import { until } from '../support/until.js';

const DROPS = { store: 'redis', reason: 'maxmemory-policy is allkeys-lru: set it to noeviction.' };
const SILENT = { store: 'redis', reason: 'Redis does not answer.' };
const DOWN = { store: 'database', reason: 'The database does not answer.' };
const NO_AOF = { store: 'redis', reason: 'The append-only file is off.' };

const verdict = (faults: readonly StoreFault[], warnings: readonly StoreFault[] = []): StoreVerdict => ({
  faults,
  warnings,
});
const NOTHING: VerdictChange = { unsafe: [], warned: [], recovered: [] };

describe('the log entries for an examination', () => {
  test.each<[string, StoreVerdict, StoreVerdict, Partial<VerdictChange>]>([
    ['all is well, as before', verdict([]), verdict([]), {}],
    ['a fault', verdict([]), verdict([DROPS]), { unsafe: [DROPS] }],
    ['the same fault again', verdict([DROPS]), verdict([DROPS]), {}],
    ['a second store', verdict([DROPS]), verdict([DROPS, DOWN]), { unsafe: [DOWN] }],
    ['another fault of the same store', verdict([DROPS]), verdict([SILENT]), { unsafe: [SILENT] }],
    ['one of two has recovered', verdict([DROPS, DOWN]), verdict([DOWN]), { recovered: ['redis'] }],
    ['two faults of one store are over', verdict([DROPS, SILENT]), verdict([]), { recovered: ['redis'] }],
    ['a warning', verdict([]), verdict([], [NO_AOF]), { warned: [NO_AOF] }],
    ['the same warning again', verdict([], [NO_AOF]), verdict([], [NO_AOF]), {}],
    ['a warning has passed', verdict([], [NO_AOF]), verdict([]), {}],
  ])('%s', (_, before, now, changes) => {
    expect(changesBetween(before, now)).toEqual({ ...NOTHING, ...changes });
  });
});

describe('the store watch', () => {
  test('examines the stores periodically, one examination at a time, until it is stopped', async () => {
    const waiting: (() => void)[] = [];
    let begun = 0;
    const faults = (): Promise<readonly StoreFault[]> => {
      begun += 1;
      return new Promise((resolve) => waiting.push(() => resolve([])));
    };
    const stores = { faults, warnings: () => Promise.resolve([]) };
    const watch = createStoreWatch({ stores, log: createLog('silent'), everyMs: 1 });
    watch.start();
    let ticks = 0;
    const clock = setInterval(() => (ticks += 1), 1);
    await until(() => Promise.resolve(ticks >= 5));
    clearInterval(clock);
    expect(begun).toBe(1);
    for (const expected of [2, 3, 4]) {
      waiting.shift()?.();
      await until(() => Promise.resolve(begun === expected));
    }
    const stopped = watch.stop();
    waiting.shift()?.();
    await stopped;
    expect([begun, waiting]).toEqual([4, []]);
  });

  test('reads no warnings of an unsafe store, and does not repeat them when it is safe again', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    let faults: readonly StoreFault[] = [];
    const stores = { faults: () => Promise.resolve(faults), warnings: () => Promise.resolve([NO_AOF]) };
    const watch = createStoreWatch({ stores, log });
    for (const found of [[], [DROPS], [DROPS], []]) {
      faults = found;
      expect((await watch.examine()).faults).toEqual(found);
    }
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'store warning',
      'store is not safe to use, not ready',
      'store is safe to use again',
    ]);
  });
});
