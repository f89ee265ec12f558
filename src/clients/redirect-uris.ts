/*
 * Where a client may have codes sent (RFC 6749 section 3.1.2, RFC 8252 section 7, RFC 9700 section 2.1). A URI is kept
 * as typed and compared as a string. It is taken only where all parsers see the same address in it.
 */
import type { PropertyFault } from '../errors.js';
import type { ClientKind } from './store.js';
import { isDnsNameOrIp } from './web-hosts.js';

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

interface Registrant {
  readonly kind: ClientKind;
  /** Schemes without a dot that an administrator has allowed, without the colon. */
  readonly allowedSchemes?: readonly string[];
}

const NO_DOT =
  'has a scheme without a dot. Use https or one like com.example.app:/callback, or ask an administrator to allow this scheme';

function schemeProblem(url: URL, { kind, allowedSchemes = [] }: Registrant): string | undefined {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)))
    return undefined;
  if (url.protocol === 'http:' || kind === 'confidential') {
    return 'is not https. Use https, or http on localhost, 127.0.0.1 or [::1]';
  }
  if (!PRIVATE_USE.test(url.protocol) && !allowedSchemes.includes(url.protocol.slice(0, -1))) return NO_DOT;
  const hasTarget = url.host !== '' || url.pathname.startsWith('/');
  return hasTarget ? undefined : 'has no path. Write it like com.example.app:/callback';
}

const WEB_URI = /^(https?:\/\/)([^/?]+)(.*)$/is;
const DEFAULT_PORTS: Readonly<Record<string, RegExp>> = { 'http:': /:80$/, 'https:': /:443$/ };

/** With what every parser adds and changes alike: the case of scheme and host, the default port, the empty path. */
function parserSpelling(uri: string, { protocol }: URL): string {
  const [, scheme, authority, rest] = WEB_URI.exec(uri) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return uri;
  const host = authority.toLowerCase().replace(DEFAULT_PORTS[protocol] ?? '', '');
  return `${scheme.toLowerCase()}${host}${rest.startsWith('/') ? rest : `/${rest}`}`;
}

function addressProblem(uri: string, registrant: Registrant): string | undefined {
  const url = URL.parse(uri);
  if (!url) return 'is not an absolute URI. Write it like https://app.example/callback';
  const scheme = schemeProblem(url, registrant);
  if (scheme !== undefined) return scheme;
  if (/^https?:$/.test(url.protocol) && !isDnsNameOrIp(url.hostname))
    return 'has a host that is neither a DNS name (letters, digits, hyphens) nor an IP address. Write one';
  if (url.username || url.password) return 'carries user information. Remove the part before the @';
  if (url.href !== parserSpelling(uri, url)) return `is not in canonical form. Write ${url.href}`;
  const name = [...url.searchParams.keys()].find(isResponseName);
  return name === undefined
    ? undefined
    : `has ${JSON.stringify(name)} in its query, which the answer uses. Rename it`;
}

/** As a sentence that follows the URI; undefined when it may be registered. */
export const redirectUriProblem = (uri: string, registrant: Registrant): string | undefined =>
  spellingProblem(uri) ?? addressProblem(uri, registrant);

/** A fault names its index, `redirect_uris.0`; those of the whole list `redirect_uris`. */
export function redirectUriFaults(uris: readonly string[], registrant: Registrant): readonly PropertyFault[] {
  if (uris.length === 0) return [{ property: 'redirect_uris', message: 'is empty. Give at least one' }];
  if (uris.length > MAX_REDIRECT_URIS) {
    const message = `has ${uris.length} entries. Give at most ${MAX_REDIRECT_URIS}`;
    return [{ property: 'redirect_uris', message }];
  }
  return uris.flatMap((uri, index) => {
    const repeated = uris.indexOf(uri) < index ? 'is listed twice. List it once' : undefined;
    const message = repeated ?? redirectUriProblem(uri, registrant);
    return message === undefined ? [] : [{ property: `redirect_uris.${index}`, message }];
  });
}

const LOOPBACK_URI = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[1-9]\d{0,4})?((?:[/?].*)?)$/s;

/** The URI in two parts, with its port left out; undefined unless it is a plainly spelled one on a loopback host. */
function portless(uri: string): readonly [string, string] | undefined {
  const [, origin, rest] = LOOPBACK_URI.exec(uri) ?? [];
  return origin === undefined || rest === undefined || !URL.canParse(uri) ? undefined : [origin, rest];
}

/**
 * String equality (RFC 9700 section 4.1.3). A public client listening on a loopback host gets its port from the system
 * when it starts, so there the port alone may differ (RFC 8252 section 7.3).
 */
export function redirectUriMatches(registered: string, requested: string, kind: ClientKind): boolean {
  if (registered === requested) return true;
  if (kind !== 'public' || requested.length > MAX_LENGTH) return false;
  const [origin, rest] = portless(registered) ?? [];
  const [otherOrigin, otherRest] = portless(requested) ?? [];
  return origin !== undefined && origin === otherOrigin && rest === otherRest;
}
