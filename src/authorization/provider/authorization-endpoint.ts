/*
 * The authorization endpoint: a request is decoded strictly and normalized for the provider, and the provider's redirect
 * is corrected afterwards.
 */
import type { Context, Middleware } from 'koa';
import { methodNotAllowed } from '../../errors.js';
import { parseScope } from '../../scopes/policy.js';
import { description } from './authorization-messages.js';
import { beginAuthorizationNote, endAuthorizationNote } from './authorization-note.js';
import { AUTHORIZE_PATH } from './provider.js';
import { noteFault } from './request-fault.js';
import { isOwnResource, unknownResource } from './requested-resource.js';

/** OpenID Connect parameters that plain OAuth does not know: ignored, RFC 6749 section 3.1. */
const IGNORED = [
  'acr_values',
  'claims',
  'claims_locales',
  'id_token_hint',
  'max_age',
  'nonce',
  'registration',
];

/** Response parameters as RFC 6749 section 4.1.2, 4.1.2.1 and RFC 9207 define them, in the order they are sent. */
const RESPONSE = ['code', 'error', 'error_description', 'state', 'iss'];

const MALFORMED = /%(?![0-9A-Fa-f]{2})/;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Undefined for what is not the percent-encoded UTF-8 of RFC 6749 appendix B, or holds a control character. */
function decoded(text: string): string | undefined {
  if (MALFORMED.test(text)) return undefined;
  try {
    const plain = decodeURIComponent(text.replaceAll('+', ' '));
    return CONTROL.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
}

/** Without these there is no redirect: one that cannot be read counts as not sent. */
const REDIRECT_PARAMETERS = ['client_id', 'redirect_uri'];

export interface ReadableQuery {
  readonly querystring: string;
  /** Names of parameters that cannot be read, '' for a name that cannot; they are left out of `querystring`. */
  readonly unreadable: readonly string[];
}

export function readableQuery(querystring: string): ReadableQuery {
  if (decoded(querystring) !== undefined) return { querystring, unreadable: [] };
  const pairs = querystring.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return { pair, name: decoded(name) ?? '', isReadable: decoded(pair) !== undefined };
  });
  const unreadable = pairs.filter(({ isReadable }) => !isReadable).map(({ name }) => name);
  const doubtful = REDIRECT_PARAMETERS.filter((name) => unreadable.includes(name));
  const readable = pairs.filter(({ name, isReadable }) => isReadable && !doubtful.includes(name));
  return { querystring: readable.map(({ pair }) => pair).join('&'), unreadable };
}

const unreadableFault = ([name]: readonly string[]): string =>
  `${name === '' ? 'a parameter' : name} is not percent-encoded UTF-8 without control characters`;

/** RFC 6749 section 3.1: a parameter without a value counts as omitted, an unknown one is ignored. */
const isUsed = ([name, value]: readonly [string, unknown]): boolean =>
  value !== '' && !IGNORED.includes(name);

/** RFC 8707 section 2.1: it may be sent several times. */
function checkResource(ctx: Context, baseUrl: string): void {
  const resources = [ctx.query.resource ?? []].flat().filter((resource) => resource !== '');
  if (!resources.every((resource) => isOwnResource(resource, baseUrl)))
    noteFault(ctx, unknownResource(baseUrl), 'invalid_target');
}

function normalizeRequest(ctx: Context, baseUrl: string): void {
  const { querystring, unreadable } = readableQuery(ctx.querystring);
  if (unreadable.length > 0) ctx.querystring = querystring;
  const query = Object.fromEntries(Object.entries(ctx.query).filter(isUsed));
  query.response_type ??= 'code';
  if (query.code_challenge !== undefined) query.code_challenge_method ??= 'S256';
  if (typeof query.scope === 'string') {
    const { names, unknown } = parseScope(query.scope);
    query.scope = [...names, ...unknown].join(' ');
    if (query.scope === '') delete query.scope;
  }
  checkResource(ctx, baseUrl);
  // Refused after client and redirect URI were checked (request-fault.ts), so that the error is redirected.
  if (query.response_mode !== undefined && query.response_mode !== 'query')
    noteFault(ctx, 'response_mode must be query');
  if (unreadable.length > 0) noteFault(ctx, unreadableFault(unreadable));
  if (typeof query.response_mode === 'string') delete query.response_mode;
  delete query.resource;
  ctx.query = query;
}

/**
 * The provider re-serialises the redirect URI (`?x=a%20b` would come back as `?x=a+b`) and sends some errors in the
 * fragment. Here they are appended to the exact string that was registered, always in the query.
 */
export function exactRedirect(redirectUri: string, location: string): string {
  const { searchParams, hash } = new URL(location);
  const fragment = new URLSearchParams(hash.slice(1));
  const redirected = new URLSearchParams();
  const parameter = (name: string): string | null => fragment.get(name) ?? searchParams.get(name);
  for (const name of RESPONSE) {
    const sent = parameter(name);
    const value = name === 'error_description' ? description(parameter('error') ?? '', sent) : sent;
    if (value !== undefined && value !== null) redirected.append(name, value);
  }
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${redirected.toString()}`;
}

interface ProviderContext extends Context {
  readonly oidc?: { readonly params?: { readonly redirect_uri?: unknown } };
}

function correctRedirect(ctx: ProviderContext): void {
  const location = ctx.response.get('location');
  const redirectUri = ctx.oidc?.params?.redirect_uri;
  if (ctx.status !== 303 || typeof redirectUri !== 'string' || location === '') return;
  const sentToClient = /[?&#](code|error)=/.test(location) && !location.startsWith('/');
  if (sentToClient) ctx.set('location', exactRedirect(redirectUri, location));
}

/** For the authorize path and the return to it from the consent page. */
export function createAuthorizationEndpoint(baseUrl: string): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== AUTHORIZE_PATH && !ctx.path.startsWith(`${AUTHORIZE_PATH}/`)) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
    ctx.set('cache-control', 'no-store');
    // Sent by programs that look at a link: GET would begin an authorization, or end one with a code.
    if (ctx.method === 'HEAD') {
      ctx.status = 200;
      return;
    }
    beginAuthorizationNote(ctx);
    if (ctx.path === AUTHORIZE_PATH) normalizeRequest(ctx, baseUrl);
    await next();
    correctRedirect(ctx);
    endAuthorizationNote(ctx);
  };
}
