import { readScope } from '../../../src/authorization/grants/scope-record.js';
import { decideConsent } from '../../../src/authorization/consent/consent.js';
import { MAX_TEAMS_OFFERED, resourceOptions } from '../../../src/authorization/consent/resource-choice.js';
import { indexedGrant } from '../../../src/authorization/grants/granted-resources.js';
import { allowedEntry } from '../../../src/authorization/grants/audit-entries.js';
import type { GrantableGroup } from '../../../src/authorization/grants/granted-resources-store.js';
import type { Family } from '../../../src/authorization/grants/token-family.js';
import { EVERYWHERE } from '../../../src/scopes/granted-resources.js';

const organization = (id: number, change: Partial<GrantableGroup> = {}): GrantableGroup => ({
  id,
  name: `Organization ${id}`,
  organization: true,
  manages: true,
  closed: false,
  ...change,
});
const team = (id: number, change: Partial<GrantableGroup> = {}): GrantableGroup => ({
  ...organization(id, { organization: false, manages: false, name: `Team ${id}` }),
  ...change,
});

const HARBOUR = organization(3);
const MEMBER_OF = organization(4, { manages: false });
const CLOSED = organization(9, { closed: true });
const CONTEXT = team(5, { organizationName: 'Organization 3' });
const ALONE = team(8);
const SHUT = team(10, { closed: true });

const ids = (groups: readonly { readonly id: number }[]) => groups.map(({ id }) => id);

describe('the offered resources', () => {
  test.each<readonly [string, string, readonly GrantableGroup[], object]>([
    ['of one’s own things', 'BOOKING_READ', [HARBOUR, CLOSED, CONTEXT], [[], [], [], []]],
    ['of teams', 'TEAM_BOOKING_READ', [HARBOUR, CONTEXT, ALONE], [[5, 8], [], [], []]],
    ['of teams to a user in none', 'TEAM_BOOKING_READ', [], [[], [], [], []]],
    ['of an organization', 'ORG_BOOKING_READ', [HARBOUR, CONTEXT], [[], [3], [], []]],
    [
      'of an organization to a mere member',
      'ORG_BOOKING_READ PROFILE_READ',
      [MEMBER_OF, CONTEXT],
      [[], [], [], ['ORG_BOOKING_READ']],
    ],
    [
      'of what a mere member can use',
      'ORG_BOOKING_READ ORG_PROFILE_READ',
      [MEMBER_OF, CLOSED],
      [[], [4], ['Organization 9'], ['ORG_BOOKING_READ']],
    ],
    [
      'of an organization that the user manages and of one that they do not',
      'ORG_BOOKING_READ ORG_PROFILE_READ',
      [HARBOUR, MEMBER_OF],
      [[], [3, 4], [], []],
    ],
    [
      'of an organization to a user in none',
      'ORG_BOOKING_READ ORG_PROFILE_READ',
      [],
      [[], [], [], ['ORG_BOOKING_READ', 'ORG_PROFILE_READ']],
    ],
    [
      'where an organization does not admit the application',
      'TEAM_BOOKING_READ ORG_BOOKING_READ',
      [HARBOUR, CLOSED, CONTEXT, SHUT],
      [[5], [3], ['Organization 9'], []],
    ],
    [
      'where the only organization does not',
      'TEAM_BOOKING_READ ORG_BOOKING_READ',
      [CLOSED, SHUT, ALONE],
      [[8], [], ['Organization 9'], ['ORG_BOOKING_READ']],
    ],
    ['of everything', '*', [HARBOUR, CLOSED, CONTEXT], [[], [], ['Organization 9'], []]],
  ])('%s', (_, requested, groups, expected) => {
    const { teams, organizations, closed, notGrantable } = resourceOptions(readScope(requested), groups);
    expect([ids(teams), ids(organizations), closed, notGrantable]).toEqual(expected);
  });

  test('contain at most as many teams as a form can submit', () => {
    const many = Array.from({ length: 400 }, (_, at) => team(at + 1));
    const { teams, furtherTeams } = resourceOptions(readScope('TEAM_BOOKING_READ'), many);
    expect([teams.length, furtherTeams]).toEqual([MAX_TEAMS_OFFERED, 400 - MAX_TEAMS_OFFERED]);
  });
});

