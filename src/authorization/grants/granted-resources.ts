/* The index entry of a grant: the teams and organizations it covers, by which organizations find it. Pure. */
import type { ScopeName } from '../../scopes/catalogue.js';
import { administeredBounds, EVERYWHERE, permitsLevel } from '../../scopes/granted-resources.js';
import { grantedScope, intersectScopes, namesIn } from '../../scopes/policy.js';
import type { GrantedScope } from '../../scopes/policy.js';
import type { LoadedFamily } from './families.js';
import type { IndexedGrant } from './granted-resources-store.js';

/** User scopes that cover bookings of the teams that the user administers. */
const ADMINISTERING: readonly ScopeName[] = ['BOOKING_READ', 'BOOKING_WRITE'];

/** Nothing of an unrestricted scope, which lists none. */
export const administeringScope = (scope: GrantedScope): GrantedScope =>
  intersectScopes(grantedScope(namesIn(scope)), grantedScope(ADMINISTERING));

function administeredGroups({
  scope,
  resources = EVERYWHERE,
}: LoadedFamily['family']): Pick<IndexedGrant, 'teams' | 'organizations'> | undefined {
  if (namesIn(administeringScope(scope)).size === 0) return undefined;
  const bounds = administeredBounds(scope, resources, 'TEAM_BOOKING_READ');
  if (bounds === 'all') return EVERYWHERE;
  return bounds.teams.length + bounds.organizations.length > 0 ? bounds : undefined;
}

/** Undefined for a grant that covers no team and no organization. */
export function indexedGrant({ id, family }: Pick<LoadedFamily, 'id' | 'family'>): IndexedGrant | undefined {
  const { scope, resources = EVERYWHERE } = family;
  const throughTeams = permitsLevel(scope, 'team');
  const throughOrganizations = permitsLevel(scope, 'organization');
  const entry = {
    familyId: id,
    accountId: family.account,
    clientId: family.client,
    endsAt: new Date(family.ends),
  };
  if (!throughTeams && !throughOrganizations) {
    const administered = administeredGroups(family);
    return administered && { ...entry, ...administered, administratorsOnly: true };
  }
  return {
    ...entry,
    teams: throughTeams ? resources.teams : [],
    organizations: throughOrganizations ? resources.organizations : [],
  };
}
