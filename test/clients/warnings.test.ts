import { reviewWarnings, type UnderReview } from '../../src/clients/warnings.js';
import { SCOPE_NAMES } from '../../src/scopes/catalogue.js';

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
  approved: [
    { id: 'another of mine', name: 'Acme Forms', ownerId: 1 },
    { id: 'a stranger’s', name: 'Zeitplan', ownerId: 2 },
  ],
  serviceName: 'Slotkey',
  now: NOW,
  ...change,
});

test('a request without anything unusual has no warning', () => {
  expect(reviewWarnings(request())).toEqual([]);
});

const uris = (...redirectUris: string[]) => ({ redirectUris });

test.each<[string, UnderReview, string]>([
  ['a name like an approved one', request({ name: 'Zеitplan' }), 'looks like “\u2068Zeitplan\u2069”'],
  ['the service’s own name', request({ name: 'Slotkey Connect' }), 'as if Slotkey had made it'],
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
    request({}, { approved: [{ id: 'mine', name: 'Acme Sync', ownerId: 1 }] }),
    'no other approved client',
  ],
])('%s is warned of, and nothing else', (_, asked, words) => {
  const warnings = reviewWarnings(asked);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(words);
});

test('a request without a website says so', () => {
  const { website: _, ...terms } = request().terms;
  expect(reviewWarnings({ ...request(), terms })).toEqual(['There is no website to check it against.']);
});

test.each([
  ['a host below the website’s', 'https://app.acme.example/cb'],
  ['a loopback host over https', 'https://localhost/cb'],
  ['an address of the device', 'com.acme.app:/cb'],
])('%s is nothing to warn of', (_, uri) => {
  expect(reviewWarnings(request(uris(uri)))).toEqual([]);
});

test('a host beside the website under their common parent is nothing to warn of', () => {
  const terms = { website: 'https://www.app.acme.example', redirectUris: ['https://login.acme.example/cb'] };
  expect(reviewWarnings(request(terms))).toEqual([]);
});