describe('the choice of resources', () => {
  const BOTH = 'TEAM_BOOKING_READ ORG_PROFILE_READ BOOKING_READ';
  const GROUPS = [HARBOUR, organization(6), CONTEXT, ALONE];
  const everything = BOTH.split(' ');
  const until = 'revoked';

  interface Answer {
    readonly scope?: readonly string[];
    readonly teamChoice?: string;
    readonly team?: readonly string[];
    readonly organization?: string;
  }
  const answered = (
    answer: Answer,
    requested = BOTH,
    groups: readonly GrantableGroup[] = GROUPS,
    decision = 'allow',
  ) => {
    const form = {
      decision,
      scope: everything,
      until: '',
      teamChoice: '',
      team: [],
      organization: '',
      ...answer,
    };
    return decideConsent(readScope(requested), form, {
      maxAge: 365 * 86_400,
      offer: resourceOptions(readScope(requested), groups),
    });
  };
  const granted = (scope: string, teams: 'all' | number[], organizations: 'all' | number[]) => ({
    kind: 'granted',
    ...{ scope: readScope(scope), until, resources: { teams, organizations } },
  });

  test.each<readonly [string, Answer, object]>([
    ['without a choice, everything of then and now', {}, granted(BOTH, 'all', 'all')],
    ['with all of both', { teamChoice: 'all', organization: 'all' }, granted(BOTH, 'all', 'all')],
    ['with boxes ticked beside "all"', { teamChoice: 'all', team: ['5'] }, granted(BOTH, 'all', 'all')],
    ['of chosen teams', { teamChoice: 'chosen', team: ['8', '5'] }, granted(BOTH, [5, 8], 'all')],
    ['of one organization', { organization: '3' }, granted(BOTH, 'all', [3])],
    ['of both', { teamChoice: 'chosen', team: ['8'], organization: '6' }, granted(BOTH, [8], [6])],
    ['of chosen teams without one', { teamChoice: 'chosen' }, { kind: 'no_team' }],
    [
      'of a team that was not offered',
      { teamChoice: 'chosen', team: ['5', '77'] },
      { kind: 'unknown_group' },
    ],
    ['of a team that is none', { teamChoice: 'chosen', team: ['x'] }, { kind: 'unknown_group' }],
    ['of an organization as a team', { teamChoice: 'chosen', team: ['3'] }, { kind: 'unknown_group' }],
    ['of an organization that was not offered', { organization: '4' }, { kind: 'unknown_group' }],
    ['with an unknown value', { teamChoice: 'ALL' }, { kind: 'unknown_group' }],
    [
      'of teams, without a scope for them',
      { scope: ['BOOKING_READ'], teamChoice: 'chosen', team: ['77'], organization: '77' },
      granted('BOOKING_READ', 'all', 'all'),
    ],
    [
      'of one organization, without a scope for teams',
      { scope: ['ORG_PROFILE_READ'], teamChoice: 'chosen', organization: '3' },
      granted('ORG_PROFILE_READ', 'all', [3]),
    ],
  ])('%s', (_, answer, verdict) => {
    expect(answered(answer)).toEqual(verdict);
  });

  test('grants no scope that the user cannot grant, although its box is sent', () => {
    const scope = [...everything, 'ORG_BOOKING_READ'];
    expect(answered({ scope }, scope.join(' '), [MEMBER_OF, CONTEXT])).toEqual(granted(BOTH, 'all', 'all'));
  });

  test('is nothing_grantable when the user can grant none of the scopes, and may still be Cancel', () => {
    const request = ['ORG_BOOKING_READ', [MEMBER_OF]] as const;
    expect(answered({ scope: ['ORG_BOOKING_READ'] }, ...request)).toEqual({ kind: 'nothing_grantable' });
    expect(answered({ scope: [] }, ...request, 'cancel')).toEqual({ kind: 'refused' });
  });

  test('of an unrestricted legacy request covers everything', () => {
    expect(answered({ teamChoice: 'chosen' }, '*', [HARBOUR])).toEqual(granted('*', 'all', 'all'));
  });
});

describe('the index entry of a grant', () => {
  const bare: Family = { client: 'ab12', account: 7, scope: readScope(''), born: 1, ends: 9_000, access: [] };
  const indexed = (change: Partial<Family>) => {
    const entry = indexedGrant({ id: 'f', family: { ...bare, ...change } });
    return entry && [entry.teams, entry.organizations, ...(entry.administratorsOnly ? ['administered'] : [])];
  };

  test.each<readonly [Partial<Family>, unknown]>([
    [{ scope: readScope('PROFILE_READ') }, undefined],
    [{ scope: readScope('BOOKING_READ') }, ['all', 'all', 'administered']],
    [
      { scope: readScope('BOOKING_WRITE'), resources: { teams: [5], organizations: 'all' } },
      [[5], [], 'administered'],
    ],
    [{ scope: readScope('BOOKING_READ'), resources: { teams: [], organizations: [] } }, undefined],
    [{ scope: readScope('TEAM_BOOKING_READ') }, ['all', []]],
    [{ scope: readScope('ORG_BOOKING_READ') }, [[], 'all']],
    [{ scope: readScope('*') }, ['all', 'all']],
    [
      {
        scope: readScope('TEAM_BOOKING_READ ORG_BOOKING_READ BOOKING_READ'),
        resources: { teams: [5], organizations: [3] },
      },
      [[5], [3]],
    ],
  ])('%j: %j', (change, expected) => {
    expect(indexed(change)).toEqual(expected);
  });

  test('the audit entry has the chosen groups, and none where none were chosen', () => {
    const facts = (resources?: Family['resources']) =>
      Object.keys(
        allowedEntry(
          { id: 'f', family: { ...bare, ...(resources && { resources }) } },
          { clientIp: '192.0.2.1', browser: 'Firefox on Linux' },
        ).facts,
      );
    expect(facts()).toEqual(facts(EVERYWHERE));
    expect(facts()).not.toContain('teams');
    const chosen = { ...bare, resources: { teams: [5], organizations: [3] } };
    const factsFor = (scope: string) =>
      allowedEntry(
        { id: 'f', family: { ...chosen, scope: readScope(scope) } },
        { clientIp: '192.0.2.1', browser: 'Firefox on Linux' },
      ).facts;
    const both = factsFor('TEAM_BOOKING_READ ORG_BOOKING_READ');
    expect(both).toMatchObject({ teams: [5], organizations: [3] });
    expect(factsFor('BOOKING_READ')).not.toHaveProperty('teams');
    expect(factsFor('TEAM_BOOKING_READ')).not.toHaveProperty('organizations');
  });
});
