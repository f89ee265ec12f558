/*
 * The two grants at the token endpoint (RFC 6749 sections 4.1.3 and 6). The provider has authenticated the client and
 * read the parameters, and answers the errors that are thrown here; it would build a model object, with a copy of its
 * record, for each code, grant and token. Checked here: code and refresh token, client, end, verifier, redirect URI,
 * scope, account. Whether a credential was used before is decided when it is spent (token/exchange.ts).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { TokenEndpointGrantContext } from 'oidc-provider';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { KeyRing } from '../../keys/key-ring.js';
import { present } from '../../present.js';
import type { Cause } from '../../request-log/causes.js';
import { redirectDifference } from '../../request-log/redirect-difference.js';
import { SCOPE_NAMES } from '../../scopes/catalogue.js';
import { type GrantedScope, isSameScope } from '../../scopes/policy.js';
import type { Families, LoadedFamily } from '../grants/families.js';
import { readScope } from '../grants/scope-record.js';
import type { AccessEntry, CodeState, Family, RefreshState } from '../grants/token-family.js';
import {
  ACCESS_TOKEN_TTL,
  familyIdOf,
  mint,
  mintRefresh,
  parseRefresh,
  tokenHash,
  tokenHashes,
} from '../grants/tokens.js';
import { type Call, callOf, type CheckedGrant } from './provider-call.js';
import { guarded } from './storage-adapter.js';

export interface GrantHandlerDeps {
  readonly families: Families;
  readonly keys: KeyRing;
  readonly refreshTokenTtlMs: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** False for a disabled account. Throws when the client of `ctx` may not be used by it. */
  readonly mayUse: (ctx: GrantContext, accountId: number) => Promise<boolean>;
}

type Parameter = 'code' | 'redirect_uri' | 'code_verifier' | 'refresh_token' | 'scope';
type GrantContext = TokenEndpointGrantContext<{ readonly [Name in Parameter]?: string | undefined }>;

/** The text is that of the provider. */
function requireParameters({ oidc: { params } }: GrantContext, ...names: readonly Parameter[]): void {
  const missing = names.filter((name) => params[name] === undefined).map((name) => `'${name}'`);
  if (missing.length > 0)
    throw new errors.InvalidRequest(
      `missing required parameter${missing.length === 1 ? '' : 's'} ${missing.join(' and ')}`,
    );
}

function refused<Refusal extends Error>(call: Call, cause: Cause, error: Refusal): Refusal {
  call.cause = cause;
  return error;
}

/** Issued to another client, or over (RFC 6749 section 5.2). */
function checkFamily(
  { oidc: { client } }: GrantContext,
  call: Call,
  { client: holder, ends }: Family,
  now: number,
): void {
  if (holder !== client.clientId)
    throw refused(call, { code: 'other_client' }, new errors.InvalidGrant('client mismatch'));
  if (ends <= now) throw refused(call, { code: 'grant_ended' }, new errors.InvalidGrant('grant is expired'));
}

async function checkAccount(
  { mayUse }: GrantHandlerDeps,
  ctx: GrantContext,
  call: Call,
  { account }: Family,
): Promise<void> {
  if (!(await mayUse(ctx, account)))
    throw refused(call, { code: 'grant_ended' }, new errors.InvalidGrant('referenced account not found'));
}

/** RFC 7636 section 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

function isVerified(verifier: string, challenge: string): boolean {
  const hashed = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(challenge);
  return hashed.length === expected.length && timingSafeEqual(hashed, expected);
}

/** RFC 7636 section 4.6. One without the other is a mismatch, too: RFC 9700 section 2.1.1 (downgrade). */
function checkVerifier(call: Call, verifier: string | undefined, challenge: string | undefined): void {
  if (verifier !== undefined && !VERIFIER.test(verifier)) {
    const malformed = new errors.InvalidRequest(
      'code_verifier must be 43 to 128 letters, digits and - . _ ~',
    );
    throw refused(call, { code: 'verifier_malformed' }, malformed);
  }
  if (verifier === undefined && challenge === undefined) return;
  const mismatch = (cause: Cause) =>
    refused(call, cause, new errors.InvalidGrant('code_verifier does not match code_challenge'));
  if (verifier === undefined) throw mismatch({ code: 'verifier_missing' });
  if (challenge === undefined) throw mismatch({ code: 'verifier_unexpected' });
  if (!isVerified(verifier, challenge)) throw mismatch({ code: 'verifier_mismatch' });
}

const load = (
  { families }: GrantHandlerDeps,
  { ahead }: Call,
  id: string,
): Promise<LoadedFamily | undefined> => (ahead?.id === id ? ahead.loaded : families.load(id));

/** `scope`: of the access token, where it is narrower than the grant. */
function issue(
  { keys, clock, refreshTokenTtlMs }: GrantHandlerDeps,
  { id, family: { ends } }: LoadedFamily,
  generation: number,
  scope?: GrantedScope,
): Omit<CheckedGrant, 'loaded' | 'presented'> {
  const issuedAt = clock();
  const [accessToken, refreshToken] = [mint('access', id), mintRefresh(keys, id, generation)];
  const until = issuedAt + ACCESS_TOKEN_TTL * 1000;
  const access: AccessEntry = {
    hash: tokenHash(keys, accessToken),
    until: Math.min(until, ends),
    ...present({ scope }),
    ...(until > ends && { issuedAt }),
  };
  const refreshUntil = Math.min(issuedAt + refreshTokenTtlMs, ends);
  const refresh = { hash: tokenHash(keys, refreshToken), until: refreshUntil, issuedAt };
  return { accessToken, refreshToken, access, refresh };
}

