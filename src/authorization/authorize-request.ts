/*
 * The browser's door: an authorization request is decoded strictly and brought into the form the engine expects before
 * the engine sees it, and its redirect is put into ours afterwards.
 */
import type { Context, Middleware } from 'koa';
import { badRequest, methodNotAllowed } from '../errors.js';
import { parseScope } from '../scopes/policy.js';
import { AUTHORIZE_PATH } from './provider.js';

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
const RESPONSE = ['code', 'error', 'error_description', 'scope', 'state', 'iss'];

const MALFORMED = /%(?![0-9A-Fa-f]{2})/;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Throws 400 for a query that is not the percent-encoded UTF-8 of RFC 6749 appendix B. */
function assertReadable(querystring: string): void {
  if (MALFORMED.test(querystring)) throw badRequest('The address contains a broken percent-encoding.');
  let text: string;
  try {
    text = decodeURIComponent(querystring.replaceAll('+', ' '));
  } catch {
    throw badRequest('The address is not UTF-8.');
  }
  if (CONTROL.test(text)) throw badRequest('The address contains a control character.');
}

/** RFC 6749 section 3.1: a parameter without a value counts as left out, what is not understood is ignored. */
const isMeant = ([name, value]: readonly [string, unknown]): boolean =>
  value !== '' && !IGNORED.includes(name);

function inOurWords(ctx: Context): void {
  const query = Object.fromEntries(Object.entries(ctx.query).filter(isMeant));
  query.response_type ??= 'code';
  if (query.code_challenge !== undefined) query.code_challenge_method ??= 'S256';
  if (typeof query.scope === 'string') {
    const { names, unknown } = parseScope(query.scope);
    query.scope = [...names, ...unknown].join(' ');
    if (query.scope === '') delete query.scope;
  }
  // Refused by the scope check, so that the error is redirected like any other and in the query, not in this mode.
  ctx.state.responseModeRefused = query.response_mode !== undefined && query.response_mode !== 'query';
  if (typeof query.response_mode === 'string') delete query.response_mode;
  ctx.query = query;
}

/** What the engine leaves unsaid. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  request_not_supported: 'request objects are not supported: send the parameters in the query',
  request_uri_not_supported: 'request objects are not supported: send the parameters in the query',
};

/**
 * The engine re-serialises the redirect URI (`?x=a%20b` would come back as `?x=a+b`) and answers some errors in the
 * fragment. Ours go behind the exact string that was registered, always in the query.
 */
export function exactRedirect(redirectUri: string, location: string): string {
  const { searchParams, hash } = new URL(location);
  const fragment = new URLSearchParams(hash.slice(1));
  const sent = new URLSearchParams();
  const answered = (name: string): string | null => fragment.get(name) ?? searchParams.get(name);
  for (const name of RESPONSE) {
    const unsaid = name === 'error_description' ? DESCRIPTIONS[answered('error') ?? ''] : undefined;
    const value = answered(name) ?? unsaid;
    if (value !== undefined) sent.append(name, value);
  }
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${sent.toString()}`;
}

interface EngineContext extends Context {
  readonly oidc?: {
    readonly params?: { readonly redirect_uri?: unknown };
    readonly redirectUriCheckPerformed?: boolean;
  };
}

function exactly(ctx: EngineContext): void {
  const location = ctx.response.get('location');
  const redirectUri = ctx.oidc?.params?.redirect_uri;
  if (ctx.status !== 303 || typeof redirectUri !== 'string' || location === '') return;
  const sentToClient = /[?&#](code|error)=/.test(location) && !location.startsWith('/');
  if (sentToClient) ctx.set('location', exactRedirect(redirectUri, location));
}

/** For the authorize path and the way back to it from the consent page. */
export function createAuthorizeDoor(): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== AUTHORIZE_PATH && !ctx.path.startsWith(`${AUTHORIZE_PATH}/`)) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
    assertReadable(ctx.querystring);
    if (ctx.path === AUTHORIZE_PATH) inOurWords(ctx);
    await next();
    exactly(ctx);
  };
}
