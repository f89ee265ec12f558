/* What the worker does with a job that it cannot run. */
import { createWorker, type JobHandlers } from '../../src/jobs/worker.js';
import { createLog } from '../../src/ops/log.js';
import type { JobStore } from '../../src/jobs/store.js';
import { until } from '../support/until.js';
import { type Backend, backendName, openBackend } from '../support/backend.js';

let backend: Backend;
beforeAll(async () => {
  backend = await openBackend();
});
afterAll(() => backend.close());

const MINUTE = 60_000;
const unexpected = () => Promise.reject(new Error('not this one'));
const NONE: JobHandlers = {
  ...{ notification: unexpected, recovery: unexpected, booking: unexpected, sms: unexpected },
  ...{ verification: unexpected, grant: unexpected, webhook: unexpected, workflow: unexpected },
  ...{ calendar: unexpected, revocation: unexpected, narrowing: unexpected, planning: unexpected },
  ...{ email_change: unexpected, account: unexpected, conference: unexpected },
};

describe(`a job with a malformed payload on ${backendName}`, () => {
  test('is given up at its first attempt with an error in the log, and the others are run', async () => {
    const { jobs } = backend.stores;
    const bookingIds: number[] = [];
    const handlers: JobHandlers = {
      ...NONE,
      conference: async ({ payload }) => void bookingIds.push(payload.bookingId),
    };
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    let passed = 1000;
    const worker = createWorker({ jobs, handlers, log, clock: () => Date.now() + passed });
    const malformed = JSON.parse('{"bookingId":"seven"}') as { bookingId: number };
    await jobs.add({ kind: 'conference', payload: malformed });
    await jobs.add({ kind: 'conference', payload: { bookingId: 8 } });
    expect(await worker.runOnce()).toBe(2);
    passed += 24 * 60 * MINUTE;
    expect(await worker.runOnce()).toBe(0);
    expect(bookingIds).toEqual([8]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      msg: 'job given up',
      action: 'conference',
      count: 1,
      err: { name: 'MalformedPayload', message: expect.stringContaining('bookingId') },
    });
  });
});

test(`a worker on ${backendName} tells how each attempt ended`, async () => {
  const { jobs } = backend.stores;
  const attempts: (readonly [string, string, boolean])[] = [];
  const worker = createWorker({
    jobs,
    handlers: { ...NONE, conference: () => Promise.resolve() },
    log: createLog('silent'),
    clock: () => Date.now() + 1000,
    observe: (kind, result, seconds) => void attempts.push([kind, result, seconds >= 0]),
  });
  await jobs.add({ kind: 'conference', payload: { bookingId: 8 } });
  await jobs.add({ kind: 'sms', payload: { sealed: 'text' } });
  await jobs.add({ kind: 'calendar', payload: JSON.parse('{"refresh":"one"}') as { refresh: number } });
  await worker.runOnce();
  expect(attempts.toSorted()).toEqual([
    ['calendar', 'given_up', true],
    ['conference', 'done', true],
    ['sms', 'retried', true],
  ]);
  await backend.db('job').delete();
});

test(`a worker without due jobs on ${backendName} only looks for them, and runs what is added`, async () => {
  const asked = { due: 0, taken: 0 };
  const jobs: JobStore = {
    ...backend.stores.jobs,
    anyDue(...args) {
      asked.due += 1;
      return backend.stores.jobs.anyDue(...args);
    },
    take(taking) {
      asked.taken += 1;
      return backend.stores.jobs.take(taking);
    },
  };
  const bookingIds: number[] = [];
  const handlers: JobHandlers = {
    ...NONE,
    conference: async ({ payload }) => void bookingIds.push(payload.bookingId),
  };
  const worker = createWorker({ jobs, handlers, log: createLog('silent'), clock: () => Date.now() + 1000 });
  worker.start();
  await until(() => Promise.resolve(asked.due > 1));
  expect(asked.taken).toBe(0);
  await jobs.add({ kind: 'conference', payload: { bookingId: 9 } });
  await until(() => Promise.resolve(bookingIds.length === 1));
  await until(async () => !(await jobs.anyDue(new Date(Date.now() + 60 * MINUTE), 12)));
  const { due } = asked;
  await until(() => Promise.resolve(asked.due > due + 1));
  await worker.stop();
  // One for the job, and one when it ended.
  expect([bookingIds, asked.taken]).toEqual([[9], 2]);
});
