/* Counts of uses outlive a database that freezes or dies while they are on their way, and none is counted twice. */
import { randomBytes } from 'node:crypto';
import { openStores } from '../../adapters/stores.js';
import type { OpenedStores } from '../../adapters/stores.js';
import { createUsageRecorder } from '../../src/clients/usage/usage-recorder.js';
import type { UsageRecorder } from '../../src/clients/usage/usage-recorder.js';
import { readConfig } from '../../src/config/config.js';
import { createLog } from '../../src/ops/log.js';
import { startPostgres } from '../support/postgres-server.js';
import type { PostgresServer } from '../support/postgres-server.js';
import { startSlowProxy } from '../support/slow-proxy.js';
import type { SlowProxy } from '../support/slow-proxy.js';
import { until } from '../support/until.js';
import { unique } from '../contracts/samples.js';

const SECRET_KEYS = Buffer.alloc(32, 9).toString('base64url');

let postgres: PostgresServer;
let proxy: SlowProxy;
let stores: OpenedStores;
beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(postgres.url('postgres'));
  proxy = await startSlowProxy(Number(url.port));
  url.port = String(proxy.port);
  stores = await openStores(readConfig({ NODE_ENV: 'test', DATABASE_URL: url.href, SECRET_KEYS }));
});
afterAll(async () => {
  await stores.close();
  proxy.stop();
  await postgres.stop();
});

interface Recording {
  readonly recorder: UsageRecorder;
  readonly clientId: string;
  /** Number of log entries about waiting counts. */
  waited(): number;
}

function recording(): Recording {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const recorder = createUsageRecorder({
    usage: stores.clients.usage,
    log,
    random: randomBytes,
    clock: Date.now,
  });
  return {
    recorder,
    clientId: unique(),
    waited: () => lines.filter((line) => line.includes('wait for the database')).length,
  };
}

const calls = ({ recorder, clientId }: Recording, count: number): void => {
  for (let number = 0; number < count; number += 1) recorder.call(clientId, 'BOOKING_READ');
};

const stored = async ({ clientId }: Recording): Promise<number> => {
  const [tally] = await stores.clients.usage.ofClient(clientId, new Date()).catch(() => []);
  return tally?.month ?? 0;
};

test.each<[string, () => Promise<void>, () => Promise<void>]>([
  ['is silent', () => postgres.freeze(), () => postgres.thaw()],
  ['is dead', () => postgres.crash(), () => postgres.restart()],
])('while the database %s, uses are still counted, and stored when it recovers', async (_, end, begin) => {
  const running = recording();
  calls(running, 5);
  await running.recorder.flush();
  expect(await stored(running)).toBe(5);
  await end();
  calls(running, 7);
  await running.recorder.flush();
  calls(running, 11);
  await running.recorder.flush();
  expect(running.waited()).toBe(1);
  await begin();
  await until(async () => (await stored(running)) >= 23);
  calls(running, 1);
  await running.recorder.stop();
  expect(await stored(running)).toBe(24);
});

test('a batch whose response was lost is sent again and counted once', async () => {
  const running = recording();
  await stores.clients.usage.lastActive([]);
  calls(running, 5);
  proxy.loseNextAnswer();
  await running.recorder.flush();
  expect(running.waited()).toBe(1);
  expect(await stored(running)).toBe(5);
  calls(running, 2);
  await running.recorder.stop();
  expect(await stored(running)).toBe(7);
});
