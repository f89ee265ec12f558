/*
 * The scope that an authorization request asks for, decided from the raw parameter: the provider itself would drop
 * unknown names and accept a missing scope.
 */
import type { ScopeName } from '../../scopes/catalogue.js';
import {
  grantedScope,
  type GrantedScope,
  outside,
  type ParsedScope,
  parseScope,
  UNRESTRICTED,
} from '../../scopes/policy.js';

export type RequestedScope =
  | { readonly kind: 'scope'; readonly scope: GrantedScope }
  /** `invalid_scope`, RFC 6749 section 4.1.2.1. */
  | { readonly kind: 'refused'; readonly why: string };

/** Names from before scopes existed: a legacy client that still sends them means "no scope". */
const OLD_NAMES = ['READ_BOOKING', 'READ_PROFILE'];

const MAX_EXCERPT = 64;
const refused = (why: string): RequestedScope => ({ kind: 'refused', why });
const excerpt = (names: readonly string[]): string =>
  names.map((name) => name.slice(0, MAX_EXCERPT)).join(' ');

/** Whether a `scope` parameter holds only names from before scopes existed. */
export const isOldScope = ({ names, unknown }: ParsedScope): boolean =>
  names.length === 0 && unknown.length > 0 && unknown.every((name) => OLD_NAMES.includes(name));

export function requestedScope(
  client: { readonly legacy: boolean; readonly scopes: readonly ScopeName[] },
  parameter: string | undefined,
): RequestedScope {
  const { names, unknown } = parseScope(parameter ?? '');
  const unexpected = client.legacy ? unknown.filter((name) => !OLD_NAMES.includes(name)) : unknown;
  if (unexpected.length > 0) return refused(`unknown scope: ${excerpt(unexpected)}`);
  if (client.legacy) return { kind: 'scope', scope: names.length === 0 ? UNRESTRICTED : grantedScope(names) };
  if (names.length === 0) return refused('scope is required: name what your application needs');
  const notEnabled = outside(names, client.scopes);
  if (notEnabled.length > 0) return refused(`scope not enabled on this client: ${excerpt(notEnabled)}`);
  return { kind: 'scope', scope: grantedScope(names) };
}
