/*
 * The names that two scopes had before the catalogue. They are no scopes: only what a client that is marked as migrating
 * sends is read as today's names. Pure.
 */
import type { ScopeName } from './catalogue.js';
import type { ParsedScope } from './policy.js';

export const RETIRED_SCOPES: ReadonlyMap<string, ScopeName> = new Map([
  ['READ_PROFILE', 'PROFILE_READ'],
  ['READ_BOOKING', 'BOOKING_READ'],
]);

/** Holds retired names and nothing else. */
export const isRetiredOnly = ({ names, unknown }: ParsedScope): boolean =>
  names.length === 0 && unknown.length > 0 && unknown.every((name) => RETIRED_SCOPES.has(name));

/** Each retired name as the scope of today, behind the names of today. */
export function withTodaysNames({ names, unknown }: ParsedScope): ParsedScope {
  const renamed = unknown.flatMap((name) => RETIRED_SCOPES.get(name) ?? []);
  return {
    names: [...new Set([...names, ...renamed])],
    unknown: unknown.filter((name) => !RETIRED_SCOPES.has(name)),
  };
}
