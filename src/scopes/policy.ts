/*
 * The granted scope as a value, what it permits, and how scopes are written in a request. Pure decisions over the
 * catalogue; the scopes of a token and its validity are decided elsewhere.
 */
import { isScopeName, SCOPE_NAMES } from './catalogue.js';
import type { ScopeName } from './catalogue.js';

/**
 * The permissions of a grant or an access token. `unrestricted` is explicit and only for legacy clients; no scopes are
 * the empty set, never everything. Names are in the order of the request.
 */
export type GrantedScope =
  { readonly kind: 'scopes'; readonly names: ReadonlySet<ScopeName> } | { readonly kind: 'unrestricted' };

export const UNRESTRICTED: GrantedScope = { kind: 'unrestricted' };

export const grantedScope = (names: Iterable<ScopeName>): GrantedScope => ({
  kind: 'scopes',
  names: new Set(names),
});

const NO_NAMES: ReadonlySet<ScopeName> = new Set();

/** The scopes it lists. An unrestricted one lists none. */
export const namesIn = (scope: GrantedScope): ReadonlySet<ScopeName> =>
  scope.kind === 'unrestricted' ? NO_NAMES : scope.names;

/** Whether `scope` permits nothing that `granted` does not. */
export function isWithin(scope: GrantedScope, granted: GrantedScope): boolean {
  if (granted.kind === 'unrestricted' || scope === granted) return true;
  return scope.kind === 'scopes' && [...scope.names].every((name) => granted.names.has(name));
}

export const isSameScope = (one: GrantedScope, other: GrantedScope): boolean =>
  one === other || (isWithin(one, other) && isWithin(other, one));

/** Permitted by both, in the order of the first; the first itself when it is within the other. */
export function intersectScopes(one: GrantedScope, other: GrantedScope): GrantedScope {
  if (one.kind === 'unrestricted') return other;
  if (isWithin(one, other)) return one;
  return grantedScope([...one.names].filter((name) => namesIn(other).has(name)));
}

/** TEAM_X -> ORG_X, for every TEAM_X that an ORG_X of the same suffix also satisfies. */
export const ORG_TWINS: ReadonlyMap<ScopeName, ScopeName> = new Map(
  SCOPE_NAMES.flatMap((name) => {
    const twin = name.replace(/^TEAM_/, 'ORG_');
    return twin !== name && isScopeName(twin) ? [[name, twin] as const] : [];
  }),
);

export function allows(scope: GrantedScope, needed: ScopeName): boolean {
  if (scope.kind === 'unrestricted') return true;
  if (scope.names.has(needed)) return true;
  const twin = ORG_TWINS.get(needed);
  return twin !== undefined && scope.names.has(twin);
}

export interface ParsedScope {
  /** Known names in the order of the request, each once. */
  readonly names: readonly ScopeName[];
  /** Every other name, each once. */
  readonly unknown: readonly string[];
}

/** Names separated by runs of spaces and commas; nothing else separates, and case matters. */
export function parseScope(text: string): ParsedScope {
  const items = [...new Set(text.split(/[ ,]+/).filter((item) => item !== ''))];
  return { names: items.filter(isScopeName), unknown: items.filter((item) => !isScopeName(item)) };
}

/** RFC 6749 section 3.3: single spaces, in this order. */
export const formatScope = (names: Iterable<ScopeName>): string => [...names].join(' ');

/** Requested scopes that are not enabled. By name alone: ORG_X being enabled does not enable TEAM_X. */
export function outside(requested: Iterable<ScopeName>, enabled: Iterable<ScopeName>): readonly ScopeName[] {
  const permitted = new Set(enabled);
  return [...requested].filter((name) => !permitted.has(name));
}

export const within = (requested: Iterable<ScopeName>, enabled: Iterable<ScopeName>): boolean =>
  outside(requested, enabled).length === 0;
