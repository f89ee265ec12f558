import fc from 'fast-check';
import { clientDetails, clientFaults } from '../../src/clients/rules.js';
import type { ClientForm } from '../../src/clients/rules.js';
import { CLIENT_STATUSES, mayBecome, reasonFaults, stageOf } from '../../src/clients/status.js';
import type { Verdict } from '../../src/clients/status.js';
import { textFault } from '../../src/clients/text.js';
import { whoMayUse } from '../../src/clients/usable.js';
import type { ClientStatus } from '../../src/clients/store.js';

const GOOD: ClientForm = {
  name: 'Acme Sync',
  purpose: 'Copies bookings into Acme.',
  website: 'https://acme.example',
  kind: 'confidential',
  redirectUris: ['https://acme.example/callback'],
  scopes: ['BOOKING_READ', 'PROFILE_READ'],
};

const refused = (change: Partial<ClientForm>, legacy = false): string[] =>
  clientFaults({ ...GOOD, ...change }, { legacy }).map(
    ({ property, message }) => `${property} ${message.split('.')[0] ?? ''}`,
  );

describe('a registration', () => {
  test.each<[string, Partial<ClientForm>]>([
    ['as it is', {}],
    ['without a website', { website: undefined }],
    ['with an internationalized website', { website: 'https://bücher.example' }],
    ['with an empty website', { website: ' ' }],
    ['with an e-mail address for users', { supportEmail: 'help@acme.example' }],
    ['with a privacy policy', { privacyPolicy: 'https://acme.example/privacy' }],
    ['with terms of service', { termsOfService: 'https://acme.example/terms' }],
    ['with markup in its name, which pages escape', { name: '<b>Acme</b> & "Co"' }],
    ['in any script', { name: 'تقویم‌ها 予約 👩‍👩‍👧 Größe' }],
    ['with a purpose of several lines', { purpose: 'One.\r\nTwo.' }],
    ['with 100 characters of name outside the basic plane', { name: '𝒜'.repeat(100) }],
  ])('is accepted %s', (_, change) => {
    expect(refused(change)).toEqual([]);
  });

  test.each<[Partial<ClientForm>, string]>([
    [{ name: '' }, 'name is empty'],
    [{ name: ' \u00a0\t' }, 'name is empty'],
    [{ name: '\u3164\u200d' }, 'name is empty'],
    [{ name: 'a'.repeat(101) }, 'name has 101 characters'],
    [{ name: 'Acme\nSync' }, 'name has a line break'],
    [{ name: 'Acme\u0000' }, 'name has a control character or an invisible one'],
    [{ name: 'Acme \u202Ecnys' }, 'name has a control character or an invisible one'],
    [{ name: 'Ac\u200Bme' }, 'name has a control character or an invisible one'],
    [{ name: 'Acme\uD800' }, 'name has a control character or an invisible one'],
    [{ purpose: '' }, 'purpose is empty'],
    [{ purpose: 'a'.repeat(1001) }, 'purpose has 1001 characters'],
    [{ purpose: 'Bell\u0007' }, 'purpose has a control character or an invisible one'],
    [{ website: 'javascript:alert(1)' }, 'website is not the address of a website'],
    [{ website: 'https://user:pw@acme.example' }, 'website is not the address of a website'],
    [{ website: 'acme' }, 'website is not the address of a website'],
    [
      { website: 'https://a;b.example' },
      'website has a host that is neither a DNS name (letters, digits, hyphens) nor an IP address',
    ],
    [
      { website: 'https://a_b.example' },
      'website has a host that is neither a DNS name (letters, digits, hyphens) nor an IP address',
    ],
    [{ website: `https://acme.example/${'a'.repeat(2048)}` }, 'website is not the address of a website'],
    [{ kind: 'native' }, 'kind is unknown'],
    [{ supportEmail: 'https://acme.example' }, 'support_email is not an e-mail address'],
    [{ privacyPolicy: 'javascript:alert(1)' }, 'privacy_policy is not the address of a website'],
    [{ termsOfService: 'acme' }, 'terms_of_service is not the address of a website'],
    [{ redirectUris: [] }, 'redirect_uris is empty'],
    [{ scopes: [] }, 'scopes is empty'],
    [{ scopes: ['BOOKING_READ', 'booking_read'] }, 'scopes has the unknown name "booking_read"'],
  ])('%j is refused: %s', (change, fault) => {
    expect(refused(change)).toEqual([fault]);
  });

  test('has all faults reported at once', () => {
    const all = refused({ name: '', purpose: '', website: 'x', kind: 'x', redirectUris: [], scopes: [] });
    expect(all.map((fault) => fault.split(' ')[0])).toEqual([
      ...['name', 'purpose', 'website', 'kind', 'redirect_uris', 'scopes'],
    ]);
  });

  test('of a legacy client has no scopes', () => {
    expect(refused({ scopes: [] }, true)).toEqual([]);
    expect(refused({}, true)).toEqual(['scopes is set']);
  });

  test('is stored normalized: composed, trimmed, each scope once', () => {
    const details = clientDetails({
      ...GOOD,
      name: ' Gro\u0308ße ',
      website: '',
      scopes: ['BOOKING_READ', 'BOOKING_READ'],
    });
    expect(details).toEqual({
      name: 'Größe',
      purpose: GOOD.purpose,
      kind: 'confidential',
      redirectUris: GOOD.redirectUris,
      scopes: ['BOOKING_READ'],
    });
  });
});

