/*
 * The values that labels may have, besides patterns of paths, methods of stores and kinds of jobs, which have tables of
 * their own. What is in no table becomes `OTHER`: no request can add a series.
 */

/** As OpenTelemetry names it. */
export const OTHER = '_OTHER';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** `none`: no server answered. */
export const STATUS_CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;

export const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/** RFC 6749 section 5.2 and RFC 8707 section 2, then what is behind an `invalid_grant`, then failures. */
export const TOKEN_REASONS = [
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'],
  ...['invalid_scope', 'invalid_target'],
  ...['code_lost', 'code_replayed', 'grant_gone', 'scope_removed', 'refresh_reused'],
  ...['temporarily_unavailable', 'rate_limited', 'server_error'],
];

export const RECORDS = ['family', 'session', 'interaction', 'owner', 'throttle'];

export const RESULTS = {
  job: ['done', 'retried', 'given_up'],
  webhook: ['delivered', 'retried', 'given_up'],
};

/** `known`, or `OTHER`. */
export function among(known: readonly string[]): (value: string) => string {
  const values = new Set(known);
  return (value) => (values.has(value) ? value : OTHER);
}

export const classOf = (status: number): string => STATUS_CLASSES[Math.trunc(status / 100)] ?? 'none';
