/* The index entry of a grant: the teams and organizations it covers, by which organizations find it. Pure. */
import { EVERYWHERE, permitsLevel } from '../../scopes/granted-resources.js';
import type { LoadedFamily } from './families.js';
import type { IndexedGrant } from './granted-resources-store.js';

/** Undefined for a grant that covers no team and no organization. */
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
