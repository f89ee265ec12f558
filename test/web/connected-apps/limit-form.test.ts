import { readScope } from '../../../src/authorization/grants/scope-record.js';
import { type LimitForm, LISTED, readLimits } from '../../../src/web/connected-apps/limit-form.js';
import { resourceOptions } from '../../../src/authorization/consent/resource-choice.js';
import type { GrantableGroup } from '../../../src/authorization/grants/granted-resources-store.js';
import { SCOPE_NAMES } from '../../../src/scopes/catalogue.js';
import { EVERYWHERE } from '../../../src/scopes/granted-resources.js';

const GRANTED = 'PROFILE_READ TEAM_PROFILE_READ ORG_PROFILE_READ';
const group = (id: number, organization: boolean): GrantableGroup => ({
  id,
  name: `Place ${id}`,
  organization,
  manages: true,
  closed: false,
});
const OFFER = resourceOptions(readScope(GRANTED), [group(3, true), group(5, false), group(6, false)]);
const form = (change: Partial<LimitForm> = {}): LimitForm => ({
  ...{ scope: GRANTED.split(' '), listedGroups: [], teamChoice: '', team: [], organization: '' },
  ...change,
});
const kept = (change: Partial<LimitForm>, granted = GRANTED) =>
  readLimits(readScope(granted), form(change), OFFER);

test.each<readonly [what: string, Partial<LimitForm>, unknown]>([
  ['a form without fields for groups removes none', {}, { scope: readScope(GRANTED), resources: EVERYWHERE }],
  ['nothing ticked', { scope: [] }, 'nothing_ticked'],
  ['nothing ticked that the grant has', { scope: ['BOOKING_WRITE', '*', 'NOPE'] }, 'nothing_ticked'],
  [
    'what the grant has not is left out',
    { scope: ['BOOKING_WRITE', 'PROFILE_READ'] },
    { scope: readScope('PROFILE_READ') },
  ],
  [
    'chosen teams',
    { teamChoice: 'chosen', team: ['5'] },
    { resources: { teams: [5], organizations: 'all' } },
  ],
  ['chosen teams without one', { teamChoice: 'chosen' }, 'no_team'],
  ['a team that is not offered', { teamChoice: 'chosen', team: ['5', '7'] }, 'unknown_group'],
  ['a value that is not offered', { teamChoice: 'everything' }, 'unknown_group'],
  ['one organization', { organization: '3' }, { resources: { teams: 'all', organizations: [3] } }],
  ['an organization that is not offered', { organization: '4' }, 'unknown_group'],
  [
    'a fault of groups without their scopes',
    { scope: ['PROFILE_READ'], teamChoice: 'chosen', organization: '4' },
    { scope: readScope('PROFILE_READ') },
  ],
  [
    'boxes of what was chosen before',
    { teamChoice: LISTED, organization: LISTED, listedGroups: ['6', '3', 'x', '-1', '1e9'] },
    { resources: { teams: [6, 3], organizations: [6, 3] } },
  ],
  [
    'boxes of which none is ticked',
    { teamChoice: LISTED },
    { resources: { teams: [], organizations: 'all' } },
  ],
])('%s', (_, change, expected) => {
  const answer = kept(change);
  if (typeof expected === 'string') expect(answer).toBe(expected);
  else expect(answer).toMatchObject(expected as object);
});

test('an unrestricted grant with all scopes ticked stays unrestricted, unless groups are chosen', () => {
  const scope = [...SCOPE_NAMES];
  expect(kept({ scope }, '*')).toEqual({ scope: readScope('*'), resources: EVERYWHERE });
  const chosen = kept({ scope, teamChoice: 'chosen', team: ['5'] }, '*');
  expect(chosen).toEqual({
    scope: readScope(SCOPE_NAMES.join(' ')),
    resources: { teams: [5], organizations: 'all' },
  });
});
