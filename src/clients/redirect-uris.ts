/*
 * Where a client may have codes sent (RFC 6749 section 3.1.2, RFC 8252 section 7, RFC 9700 section 2.1). A URI is taken
 * only in the one spelling a parser returns, so that no two parsers ever see two different addresses in it.
 */
import type { PropertyFault } from '../errors.js';
import type { ClientKind } from './store.js';

const MAX_REDIRECT_URIS = 10;
const MAX_LENGTH = 2048;

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/** RFC 8252 section 7.1: the reversed name of a domain that the app's developer owns. */
const PRIVATE_USE = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

/** Parameters of authorization responses: a redirect URI with one of them would shadow ours. */
const RESPONSE_NAMES: ReadonlySet<string> = new Set([
  ...['code', 'state', 'error', 'error_description', 'error_uri', 'iss', 'session_state', 'response'],
  ...['access_token', 'refresh_token', 'id_token', 'token_type', 'expires_in'],
]);

// Percent-encoded control characters count: what decodes them sees a line break or the end of the string.
const CONTROL = /\p{Cc}|%[01][0-9a-f]|%7f/iu;

/** Written so that any framework's reading of it (`Code`, `code[]`) is caught. */
const isResponseName = (name: string): boolean =>
  RESPONSE_NAMES.has((name.toLowerCase().split('[')[0] ?? '').trim());

function spellingProblem(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters. Use a shorter one`;
  if (CONTROL.test(uri)) return 'has a control character. Remove it';
  if (uri.includes('\\')) return 'has a backslash. Write slashes';
  if (uri.includes('*')) return 'has a wildcard. Register each address in full';
  if (uri.includes('#')) return 'has a fragment. Remove everything from # on';
  return undefined;
}

function schemeProblem(url: URL, kind: ClientKind): string | undefined {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)))
    return undefined;
  if (url.protocol === 'http:' || kind === 'confidential') {
    return 'is not https. Use https, or http on localhost, 127.0.0.1 or [::1]';
  }
  if (!PRIVATE_USE.test(url.protocol))
    return 'has a scheme without a dot. Use https or one like com.example.app:/callback';
  return url.pathname.startsWith('/') ? undefined : 'has no path. Write it like com.example.app:/callback';
}

function addressProblem(uri: string, kind: ClientKind): string | undefined {
  const url = URL.parse(uri);
  if (!url) return 'is not an absolute URI. Write it like https://app.example/callback';
  const scheme = schemeProblem(url, kind);
  if (scheme !== undefined) return scheme;
  if (url.username || url.password) return 'carries user information. Remove the part before the @';
  if (url.href !== uri) return `is not in canonical form. Write ${url.href}`;
  const name = [...url.searchParams.keys()].find(isResponseName);
  return name === undefined
    ? undefined
    : `has ${JSON.stringify(name)} in its query, which the answer uses. Rename it`;
}

/** As a sentence that follows the URI; undefined when it may be registered. */
export const redirectUriProblem = (uri: string, kind: ClientKind): string | undefined =>
  spellingProblem(uri) ?? addressProblem(uri, kind);

/** A fault names its index, `redirect_uris.0`; those of the whole list `redirect_uris`. */
export function redirectUriFaults(uris: readonly string[], kind: ClientKind): readonly PropertyFault[] {
  if (uris.length === 0) return [{ property: 'redirect_uris', message: 'is empty. Give at least one' }];
  if (uris.length > MAX_REDIRECT_URIS) {
    const message = `has ${uris.length} entries. Give at most ${MAX_REDIRECT_URIS}`;
    return [{ property: 'redirect_uris', message }];
  }
  return uris.flatMap((uri, index) => {
    const repeated = uris.indexOf(uri) < index ? 'is listed twice. List it once' : undefined;
    const message = repeated ?? redirectUriProblem(uri, kind);
    return message === undefined ? [] : [{ property: `redirect_uris.${index}`, message }];
  });
}

/** The URI with the port left out; undefined unless it is a plainly spelled http or https URI on a loopback host. */
function portless(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url?.href !== uri || !/^https?:$/.test(url.protocol) || !LOOPBACK_HOSTS.has(url.hostname))
    return undefined;
  url.port = '';
  return url.href;
}

/**
 * String equality (RFC 9700 section 4.1.3). A public client listening on a loopback host gets its port from the system
 * when it starts, so there the port alone may differ (RFC 8252 section 7.3).
 */
export function redirectUriMatches(registered: string, requested: string, kind: ClientKind): boolean {
  if (registered === requested) return true;
  if (kind !== 'public' || requested.length > MAX_LENGTH) return false;
  const address = portless(registered);
  return address !== undefined && address === portless(requested);
}
