import { readScope } from '../../../src/authorization/grants/scope-record.js';
import { SCOPE_NAMES } from '../../../src/scopes/catalogue.js';
import { allows } from '../../../src/scopes/policy.js';
import { readAccess, readFamily, writeFamily } from '../../../src/authorization/grants/family-record.js';
import { EVERYWHERE } from '../../../src/scopes/granted-resources.js';
import type { Family } from '../../../src/authorization/grants/token-family.js';

const bare: Family = {
  client: 'ab12',
  account: 7,
  scope: readScope('PROFILE_READ'),
  born: 1,
  ends: 9,
  access: [],
};
const code = { hash: 'k.code', until: 60, epoch: 'run', redirectUri: 'https://a.example/cb?x=1' };
const refresh = { hash: 'k.refresh', generation: 3, until: 8 };
const spent = { hash: 'k.spent', at: 5, clientIp: '192.0.2.1', sealedResponse: 'sealed' };

const families: readonly Family[] = [
  bare,
  { ...bare, code },
  { ...bare, code: { ...code, challenge: 'c', redeemedBy: 'attempt', redeemedAt: 61 } },
  { ...bare, refresh, access: [{ hash: 'k.1', until: 2 }] },
  {
    ...bare,
    refresh: { ...refresh, generation: 0 },
    access: [{ hash: 'k.1', until: 2, scope: readScope('') }],
  },
  {
    ...bare,
    scope: readScope('*'),
    refresh,
    spent,
    access: [{ hash: 'k.2', until: 3, scope: readScope('BOOKING_READ') }],
  },
  { ...bare, until: '30d', code, refresh, spent },
  { ...bare, refresh, spent: { ...spent, repeatedFrom: ['192.0.2.2', '2001:db8::2'] } },
  { ...bare, resources: { teams: [5, 6], organizations: 'all' } },
  { ...bare, until: '1d', resources: { teams: 'all', organizations: [3] } },
];

test.each(families)('a family is read as it was written: %j', (family) => {
  expect(readFamily(writeFamily(family))).toEqual(family);
});

test.each(families)('the check of an access token reads the same values: %j', (family) => {
  const { client, account, scope, access, resources = EVERYWHERE } = family;
  expect(readAccess(writeFamily(family))).toEqual({ client, account, scope, access, resources });
});

test.each([null, undefined, '', 'NOPE'])('a record whose scope is %j permits nothing', (text) => {
  const [client, account, , ...others] = JSON.parse(writeFamily(bare)) as readonly unknown[];
  const { scope } = readAccess(JSON.stringify([client, account, text, ...others]));
  expect(SCOPE_NAMES.filter((name) => allows(scope, name))).toEqual([]);
});

test('a scope of a newer version survives a change of the family', () => {
  const text = writeFamily(bare).replace('PROFILE_READ', 'PROFILE_READ LATER_READ');
  expect(writeFamily({ ...readFamily(text), access: [] })).toBe(text);
});

test('absent fields stay absent and are never null or undefined', () => {
  expect(Object.keys(readFamily(writeFamily(bare)))).toEqual(Object.keys(bare));
});
