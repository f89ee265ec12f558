import { storeUnavailable } from '../../src/errors.js';
import { createLog } from '../../src/ops/log.js';
import {
  type DayCount,
  KEPT_PER_DAY,
  type NewRequest,
  type RequestBatch,
} from '../../src/request-log/store.js';
import { createRequestLog } from '../../src/request-log/writer.js';
import { until } from '../support/until.js';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const TODAY = '2026-11-21';

const request = (change: Partial<NewRequest> = {}): NewRequest => ({
  ...{ id: 'r', clientId: 'a', at: NOON, endpoint: 'token', method: 'POST', route: '/token' },
  ...{ clientIp: '192.0.2.7', userAgent: 'curl/8', sent: { parameters: [] }, status: 200 },
  ...change,
});

function writing(answer: () => Promise<readonly DayCount[]> = () => Promise.resolve([])) {
  const sent: RequestBatch[] = [];
  const lines: string[] = [];
  const requestLog = createRequestLog({
    requests: {
      add(batch) {
        sent.push(batch);
        return answer();
      },
    },
    log: createLog('info', { write: (line) => void lines.push(line) }),
    flushAfterMs: 5,
  });
  return { requestLog, sent, lines };
}

const times = (count: number, work: () => void) => void Array.from({ length: count }, work);

test('requests are stored together by a timer, and nothing when there are none', async () => {
  const { requestLog, sent } = writing();
  await requestLog.flush();
  expect(sent).toEqual([]);
  times(500, () => requestLog.note(request()));
  await until(() => Promise.resolve(sent.length === 1));
  expect(sent[0]?.requests).toHaveLength(500);
  requestLog.note(request({ error: 'invalid_grant' }));
  await requestLog.stop();
  expect(sent[1]).toMatchObject({ counts: [{ clientId: 'a', day: TODAY, refused: 1, succeeded: 0 }] });
});

test('of one client only so many are held, of each kind, and a flush is bounded; all are counted', async () => {
  const { requestLog, sent } = writing();
  times(KEPT_PER_DAY, () => requestLog.note(request({ error: 'invalid_client' })));
  times(5, () => requestLog.note(request({ error: 'invalid_client' })));
  times(5, () => requestLog.note(request({ clientId: 'b' })));
  await requestLog.flush();
  expect(sent[0]?.requests).toHaveLength(KEPT_PER_DAY);
  expect(sent[0]?.counts).toEqual([
    { clientId: 'a', day: TODAY, refused: KEPT_PER_DAY + 5, succeeded: 0 },
    { clientId: 'b', day: TODAY, refused: 0, succeeded: 5 },
  ]);
});

test('once a day is full nothing of it is sent but the counts, until the next day', async () => {
  const full = { clientId: 'a', day: TODAY, refused: KEPT_PER_DAY, succeeded: 0 };
  const { requestLog, sent } = writing(() => Promise.resolve([full]));
  const error = 'invalid_client';
  for (const at of [NOON, NOON + 1, NOON + 86_400_000]) {
    requestLog.note(request({ at, error }));
    await requestLog.flush();
  }
  requestLog.note(request({ at: NOON + 86_400_000 }));
  await requestLog.flush();
  expect(sent.map(({ requests, counts }) => [requests.length, counts.length])).toEqual([
    [1, 1],
    [0, 1],
    [1, 1],
    [1, 1],
  ]);
});

test('ids that somebody invents take bounded memory', async () => {
  const { requestLog, sent } = writing();
  let id = 0;
  times(20_000, () => requestLog.note(request({ clientId: `c${(id += 1)}` })));
  await requestLog.flush();
  expect(sent[0]?.counts.length).toBeLessThanOrEqual(5_000);
  expect(sent[0]?.requests.length).toBeLessThanOrEqual(1_000);
});

test('a batch waits for a store that does not answer, and is dropped when it is refused', async () => {
  const answers = [storeUnavailable(new Error('away')), undefined, new Error('bad'), undefined];
  const { requestLog, sent, lines } = writing(() => {
    const fault = answers.shift();
    return fault ? Promise.reject(fault) : Promise.resolve([]);
  });
  requestLog.note(request({ id: 'first' }));
  await requestLog.flush();
  await requestLog.flush();
  expect(sent[1]).toBe(sent[0]);
  requestLog.note(request({ id: 'second' }));
  await requestLog.flush();
  await requestLog.stop();
  expect(sent.map(({ requests }) => requests[0]?.id)).toEqual(['first', 'first', 'second']);
  expect(lines.join()).toContain('could not be stored');
});

test('what looks like a credential is masked, long text is cut, and what cannot be stored is replaced', async () => {
  const { requestLog, sent } = writing();
  const credential = `sk_${'x'.repeat(43)}`;
  requestLog.note(
    request({
      userAgent: `${credential} a\0b\ud800 ${'long '.repeat(500)}`,
      sent: { parameters: [credential], redirectUri: `https://a.example/?token=sat_${'y'.repeat(65)}` },
      cause: { code: 'scope_unknown', scopes: [credential] },
    }),
  );
  await requestLog.flush();
  const text = JSON.stringify(sent);
  expect(text).not.toMatch(/xxxx|yyyy|\\u0000|\\ud800/);
  expect(sent[0]?.requests[0]).toMatchObject({
    sent: { parameters: ['(credential)'], redirectUri: 'https://a.example/?token=(credential)' },
    cause: { scopes: ['(credential)'] },
  });
  expect(text.length).toBeLessThan(2_000);
});
