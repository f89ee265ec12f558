/* The cause of a refused call of `/v2` or of a page, from its error: the guard and the handlers say the rest there. Pure. */
import type { AppError, PropertyFault } from '../errors.js';
import type { Cause } from './causes.js';

interface Details {
  readonly scope?: unknown;
  readonly role?: unknown;
  readonly errors?: readonly PropertyFault[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const BY_CODE: Readonly<Record<string, (details: Details) => Cause>> = {
  INVALID_TOKEN: () => ({ code: 'token_invalid' }),
  INSUFFICIENT_SCOPE: ({ scope }) => ({ code: 'scope_missing', scope: text(scope) }),
  INSUFFICIENT_ROLE: ({ role }) => ({ code: 'role_too_low', role: text(role) }),
  OUTSIDE_GRANT: () => ({ code: 'outside_grant' }),
  CLIENT_NOT_ADMITTED: () => ({ code: 'not_admitted' }),
  TOO_MANY_REQUESTS: () => ({ code: 'too_many_failures' }),
  SERVICE_UNAVAILABLE: () => ({ code: 'outage' }),
};

const NAMED: Readonly<Record<number, string>> = {
  403: 'it is not allowed',
  404: 'there is nothing at this address, or it is not visible to the user of the token',
  405: 'the address does not answer this method',
  409: 'it conflicts with the state of what it is about',
  413: 'the body is too large',
  415: 'the media type of the body is not accepted',
};

/** Names of properties alone: messages may repeat what was sent. */
export function causeOfFailure({ status, code, details }: AppError): Cause {
  const known = BY_CODE[code];
  if (known !== undefined) return known(details);
  if (status >= 500) return { code: 'our_fault' };
  const { errors } = details as Details;
  if (status === 400)
    return { code: 'invalid_input', properties: (errors ?? []).map(({ property }) => property) };
  const fault = NAMED[status];
  return fault === undefined ? { code: 'invalid_request' } : { code: 'invalid_request', fault };
}
