/* Requests beyond what one process works on, on a real port. */
import { request } from 'node:http';
import { type Admission, createAdmission, type RequestLimits } from '../../src/http/admission.js';
import { until } from '../support/until.js';
import { json, serve } from './serve.js';
import type { Answer, Served } from './serve.js';

const HOUR_MS = 3_600_000;
const LIMITS: RequestLimits = {
  fewest: 2,
  most: 2,
  startsPerTick: 16,
  mostWaiting: 1,
  lateMs: HOUR_MS,
  maxWaitMs: 2 * HOUR_MS,
  longMs: HOUR_MS,
  deadlineMs: HOUR_MS,
};

let served: Served;
let inside: (() => void)[];
/** Paths. */
let [arrived, closed] = [new Set<string>(), new Set<string>()];
afterEach(() => served.close());

async function fixture(limits: Partial<RequestLimits> = {}): Promise<void> {
  let admission: Admission;
  inside = [];
  [arrived, closed] = [new Set(), new Set()];
  served = await serve({
    inside: (_, log) => {
      const now = () => new Date('2026-01-02T03:04:05Z');
      admission = createAdmission({ log, now, limits: { ...LIMITS, ...limits } });
      return [
        (ctx, next) => (ctx.path === '/healthz' ? void (ctx.body = 'ok') : next()),
        admission.limitTime,
        async (ctx) => {
          await new Promise<void>((resolve) => inside.push(resolve));
          if (ctx.path === '/broken') throw new Error('a fault of the test');
          ctx.body = 'done';
        },
      ];
    },
    outside: (handle) => {
      const admit = admission.admit(handle);
      return (req, res) => {
        arrived.add(req.url ?? '');
        res.on('close', () => closed.add(req.url ?? ''));
        admit(req, res);
      };
    },
  });
}

const come = (path = '/v2/me'): Promise<Answer> => served.send({ path });
const leaveOne = (): void => inside.shift()?.();
const areInside = (count: number): Promise<void> => until(() => Promise.resolve(inside.length === count));
const hasArrived = (path: string): Promise<void> => until(() => Promise.resolve(arrived.has(path)));
const logs = (text: string): Promise<void> =>
  until(() => Promise.resolve(served.lines.some(({ msg }) => msg === text)));

/** Two run and one waits. */
async function fill(): Promise<readonly Promise<Answer>[]> {
  const running = [come(), come()];
  await areInside(2);
  const waiting = come('/v2/waiting');
  await hasArrived('/v2/waiting');
  return [...running, waiting];
}

async function statuses(answers: readonly Promise<Answer>[]): Promise<readonly number[]> {
  leaveOne();
  await areInside(2);
  leaveOne();
  leaveOne();
  return (await Promise.all(answers)).map(({ status }) => status);
}

test('what comes beyond a short queue is refused in the form of its endpoint', async () => {
  await fixture();
  const accepted = await fill();
  const refused = await come();
  expect([refused.status, json(refused)]).toEqual([
    503,
    {
      status: 'error',
      timestamp: '2026-01-02T03:04:05.000Z',
      path: '/v2/me',
      error: { code: 'SERVICE_UNAVAILABLE', message: expect.any(String) as string, details: {} },
    },
  ]);
  const { headers } = refused;
  expect([headers['retry-after'], headers['cache-control']]).toEqual(['1', 'no-store']);
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(json(await come('/v2/auth/oauth2/token'))).toMatchObject({ error: 'temporarily_unavailable' });
  const page = await come('/sign-in');
  expect([page.status, page.headers['retry-after']]).toEqual([503, '1']);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(await statuses(accepted)).toEqual([200, 200, 200]);
});

test('probes and assets are answered, and refusals are counted in the log', async () => {
  await fixture();
  const accepted = await fill();
  expect((await come('/healthz')).status).toBe(200);
  const asset = come('/assets/a.css');
  await areInside(3);
  inside.pop()?.();
  expect((await asset).status).toBe(200);
  await Promise.all([come(), come(), come()]);
  await logs('requests turned away');
  expect(served.lines.find(({ msg }) => msg === 'requests turned away')).toMatchObject({ count: 3 });
  expect(await statuses(accepted)).toEqual([200, 200, 200]);
});

test('what waits too long is refused', async () => {
  await fixture({ lateMs: 10, maxWaitMs: 20 });
  const [first, second, waiting] = await fill();
  expect((await waiting)?.status).toBe(503);
  leaveOne();
  leaveOne();
  expect([(await first)?.status, (await second)?.status]).toEqual([200, 200]);
});

test('a failed request frees its place', async () => {
  await fixture();
  for (let round = 0; round < 3; round += 1) {
    const pair = [come('/broken'), come('/broken')];
    await areInside(2);
    leaveOne();
    leaveOne();
    expect((await Promise.all(pair)).map(({ status }) => status)).toEqual([500, 500]);
  }
});

test('a request that takes too long gets 503, in the form of its endpoint', async () => {
  await fixture({ deadlineMs: 30 });
  const overdue = await come();
  expect([overdue.status, overdue.headers['retry-after']]).toEqual([503, '1']);
  expect(json(overdue)).toMatchObject({ error: { message: expect.stringContaining('too long') as string } });
  await logs('request took too long');
  leaveOne();
});

test('a client that closes its connection while it waits is not worked on', async () => {
  await fixture();
  const running = [come(), come()];
  await areInside(2);
  const gone = request({ host: '127.0.0.1', port: served.port, path: '/gone', agent: false });
  gone.on('error', () => undefined).end();
  await hasArrived('/gone');
  gone.destroy();
  await until(() => Promise.resolve(closed.has('/gone')));
  leaveOne();
  await until(() => Promise.resolve(served.lines.some(({ status }) => status === 499)));
  expect(inside).toHaveLength(1);
  leaveOne();
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
});
