/*
 * The token endpoint in five phases; each passes its result to the next. Owns the order of a token request; the rules of
 * a family are in grants/token-family.ts, the work of the provider is in provider/.
 */
import type { Context, Middleware, Next } from 'koa';
import type { AuditLog } from '../../events/audit-log.js';
import { repeatedEntry, reusedEntry, revokedEntry } from '../grants/audit-entries.js';
import { TOKEN_PATH } from '../provider/provider.js';
import { isOwnResource, unknownResource } from '../provider/requested-resource.js';
import type { CheckedGrant } from '../provider/provider-call.js';
import {
  clientEndpoint,
  type ClientEndpointDeps,
  providerResponse,
  providerResult,
  recordUse,
} from './client-endpoint.js';
import { type ClientRequest, decodeRequest } from './client-request.js';
import { type EndpointResponse, errorResponse, tokenResponse } from './endpoint-response.js';
import type { ExchangeOutcome, Exchanges } from './exchange.js';
import { observedResponse, type ObserveTokenRequest } from './token-observer.js';

export interface TokenEndpointDeps extends ClientEndpointDeps {
  readonly exchanges: Exchanges;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly onTokenRequest?: ObserveTokenRequest | undefined;
}

/** RFC 6749 section 3.2. */
export function createTokenEndpoint(deps: TokenEndpointDeps): Middleware {
  const { audit, exchanges } = deps;

  async function exchange(
    ctx: Context,
    next: Next,
    readGrantType: (grantType: string | undefined) => void,
  ): Promise<EndpointResponse> {
    // 1. Decode the request once.
    const decoded = await decodeRequest(ctx, deps);
    if (decoded.kind === 'refused') return decoded.response;
    const { request } = decoded;
    readGrantType(request.grantType);
    if (request.resource !== undefined && !isOwnResource(request.resource, deps.baseUrl))
      return errorResponse(400, 'invalid_target', unknownResource(deps.baseUrl));

    // 2. Authenticate the client and 3. check the grant: oidc-provider does both. Nothing is stored yet.
    const result = await providerResult(ctx, next, deps, request);
    recordUse(deps, request, result, 'secret');
    if (result.outcome.kind !== 'checked') return providerResponse(deps, request, result);
    const { grant } = result.outcome;

    // 4. Spend the code or refresh token and save the new tokens, in one atomic transition.
    const outcome = await exchanges.commit(grant, request.receivedAt);

    // 5. Answer.
    if (outcome.kind !== 'issued') return refusal(request, grant, outcome);
    recordUse(deps, request, result, 'tokens');
    if (outcome.elsewhere)
      await audit.append(repeatedEntry(grant.loaded, request.clientIp, outcome.elsewhere));
    return tokenResponse(outcome.tokens);
  }

  async function refusal(
    { clientIp }: ClientRequest,
    { loaded }: CheckedGrant,
    outcome: Exclude<ExchangeOutcome, { kind: 'issued' }>,
  ): Promise<EndpointResponse> {
    if (outcome.kind === 'reused') await audit.append(reusedEntry(loaded, clientIp, outcome.firstUse));
    if (outcome.ended) await audit.append(revokedEntry(loaded, outcome.ended, clientIp));
    const [error, description, reason] = REFUSALS[outcome.kind === 'reused' ? 'reused' : outcome.reason];
    return { ...errorResponse(400, error, description), reason };
  }

  return clientEndpoint(TOKEN_PATH, (ctx, next) =>
    observedResponse(deps.onTokenRequest, (readGrantType) => exchange(ctx, next, readGrantType)),
  );
}

/** RFC 6749 section 5.2, and the reason for the metrics. */
const REFUSALS = {
  lost: [
    'invalid_grant',
    'the authorization code was redeemed a moment ago; the tokens issued for it stay valid',
    'code_lost',
  ],
  replayed: [
    'invalid_grant',
    'the authorization code was already redeemed; its tokens are revoked',
    'code_replayed',
  ],
  gone: ['invalid_grant', 'the authorization was revoked', 'grant_gone'],
  scope_removed: ['invalid_scope', 'the user has just removed a requested scope', 'scope_removed'],
  reused: [
    'invalid_grant',
    'the refresh token was already used; the authorization is revoked',
    'refresh_reused',
  ],
} as const;
