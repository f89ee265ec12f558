/* How many connections one process accepts in one tick of the event loop. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Listening, listen, newServer } from '../../src/process/listener.js';
import { canSharePort } from '../../src/process/shared-port.js';

const CONNECTIONS = 64;

/** Says so in `flag` once all connections are open: the system accepts them, this process not yet. */
const CLIENTS = `
const { connect } = require('node:net');
const { workerData: { port, count, flag } } = require('node:worker_threads');
let open = 0;
for (let at = 0; at < count; at += 1)
  connect(port, '127.0.0.1').on('error', () => undefined).on('connect', () => {
    open += 1;
    if (open === count) {
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    }
  });`;

const address = (port: number) => ({ host: '127.0.0.1', port, variable: 'PORT' }) as const;

let listening: Listening;
afterEach(() => listening.close());

async function acceptedPerTick(handles: number): Promise<readonly number[]> {
  const server = newServer();
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  listening = await listen(server, address(0), handles);
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { port: listening.port, count: CONNECTIONS, flag };
  const clients = new Worker(CLIENTS, { eval: true, workerData });
  clients.on('error', (error) => {
    throw error;
  });
  await new Promise((resolve) => clients.once('online', resolve));
  // This thread stands still until then.
  Atomics.wait(flag, 0, 0, 60_000);
  const ticks: number[] = [];
  while (accepted < CONNECTIONS) {
    const before = accepted;
    await nextTick();
    ticks.push(accepted - before);
  }
  await clients.terminate();
  return ticks;
}

test('a handle accepts one connection in a tick', async () => {
  expect(Math.max(...(await acceptedPerTick(1)))).toBe(1);
});

test('several handles accept several, where the system permits it', async () => {
  const most = Math.max(...(await acceptedPerTick(8)));
  if (canSharePort()) expect(most).toBeGreaterThan(3);
  else expect(most).toBe(1);
});

test('a port that another process or service shares is still in use', async () => {
  listening = await listen(newServer(), address(0), 8);
  const { port } = listening;
  await expect(listen(newServer(), address(port), 8)).rejects.toThrow(`127.0.0.1:${port} is in use`);
  await expect(listen(newServer(), address(port))).rejects.toThrow(`127.0.0.1:${port} is in use`);
});
