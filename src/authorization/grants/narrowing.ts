/*
 * Narrowing a grant that goes on. Pure: decided on the family as stored at the moment of the swap, so that parallel
 * changes leave what all of them allow, and none restores what another removed.
 */
import {
  grantedScope,
  type GrantedScope,
  intersectScopes,
  isSameScope,
  namesIn,
} from '../../scopes/policy.js';
import {
  EVERYWHERE,
  hasLevel,
  intersectResources,
  isEverywhere,
  levelOf,
} from '../../scopes/granted-resources.js';
import type { GrantedResources, GrantedIds } from '../../scopes/granted-resources.js';
import type { Family } from './token-family.js';

/** What may remain. More than the grant has is allowed and adds nothing. */
export interface GrantLimits {
  readonly scope: GrantedScope;
  readonly resources: GrantedResources;
}

export type NarrowVerdict =
  | { readonly kind: 'narrowed'; readonly family: Family; readonly before: Family }
  | { readonly kind: 'unchanged' }
  /** Removing everything is a revocation, which is another operation. */
  | { readonly kind: 'nothing_left' };

const isAny = (ids: GrantedIds): boolean => ids === 'all' || ids.length > 0;

/** Scopes of teams mean nothing without a team, and those of organizations nothing without one. */
function scopeIn(scope: GrantedScope, { teams, organizations }: GrantedResources): GrantedScope {
  if (scope.kind === 'unrestricted') return scope;
  const isUsable = { user: true, team: isAny(teams), organization: isAny(organizations) };
  const names = [...scope.names].filter((name) => isUsable[levelOf(name)]);
  return names.length === scope.names.size ? scope : grantedScope(names);
}

const isSameSize = (before: GrantedIds, after: GrantedIds): boolean =>
  before === 'all' || after === 'all' ? before === after : before.length === after.length;

const isUnchanged = (before: GrantLimits, after: GrantLimits): boolean =>
  isSameScope(before.scope, after.scope) &&
  isSameSize(before.resources.teams, after.resources.teams) &&
  isSameSize(before.resources.organizations, after.resources.organizations);

export function narrow(family: Family, limits: GrantLimits): NarrowVerdict {
  const before = { scope: family.scope, resources: family.resources ?? EVERYWHERE };
  const resources = intersectResources(before.resources, limits.resources);
  const scope = scopeIn(intersectScopes(before.scope, limits.scope), resources);
  if (scope.kind === 'scopes' && scope.names.size === 0) return { kind: 'nothing_left' };
  if (isUnchanged(before, { scope, resources })) return { kind: 'unchanged' };
  const access = family.access.map((entry) =>
    entry.scope === undefined ? entry : { ...entry, scope: intersectScopes(entry.scope, scope) },
  );
  const next = { ...family, scope, access, ...(isEverywhere(resources) ? {} : { resources }) };
  return { kind: 'narrowed', family: next, before: family };
}

/** Whether something can be removed and something remains. */
export function isNarrowable({
  scope,
  resources = EVERYWHERE,
}: Pick<Family, 'scope' | 'resources'>): boolean {
  const names = namesIn(scope);
  if (scope.kind === 'unrestricted' || names.size > 1) return true;
  const several = (ids: GrantedIds): boolean => ids === 'all' || ids.length > 1;
  const ofTeams = hasLevel(names, 'team') && several(resources.teams);
  return ofTeams || (hasLevel(names, 'organization') && several(resources.organizations));
}
