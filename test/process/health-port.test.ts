/* Probes on a port of their own, of a real process: before it can answer anything else, and until it ends. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createCliFixture } from '../cli/slotkey.js';
import type { CliFixture } from '../cli/slotkey.js';
import { freePort } from '../support/child-server.js';
import { until } from '../support/until.js';

let cli: CliFixture;
let port: number;
beforeEach(async () => {
  [cli, port] = await Promise.all([createCliFixture(), freePort()]);
});
afterEach(() => cli.remove());

const probe = (path: string, method = 'GET'): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { method });
const statusOf = (path: string): Promise<number | string> =>
  probe(path).then(
    ({ status }) => status,
    () => 'refused',
  );
const answersWith = (status: number, path: string): Promise<void> =>
  until(async () => (await statusOf(path)) === status);

test('answers the two probes alone, and /readyz 503 from the signal to stop on', async () => {
  const service = cli.serve({ DEMO: 'false', HEALTH_PORT: String(port), DRAIN_SECONDS: '2' });
  await service.until(`Health checks are answered at http://127.0.0.1:${port}\n`);
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
  expect([await statusOf('/v2/me'), (await probe('/readyz', 'POST')).status]).toEqual([404, 405]);
  service.child.kill('SIGTERM');
  await answersWith(503, '/readyz');
  expect(await statusOf('/healthz')).toBe(200);
  expect((await service.ended).code).toBe(0);
});

test('says that a process which waits for its database lives and is not ready', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const database = (silent.address() as AddressInfo).port;
  const service = cli.serve({
    HEALTH_PORT: String(port),
    DATABASE_URL: `postgres://slotkey:password@127.0.0.1:${database}/slotkey`,
    SECRET_KEYS: 'h7Qk2mZp9Xv4Lw8Rt1Yc6Bn3Jd5Gf0Sa',
  });
  await answersWith(200, '/healthz');
  const answer = await probe('/readyz');
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'unavailable', reasons: [{ store: 'process', reason: 'The process is starting.' }] },
  ]);
  service.child.kill('SIGTERM');
  await service.ended;
  silent.close();
});

test('a HEALTH_PORT that is taken is named', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const { code, stderr } = await cli.serve({ HEALTH_PORT: String(port) }).ended;
  other.close();
  expect(code).toBe(1);
  expect(stderr).toContain(
    `slotkey: 127.0.0.1:${port} is in use by another process. Stop it, or set another HEALTH_PORT.\n`,
  );
});
