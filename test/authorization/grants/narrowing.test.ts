import { readScope, writeScope } from '../../../src/authorization/grants/scope-record.js';
import { grantedScope } from '../../../src/scopes/policy.js';
import { isNarrowable, narrow } from '../../../src/authorization/grants/narrowing.js';
import { namesToKeep } from '../../../src/web/connected-apps/limit-form.js';
import type { Family } from '../../../src/authorization/grants/token-family.js';
import { EVERYWHERE } from '../../../src/scopes/granted-resources.js';
import type { GrantedResources } from '../../../src/scopes/granted-resources.js';

const USER = 'PROFILE_READ BOOKING_READ';
const TEAM = 'TEAM_PROFILE_READ';
const ORG = 'ORG_PROFILE_READ';

const family = (scope: string, resources?: GrantedResources): Family => ({
  client: 'c',
  account: 1,
  scope: readScope(scope),
  born: 1,
  ends: 2,
  access: [],
  ...(resources && { resources }),
});
const chosen = (
  teams: GrantedResources['teams'],
  organizations: GrantedResources['organizations'] = 'all',
): GrantedResources => ({
  teams,
  organizations,
});
/** What is left, as scope and resources; or why nothing was done. */
function narrowed(before: Family, scope: string, limits = EVERYWHERE): unknown {
  const verdict = narrow(before, { scope: readScope(scope), resources: limits });
  if (verdict.kind !== 'narrowed') return verdict.kind;
  return [writeScope(verdict.family.scope), verdict.family.resources];
}

test.each<readonly [what: string, Family, scope: string, GrantedResources, unknown]>([
  ['a scope is taken', family(USER), 'BOOKING_READ', EVERYWHERE, ['BOOKING_READ', undefined]],
  ['the order of the grant stays', family(USER), 'BOOKING_READ PROFILE_READ', EVERYWHERE, 'unchanged'],
  ['nothing is taken', family(USER), USER, EVERYWHERE, 'unchanged'],
  ['the limits exceed the grant', family('PROFILE_READ'), USER, EVERYWHERE, 'unchanged'],
  ['the limits are unrestricted', family('PROFILE_READ'), '*', EVERYWHERE, 'unchanged'],
  ['nothing would be left', family('PROFILE_READ'), 'BOOKING_READ', EVERYWHERE, 'nothing_left'],
  ['teams are chosen', family(TEAM), TEAM, chosen([5, 6]), [TEAM, chosen([5, 6])]],
  ['chosen teams go', family(TEAM, chosen([5, 6])), TEAM, chosen([6, 7]), [TEAM, chosen([6])]],
  ['all teams do not come back', family(TEAM, chosen([5])), TEAM, EVERYWHERE, 'unchanged'],
  ['other teams do not come', family(`${TEAM} ${USER}`, chosen([5])), TEAM, chosen([6]), 'nothing_left'],
  [
    'the last team goes',
    family(`${USER} ${TEAM}`, chosen([5])),
    `${USER} ${TEAM}`,
    chosen([]),
    [USER, chosen([])],
  ],
  [
    'the organization goes, with its scopes',
    family(`${TEAM} ${ORG}`, chosen('all', [3])),
    `${TEAM} ${ORG}`,
    chosen('all', []),
    [TEAM, chosen('all', [])],
  ],
  ['everything becomes a list', family('*'), USER, EVERYWHERE, [USER, undefined]],
  ['everything stays everything', family('*'), '*', EVERYWHERE, 'unchanged'],
])('%s', (_, before, scope, limits, expected) => {
  expect(narrowed(before, scope, limits)).toEqual(expected);
});

test('issued tokens lose the scopes that the grant loses, and gain none', () => {
  const access = [
    { hash: 'whole', until: 9 },
    { hash: 'narrow', until: 9, scope: readScope('PROFILE_READ BOOKING_READ') },
    { hash: 'empty', until: 9, scope: readScope('BOOKING_READ') },
  ];
  const before = { ...family('PROFILE_READ BOOKING_READ SCHEDULE_READ'), access };
  const verdict = narrow(before, { scope: readScope('PROFILE_READ SCHEDULE_READ'), resources: EVERYWHERE });
  expect(verdict).toMatchObject({
    before,
    family: {
      access: [
        { hash: 'whole', until: 9 },
        { hash: 'narrow', until: 9, scope: grantedScope(['PROFILE_READ']) },
        { hash: 'empty', until: 9, scope: grantedScope([]) },
      ],
    },
  });
  expect(verdict.kind === 'narrowed' && verdict.family.access[0]).not.toHaveProperty('scope');
});

test('two changes allow the same in either order: the intersection', () => {
  const limits = [
    { scope: readScope(`BOOKING_READ ${TEAM} ${ORG}`), resources: chosen([5, 6], [3]) },
    { scope: readScope(`PROFILE_READ BOOKING_READ ${TEAM}`), resources: chosen([6, 7]) },
  ] as const;
  const after = (order: readonly (typeof limits)[number][]): Family =>
    order.reduce(
      (state, one) => {
        const verdict = narrow(state, one);
        return verdict.kind === 'narrowed' ? verdict.family : state;
      },
      family(`${USER} ${TEAM} ${ORG}`),
    );
  const both = after(limits);
  expect(both).toEqual(after([...limits].reverse()));
  expect([writeScope(both.scope), both.resources]).toEqual([`BOOKING_READ ${TEAM}`, chosen([6], [3])]);
});

test.each<readonly [Family, boolean]>([
  [family('PROFILE_READ'), false],
  [family(USER), true],
  [family('*'), true],
  [family(TEAM), true],
  [family(TEAM, chosen([5, 6])), true],
  [family(TEAM, chosen([5])), false],
  [family(ORG, chosen('all', [3])), false],
  [family('PROFILE_READ', chosen('all', [3])), false],
])('a grant is narrowable when it has more than one part: %#', (before, expected) => {
  expect(isNarrowable(before)).toBe(expected);
});

test('an unrestricted grant can be narrowed to any of the 46 scopes', () => {
  expect(namesToKeep(readScope('*'))).toHaveLength(46);
  expect(namesToKeep(readScope(USER)).join(' ')).toBe(USER);
});
