/* Requests while the limit of concurrent requests is reached. */
import { request } from 'node:http';
import { limitConcurrency } from '../../src/http/concurrency-limit.js';
import { until } from '../support/until.js';
import { json, serve } from './serve.js';
import type { Answer, Served } from './serve.js';

let served: Served;
/** Paths. */
const [arrived, closed] = [new Set<string>(), new Set<string>()];
const inside: (() => void)[] = [];
afterEach(() => served.close());

async function fixture(waitMs: number): Promise<void> {
  served = await serve({
    inside: () => [
      (ctx, next) => {
        arrived.add(ctx.path);
        ctx.res.on('close', () => closed.add(ctx.path));
        return next();
      },
      limitConcurrency({ concurrency: 2, waiting: 1, waitMs }),
      async (ctx) => {
        await new Promise<void>((resolve) => inside.push(resolve));
        if (ctx.path === '/broken') throw new Error('a fault of the test');
        ctx.body = 'done';
      },
    ],
  });
}

const come = (path = '/'): Promise<Answer> => served.send({ path });
const leaveOne = (): void => inside.shift()?.();
const areInside = (count: number): Promise<void> => until(() => Promise.resolve(inside.length === count));

function expectTurnedAway({ status, headers }: Answer): void {
  expect([status, headers['retry-after']]).toEqual([503, '1']);
}

test('a short queue waits; requests beyond it get 503 with Retry-After', async () => {
  await fixture(60_000);
  const admitted = [come(), come()];
  await areInside(2);
  const turnedAway: Answer[] = [];
  const late = [come(), come(), come()];
  for (const answer of late)
    void answer.then((answered) => answered.status === 503 && turnedAway.push(answered));
  await until(() => Promise.resolve(turnedAway.length === 2));
  turnedAway.forEach(expectTurnedAway);
  leaveOne();
  await areInside(2);
  leaveOne();
  leaveOne();
  const statuses = (await Promise.all([...admitted, ...late])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 200, 503, 503]);
});

test('the error has the format of the requested endpoint', async () => {
  await fixture(1);
  const admitted = [come(), come()];
  await areInside(2);
  expect(json(await come('/v2/auth/oauth2/token'))).toMatchObject({ error: 'temporarily_unavailable' });
  expect(json(await come('/v2/me'))).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  const page = await come('/');
  expectTurnedAway(page);
  expect(page.headers['content-type']).toContain('text/html');
  leaveOne();
  leaveOne();
  await Promise.all(admitted);
});

test('a failed request frees its slot, and a refused one takes none', async () => {
  await fixture(1);
  for (let round = 0; round < 3; round += 1) {
    const pair = [come('/broken'), come('/broken')];
    await areInside(2);
    expectTurnedAway(await come());
    leaveOne();
    leaveOne();
    expect((await Promise.all(pair)).map(({ status }) => status)).toEqual([500, 500]);
  }
  const last = [come(), come()];
  await areInside(2);
  leaveOne();
  leaveOne();
  expect((await Promise.all(last)).map(({ status }) => status)).toEqual([200, 200]);
});

test('a client that closes its connection while it waits is not worked on', async () => {
  await fixture(60_000);
  const admitted = [come(), come()];
  await areInside(2);
  const gone = request({ host: '127.0.0.1', port: served.port, path: '/gone', agent: false });
  gone.on('error', () => undefined).end();
  await until(() => Promise.resolve(arrived.has('/gone')));
  gone.destroy();
  await until(() => Promise.resolve(closed.has('/gone')));
  leaveOne();
  await until(() => Promise.resolve(served.lines.some(({ status }) => status === 499)));
  expect(inside).toHaveLength(1);
  const next = come();
  await areInside(2);
  leaveOne();
  leaveOne();
  expect((await Promise.all([...admitted, next])).map(({ status }) => status)).toEqual([200, 200, 200]);
});
