/* What a grant permits, in the words of the catalogue. */
import { LEVELS, type ScopeLevel, SCOPES } from '../../scopes/catalogue.js';
import { parseScope } from '../../scopes/policy.js';
import { UNRESTRICTED } from '../grants/bearer.js';

/** A sentence each; none at all for an unrestricted grant. */
export function wordsOf(scope: string, levels: readonly ScopeLevel[] = LEVELS): readonly string[] {
  if (scope === UNRESTRICTED) return [];
  const names = new Set<string>(parseScope(scope).names);
  return SCOPES.filter(({ name, level }) => names.has(name) && levels.includes(level)).map(
    ({ words }) => words,
  );
}
