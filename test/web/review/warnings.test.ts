import { reviewWarnings, type UnderReview } from '../../../src/web/review/warnings.js';
import type { NeededScope } from '../../../src/clients/usage/usage.js';
import { SCOPE_NAMES, SCOPES } from '../../../src/scopes/catalogue.js';
import type { ScopeName } from '../../../src/scopes/catalogue.js';

const DAY = 86_400_000;
const NOW = 1000 * DAY;

const request = (
  terms: Partial<UnderReview['terms']> = {},
  change: Partial<UnderReview> = {},
): UnderReview => ({
  clientId: 'mine',
  terms: {
    name: 'Acme Sync',
    website: 'https://www.acme.example',
    redirectUris: ['https://acme.example/callback'],
    scopes: ['BOOKING_READ'],
    ...terms,
  },
  owner: { id: 1, name: 'Ada', email: 'ada@acme.example', createdAt: new Date(NOW - 400 * DAY) },
  names: [
    { id: 'of the same owner', name: 'Acme Forms', ownerId: 1, waiting: false },
    { id: 'of another owner', name: 'Zeitplan', ownerId: 2, waiting: false },
    { id: 'waiting', name: 'Harbour Bot', ownerId: 3, waiting: true },
  ],
  known: [],
  needed: [],
  serviceName: 'Slotkey',
  now: NOW,
  ...change,
});

test('a host that would be refused today is named', () => {
  const redirectUris = ['https://a;script-src.acme.example/cb', 'com.example.app://a;b'];
  expect(reviewWarnings(request({ redirectUris })).join(' ')).toContain(
    'The host a;script-src.acme.example is neither a DNS name nor an IP address.',
  );
  expect(reviewWarnings(request({ website: 'https://a_b.example' })).join(' ')).toContain(
    'The host a_b.example',
  );
});

test('a request without anything unusual has no warning', () => {
  expect(reviewWarnings(request())).toEqual([]);
});

const needed = (calls: Partial<Record<ScopeName, number>>): Partial<UnderReview> => ({
  needed: SCOPES.flatMap((scope): NeededScope[] => {
    const count = calls[scope.name];
    return count === undefined ? [] : [{ scope, calls: count }];
  }),
});

const uris = (...redirectUris: string[]) => ({ redirectUris });

test.each<[string, UnderReview, string]>([
  ['a name like an approved one', request({ name: 'Zеitplan' }), 'looks like “\u2068Zeitplan\u2069”'],
  [
    'a name like one that waits',
    request({ name: 'Harbour B0t' }),
    'looks like “\u2068Harbour Bot\u2069”, which also waits for review',
  ],
  ['the service’s own name', request({ name: 'Slotkey Connect' }), 'suggests that Slotkey made it'],
  [
    'a private-use scheme of another domain',
    request(uris('com.paypal.app:/cb')),
    'scheme com.paypal.app: which belongs to app.paypal.com',
  ],
  ['another host', request(uris('https://evil.example/cb')), 'sent to evil.example'],
  ['a host that only ends alike', request(uris('https://notacme.example/cb')), 'sent to notacme.example'],
  [
    'the website’s host in front of another',
    request(uris('https://acme.example.evil.example/')),
    'acme.example.evil.example',
  ],
  ['http', request(uris('http://localhost/cb')), 'without encryption to localhost'],
  [
    'organization scopes',
    request({ scopes: ['ORG_BOOKING_READ', 'ORG_BOOKING_WRITE'] }),
    'with 2 scopes, 1 of them to make changes',
  ],
  ['many scopes', request({ scopes: SCOPE_NAMES.slice(0, 17) }), 'asks for 17 of 46 scopes'],
  ['no scope list', request({ scopes: [] }), 'no scope list'],
  [
    'a new owner',
    request({}, { owner: { ...request().owner, createdAt: new Date(NOW - 29 * DAY) } }),
    'less than 30 days old',
  ],
  [
    'an owner’s first client',
    request({}, { names: [{ id: 'mine', name: 'Acme Sync', ownerId: 1, waiting: false }] }),
    'no other approved client',
  ],
  [
    'a WRITE that no call needed',
    request({ scopes: ['BOOKING_READ', 'BOOKING_WRITE'] }, needed({ BOOKING_READ: 1203, PROFILE_READ: 1 })),
    'asks for 1 WRITE scope, but in the last 30 days it made 1,204 calls, and none needed a WRITE scope',
  ],
])('warns of %s only', (_, review, message) => {
  const warnings = reviewWarnings(review);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(message);
});

test('warns of a request without a website', () => {
  const { website: _, ...terms } = request().terms;
  expect(reviewWarnings({ ...request(), terms })).toEqual(['There is no website to check it against.']);
});

test.each([
  ['a host below the website’s', 'https://app.acme.example/cb'],
  ['a loopback host over https', 'https://localhost/cb'],
  ['an address of the device, under the website’s name', 'example.acme.app:/cb'],
])('does not warn of %s', (_, uri) => {
  expect(reviewWarnings(request(uris(uri)))).toEqual([]);
});

test('does not warn of a host under the same parent domain as the website', () => {
  const terms = { website: 'https://www.app.acme.example', redirectUris: ['https://login.acme.example/cb'] };
  expect(reviewWarnings(request(terms))).toEqual([]);
});

test.each<[string, UnderReview]>([
  ['reads alone, asked for by a client that only reads', request({}, needed({ BOOKING_READ: 9 }))],
  ['a WRITE of a client that was never used', request({ scopes: ['BOOKING_WRITE'] })],
  [
    'a WRITE of one that has changed things',
    request({ scopes: ['BOOKING_WRITE'] }, needed({ PROFILE_WRITE: 1 })),
  ],
])('does not warn of %s', (_, review) => {
  expect(reviewWarnings(review)).toEqual([]);
});

test('warns of a client without a scope list that only reads', () => {
  expect(reviewWarnings(request({ scopes: [] }, needed({ BOOKING_READ: 2 })))).toContain(
    'It may make changes, but in the last 30 days it made 2 calls, and none needed a WRITE scope.',
  );
});

describe('the warning of new domains of an owner with approved clients', () => {
  const known = [
    { website: 'https://acme.example', redirectUris: ['https://acme.github.io/cb', 'http://localhost/cb'] },
    { redirectUris: ['https://login.acme.co.uk/cb'] },
  ];
  const newDomains = (terms: Partial<UnderReview['terms']>): readonly string[] =>
    reviewWarnings(request({ website: 'https://acme.example', ...terms }, { known })).flatMap(
      (warning) => /^The domain (\S+) is new/.exec(warning)?.[1] ?? [],
    );

  test.each([
    ['one of the website', uris('https://deep.below.acme.example:8443/cb'), []],
    ['one of a redirect URI of another client', { website: 'https://www.acme.co.uk' }, []],
    ['a loopback host and an address of the device', uris('http://127.0.0.1/cb', 'example.acme.app:/cb'), []],
    ['another website', { website: 'https://other.example' }, ['other.example']],
    ['another name below a suffix of two labels', uris('https://evil.co.uk/cb'), ['evil.co.uk']],
    ['a neighbour on a host of many', uris('https://evil.github.io/cb'), ['evil.github.io']],
    ['an IP address', uris('https://192.0.2.7/cb'), ['192.0.2.7']],
    [
      'a domain twice, beside another',
      uris('https://a.evil.example/1', 'https://b.evil.example/2', 'https://worse.example/'),
      ['evil.example', 'worse.example'],
    ],
  ])('%s', (_, terms, expected) => {
    expect(newDomains(terms)).toEqual(expected);
  });
});
