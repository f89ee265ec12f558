/* What is looked up when the metrics are read: once, in time, and once for all processes. */
import { createMetrics, textOfAll } from '../../src/metrics/metrics.js';
import { storeUnavailable } from '../../src/errors.js';
import type { Sources } from '../../src/metrics/sources.js';
import { until } from '../support/until.js';
import { valueOf } from './samples.js';

const sources = (change: Partial<Sources> = {}): Sources => ({
  load: () => ({ running: 3, waiting: 2, turnedAway: 7 }),
  connections: () => ({ used: 4, idle: 1, waiting: 0, max: 10 }),
  jobs: () => Promise.resolve([{ kind: 'webhook', due: 5, oldestSeconds: 61, dead: 1 }]),
  reviews: () => Promise.resolve(2),
  ...change,
});

test('those who read at the same time share the statements, and the next reads again', async () => {
  let count = 0;
  const jobs = async () => {
    count += 1;
    return [];
  };
  const metrics = createMetrics('1');
  metrics.follow(sources({ jobs }));
  const [one, other] = await Promise.all([metrics.text(), metrics.text()]);
  expect([count, one === other]).toEqual([1, true]);
  await metrics.text();
  expect(count).toBe(2);
});

test('a kind without jobs has zeros, so that its series does not end', async () => {
  const metrics = createMetrics('1');
  metrics.follow(sources());
  const text = await metrics.text();
  expect(valueOf(text, 'slotkey_jobs_due', { kind: 'webhook' })).toBe(5);
  expect(valueOf(text, 'slotkey_job_oldest_due_seconds', { kind: 'webhook' })).toBe(61);
  expect(text).toContain('slotkey_jobs_dead{kind="booking"} 0\n');
  expect(valueOf(text, 'slotkey_requests_turned_away_total')).toBe(7);
});

test.each([
  ['fails', () => Promise.reject(storeUnavailable(new Error('down')))],
  ['does not answer', () => new Promise<never>(() => undefined)],
])('a database that %s leaves out its part, and says so', async (_, jobs) => {
  const metrics = createMetrics('1');
  metrics.follow(sources({ jobs }));
  const text = await metrics.text();
  expect(text).not.toContain('slotkey_jobs_due{');
  expect(valueOf(text, 'slotkey_metrics_incomplete')).toBe(1);
  expect(valueOf(text, 'slotkey_requests_running')).toBe(3);
});

test('several processes are one: added up, and what all say alike once', async () => {
  const all = [createMetrics('1'), createMetrics('1')];
  for (const one of all) {
    one.follow(sources());
    one.observers.request('GET', '/v2/me', 200, 0.02);
  }
  const values = await Promise.all(all.map((one, at) => one.values(at === 0)));
  const text = await textOfAll(structuredClone(values));
  const labels = { http_request_method: 'GET', http_route: '/v2/me', http_response_status_class: '2xx' };
  expect(valueOf(text, 'http_server_request_duration_seconds_count', labels)).toBe(2);
  expect(valueOf(text, 'http_server_request_duration_seconds_bucket', { ...labels, le: '0.025' })).toBe(2);
  expect(valueOf(text, 'slotkey_requests_running')).toBe(6);
  expect(valueOf(text, 'slotkey_jobs_due', { kind: 'webhook' })).toBe(5);
  expect(valueOf(text, 'slotkey_build_info', { version: '1', node_version: process.version })).toBe(1);
});

test('failures of stores have a reason, and an answer to the caller is none', async () => {
  const metrics = createMetrics('1');
  const observe = metrics.observers.operation('redis', 'artifacts.read');
  observe(0.001);
  observe(1, storeUnavailable(new Error('down')));
  observe(0.001, new Error('a fault of ours'));
  const text = await metrics.text();
  const failed = (reason: string) =>
    valueOf(text, 'slotkey_store_operation_failures_total', {
      store: 'redis',
      operation: 'artifacts.read',
      reason,
    });
  expect([failed('unavailable'), failed('fault'), failed('contended')]).toEqual([1, 1, 0]);
});

test('the delay of the event loop is that since the last reading', async () => {
  const metrics = createMetrics('1');
  await until(async () => valueOf(await metrics.text(), 'nodejs_eventloop_lag_max_seconds') > 0);
});
