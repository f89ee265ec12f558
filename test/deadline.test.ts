/* Deadlines of a process that is stopped for longer than they last. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startDeadline } from '../src/deadline.js';

/** Longer than the deadline, however busy the machine is. */
const STALL_MS = 700;
const DEADLINE_MS = 400;

/** The event loop of this process stands still: nothing is read, no timer runs. */
const stall = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

const overdueIn = (milliseconds: number): Promise<string> =>
  new Promise((resolve) => startDeadline(milliseconds, () => resolve('overdue')));

/** Answers `delayMs` after the message, from a thread that goes on while this one stands still. */
function answeringThread(): Worker {
  const code = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (delay) => setTimeout(() => parentPort.postMessage('answered'), delay));`;
  return new Worker(code, { eval: true });
}

test('passes while the process runs', async () => {
  const overdue = overdueIn(250);
  const start = performance.now();
  expect(await overdue).toBe('overdue');
  expect(performance.now() - start).toBeGreaterThanOrEqual(249);
});

test('does not pass once it has ended', async () => {
  let isOverdue = false;
  const end = startDeadline(20, () => (isOverdue = true));
  const later = overdueIn(60);
  end();
  await later;
  expect(isOverdue).toBe(false);
});

test('an answer that comes while the process stands still is in time', async () => {
  const thread = answeringThread();
  await once(thread, 'online');
  const answered = once(thread, 'message').then(([message]) => String(message));
  thread.postMessage(1);
  const first = Promise.race([answered, overdueIn(DEADLINE_MS)]);
  stall(STALL_MS);
  expect(await first).toBe('answered');
  await thread.terminate();
});

test('so is one that comes soon after', async () => {
  const thread = answeringThread();
  await once(thread, 'online');
  const answered = once(thread, 'message').then(([message]) => String(message));
  const first = Promise.race([answered, overdueIn(DEADLINE_MS)]);
  stall(STALL_MS);
  thread.postMessage(1);
  expect(await first).toBe('answered');
  await thread.terminate();
});
