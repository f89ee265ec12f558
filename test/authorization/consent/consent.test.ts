import { readScope } from '../../../src/authorization/grants/scope-record.js';
import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { UNRESTRICTED } from '../../../src/scopes/policy.js';
import {
  consentGroups,
  decideConsent,
  describeCount,
  describeExclusions,
  tickedAtFirst,
} from '../../../src/authorization/consent/consent.js';
import { destination } from '../../../src/web/consent/consent-page.js';
import { resourceOptions } from '../../../src/authorization/consent/resource-choice.js';
import { EVERYWHERE } from '../../../src/scopes/granted-resources.js';

describe('the groups of the consent page', () => {
  const groupsOf = (requested: readonly ScopeName[]) => consentGroups(requested, tickedAtFirst(requested));
  const groups = groupsOf(['BOOKING_WRITE', 'PROFILE_READ', 'BOOKING_READ', 'ORG_BOOKING_READ']);

  test('are the levels in the order user, team, organization', () => {
    expect(groups.map(({ level }) => level)).toEqual(['user', 'organization']);
  });

  test('have READ and WRITE of an area in one row', () => {
    const rows = groups[0]?.rows.map(({ items }) => items.map(({ scope }) => scope));
    expect(rows).toEqual([['BOOKING_READ', 'BOOKING_WRITE'], ['PROFILE_READ']]);
  });

  test('have every box checked at first and the sent ones afterwards', () => {
    const ticked = (of: typeof groups) =>
      of.flatMap(({ rows }) => rows.flatMap(({ items }) => items)).filter(({ checked }) => checked);
    expect(ticked(groups)).toHaveLength(4);
    expect(
      ticked(consentGroups(['BOOKING_READ', 'PROFILE_READ'], ['PROFILE_READ'])).map(({ scope }) => scope),
    ).toEqual(['PROFILE_READ']);
  });

  test('have the boxes of organization-wide changes unchecked at first', () => {
    const items = groupsOf(['BOOKING_WRITE', 'TEAM_BOOKING_WRITE', 'ORG_BOOKING_READ', 'ORG_BOOKING_WRITE'])
      .flatMap(({ rows }) => rows)
      .flatMap(({ items }) => items);
    expect(items.filter(({ checked }) => !checked).map(({ scope }) => scope)).toEqual(['ORG_BOOKING_WRITE']);
  });

  test.each([
    [groups, '4 permissions, 1 makes changes'],
    [groupsOf(['BOOKING_READ']), '1 permission, no changes'],
    [groupsOf(['BOOKING_WRITE', 'SCHEDULE_WRITE']), '2 permissions, 2 make changes'],
  ])('are counted beside the answer', (counted, text) => {
    expect(describeCount(counted)).toBe(text);
  });

  test('the exclusions are described in one line', () => {
    expect(describeExclusions(groupsOf(['BOOKING_READ']))).toBe(
      'see your password, change anything or reach your teams or your organization',
    );
    expect(describeExclusions(groups)).toBe('see your password or reach your teams');
  });
});

describe('the decision of the consent form', () => {
  const LIMIT = 365 * 86_400;
  const until = 'revoked';
  const resources = EVERYWHERE;
  /** A form without a choice of teams and organizations. */
  const unchosen = { teamChoice: '', team: [], organization: '' };
  const limits = (requested: string, maxAge = LIMIT) => ({
    maxAge,
    offer: resourceOptions(readScope(requested), []),
  });

  test.each<readonly [string, string, { decision?: string; scope: readonly string[] }, object]>([
    [
      'allow',
      'BOOKING_READ PROFILE_READ',
      { decision: 'allow', scope: ['BOOKING_READ', 'PROFILE_READ'] },
      { kind: 'granted', scope: readScope('BOOKING_READ PROFILE_READ'), until, resources },
    ],
    [
      'allow a part',
      'BOOKING_READ PROFILE_READ',
      { decision: 'allow', scope: ['PROFILE_READ'] },
      { kind: 'granted', scope: readScope('PROFILE_READ'), until, resources },
    ],
    [
      'allow more than was requested',
      'BOOKING_READ',
      { decision: 'allow', scope: ['BOOKING_READ', 'BOOKING_WRITE', '*'] },
      { kind: 'granted', scope: readScope('BOOKING_READ'), until, resources },
    ],
    ['allow nothing', 'BOOKING_READ', { decision: 'allow', scope: [] }, { kind: 'nothing_ticked' }],
    ['cancel', 'BOOKING_READ', { decision: 'cancel', scope: ['BOOKING_READ'] }, { kind: 'refused' }],
    ['no button', 'BOOKING_READ', { scope: ['BOOKING_READ'] }, { kind: 'no_decision' }],
    ['another word', 'BOOKING_READ', { decision: 'ALLOW', scope: ['BOOKING_READ'] }, { kind: 'no_decision' }],
    [
      'allow everything',
      '*',
      { decision: 'allow', scope: [] },
      { kind: 'granted', scope: UNRESTRICTED, until, resources },
    ],
  ])('%s', (_, requested, form, verdict) => {
    const answer = { until: '', ...unchosen, ...form };
    expect(decideConsent(readScope(requested), answer, limits(requested))).toEqual(verdict);
  });

  test.each(['1d', '30d', '1y', 'revoked'])('Allow until %s', (end) => {
    const form = { decision: 'allow', scope: ['BOOKING_READ'], until: end, ...unchosen };
    expect(decideConsent(readScope('BOOKING_READ'), form, limits('BOOKING_READ'))).toMatchObject({
      kind: 'granted',
      until: end,
    });
  });

  test.each([
    ['an unknown word', '2y', LIMIT],
    ['a word in capitals', '1Y', LIMIT],
    ['a member of every object', 'constructor', LIMIT],
    ['an end beyond the limit of the service', '1y', LIMIT - 1],
  ])('Allow until %s is refused', (_, end, limit) => {
    const form = { decision: 'allow', scope: ['BOOKING_READ'], until: end, ...unchosen };
    expect(decideConsent(readScope('BOOKING_READ'), form, limits('BOOKING_READ', limit))).toEqual({
      kind: 'unknown_end',
    });
    expect(decideConsent(UNRESTRICTED, form, limits('*', limit))).toEqual({ kind: 'unknown_end' });
  });
});

test.each([
  ['https://app.example.com/cb', 'app.example.com'],
  ['http://localhost:8080/cb', 'localhost:8080'],
  ['com.example.app:/cb', 'the application on this device (com.example.app:)'],
])('the destination %s is displayed as %s', (redirectUri, expected) => {
  expect(destination(redirectUri)).toBe(expected);
});
