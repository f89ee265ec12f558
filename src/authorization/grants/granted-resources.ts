/* Whether a grant reaches teams or organizations at all, and which: what organizations find it by. Pure. */
import { EVERYWHERE, permitsLevel } from '../../scopes/granted-resources.js';
import type { LoadedFamily } from './families.js';
import type { IndexedGrant } from './granted-resources-store.js';

/** Undefined for one that reaches none. */
export function indexedGrant({ id, family }: Pick<LoadedFamily, 'id' | 'family'>): IndexedGrant | undefined {
  const { scope, resources = EVERYWHERE } = family;
  const throughTeams = permitsLevel(scope, 'team');
  const throughOrganizations = permitsLevel(scope, 'organization');
  if (!throughTeams && !throughOrganizations) return undefined;
  return {
    familyId: id,
    accountId: family.account,
    clientId: family.client,
    teams: throughTeams ? resources.teams : [],
    organizations: throughOrganizations ? resources.organizations : [],
    endsAt: new Date(family.ends),
  };
}
