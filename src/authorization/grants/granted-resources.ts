/* Whether a grant reaches teams or organizations at all, and which: what organizations find it by. Pure. */
import { parseScope } from '../../scopes/policy.js';
import { EVERYWHERE, hasLevel } from '../../scopes/granted-resources.js';
import { UNRESTRICTED } from './bearer.js';
import type { LoadedFamily } from './families.js';
import type { IndexedGrant } from './granted-resources-store.js';

/** Undefined for one that reaches none. */
export function indexedGrant({ id, family }: Pick<LoadedFamily, 'id' | 'family'>): IndexedGrant | undefined {
  const { scope, resources = EVERYWHERE } = family;
  const { names } = parseScope(scope);
  const throughTeams = scope === UNRESTRICTED || hasLevel(names, 'team');
  const throughOrganizations = scope === UNRESTRICTED || hasLevel(names, 'organization');
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
