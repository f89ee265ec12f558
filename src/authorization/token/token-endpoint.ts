/*
 * The token endpoint in five phases; what one has learned is the argument of the next. Owns what a token request does,
 * in order; the rules of a family are in grants/token-family.ts, what the provider does is in provider/.
 */
import type { Context, Middleware, Next } from 'koa';
import type { EndedBy } from '../grants/audit-entries.js';
import type { LoadedFamily } from '../grants/families.js';
import { TOKEN_PATH } from '../provider/provider.js';
import { callProvider, type CheckedGrant } from '../provider/provider-call.js';
import {
  clientEndpoint,
  type ClientEndpointDeps,
  providerResponse,
  recordPublicUse,
  recordSecretUse,
} from './client-endpoint.js';
import { type ClientRequest, decodeRequest } from './client-request.js';
import { type EndpointResponse, errorResponse, tokenResponse } from './endpoint-response.js';
import type { ExchangeOutcome, Exchanges } from './exchange.js';

export interface ReuseReport {
  readonly clientId: string;
  readonly accountId: number;
  readonly familyId: string;
  readonly clientIp: string;
  readonly firstUse?: { readonly at: Date; readonly clientIp: string };
}

export interface TokenEndpointDeps extends ClientEndpointDeps {
  readonly exchanges: Exchanges;
  readonly onReuse: (report: ReuseReport) => Promise<void>;
  readonly onEnd: (ended: LoadedFamily, by: EndedBy, clientIp: string) => Promise<void>;
}

/** RFC 6749 section 3.2. */
export function createTokenEndpoint(deps: TokenEndpointDeps): Middleware {
  const { exchanges, guesses } = deps;

  async function respond(ctx: Context, next: Next): Promise<EndpointResponse> {
    // 1. Decode the request once.
    const decoded = await decodeRequest(ctx, deps);
    if (decoded.kind === 'refused') return decoded.response;
    const { request } = decoded;
    guesses.refuse(request);

    // 2. Authenticate the client and 3. check the grant: oidc-provider does both. Nothing is stored yet.
    const result = await callProvider(ctx, next, {
      clientIp: request.clientIp,
      narrows: request.grantType === 'refresh_token' && request.scope !== undefined,
      ahead: exchanges.readAhead(request.code ?? request.refreshToken),
    });
    recordSecretUse(deps, request, result);
    if (result.outcome.kind !== 'checked') return providerResponse(deps, request, result);
    const { grant } = result.outcome;

    // 4. Spend the code or refresh token and save the new tokens, in one atomic transition.
    const outcome = await exchanges.commit(grant, request.receivedAt);

    // 5. Answer.
    if (outcome.kind !== 'issued') return refusal(request, grant, outcome);
    recordPublicUse(deps, request, result);
    return tokenResponse(outcome.tokens);
  }

  async function refusal(
    { clientIp }: ClientRequest,
    { loaded }: CheckedGrant,
    outcome: Exclude<ExchangeOutcome, { kind: 'issued' }>,
  ): Promise<EndpointResponse> {
    if (outcome.kind === 'reused') await deps.onReuse(reuseReport(loaded, clientIp, outcome));
    if (outcome.ended) await deps.onEnd(loaded, outcome.ended, clientIp);
    const [error, description] = REFUSALS[outcome.kind === 'reused' ? 'reused' : outcome.reason];
    return errorResponse(400, error, description);
  }

  return clientEndpoint(TOKEN_PATH, respond);
}

/** RFC 6749 section 5.2. */
const REFUSALS = {
  lost: ['invalid_grant', 'the authorization code was redeemed by another request at the same time'],
  replayed: ['invalid_grant', 'the authorization code was already redeemed; what it gave is revoked'],
  gone: ['invalid_grant', 'the authorization was revoked'],
  scope_removed: ['invalid_scope', 'the person has just taken away a scope that was asked for'],
  reused: ['invalid_grant', 'the refresh token was already used; the authorization is revoked'],
} as const;

/** Refresh token reuse, for the audit log. */
const reuseReport = (
  { id, family }: LoadedFamily,
  clientIp: string,
  { firstUse }: Extract<ExchangeOutcome, { kind: 'reused' }>,
): ReuseReport => ({
  clientId: family.client,
  accountId: family.account,
  familyId: id,
  clientIp,
  ...(firstUse && { firstUse: { at: new Date(firstUse.at), clientIp: firstUse.clientIp } }),
});