const isOver = ({ redeemedAt, until }: CodeState, now: number): boolean =>
  redeemedAt === undefined && until <= now;

/** A code that was redeemed is found beyond its end, so that its replay is recognized. */
async function findCode(
  deps: GrantHandlerDeps,
  call: Call,
  presented: string,
  clientId: string,
): Promise<{ readonly loaded: LoadedFamily; readonly code: CodeState }> {
  const { families, keys, clock } = deps;
  const unknown = (cause: Cause) =>
    refused(call, cause, new errors.InvalidGrant('authorization code not found'));
  const id = familyIdOf('code', presented);
  const loaded = id === undefined ? undefined : await load(deps, call, id);
  const code = loaded?.family.code;
  if (!loaded || code === undefined || !tokenHashes(keys, presented).includes(code.hash))
    throw unknown({ code: 'code_unknown' });
  if (isOver(code, clock())) {
    const isOwn = loaded.family.client === clientId;
    throw unknown(isOwn ? { code: 'code_expired', expiredAt: code.until } : { code: 'code_unknown' });
  }
  if (!(await families.isCurrent(code.epoch))) throw unknown({ code: 'code_unknown' });
  return { loaded, code };
}

async function redeemCode(deps: GrantHandlerDeps, ctx: GrantContext, call: Call): Promise<void> {
  requireParameters(ctx, 'code', 'redirect_uri');
  const { code: presented = '', redirect_uri: redirectUri, code_verifier: verifier } = ctx.oidc.params;
  const { loaded, code } = await findCode(deps, call, presented, ctx.oidc.client.clientId);
  call.loaded = loaded;
  checkFamily(ctx, call, loaded.family, deps.clock());
  checkVerifier(call, verifier, code.challenge);
  if (code.redirectUri !== redirectUri) {
    const difference = redirectDifference(redirectUri ?? '', [code.redirectUri]);
    const cause = { code: 'redirect_uri_changed', ...difference } as const;
    throw refused(call, cause, new errors.InvalidGrant('redirect_uri mismatch'));
  }
  await checkAccount(deps, ctx, call, loaded.family);
  call.grant = { loaded, presented: { kind: 'code' }, ...issue(deps, loaded, 0) };
}

async function findRefreshToken(
  deps: GrantHandlerDeps,
  call: Call,
  presented: string,
): Promise<{ readonly loaded: LoadedFamily; readonly generation: number }> {
  const parts = parseRefresh(deps.keys, presented);
  const loaded = parts && (await load(deps, call, parts.familyId));
  const refresh: RefreshState | undefined = loaded?.family.refresh;
  if (parts === undefined || loaded === undefined || (refresh?.until ?? 0) <= deps.clock())
    throw refused(call, { code: 'refresh_unknown' }, new errors.InvalidGrant('refresh token not found'));
  return { loaded, generation: parts.generation };
}

const EVERY_SCOPE: ReadonlySet<string> = new Set(SCOPE_NAMES);

/** RFC 6749 section 6. Undefined for that of the grant; an unrestricted one has every scope. */
function narrowedScope(
  call: Call,
  { scope }: Family,
  requested: string | undefined,
): GrantedScope | undefined {
  if (requested === undefined) return undefined;
  const granted: ReadonlySet<string> = scope.kind === 'unrestricted' ? EVERY_SCOPE : scope.names;
  const missing = requested.split(' ').filter((name) => !granted.has(name));
  if (missing.length > 0) {
    const error = new errors.InvalidScope('refresh token misses a requested scope', missing.join(' '));
    throw refused(call, { code: 'scope_beyond_grant', scopes: missing }, error);
  }
  const narrowed = readScope(requested);
  return isSameScope(narrowed, scope) ? undefined : narrowed;
}

async function rotateRefreshToken(deps: GrantHandlerDeps, ctx: GrantContext, call: Call): Promise<void> {
  requireParameters(ctx, 'refresh_token');
  const { refresh_token: token = '', scope: requested } = ctx.oidc.params;
  const { loaded, generation } = await findRefreshToken(deps, call, token);
  call.loaded = loaded;
  checkFamily(ctx, call, loaded.family, deps.clock());
  const scope = narrowedScope(call, loaded.family, requested);
  await checkAccount(deps, ctx, call, loaded.family);
  const presented = {
    kind: 'refresh',
    token,
    hashes: tokenHashes(deps.keys, token),
    generation,
    clientIp: call.clientIp,
    // No secret proves who presents it.
    publicClient: ctx.oidc.client.clientAuthMethod === 'none',
  } as const;
  call.grant = { loaded, presented, ...issue(deps, loaded, generation + 1, scope) };
}

export function installGrantHandlers(provider: Provider, deps: GrantHandlerDeps): void {
  const handler = (handle: (deps: GrantHandlerDeps, ctx: GrantContext, call: Call) => Promise<void>) =>
    guarded(async (ctx: GrantContext) => {
      const call = callOf(ctx);
      if (call === undefined) throw new Error('a token request came past the token endpoint');
      await handle(deps, ctx, call);
    });
  provider.registerGrantType('authorization_code', handler(redeemCode), [
    'code',
    'code_verifier',
    'redirect_uri',
  ]);
  provider.registerGrantType('refresh_token', handler(rotateRefreshToken), ['refresh_token', 'scope']);
}
