/* The permissions of a grant, in the sentences of the catalogue. */
import { LEVELS, type ScopeLevel, SCOPES } from '../../scopes/catalogue.js';
import { type GrantedScope, namesIn } from '../../scopes/policy.js';

/** A sentence each; none at all for an unrestricted grant. */
export function scopeSentences(
  scope: GrantedScope,
  levels: readonly ScopeLevel[] = LEVELS,
): readonly string[] {
  const names = namesIn(scope);
  return SCOPES.filter(({ name, level }) => names.has(name) && levels.includes(level)).map(
    ({ label }) => label,
  );
}