test('an accepted name never contains an invisible character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (textFault(text, { longest: 100 }) !== undefined) return;
      expect(text).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
    }),
    { numRuns: 5000 },
  );
});

describe('the status of a client', () => {
  const ALLOWED = [
    'pending>approved',
    'pending>rejected',
    'approved>suspended',
    'suspended>approved',
    'rejected>approved',
    'resubmitted>approved',
    'resubmitted>rejected',
  ];
  const stages = [...CLIENT_STATUSES, 'resubmitted'] as const;
  const pairs = stages.flatMap((from) => CLIENT_STATUSES.map((to) => [from, to] as const));

  test.each(pairs)('%s -> %s', (from, to) => {
    expect(mayBecome(from, to)).toBe(ALLOWED.includes(`${from}>${to}`));
  });

  test.each<[ClientStatus, Date | undefined, string]>([
    ['rejected', new Date(1), 'resubmitted'],
    ['rejected', undefined, 'rejected'],
    ['pending', new Date(1), 'pending'],
    ['suspended', new Date(1), 'suspended'],
  ])('%s, changed %p, is at stage %s', (status, editedAt, fixture) => {
    expect(stageOf(status, editedAt)).toBe(fixture);
  });

  test.each<[Verdict, boolean]>([
    ['reject', true],
    ['suspend', false],
    ['approve', false],
    ['resume', false],
  ])('%s needs a reason: %s', (verdict, needed) => {
    expect(reasonFaults(verdict, undefined).map(({ property }) => property)).toEqual(
      needed ? ['reason'] : [],
    );
    expect(reasonFaults(verdict, 'The website does not answer.')).toEqual([]);
    expect(reasonFaults(verdict, 'x'.repeat(1001))).toHaveLength(1);
  });
});

describe('a client may be used', () => {
  const client = { managerIds: [1, 4], testerIds: [2] };

  test.each<[ClientStatus, (number | undefined)[]]>([
    ['approved', [undefined, 1, 2, 3, 4]],
    ['pending', [1, 2, 4]],
    ['rejected', []],
    ['suspended', []],
  ])('%s: usable by %j of no user, managers 1 and 4, tester 2, other user 3', (status, users) => {
    const accountIds = [undefined, 1, 2, 3, 4];
    expect(accountIds.filter((accountId) => whoMayUse({ ...client, status }, accountId))).toEqual(users);
  });
});
