/* What an endpoint for clients answers, as a value (RFC 6749 sections 5.1 and 5.2). */
import { writeResponseScope } from '../grants/scope-record.js';
import type { IssuedTokens } from './sealed-response.js';

export interface EndpointResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is behind the error, for the metrics. */
  readonly reason?: string;
}

/** RFC 6749 section 5.2: the characters a description may consist of. */
export const printable = (text: string): string => text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');

export const errorResponse = (
  status: number,
  error: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): EndpointResponse => ({
  status,
  body: { error, error_description: printable(description) },
  headers,
});

/** RFC 6749 section 5.1. `scope` is always there, empty when unrestricted. */
export const tokenResponse = (tokens: IssuedTokens): EndpointResponse => ({
  status: 200,
  body: {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'bearer',
    expires_in: tokens.expiresIn,
    scope: writeResponseScope(tokens.scope),
  },
});
