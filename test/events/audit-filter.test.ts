import {
  momentOf,
  NO_MOMENT,
  NO_CLIENT_IP,
  NO_SUCH_ACCOUNT,
  NO_TIME_BETWEEN,
  readFilter,
} from '../../src/events/audit-filter.js';
import { readCursor, writeCursor } from '../../src/events/audit-cursor.js';

const EMPTY = { actor: '', action: '', subject: '', network: '', since: '', until: '' };
const find = (email: string) =>
  Promise.resolve(email.toLowerCase() === 'ada@example.com' ? { id: 12 } : undefined);
const CLIENT_ID = 'ab'.repeat(32);

test.each([
  ['2026-11-21', 'first', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21', 'last', '2026-11-22T00:00:00.000Z'],
  ['2026-12-31', 'last', '2027-01-01T00:00:00.000Z'],
  ['2028-02-29', 'first', '2028-02-29T00:00:00.000Z'],
  ['2026-11-21T14:05:00Z', 'last', '2026-11-21T14:05:00.000Z'],
  ['2026-11-21T14:05:00.250Z', 'first', '2026-11-21T14:05:00.250Z'],
  ['2026-11-21T14:05+02:00', 'first', '2026-11-21T12:05:00.000Z'],
] as const)('%s as the %s time is %s', (text, edge, moment) => {
  expect(momentOf(text, edge)?.toISOString()).toBe(moment);
});

test.each([
  'yesterday',
  '2026',
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2026-13-01',
  '21.11.2026',
  '2026-11-21T14:05:00',
  '2026-11-21T25:00:00Z',
  '0000-01-01',
  '275760-09-13',
])('%s is not a time', (text) => {
  expect(momentOf(text, 'first')).toBeUndefined();
});

test.each([
  [{}, {}],
  [{ actor: 'ADA@example.com' }, { actor: 'account:12' }],
  [{ actor: 'system' }, { actor: 'system' }],
  [{ actor: CLIENT_ID }, { actor: `client:${CLIENT_ID}` }],
  [{ actor: 'client:legacy-app' }, { actor: 'client:legacy-app' }],
  [{ subject: 'ada@example.com' }, { subject: 'account:12' }],
  [{ subject: CLIENT_ID }, { subject: `client:${CLIENT_ID}` }],
  [{ subject: 'legacy-app' }, { subject: 'client:legacy-app' }],
  [{ subject: 'family:f1' }, { subject: 'family:f1' }],
  [
    { action: 'client.approved', network: '2001:DB8::1' },
    { action: 'client.approved', clientIp: '2001:db8::1' },
  ],
  [
    { since: '2026-11-21', until: '2026-11-21' },
    { since: new Date('2026-11-21T00:00:00Z'), until: new Date('2026-11-22T00:00:00Z') },
  ],
])('%j filters by %j', async (typed, filter) => {
  const nothing = { actor: undefined, action: undefined, subject: undefined, clientIp: undefined };
  const read = await readFilter({ ...EMPTY, ...typed }, find);
  const all = { ...nothing, since: undefined, until: undefined, ...filter };
  expect(read).toEqual({ kind: 'filter', filter: all });
});

test.each([
  [{ since: '2026-11-21', until: '2026-11-20' }, { until: NO_TIME_BETWEEN }],
  [{ since: '2026-11-21T14:05:00Z', until: '2026-11-21T14:05:00Z' }, { until: NO_TIME_BETWEEN }],
  [{ since: 'x', until: '2026-11-20' }, { since: NO_MOMENT }],
  [{ network: 'zz' }, { network: NO_CLIENT_IP }],
  [{ network: '192.0.2.0/24' }, { network: NO_CLIENT_IP }],
])('%j is a fault, and its message explains why', async (typed, faults) => {
  expect(await readFilter({ ...EMPTY, ...typed }, find)).toEqual({ kind: 'faulty', faults });
});

test.each(['192.0.2.7', '2001:db8::7', 'unknown'])('%s is a client IP', async (clientIp) => {
  expect(await readFilter({ ...EMPTY, network: clientIp }, find)).toMatchObject({
    filter: { clientIp },
  });
});

test('all faults are reported at once, each at its field', async () => {
  const typed = { ...EMPTY, actor: 'bob@example.com', subject: 'eve@example.com', since: 'x', until: '2026' };
  expect(await readFilter(typed, find)).toEqual({
    kind: 'faulty',
    faults: { actor: NO_SUCH_ACCOUNT, subject: NO_SUCH_ACCOUNT, since: NO_MOMENT, until: NO_MOMENT },
  });
});

test('a cursor is read as it was written, and other values are refused', () => {
  const place = { at: new Date('2026-11-21T14:05:00.123Z'), id: '019aa7c2-7c1b-7000-8000-000000000001' };
  const text = writeCursor(place);
  expect(readCursor(text)).toEqual(place);
  for (const wrong of [
    '',
    'x',
    text.slice(1),
    `${text}0`,
    text.replace('11-21', '13-21'),
    text.toUpperCase(),
  ])
    expect(readCursor(wrong)).toBeUndefined();
});
