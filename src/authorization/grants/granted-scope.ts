/* Scopes as they stand in a family: names in one string, or `*` for an unrestricted authorization. Pure. */
import { formatScope, parseScope } from '../../scopes/policy.js';
import { UNRESTRICTED } from './bearer.js';

/** What both of them permit, in the order of the first. */
export function scopeInBoth(one: string, other: string): string {
  if (one === UNRESTRICTED) return other;
  if (other === UNRESTRICTED) return one;
  const permitted = new Set(parseScope(other).names);
  return formatScope(parseScope(one).names.filter((name) => permitted.has(name)));
}

/** As a token answer says it: empty when unrestricted. */
export const answeredScope = (scope: string): string => (scope === UNRESTRICTED ? '' : scope);
