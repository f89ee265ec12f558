/*
 * The scope that an authorization request asks for, decided from the raw parameter: the provider itself would drop
 * unknown names and accept a missing scope.
 */
import type { Cause } from '../../request-log/causes.js';
import type { ScopeName } from '../../scopes/catalogue.js';
import { RETIRED_SCOPES, withTodaysNames } from '../../scopes/retired-scopes.js';
import { grantedScope, type GrantedScope, outside, parseScope, UNRESTRICTED } from '../../scopes/policy.js';

export type RequestedScope =
  | { readonly kind: 'scope'; readonly scope: GrantedScope }
  /** `invalid_scope`, RFC 6749 section 4.1.2.1. */
  | { readonly kind: 'refused'; readonly why: string; readonly cause: Cause };

const MAX_EXCERPT = 64;
const refused = (why: string, cause: Cause): RequestedScope => ({ kind: 'refused', why, cause });
const excerpt = (names: readonly string[]): string =>
  names.map((name) => name.slice(0, MAX_EXCERPT)).join(' ');

interface RequestingClient {
  readonly legacy: boolean;
  readonly migrating: boolean;
  readonly scopes: readonly ScopeName[];
}

/** A legacy client that still sends retired names means "no scope"; a migrating one means the scopes of today. */
export function requestedScope(client: RequestingClient, parameter: string | undefined): RequestedScope {
  const parsed = parseScope(parameter ?? '');
  const { names, unknown } = client.migrating ? withTodaysNames(parsed) : parsed;
  const unexpected = client.legacy ? unknown.filter((name) => !RETIRED_SCOPES.has(name)) : unknown;
  if (unexpected.length > 0)
    return refused(`unknown scope: ${excerpt(unexpected)}`, { code: 'scope_unknown', scopes: unexpected });
  if (client.legacy) return { kind: 'scope', scope: names.length === 0 ? UNRESTRICTED : grantedScope(names) };
  if (names.length === 0)
    return refused('scope is required: name what your application needs', { code: 'scope_required' });
  const notEnabled = outside(names, client.scopes);
  if (notEnabled.length > 0) {
    const cause = { code: 'scope_not_enabled', scopes: notEnabled } as const;
    return refused(`scope not enabled on this client: ${excerpt(notEnabled)}`, cause);
  }
  return { kind: 'scope', scope: grantedScope(names) };
}
