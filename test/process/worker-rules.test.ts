/* What is decided about several workers: their health as one, and how long one that ends is left alone. */
import { healthOfAll } from '../../src/process/workers/health-of-all.js';
import { pauseAfter } from '../../src/process/workers/worker-set.js';

const fault = { store: 'redis', reason: 'Redis does not answer.' };
const warning = { store: 'database', reason: 'fsync is off.' };
const READY = { faults: [], warnings: [] };
const UNREADY = { faults: [fault], warnings: [] };
const missing = (count: number) => ({ store: 'process', reason: `${count} of 2 workers are not ready.` });

test.each([
  ['all are ready', [READY, READY], READY],
  [
    'both warn of the same',
    Array(2).fill({ faults: [], warnings: [warning] }),
    { faults: [], warnings: [warning] },
  ],
  ['one starts', [READY, undefined], { faults: [], warnings: [missing(1)] }],
  ['one has a fault', [UNREADY, READY], { faults: [], warnings: [fault, missing(1)] }],
  ['all have the same fault', [UNREADY, UNREADY], { faults: [fault, missing(2)], warnings: [] }],
  ['all start', [undefined, undefined], { faults: [missing(2)], warnings: [] }],
])('the health of two workers when %s', (_, verdicts, expected) => {
  expect(healthOfAll(verdicts)).toEqual(expected);
});

test('the pause before a worker is replaced doubles up to half a minute', () => {
  expect([1, 2, 3, 8, 100].map(pauseAfter)).toEqual([250, 500, 1000, 30_000, 30_000]);
});
