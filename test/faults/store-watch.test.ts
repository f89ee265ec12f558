/* A Redis whose settings change while the service runs: detected by the watch, logged once, and recovered. */
import { createLog } from '../../src/ops/log.js';
import { createStoreWatch } from '../../src/ops/store-watch.js';
import { openBackend } from '../support/backend.js';
import { startRedis, withRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import { startService } from '../support/service.js';
import { until } from '../support/until.js';

let redis: RedisServer;
let backend: Awaited<ReturnType<typeof openBackend>>;
beforeAll(async () => {
  redis = await startRedis({ args: ['--appendonly', 'yes'] });
  backend = await openBackend({ REDIS_URL: redis.url() });
});
afterAll(async () => {
  await backend.close();
  await redis.stop();
});

const configure = (name: string, value: string): Promise<unknown> =>
  withRedis(redis.url(), (client) => client.config('SET', name, value));

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly store?: string;
  readonly reason?: string;
}

function listening() {
  const lines: Line[] = [];
  const log = createLog('info', { write: (text) => void lines.push(JSON.parse(text) as Line) });
  const logged = (level: string, text: string): Promise<void> =>
    until(() =>
      Promise.resolve(
        lines.some((line) => line.level === level && `${line.reason} ${line.msg}`.includes(text)),
      ),
    );
  return { lines, log, heard: logged };
}

test('a policy that drops records is logged when it appears and when it is fixed, once each', async () => {
  const { lines, log, heard: logged } = listening();
  const watch = createStoreWatch({ stores: backend.stores, log, everyMs: 5 });
  watch.start();
  await logged('warn', 'embedded');
  await configure('maxmemory-policy', 'allkeys-lru');
  await logged(
    'error',
    'maxmemory-policy is allkeys-lru, which drops grants silently: set it to noeviction.',
  );
  expect((await watch.examine()).faults).toMatchObject([{ store: 'redis' }]);
  await configure('maxmemory-policy', 'noeviction');
  await logged('info', 'store is safe to use again');
  await configure('appendonly', 'no');
  await logged('warn', 'append-only');
  await configure('appendonly', 'yes');
  await watch.stop();
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  expect(lines.filter(({ level }) => level === 'info')).toEqual([
    expect.objectContaining({ store: 'redis', msg: 'store is safe to use again' }),
  ]);
});

test('the service examines its stores on start, and again for /readyz', async () => {
  const { log, heard: logged } = listening();
  await configure('appendonly', 'no');
  const service = await startService({ backend, log });
  await logged('warn', 'append-only');
  const ready = async (): Promise<number> => (await fetch(`${service.url}/readyz`)).status;
  expect(await ready()).toBe(200);
  await configure('maxmemory-policy', 'volatile-lru');
  expect(await ready()).toBe(503);
  await logged('error', 'volatile-lru');
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  await configure('maxmemory-policy', 'noeviction');
  expect(await ready()).toBe(200);
  await configure('appendonly', 'yes');
  await service.close();
});
