import {
  endsAt,
  type GrantEnd,
  grantEnds,
  lifetimeOf,
  readGrantEnd,
  remindAt,
  span,
} from '../../../src/authorization/grants/revocation.js';
import { revocationNotifications } from '../../../src/authorization/grants/revocation-notification.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const BORN = 1_800_000_000_000;

test.each([
  [YEAR + 1, ['1d', '30d', '1y', 'revoked']],
  [YEAR, ['1d', '30d', 'revoked']],
  [30 * DAY, ['1d', 'revoked']],
  [7 * DAY, ['1d', 'revoked']],
  [3600, ['revoked']],
])('a limit of %i seconds offers the ends within it', (limit, offered) => {
  expect(grantEnds(limit)).toEqual(offered);
});

test.each([
  ['1d', '1d'],
  ['30d', '30d'],
  ['1y', '1y'],
  ['revoked', 'revoked'],
  ['', 'revoked'],
  ['30', undefined],
  ['30D', undefined],
  [' 30d', undefined],
  ['toString', undefined],
])('%p is read as %p', (text, end) => {
  expect(readGrantEnd(text, YEAR)).toBe(end);
});

test.each<readonly [GrantEnd, number, number]>([
  ['1d', YEAR, DAY],
  ['30d', YEAR, 30 * DAY],
  ['1y', YEAR, YEAR],
  ['revoked', YEAR, YEAR],
  ['revoked', 3600, 3600],
  ['1y', 90 * DAY, 90 * DAY],
])('%s under a limit of %i seconds ends after %i seconds', (end, limit, seconds) => {
  expect(endsAt(end, BORN, limit)).toBe(BORN + seconds * 1000);
});

test.each<readonly [GrantEnd, number, number | undefined]>([
  ['1d', 6 * HOUR - 1, undefined],
  ['1d', 6 * HOUR, 3 * HOUR],
  ['1d', DAY, 21 * HOUR],
  ['30d', 7 * DAY - 1, 7 * DAY - 1 - 3 * HOUR],
  ['30d', 7 * DAY, 4 * DAY],
  ['30d', 30 * DAY, 27 * DAY],
  ['1y', YEAR, 362 * DAY],
  ['revoked', YEAR, undefined],
])('%s, %i seconds away, is announced after %p seconds', (end, seconds, dueAfter) => {
  expect(remindAt(end, BORN, BORN + seconds * 1000)).toBe(
    dueAfter === undefined ? undefined : BORN + dueAfter * 1000,
  );
});

test('the job of a revocation notification names the grant but no user, and is due before the end', () => {
  const grant = {
    grantId: 'g',
    accountId: 7,
    clientId: 'c',
    born: BORN,
    ends: BORN + YEAR * 1000,
  };
  const payload = {
    about: 'grant.ending',
    to: 7,
    subject: 'client:c',
    at: '2027-01-15T08:00:00.000Z',
    facts: { grant: 'g' },
  };
  expect(revocationNotifications({ ...grant, until: '1y' })).toEqual([
    { kind: 'notification', payload, dueAt: new Date(BORN + 362 * DAY * 1000) },
  ]);
  expect(revocationNotifications({ ...grant, until: 'revoked' })).toEqual([]);
});

test.each([
  ['a day', DAY * 1000, 1800],
  ['exactly its own life', 1_800_000, 1800],
  ['a millisecond less', 1_799_999, 1799],
  ['ten minutes', 600_000, 600],
  ['the last moment', 300, 1],
])('expires_in of an access token whose grant ends in %s', (_, left, seconds) => {
  expect(lifetimeOf(1800, BORN + left, BORN)).toBe(seconds);
});

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [60, '1 minute'],
  [5400, '90 minutes'],
  [12 * 3600, '12 hours'],
  [DAY, '1 day'],
  [YEAR, '365 days'],
])('%i seconds are written as %s', (seconds, message) => {
  expect(span(seconds)).toBe(message);
});
