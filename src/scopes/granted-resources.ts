/*
 * The teams and organizations that a grant covers, which the user chose besides the scopes. Pure.
 * A team scope covers teams, an organization scope one organization with every team in it.
 */
import { SCOPES } from './catalogue.js';
import type { ScopeLevel, ScopeName } from './catalogue.js';
import { ORG_TWINS } from './policy.js';
import type { GrantedScope } from './policy.js';

/** Ids, or all of which the user is a member, now and later. */
export type GrantedIds = 'all' | readonly number[];

export interface GrantedResources {
  /** Through team scopes. */
  readonly teams: GrantedIds;
  /** Through organization scopes, with their teams. */
  readonly organizations: GrantedIds;
}

export const EVERYWHERE: GrantedResources = { teams: 'all', organizations: 'all' };

export const isEverywhere = ({ teams, organizations }: GrantedResources): boolean =>
  teams === 'all' && organizations === 'all';

const intersectIds = (one: GrantedIds, other: GrantedIds): GrantedIds => {
  if (one === 'all') return other;
  return other === 'all' ? one : one.filter((id) => other.includes(id));
};

/** Covered by both: never more than either. */
export const intersectResources = (one: GrantedResources, other: GrantedResources): GrantedResources => ({
  teams: intersectIds(one.teams, other.teams),
  organizations: intersectIds(one.organizations, other.organizations),
});

/** The group of a call; neither for a call that names no team and no organization. */
export interface GroupQuery {
  readonly teamId: number | undefined;
  /** The organization itself, or that of the team. */
  readonly organizationId: number | undefined;
}

/** These teams, and everything in these organizations. */
export interface Bounds {
  readonly teams: readonly number[];
  readonly organizations: readonly number[];
}

const LEVELS_BY_NAME: ReadonlyMap<ScopeName, ScopeLevel> = new Map(
  SCOPES.map(({ name, level }) => [name, level]),
);

export const levelOf = (name: ScopeName): ScopeLevel => LEVELS_BY_NAME.get(name) ?? 'user';

export const hasLevel = (names: Iterable<ScopeName>, level: ScopeLevel): boolean =>
  [...names].some((name) => levelOf(name) === level);

/** Organization scopes that plain members can use; endpoints of the others need an owner or administrator. */
export const MEMBER_SCOPES: ReadonlySet<ScopeName> = new Set<ScopeName>(['ORG_PROFILE_READ']);

/** Whether a call of this level can be allowed at all. */
export const permitsLevel = (scope: GrantedScope, level: ScopeLevel): boolean =>
  scope.kind === 'unrestricted' || hasLevel(scope.names, level);

const NOTHING: GrantedIds = [];

/** The groups that a call with this scope may name. Each scope of the token counts for what it satisfies itself. */
export function boundsOf(
  scope: GrantedScope,
  resources: GrantedResources,
  needed: ScopeName,
): 'all' | Bounds {
  const level = levelOf(needed);
  if (scope.kind === 'unrestricted' || level === 'user') return 'all';
  const twin = level === 'team' ? ORG_TWINS.get(needed) : needed;
  const teams = level === 'team' && scope.names.has(needed) ? resources.teams : NOTHING;
  const organizations = twin !== undefined && scope.names.has(twin) ? resources.organizations : NOTHING;
  return teams === 'all' || organizations === 'all' ? 'all' : { teams, organizations };
}

/**
 * The groups in which a call with a user scope counts as one of their administrator. Such a scope names no group, so that
 * every limit of the grant applies. `needed`: the scope of the same call at the path of a team.
 */
export function administeredBounds(
  scope: GrantedScope,
  resources: GrantedResources,
  needed: ScopeName,
): 'all' | Bounds {
  if (isEverywhere(resources) || boundsOf(scope, resources, needed) === 'all') return 'all';
  const listed = (ids: GrantedIds): readonly number[] => (ids === 'all' ? [] : ids);
  return { teams: listed(resources.teams), organizations: listed(resources.organizations) };
}

export function includesGroup(bounds: 'all' | Bounds, { teamId, organizationId }: GroupQuery): boolean {
  if (bounds === 'all') return true;
  const byTeam = teamId !== undefined && bounds.teams.includes(teamId);
  return byTeam || (organizationId !== undefined && bounds.organizations.includes(organizationId));
}
