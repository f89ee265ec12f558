/*
 * Exchanges codes and refresh tokens for access tokens at the provider (RFC 6749 sections 4.1.3 and 6, RFC 7636).
 * Tokens are stored sealed: a dump of the database contains no usable token.
 */
import { z } from 'zod';
import { present } from '../../present.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { Outbound, OutboundAnswer } from '../../outbound/outbound.js';
import { callProvider, isRevoked, parseJson, ProviderFailure } from './call-provider.js';
import type { OAuthProvider, Revocation } from './provider.js';

const providerTokens = z.object({
  accessToken: z.string(),
  /** Absent if the provider issued none: then the connection ends with the access token. */
  refreshToken: z.string().exactOptional(),
  /** Milliseconds since the epoch. */
  expiresAt: z.number(),
  /** E-mail address of the account at the provider, if known. */
  identity: z.string().exactOptional(),
});
export type ProviderTokens = z.output<typeof providerTokens>;

export interface TokenDeps {
  readonly outbound: Outbound;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const MAX_BYTES = 100_000;
/** For providers that omit it (RFC 6749 section 5.1). */
const DEFAULT_LIFE_SECONDS = 3_600;

const tokenReply = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).exactOptional(),
  expires_in: z.coerce.number().positive().default(DEFAULT_LIFE_SECONDS),
});
const errorReply = z.object({ error: z.string() });

function clientAuthentication({ clientId, clientSecret, secretIn }: OAuthProvider) {
  if (secretIn === 'body')
    return { headers: {}, params: { client_id: clientId, client_secret: clientSecret } };
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, params: {} };
}

/** The message goes to the log: it contains the error code and nothing else of the answer. */
function failureOf(
  { name }: OAuthProvider,
  { status, body }: OutboundAnswer,
  revokedCodes: readonly string[],
): ProviderFailure {
  const error = errorReply.safeParse(parseJson(body)).data?.error ?? '';
  const code = error.replace(/[^\w-]/g, '').slice(0, 40);
  const reason = revokedCodes.includes(code) ? 'revoked' : 'unavailable';
  return new ProviderFailure(reason, `${name} answered ${status} ${code}`.trim());
}

interface FormRequest {
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly asClient: boolean;
  /** Error codes that mean that the token is no longer valid. */
  readonly revokedCodes: readonly string[];
}

/** The answer to a form of RFC 6749 or RFC 7009. Any other status than 200 rejects. */
async function post(
  { outbound }: Pick<TokenDeps, 'outbound'>,
  provider: OAuthProvider,
  { url, params, asClient, revokedCodes }: FormRequest,
): Promise<OutboundAnswer> {
  const client = asClient ? clientAuthentication(provider) : { headers: {}, params: {} };
  const answer = await callProvider(outbound, provider.name, {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...client.headers,
    },
    body: new URLSearchParams({ ...params, ...client.params }).toString(),
    maxBytes: MAX_BYTES,
  });
  if (answer.status !== 200) throw failureOf(provider, answer, revokedCodes);
  return answer;
}

async function requestTokens(
  deps: TokenDeps,
  provider: OAuthProvider,
  grant: Readonly<Record<string, string>>,
): Promise<ProviderTokens> {
  const answer = await post(deps, provider, {
    url: provider.tokenUrl,
    params: grant,
    asClient: true,
    revokedCodes: ['invalid_grant'],
  });
  const { success, data } = tokenReply.safeParse(parseJson(answer.body));
  if (!success) throw new ProviderFailure('unavailable', `${provider.name} answered without a token`);
  return {
    accessToken: data.access_token,
    expiresAt: deps.clock() + data.expires_in * 1000,
    ...present({ refreshToken: data.refresh_token }),
  };
}

/** Rejects with a ProviderFailure. */
export const redeemCode = (
  deps: TokenDeps,
  provider: OAuthProvider,
  { code, verifier, redirectUri }: Readonly<Record<'code' | 'verifier' | 'redirectUri', string>>,
): Promise<ProviderTokens> =>
  requestTokens(deps, provider, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });

/** Without rotation the old refresh token stays valid. Rejects with a ProviderFailure. */
export async function refreshTokens(
  deps: TokenDeps,
  provider: OAuthProvider,
  { refreshToken, identity }: ProviderTokens,
): Promise<ProviderTokens> {
  if (refreshToken === undefined)
    throw new ProviderFailure('revoked', `${provider.name} issued no refresh token`);
  const next = await requestTokens(deps, provider, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  return { refreshToken, ...next, ...present({ identity }) };
}

/** An unknown token counts as revoked. Rejects with a ProviderFailure when it should be retried. */
export async function revokeToken(
  deps: Pick<TokenDeps, 'outbound'>,
  provider: OAuthProvider,
  { url, asClient }: Revocation,
  token: string,
): Promise<void> {
  try {
    const revokedCodes = ['invalid_token', 'invalid_grant'];
    await post(deps, provider, { url, params: { token }, asClient, revokedCodes });
  } catch (error) {
    if (!isRevoked(error)) throw error;
  }
}

export const sealTokens = (keys: KeyRing, tokens: ProviderTokens): string =>
  keys.seal(JSON.stringify(tokens));

/** Undefined when their key is no longer in the ring. */
export function openTokens(keys: KeyRing, sealed: string): ProviderTokens | undefined {
  const text = keys.open(sealed);
  return text === undefined ? undefined : providerTokens.safeParse(parseJson(text)).data;
}
