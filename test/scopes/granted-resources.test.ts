import {
  administeredBounds,
  boundsOf,
  EVERYWHERE,
  hasLevel,
  levelOf,
  includesGroup,
} from '../../src/scopes/granted-resources.js';
import type { GrantedResources } from '../../src/scopes/granted-resources.js';
import { formatScope, parseScope } from '../../src/scopes/policy.js';
import type { GrantedScope } from '../../src/scopes/policy.js';
import { SCOPES } from '../../src/scopes/catalogue.js';
import type { ScopeName } from '../../src/scopes/catalogue.js';

const holding = (scope: string): GrantedScope => ({
  kind: 'scopes',
  names: new Set(parseScope(scope).names),
});
const unrestricted: GrantedScope = { kind: 'unrestricted' };

/** Team 5 and 6 of organization 3, team 7 of organization 4, team 8 on its own. */
const ORGANIZATION_OF: Readonly<Record<number, number | undefined>> = { 5: 3, 6: 3, 7: 4, 8: undefined };
const GROUPS = [
  ['org 3', { teamId: undefined, organizationId: 3 }],
  ['org 4', { teamId: undefined, organizationId: 4 }],
  ...[5, 6, 7, 8].map(
    (teamId) => [`team ${teamId}`, { teamId, organizationId: ORGANIZATION_OF[teamId] }] as const,
  ),
  ['no group', { teamId: undefined, organizationId: undefined }],
] as const;
const EVERY = GROUPS.map(([name]) => name);

const chosen = (
  teams: GrantedResources['teams'],
  organizations: GrantedResources['organizations'],
): GrantedResources => ({
  teams,
  organizations,
});

const granted = (scope: GrantedScope, chosen: GrantedResources, needed: ScopeName): readonly string[] => {
  const bounds = boundsOf(scope, chosen, needed);
  return GROUPS.filter(([, group]) => includesGroup(bounds, group)).map(([name]) => name);
};

const TEAM = 'TEAM_BOOKING_READ';
const ORG = 'ORG_BOOKING_READ';

test.each<readonly [scope: string, GrantedResources, needed: ScopeName, readonly string[]]>([
  // Without a narrowing, everything that the user can access.
  [TEAM, EVERYWHERE, TEAM, EVERY],
  [ORG, EVERYWHERE, TEAM, EVERY],
  [ORG, EVERYWHERE, ORG, EVERY],
  // Chosen teams.
  [TEAM, chosen([5], 'all'), TEAM, ['team 5']],
  [TEAM, chosen([5, 8], 'all'), TEAM, ['team 5', 'team 8']],
  [TEAM, chosen([], 'all'), TEAM, []],
  // One organization, with the teams in it for the team scope that its organization scope satisfies.
  [ORG, chosen('all', [3]), ORG, ['org 3', 'team 5', 'team 6']],
  [ORG, chosen('all', [3]), TEAM, ['org 3', 'team 5', 'team 6']],
  [ORG, chosen([8], [4]), TEAM, ['org 4', 'team 7']],
  // Both: each scope counts for what it satisfies itself.
  [`${TEAM} ${ORG}`, chosen([8], [3]), TEAM, ['org 3', 'team 5', 'team 6', 'team 8']],
  [`${TEAM} ${ORG}`, chosen([8], [3]), ORG, ['org 3', 'team 5', 'team 6']],
  [`${TEAM} ${ORG}`, chosen([8], 'all'), TEAM, EVERY],
  [`${TEAM} ${ORG}`, chosen('all', [3]), TEAM, EVERY],
  // A scope of another suffix grants nothing for this one.
  [`TEAM_PROFILE_READ ${ORG}`, chosen('all', [3]), TEAM, ['org 3', 'team 5', 'team 6']],
  [`${TEAM} ORG_PROFILE_READ`, chosen([5], 'all'), TEAM, ['team 5']],
  // A team scope never opens an organization, and one without a twin is limited by its teams alone.
  [TEAM, EVERYWHERE, ORG, []],
  ['TEAM_WORKFLOW_READ ORG_BOOKING_READ', chosen([5], 'all'), 'TEAM_WORKFLOW_READ', ['team 5']],
  // Resources of the user are in no team.
  ['BOOKING_READ', chosen([5], [3]), 'BOOKING_READ', EVERY],
])('%s with %j grants for %s: %j', (scope, chosen, needed, expected) => {
  expect(granted(holding(scope), chosen, needed)).toEqual(expected);
});

test.each<readonly [scope: string, GrantedResources, readonly string[]]>([
  ['BOOKING_READ', EVERYWHERE, EVERY],
  ['BOOKING_READ', chosen([5], 'all'), ['team 5']],
  ['BOOKING_READ', chosen([], 'all'), []],
  ['BOOKING_READ TEAM_PROFILE_READ', chosen([5], 'all'), ['team 5']],
  ['BOOKING_READ ORG_PROFILE_READ', chosen('all', [3]), ['org 3', 'team 5', 'team 6']],
  [`BOOKING_READ ${TEAM} ORG_PROFILE_READ`, chosen([8], 'all'), ['team 8']],
  [`BOOKING_READ ${TEAM} ORG_PROFILE_READ`, chosen('all', [3]), EVERY],
])('%s with %j covers the bookings of administered groups: %j', (scope, resources, expected) => {
  const bounds = administeredBounds(holding(scope), resources, TEAM);
  expect(GROUPS.filter(([, group]) => includesGroup(bounds, group)).map(([name]) => name)).toEqual(expected);
});

test('an unrestricted token grants all resources, whatever groups are stored with it', () => {
  for (const { name } of SCOPES) expect(granted(unrestricted, chosen([5], [3]), name)).toEqual(EVERY);
});

test('every scope has its level', () => {
  for (const { name, level } of SCOPES) expect(levelOf(name)).toBe(level);
  const { names } = parseScope(formatScope(['BOOKING_READ', TEAM]));
  expect((['user', 'team', 'organization'] as const).map((level) => hasLevel(names, level))).toEqual([
    true,
    true,
    false,
  ]);
});
