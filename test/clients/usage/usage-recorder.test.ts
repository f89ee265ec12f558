import { randomBytes } from 'node:crypto';
import { createUsageRecorder } from '../../../src/clients/usage/usage-recorder.js';
import type { UseBatch } from '../../../src/clients/usage/usage-store.js';
import { storeUnavailable } from '../../../src/errors.js';
import { createLog } from '../../../src/ops/log.js';
import { SCOPE_NAMES } from '../../../src/scopes/catalogue.js';
import { until } from '../../support/until.js';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const DAY = 86_400_000;
const FROM = { clientIp: '192.0.2.7', agent: 'Node.js' };

/** Answers each batch with `answer`, and collects the lines of the log. */
function recording(answer: (sent: UseBatch) => Promise<void> = () => Promise.resolve()) {
  const sent: UseBatch[] = [];
  const lines: { level: string; msg: string; count?: number }[] = [];
  let now = NOON;
  const recorder = createUsageRecorder({
    usage: {
      add(batch) {
        sent.push(batch);
        return answer(batch);
      },
    },
    log: createLog('info', {
      write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
    }),
    random: randomBytes,
    clock: () => now,
    flushAfterMs: 5,
  });
  return { recorder, sent, lines, pass: (milliseconds: number) => void (now += milliseconds) };
}

test('equal uses are summed by client, kind, name and day, with the last time and origin', async () => {
  const { recorder, sent, pass } = recording();
  recorder.call('a', 'BOOKING_READ');
  recorder.call('a', 'BOOKING_READ');
  recorder.call('b', 'BOOKING_READ');
  recorder.tokenUse({ clientId: 'a', secretId: 's1', from: { ...FROM, agent: 'curl' } });
  pass(1000);
  recorder.tokenUse({ clientId: 'a', secretId: 's1', from: FROM });
  recorder.tokenUse({ clientId: 'p', from: FROM });
  recorder.authorizationRequest('a', false);
  recorder.authorizationRequest('a', true);
  pass(DAY);
  recorder.call('a', 'BOOKING_READ');
  await recorder.flush();
  const [noon, later, tomorrow] = [NOON, NOON + 1000, NOON + 1000 + DAY].map((at) => new Date(at));
  const [today, next] = ['2026-11-21', '2026-11-22'];
  expect(sent.map(({ uses }) => uses)).toEqual([
    [
      { clientId: 'a', kind: 'call', name: 'BOOKING_READ', uses: 2, lastAt: noon, day: today },
      { clientId: 'b', kind: 'call', name: 'BOOKING_READ', uses: 1, lastAt: noon, day: today },
      { clientId: 'a', kind: 'token', name: 's1', uses: 2, lastAt: later, day: today, from: FROM },
      { clientId: 'p', kind: 'token', name: '', uses: 1, lastAt: later, day: today, from: FROM },
      { clientId: 'a', kind: 'authorization', name: 'no_scope', uses: 1, lastAt: later, day: today },
      { clientId: 'a', kind: 'authorization', name: 'scope', uses: 1, lastAt: later, day: today },
      { clientId: 'a', kind: 'call', name: 'BOOKING_READ', uses: 1, lastAt: tomorrow, day: next },
    ],
  ]);
});

test('counts are stored once by a timer, and nothing is stored when there are none', async () => {
  const { recorder, sent } = recording();
  await recorder.flush();
  expect(sent).toEqual([]);
  recorder.call('a', 'BOOKING_READ');
  await until(() => Promise.resolve(sent.length === 1));
  recorder.call('a', 'BOOKING_READ');
  await until(() => Promise.resolve(sent.length === 2));
  await recorder.stop();
  expect(sent.map(({ uses }) => uses[0]?.uses)).toEqual([1, 1]);
  expect(sent[0]?.id).not.toBe(sent[1]?.id);
});

test('a batch that cannot be stored is retried unchanged, before later counts', async () => {
  let outage = true;
  const { recorder, sent, lines } = recording(() =>
    outage ? Promise.reject(storeUnavailable(new Error('refused'))) : Promise.resolve(),
  );
  recorder.call('a', 'BOOKING_READ');
  await recorder.flush();
  recorder.call('a', 'BOOKING_READ');
  recorder.call('a', 'PROFILE_READ');
  await recorder.flush();
  await recorder.flush();
  outage = false;
  await recorder.stop();
  const [first] = sent;
  expect(sent.slice(0, -1)).toEqual(Array.from({ length: sent.length - 1 }, () => first));
  expect(sent.at(-1)?.uses.map(({ name, uses }) => [name, uses])).toEqual([
    ['BOOKING_READ', 1],
    ['PROFILE_READ', 1],
  ]);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ['warn', 'uses of clients wait for the database'],
  ]);
});

test('a batch that can never be stored does not block later ones', async () => {
  let broken = true;
  const { recorder, sent, lines } = recording(() =>
    broken ? Promise.reject(new Error('a fault of ours')) : Promise.resolve(),
  );
  recorder.call('a', 'BOOKING_READ');
  await recorder.flush();
  broken = false;
  recorder.call('a', 'PROFILE_READ');
  await recorder.stop();
  expect(sent.map(({ uses }) => uses[0]?.name)).toEqual(['BOOKING_READ', 'PROFILE_READ']);
  expect(lines).toMatchObject([{ level: 'error', count: 1 }]);
});

test('during a long outage the number of counts is limited, and known counts still grow', async () => {
  const { recorder, sent, lines } = recording();
  const clients = Array.from({ length: 300 }, (_, number) => `client ${number}`);
  for (const client of clients) for (const name of SCOPE_NAMES) recorder.call(client, name);
  recorder.call('client 0', 'EVENT_TYPE_READ');
  await recorder.stop();
  expect(sent[0]?.uses).toHaveLength(10_000);
  expect(sent[0]?.uses[0]).toMatchObject({ clientId: 'client 0', uses: 2 });
  expect(lines).toMatchObject([{ level: 'warn', count: 300 * SCOPE_NAMES.length - 10_000 }]);
});
