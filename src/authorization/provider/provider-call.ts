/*
 * One request at the token, revocation or introspection endpoint while oidc-provider handles it. The provider calls
 * hooks and grant handlers without any argument of ours: what they need and what they find is kept here, and returned to
 * the endpoint as one value. The only file that reads the provider's ambient context (`Provider.ctx`).
 */
import type { Context, Next } from 'koa';
import Provider from 'oidc-provider';
import type { Cause } from '../../request-log/causes.js';
import type { LoadedFamily } from '../grants/families.js';
import type { FamilyRead } from '../grants/read-ahead.js';
import type { Issue, PresentedRefresh } from '../grants/token-family.js';

export interface PresentedCode {
  readonly kind: 'code';
}
export interface PresentedRefreshToken extends PresentedRefresh {
  readonly kind: 'refresh';
  readonly token: string;
}

export interface CallOptions {
  /** The parameters of the request, decoded: the provider reads no body. */
  readonly fields: Readonly<Record<string, string>>;
  readonly clientIp: string;
  /** The family of the presented code or token, read while the provider looks up the client. */
  readonly ahead: FamilyRead | undefined;
}

/** A grant that passed every check, and the tokens to issue. Nothing is stored yet. */
export interface CheckedGrant extends Omit<Issue, 'attempt'> {
  readonly loaded: LoadedFamily;
  readonly presented: PresentedCode | PresentedRefreshToken;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Call extends CallOptions {
  /** Found by the grant handlers (grant-handlers.ts), also where they refuse it. */
  loaded?: LoadedFamily;
  grant?: CheckedGrant;
  secretId?: string;
  /** Of the refusal: for the request log alone, the answer says less. */
  cause?: Cause;
  /** Keyed hashes of a secret that was wrong. */
  secretHashes?: readonly string[];
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
  readonly cause: Cause | undefined;
  readonly secretHashes: readonly string[] | undefined;
  readonly outcome: ProviderOutcome;
}

type ProviderContext = Context & { readonly oidc?: { readonly client?: { readonly clientId: string } } };

const calls = new WeakMap<object, Call>();

/** The HTTP request that the provider is handling. */
export const currentContext = (): Context | undefined => Provider.ctx;

/** Undefined on every other route. */
export const callOf = (ctx: object): Call | undefined => calls.get(ctx);

export const currentCall = (): Call | undefined => Provider.ctx && calls.get(Provider.ctx);

function outcomeOf({ status, body }: Context, { grant }: Call): ProviderOutcome {
  if (grant !== undefined) return { kind: 'checked', grant };
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  if (status !== 200 && status < 500 && typeof error === 'string' && typeof description === 'string')
    return { kind: 'refused', status, error, description };
  return { kind: 'other', status, body };
}

/** Lets the provider authenticate the client and handle the request. `next`: the middleware in front of the provider. */
export async function callProvider(
  ctx: ProviderContext,
  next: Next,
  options: CallOptions,
): Promise<ProviderResult> {
  const call: Call = { ...options };
  calls.set(ctx, call);
  await next();
  return {
    clientId: ctx.oidc?.client?.clientId,
    secretId: call.secretId,
    loaded: call.loaded,
    cause: call.cause,
    secretHashes: call.secretHashes,
    outcome: outcomeOf(ctx, call),
  };
}
