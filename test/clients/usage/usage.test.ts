import { refusalsToConfirm } from '../../../src/clients/legacy/migration.js';
import { programFamily } from '../../../src/clients/usage/program-family.js';
import type { Tally } from '../../../src/clients/usage/usage-store.js';
import {
  askedAuthorizations,
  lastActivity,
  neededScopes,
  secretEvidence,
  usesInWeek,
} from '../../../src/clients/usage/usage.js';

const NOW = new Date('2026-11-21T14:05:00.000Z');
const before = (milliseconds: number): Date => new Date(NOW.getTime() - milliseconds);
const [MINUTE, DAY] = [60_000, 86_400_000];
const FROM = { clientIp: '192.0.2.7', agent: 'Node.js' };

const tally = (change: Partial<Tally> = {}): Tally => ({
  kind: 'call',
  name: 'BOOKING_READ',
  lastAt: NOW,
  week: 1,
  month: 2,
  ...change,
});

describe('the evidence beside a secret', () => {
  const made = { createdAt: before(90 * DAY), countedSince: before(90 * DAY) };

  test.each([
    ['never used', made, { kind: 'never' }],
    [
      'older than the counting, and not seen since',
      { ...made, countedSince: before(3 * DAY) },
      { kind: 'unseen', since: before(3 * DAY) },
    ],
    [
      'used three minutes ago',
      { ...made, lastUsedAt: before(3 * MINUTE), lastUsedFrom: FROM },
      { kind: 'used', at: before(3 * MINUTE), from: FROM },
    ],
    [
      'used a moment less than a day ago',
      { ...made, lastUsedAt: before(DAY - 1), lastUsedFrom: FROM },
      { kind: 'used', at: before(DAY - 1), from: FROM },
    ],
    ['used a day ago', { ...made, lastUsedAt: before(DAY), lastUsedFrom: FROM }, { kind: 'idle', days: 1 }],
    ['used nine days ago', { ...made, lastUsedAt: before(9.9 * DAY) }, { kind: 'idle', days: 9 }],
    [
      'used on a replica whose clock is ahead',
      { ...made, lastUsedAt: before(-2000), lastUsedFrom: FROM },
      { kind: 'used', at: before(-2000), from: FROM },
    ],
  ])('%s', (_, secret, evidence) => {
    expect(secretEvidence(secret, NOW)).toEqual(evidence);
  });

  test('counts the uses of the last week', () => {
    const tallies = [
      tally({ kind: 'token', name: 'one', week: 14 }),
      tally({ kind: 'token', name: 'two', week: 3 }),
      tally({ kind: 'call', name: 'one', week: 100 }),
    ];
    expect([usesInWeek(tallies, 'one'), usesInWeek(tallies, 'two'), usesInWeek(tallies, 'three')]).toEqual([
      14, 3, 0,
    ]);
  });
});

test('the last activity is the newest call or token request, and no authorization request', () => {
  expect(lastActivity([])).toBeUndefined();
  expect(lastActivity([tally({ kind: 'authorization', name: 'scope' })])).toBeUndefined();
  expect(
    lastActivity([
      tally({ lastAt: before(2 * DAY) }),
      tally({ kind: 'token', name: '', lastAt: before(DAY) }),
      tally({ kind: 'authorization', name: 'scope', lastAt: NOW }),
    ]),
  ).toEqual(before(DAY));
});

test('the needed scopes are in the order of the catalogue, without those of old calls', () => {
  const needed = neededScopes([
    tally({ name: 'TEAM_BOOKING_READ', month: 5 }),
    tally({ name: 'PROFILE_READ', month: 0 }),
    tally({ name: 'BOOKING_WRITE', month: 3 }),
    tally({ kind: 'token', name: 'SCHEDULE_READ', month: 9 }),
    tally({ name: 'NO_LONGER_A_SCOPE', month: 9 }),
  ]);
  expect(needed.map(({ scope, calls }) => [scope.name, calls])).toEqual([
    ['BOOKING_WRITE', 3],
    ['TEAM_BOOKING_READ', 5],
  ]);
});

describe('saving scopes on a legacy client', () => {
  const form = {
    name: 'Acme',
    purpose: 'Copies.',
    kind: 'confidential',
    redirectUris: ['https://acme.example/cb'],
    scopes: ['BOOKING_READ'],
  };
  const requests = [
    tally({ kind: 'authorization', name: 'no_scope', week: 4, month: 40 }),
    tally({ kind: 'authorization', name: 'scope', week: 9, month: 90 }),
  ];

  test.each([
    ['waits for a confirmation while requests come without scope', form, requests, 40],
    ['does also when none came this week', form, [{ ...tally(), ...requests[0], week: 0 }], 40],
    [
      'does not when the last ones are older than 30 days',
      form,
      [{ ...tally(), ...requests[0], week: 0, month: 0 }],
      0,
    ],
    ['does not when there were none', form, [], 0],
    ['does not when it stays legacy', { ...form, scopes: [] }, requests, 0],
    ['does not when the form has faults of its own', { ...form, scopes: ['NOPE'] }, requests, 0],
  ])('%s', (_, typed, tallies, refusals) => {
    expect(refusalsToConfirm(typed, tallies)).toBe(refusals);
  });

  test('the requests are counted by whether they named scopes', () => {
    expect(askedAuthorizations(requests)).toEqual({ named: 90, leftOut: 40 });
    expect(askedAuthorizations([])).toEqual({ named: 0, leftOut: 0 });
  });
});

test.each([
  ['openid-client/6.8.9', 'openid-client'],
  ['oauth4webapi/3.8.8', 'oauth4webapi'],
  ['axios/1.7.2', 'axios'],
  ['got (https://github.com/sindresorhus/got)', 'got'],
  ['node', 'Node.js'],
  ['undici', 'Node.js'],
  ['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'node-fetch'],
  ['curl/8.5.0', 'curl'],
  ['python-requests/2.32.3', 'python-requests'],
  ['Python/3.12 aiohttp/3.9.5', 'aiohttp'],
  ['Python-urllib/3.12', 'Python'],
  ['Go-http-client/2.0', 'Go'],
  ['Java/17.0.9', 'Java'],
  ['Apache-HttpClient/5.2.1 (Java/17.0.9)', 'Java'],
  ['okhttp/4.12.0', 'OkHttp'],
  ['GuzzleHttp/7', 'Guzzle'],
  ['Ruby', 'Ruby'],
  ['reqwest/0.12.4', 'reqwest'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'a browser'],
  ['AcmeSync/2.1 (support@acme.example)', 'AcmeSync'],
  ['AcmeSync', 'AcmeSync'],
  [undefined, 'unknown program'],
  ['', 'unknown program'],
  ['<script>alert(1)</script>', 'unknown program'],
  ['x'.repeat(33), 'unknown program'],
  [`${' '.repeat(600)}curl/8`, 'unknown program'],
])('the program %j is named %s', (header, family) => {
  expect(programFamily(header)).toBe(family);
});
