/*
 * What a set of scopes permits, and how scopes are written in a request. Pure decisions over the catalogue; who holds
 * which scopes, and whether the token lives, is decided elsewhere.
 */
import { isScopeName, SCOPE_NAMES } from './catalogue.js';
import type { ScopeName } from './catalogue.js';

/** A positive statement: absent scopes are the empty set, never everything. */
export type Rights =
  { readonly kind: 'scoped'; readonly scopes: ReadonlySet<ScopeName> } | { readonly kind: 'unrestricted' };

/** TEAM_X -> ORG_X, for every TEAM_X that an ORG_X of the same suffix also satisfies. */
export const ORG_TWINS: ReadonlyMap<ScopeName, ScopeName> = new Map(
  SCOPE_NAMES.flatMap((name) => {
    const twin = name.replace(/^TEAM_/, 'ORG_');
    return twin !== name && isScopeName(twin) ? [[name, twin] as const] : [];
  }),
);

export function allows(rights: Rights, needed: ScopeName): boolean {
  if (rights.kind === 'unrestricted') return true;
  if (rights.scopes.has(needed)) return true;
  const twin = ORG_TWINS.get(needed);
  return twin !== undefined && rights.scopes.has(twin);
}

export interface ParsedScope {
  /** Known names in the order of the request, each once. */
  readonly names: readonly ScopeName[];
  /** Whatever else was asked for, each once. */
  readonly unknown: readonly string[];
}

/** Names separated by runs of spaces and commas; nothing else separates, and case matters. */
export function parseScope(text: string): ParsedScope {
  const words = [...new Set(text.split(/[ ,]+/).filter((word) => word !== ''))];
  return { names: words.filter(isScopeName), unknown: words.filter((word) => !isScopeName(word)) };
}

/** RFC 6749 section 3.3: single spaces, in the given order. */
export const formatScope = (names: Iterable<ScopeName>): string => [...names].join(' ');

/** What was requested although it is not enabled. By name alone: ORG_X being enabled does not enable TEAM_X. */
export function outside(requested: Iterable<ScopeName>, enabled: Iterable<ScopeName>): readonly ScopeName[] {
  const permitted = new Set(enabled);
  return [...requested].filter((name) => !permitted.has(name));
}

export const within = (requested: Iterable<ScopeName>, enabled: Iterable<ScopeName>): boolean =>
  outside(requested, enabled).length === 0;
