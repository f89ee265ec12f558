/*
 * A granted scope as text: in records (families, interactions, audit entries) and in token responses. The only file with
 * `*`, the record of an unrestricted grant; it cannot be requested.
 */
import { formatScope, grantedScope, parseScope, UNRESTRICTED } from '../../scopes/policy.js';
import type { GrantedScope } from '../../scopes/policy.js';

const UNRESTRICTED_TEXT = '*';
const MAX_CACHED = 1000;

/** Scope strings repeat from request to request, so their values are cached. */
const values = new Map<string, GrantedScope>();
/** A scope that was read is written as it was, also with names that only a newer version knows. */
const texts = new WeakMap<GrantedScope, string>();

/** Deny by default: no text is no scope. */
export function readScope(text: string | null | undefined): GrantedScope {
  if (text === UNRESTRICTED_TEXT) return UNRESTRICTED;
  const known = values.get(text ?? '');
  if (known !== undefined) return known;
  const scope = grantedScope(parseScope(text ?? '').names);
  if (values.size >= MAX_CACHED) values.clear();
  values.set(text ?? '', scope);
  texts.set(scope, text ?? '');
  return scope;
}

/** Names separated by single spaces (RFC 6749 section 3.3), or `*`. */
export const writeScope = (scope: GrantedScope): string =>
  scope.kind === 'unrestricted' ? UNRESTRICTED_TEXT : (texts.get(scope) ?? formatScope(scope.names));

/** `scope` of a token response (RFC 6749 section 5.1): empty when unrestricted. */
export const writeResponseScope = (scope: GrantedScope): string =>
  scope.kind === 'unrestricted' ? '' : writeScope(scope);

export const readResponseScope = (text: string): GrantedScope =>
  text === '' ? UNRESTRICTED : readScope(text);
