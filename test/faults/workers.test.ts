/*
 * Several workers on one port, as one process of the operating system starts them: they are one service to clients, to
 * probes and to Prometheus, whatever happens to one of them.
 */
import { Agent, request } from 'node:http';
import { type CliFixture, createCliFixture, type Running } from '../cli/slotkey.js';
import { samplesIn, valueOf } from '../metrics/samples.js';
import { childrenOf, freePort } from '../support/child-server.js';
import { me, refresh, type Tokens } from '../support/oauth.js';
import { startRedis, type RedisServer } from '../support/redis-server.js';
import type { TestClient } from '../support/service.js';
import { until } from '../support/until.js';
import { install, type Installed, openServiceFixture, type ServiceFixture } from './service-fixture.js';

const CLIENTS = 6;
const WORKERS = 2;
const PROBES = ['/readyz', '/healthz', '/healthz', '/healthz'];

interface Ports {
  readonly service: number;
  readonly health: number;
  readonly metrics: number;
}

let redis: RedisServer;
let fixture: ServiceFixture;
let installed: Installed;
let cli: CliFixture;
let ports: Ports;
let running: Running;
beforeAll(async () => {
  redis = await startRedis();
  fixture = await openServiceFixture({ REDIS_URL: redis.url() });
  installed = await install(fixture.service, CLIENTS);
});
afterAll(async () => {
  await fixture.close();
  await redis.stop();
});
beforeEach(async () => {
  cli = await createCliFixture({ empty: true });
  ports = { service: await freePort(), health: await freePort(), metrics: await freePort() };
  running = cli.serve({
    ...fixture.env,
    // With the demonstration a worker that listens asks the database before it is ready.
    ...{ NODE_ENV: 'test', DEMO: 'true', LOG_LEVEL: 'error', WORKERS: String(WORKERS), DRAIN_SECONDS: '2' },
    ...{ PORT: String(ports.service), BASE_URL: `http://localhost:${ports.service}` },
    ...{ HEALTH_PORT: String(ports.health), METRICS_PORT: String(ports.metrics) },
  });
  await running.until('Metrics are answered at ');
  await until(async () => (await readiness()).missing === 0);
});
afterEach(async () => {
  running.child.kill('SIGTERM');
  await running.ended;
  await cli.remove();
});

const at = () => ({ url: `http://localhost:${ports.service}` });

/** `missing`: workers that are not ready, as a warning says. */
async function readiness(): Promise<{ readonly status: number; readonly missing: number }> {
  const answer = await fetch(`http://localhost:${ports.health}/readyz`);
  const text = await answer.text();
  return {
    status: answer.status,
    missing: Number(/(\d+) of \d+ workers are not ready/.exec(text)?.[1] ?? 0),
  };
}

const metrics = async (): Promise<string> =>
  (await fetch(`http://localhost:${ports.metrics}/metrics`)).text();

const workers = (): Promise<readonly number[]> => childrenOf(running.pid);

/** On a connection of its own. */
const getOnce = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(at().url + path, { agent: new Agent() }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    })
      .once('error', reject)
      .end();
  });

test('are one service: their requests are added up, and one that is killed is replaced', async () => {
  const [tokens] = installed.installations;
  const before = await workers();
  expect(before).toHaveLength(WORKERS);
  for (let count = 0; count < 20; count += 1) expect(await getOnce('/v2/me')).toBe(401);
  expect((await me(at(), tokens?.access_token ?? '')).status).toBe(200);
  const text = await metrics();
  const calls = (status: string) =>
    valueOf(text, 'http_server_request_duration_seconds_count', {
      http_request_method: 'GET',
      http_route: '/v2/me',
      http_response_status_class: status,
    });
  expect([calls('4xx'), calls('2xx')]).toEqual([20, 1]);
  expect(valueOf(text, 'slotkey_workers')).toBe(WORKERS);
  expect(samplesIn(text).filter(({ name }) => name === 'slotkey_clients_waiting_for_review')).toHaveLength(1);

  process.kill(before[0] ?? 0, 'SIGKILL');
  await until(async () => valueOf(await metrics(), 'slotkey_worker_crashes_total') === 1);
  expect((await readiness()).status).toBe(200);
  expect(await getOnce('/v2/me')).toBe(401);
  await until(async () => valueOf(await metrics(), 'slotkey_workers') === WORKERS);
  const after = await workers();
  expect([after.length, after.includes(before[0] ?? 0), after.includes(before[1] ?? 0)]).toEqual([
    2,
    false,
    true,
  ]);
  await until(async () => (await readiness()).missing === 0);
});

/** Refreshes one authorization again and again until `isOver`. */
async function refreshing(client: TestClient, first: Tokens, isOver: () => boolean): Promise<Tokens> {
  let tokens = first;
  while (!isOver()) {
    const { status, body } = await refresh(at(), client, tokens.refresh_token);
    if (status !== 200) throw new Error(`refresh: ${status} ${JSON.stringify(body)}`);
    tokens = body;
  }
  return tokens;
}

/** On a new connection each time: which worker gets it, and whether it has just begun to listen, is chance. */
async function probing(path: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const status = await getOnce(path);
    if (status !== 200) throw new Error(`${path}: ${String(status)}`);
  }
}

test('are replaced one after the other on SIGHUP, and no request fails', async () => {
  const before = await workers();
  let over = false;
  const { client, installations } = installed;
  const clients = Promise.all(installations.map((tokens) => refreshing(client, tokens, () => over)));
  const probes = Promise.all(PROBES.map((path) => probing(path, () => over)));
  for (const one of [clients, probes]) one.catch(() => (over = true));
  running.child.kill('SIGHUP');
  await until(async () => {
    const now = await workers();
    expect((await readiness()).status).toBe(200);
    return over || (now.length === WORKERS && now.every((pid) => !before.includes(pid)));
  });
  await until(async () => over || (await readiness()).missing === 0);
  over = true;
  await probes;
  installed = { ...installed, installations: await clients };
  expect(valueOf(await metrics(), 'slotkey_worker_crashes_total')).toBe(0);
});

test('drain together on SIGTERM, and end with the exit code 0', async () => {
  const before = await workers();
  running.child.kill('SIGTERM');
  await until(async () => (await readiness()).status === 503);
  expect(await getOnce('/v2/me')).toBe(401);
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(before.filter((pid) => isAlive(pid))).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('end with the process that started them, when it is killed', async () => {
  const before = await workers();
  running.child.kill('SIGKILL');
  await running.ended;
  await until(async () => !before.some(isAlive));
});
