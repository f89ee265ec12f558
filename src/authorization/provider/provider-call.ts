/*
 * One request at the token, revocation or introspection endpoint while oidc-provider handles it. The provider calls
 * hooks and storage adapters without any argument of ours: their findings are collected here and returned to the
 * endpoint as one value. The only file that reads the provider's ambient context (`Provider.ctx`).
 */
import type { Context, Next } from 'koa';
import Provider from 'oidc-provider';
import type { LoadedFamily } from '../grants/families.js';
import type { Issue, PresentedRefresh } from '../grants/token-family.js';

export interface PresentedCode {
  readonly kind: 'code';
  readonly token: string;
}
export interface PresentedRefreshToken extends PresentedRefresh {
  readonly kind: 'refresh';
  readonly token: string;
}

/** A family that is being read. */
export interface FamilyRead {
  readonly id: string;
  readonly loaded: Promise<LoadedFamily | undefined>;
}

/** For the storage adapters. */
export interface TokenCallOptions {
  readonly clientIp: string;
  /** A refresh that names a scope for its access token (RFC 6749 section 6). */
  readonly narrows: boolean;
  /** The family of the presented code or refresh token, read while the provider looks up the client. */
  readonly ahead: FamilyRead | undefined;
}

/** A grant that passed every check of the provider, and the tokens to issue. Nothing is stored yet. */
export interface CheckedGrant extends Omit<Issue, 'attempt'> {
  readonly loaded: LoadedFamily;
  readonly presented: PresentedCode | PresentedRefreshToken;
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Findings = { -readonly [Key in keyof CheckedGrant]?: CheckedGrant[Key] };

export interface TokenCall extends Omit<TokenCallOptions, 'narrows'> {
  narrows: boolean;
  /** Filled by the storage adapters (family-models.ts). */
  readonly findings: Findings;
}

interface Call {
  readonly token: TokenCall | undefined;
  secretId?: string;
}

export type ProviderOutcome =
  | { readonly kind: 'checked'; readonly grant: CheckedGrant }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly error: string;
      readonly description: string;
    }
  /** Any other response of the provider. */
  | { readonly kind: 'other'; readonly status: number; readonly body: unknown };

export interface ProviderResult {
  /** The client that the request names; undefined when there is none. */
  readonly clientId: string | undefined;
  /** The secret that was right; undefined for a public client and for a wrong secret. */
  readonly secretId: string | undefined;
  /** The family of the presented code or refresh token; undefined when that was not found. */
  readonly loaded: LoadedFamily | undefined;
  readonly outcome: ProviderOutcome;
}

interface Caller {
  readonly clientId: string;
  readonly clientAuthMethod?: unknown;
}
type ProviderContext = Context & { readonly oidc?: { readonly client?: Caller } };

const calls = new WeakMap<object, Call>();

/** The HTTP request that the provider is handling. */
export const currentContext = (): Context | undefined => Provider.ctx;

const currentCall = (): Call | undefined => Provider.ctx && calls.get(Provider.ctx);

/** The token request that the provider is handling; undefined on every other route. */
export const currentTokenCall = (): TokenCall | undefined => currentCall()?.token;

/** Whether the client of the current request proves itself with no secret. */
export const isPublicCaller = (): boolean =>
  (Provider.ctx as ProviderContext | undefined)?.oidc?.client?.clientAuthMethod === 'none';

/** The client of the current request has presented this secret, and it is right. */
export function recordSecret(secretId: string): void {
  const call = currentCall();
  if (call !== undefined) call.secretId = secretId;
}

function checkedGrant({ findings }: TokenCall, body: object): CheckedGrant {
  const { loaded, presented, access, refresh } = findings;
  const { access_token: accessToken, refresh_token: refreshToken } = body as Record<string, unknown>;
  if (!loaded || !presented || !access || !refresh)
    throw new Error('the provider answered a token request without issuing tokens');
  return {
    ...{ loaded, presented, access, refresh },
    accessToken: String(accessToken),
    refreshToken: String(refreshToken),
  };
}

function outcomeOf(ctx: Context, token: TokenCall | undefined): ProviderOutcome {
  const { status } = ctx;
  const body: unknown = ctx.body;
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  if (status !== 200 && status < 500 && typeof error === 'string' && typeof description === 'string')
    return { kind: 'refused', status, error, description };
  if (status === 200 && token && typeof body === 'object' && body)
    return { kind: 'checked', grant: checkedGrant(token, body) };
  return { kind: 'other', status, body };
}

/**
 * Lets the provider authenticate the client and check the grant. `next`: the middleware in front of the provider;
 * `token`: only for a token request.
 */
export async function callProvider(
  ctx: ProviderContext,
  next: Next,
  token?: TokenCallOptions,
): Promise<ProviderResult> {
  const call: Call = { token: token && { ...token, findings: {} } };
  calls.set(ctx, call);
  await next();
  return {
    clientId: ctx.oidc?.client?.clientId,
    secretId: call.secretId,
    loaded: call.token?.findings.loaded,
    outcome: outcomeOf(ctx, call.token),
  };
}
