/*
 * What a person takes out of a grant that goes on. Pure: decided on the family as it stands at the moment of the swap, so
 * that of any number of answers at once each leaves what all of them leave, and none brings back what another took.
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
  isEverywhere,
  levelOf,
  intersectResources,
} from '../../scopes/granted-resources.js';
import type { GrantedResources, GrantedIds } from '../../scopes/granted-resources.js';
import type { Family } from './token-family.js';

/** What may stay. More than the grant has is no fault, and no gain. */
export interface Kept {
  readonly scope: GrantedScope;
  readonly resources: GrantedResources;
}

export type NarrowVerdict =
  | { readonly kind: 'narrowed'; readonly family: Family; readonly before: Family }
  | { readonly kind: 'unchanged' }
  /** A grant of nothing is none: that is its end, for which there is another way. */
  | { readonly kind: 'nothing_left' };

const isAny = (ids: GrantedIds): boolean => ids === 'all' || ids.length > 0;

/** Scopes of teams mean nothing without a team, and those of organizations nothing without one. */
function scopeIn(scope: GrantedScope, { teams, organizations }: GrantedResources): GrantedScope {
  if (scope.kind === 'unrestricted') return scope;
  const isUsable = { user: true, team: isAny(teams), organization: isAny(organizations) };
  const names = [...scope.names].filter((name) => isUsable[levelOf(name)]);
  return names.length === scope.names.size ? scope : grantedScope(names);
}

const isAsMuch = (before: GrantedIds, after: GrantedIds): boolean =>
  before === 'all' || after === 'all' ? before === after : before.length === after.length;

const isUnchanged = (before: Kept, after: Kept): boolean =>
  isSameScope(before.scope, after.scope) &&
  isAsMuch(before.resources.teams, after.resources.teams) &&
  isAsMuch(before.resources.organizations, after.resources.organizations);

export function narrow(family: Family, kept: Kept): NarrowVerdict {
  const { scope: granted, resources: given = EVERYWHERE } = family;
  const resources = intersectResources(given, kept.resources);
  const scope = scopeIn(intersectScopes(granted, kept.scope), resources);
  if (scope.kind === 'scopes' && scope.names.size === 0) return { kind: 'nothing_left' };
  if (isUnchanged({ scope: granted, resources: given }, { scope, resources })) return { kind: 'unchanged' };
  const access = family.access.map((entry) =>
    entry.scope === undefined ? entry : { ...entry, scope: intersectScopes(entry.scope, scope) },
  );
  const next = { ...family, scope, access, ...(isEverywhere(resources) ? {} : { resources }) };
  return { kind: 'narrowed', family: next, before: family };
}

/** Whether there is anything to take that would not be all of it. */
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
