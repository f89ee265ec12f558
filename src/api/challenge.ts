/* The WWW-Authenticate header of a refused call: RFC 6750 section 3, with the pointer of RFC 9728 section 5.1. */
import type { AppError } from '../errors.js';
import { present } from '../present.js';
import type { ScopeName } from '../scopes/catalogue.js';

const ERRORS: Readonly<Record<string, string>> = {
  INVALID_REQUEST: 'invalid_request',
  INVALID_TOKEN: 'invalid_token',
  INSUFFICIENT_SCOPE: 'insufficient_scope',
};

/**
 * `routeScope`: what the route needs, for a client that asks for no more than it is told (RFC 6750 section 3).
 * Undefined for a failure that no other token would solve. Without a token there is no error code
 * (section 3.1).
 */
export function challenge(
  { code, message, details }: AppError,
  metadataUrl: string,
  routeScope: ScopeName | undefined,
): string | undefined {
  const error = ERRORS[code];
  if (error === undefined && code !== 'UNAUTHORIZED') return undefined;
  const parameters = {
    realm: 'slotkey',
    ...(error === undefined ? {} : { error, error_description: message.replaceAll('"', "'") }),
    ...present({ scope: typeof details['scope'] === 'string' ? details['scope'] : routeScope }),
    resource_metadata: metadataUrl,
  };
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}
