/*
 * Codes and refresh tokens for access tokens, at the provider (RFC 6749 sections 4.1.3 and 6, RFC 7636). What it gives
 * is kept sealed: whoever reads the database acts for nobody.
 */
import { z } from 'zod';
import { present } from '../../present.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { OutboundError } from '../../outbound/outbound.js';
import type { Outbound, OutboundAnswer } from '../../outbound/outbound.js';
import type { OAuthProvider, Revocation } from './provider.js';

export interface ProviderTokens {
  readonly accessToken: string;
  /** Absent where the provider gave none: then the connection ends with the access token. */
  readonly refreshToken?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Whose account there they open, where the provider says so: an address. */
  readonly identity?: string;
}

/** `revoked`: the provider knows the connection no more, and only the person can mend that; else it may pass. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';

  constructor(
    readonly reason: 'revoked' | 'trouble',
    message: string,
  ) {
    super(message);
  }
}

export interface TokenDeps {
  readonly outbound: Outbound;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 100_000;
/** For providers that do not say (RFC 6749 section 5.1). */
const USUAL_LIFE_SECONDS = 3_600;

const given = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).exactOptional(),
  expires_in: z.coerce.number().positive().default(USUAL_LIFE_SECONDS),
});
const refusal = z.object({ error: z.string() });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function authenticated({ clientId, clientSecret, secretIn }: OAuthProvider) {
  if (secretIn === 'body')
    return { headers: {}, params: { client_id: clientId, client_secret: clientSecret } };
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, params: {} };
}

const unreached = (name: string, error: unknown): ProviderFailure =>
  new ProviderFailure(
    'trouble',
    `${name}: ${error instanceof OutboundError ? error.message : 'it cannot be reached'}`,
  );

/** What a provider answers with is its own business: of a refusal the log learns the code alone. */
function failureOf(
  { name }: OAuthProvider,
  { status, body }: OutboundAnswer,
  over: readonly string[],
): ProviderFailure {
  const parsedError = refusal.safeParse(parsed(body));
  const code = parsedError.success ? parsedError.data.error.replace(/[^\w-]/g, '').slice(0, 40) : '';
  return new ProviderFailure(
    over.includes(code) ? 'revoked' : 'trouble',
    `${name} answered ${status} ${code}`.trim(),
  );
}

interface Posted {
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly asClient: boolean;
  /** Errors that say that the provider knows the token no more. */
  readonly over: readonly string[];
}

/** The answer to a form of RFC 6749 or RFC 7009. Any other status than 200 rejects. */
async function post(
  { outbound }: Pick<TokenDeps, 'outbound'>,
  provider: OAuthProvider,
  { url, params, asClient, over }: Posted,
): Promise<OutboundAnswer> {
  const own = asClient ? authenticated(provider) : { headers: {}, params: {} };
  const answer = await outbound({
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...own.headers,
    },
    body: new URLSearchParams({ ...params, ...own.params }).toString(),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  }).catch((error: unknown) => {
    throw unreached(provider.name, error);
  });
  if (answer.status !== 200) throw failureOf(provider, answer, over);
  return answer;
}

async function ask(
  deps: TokenDeps,
  provider: OAuthProvider,
  grant: Readonly<Record<string, string>>,
): Promise<ProviderTokens> {
  const { tokenUrl: url } = provider;
  const answer = await post(deps, provider, { url, params: grant, asClient: true, over: ['invalid_grant'] });
  const { success, data } = given.safeParse(parsed(answer.body));
  if (!success) throw new ProviderFailure('trouble', `${provider.name} answered without a token`);
  return {
    accessToken: data.access_token,
    expiresAt: deps.clock() + data.expires_in * 1000,
    ...present({ refreshToken: data.refresh_token }),
  };
}

export interface Redemption {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** Rejects with a ProviderFailure. */
export const redeemCode = (
  deps: TokenDeps,
  provider: OAuthProvider,
  { code, verifier, redirectUri }: Redemption,
): Promise<ProviderTokens> =>
  ask(deps, provider, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });

/** A provider that does not rotate goes on taking the old refresh token. Rejects with a ProviderFailure. */
export async function refreshTokens(
  deps: TokenDeps,
  provider: OAuthProvider,
  { refreshToken, identity }: ProviderTokens,
): Promise<ProviderTokens> {
  if (refreshToken === undefined)
    throw new ProviderFailure('revoked', `${provider.name} gave no refresh token`);
  const next = await ask(deps, provider, { grant_type: 'refresh_token', refresh_token: refreshToken });
  return { refreshToken, ...next, ...present({ identity }) };
}

/** What the provider knows no more is revoked. Rejects with a ProviderFailure when it should be tried again. */
export async function revokeToken(
  deps: Pick<TokenDeps, 'outbound'>,
  provider: OAuthProvider,
  { url, asClient }: Revocation,
  token: string,
): Promise<void> {
  try {
    const over = ['invalid_token', 'invalid_grant'];
    await post(deps, provider, { url, params: { token }, asClient, over });
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.reason !== 'revoked') throw error;
  }
}

const kept = z.object({
  accessToken: z.string(),
  refreshToken: z.string().exactOptional(),
  expiresAt: z.number(),
  identity: z.string().exactOptional(),
});

export const sealTokens = (keys: KeyRing, tokens: ProviderTokens): string =>
  keys.seal(JSON.stringify(tokens));

/** Undefined when the key that sealed them has left the ring. */
export function openTokens(keys: KeyRing, sealed: string): ProviderTokens | undefined {
  const text = keys.open(sealed);
  const { success, data } = kept.safeParse(text === undefined ? undefined : parsed(text));
  return success ? data : undefined;
}
