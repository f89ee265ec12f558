/* Metrics on a port of their own, of a real process, and never on that of clients. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createCliFixture } from '../cli/slotkey.js';
import type { CliFixture } from '../cli/slotkey.js';
import { samplesIn, valueOf } from '../metrics/samples.js';
import { freePort } from '../support/child-server.js';

let cli: CliFixture;
let port: number;
beforeEach(async () => {
  [cli, port] = await Promise.all([createCliFixture(), freePort()]);
});
afterEach(() => cli.remove());

const urlIn = (printed: string): string => /Slotkey listens at (\S+)/.exec(printed)?.[1] ?? '';

test('answers /metrics alone, and PORT does not', async () => {
  const service = cli.serve({ DEMO: 'false', METRICS_PORT: String(port) });
  const own = `http://127.0.0.1:${port}`;
  const url = urlIn(await service.until(`Metrics are answered at ${own}/metrics\n`));
  expect((await fetch(`${url}/v2/me`)).status).toBe(401);
  const answer = await fetch(`${own}/metrics`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const labels = { http_request_method: 'GET', http_route: '/v2/me', http_response_status_class: '4xx' };
  expect(valueOf(text, 'http_server_request_duration_seconds_count', labels)).toBe(1);
  expect(samplesIn(text).some(({ name }) => name === 'slotkey_jobs_due')).toBe(true);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect((await fetch(`${own}/v2/me`)).status).toBe(404);
  expect((await fetch(`${own}/metrics`, { method: 'POST' })).status).toBe(405);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
});

test('a METRICS_PORT that is taken is named', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const { code, stderr } = await cli.serve({ METRICS_PORT: String(port) }).ended;
  other.close();
  expect(code).toBe(1);
  expect(stderr).toContain(
    `slotkey: 127.0.0.1:${port} is in use by another process. Stop it, or set another METRICS_PORT.\n`,
  );
});
