/*
 * The token endpoint in five phases; each passes its result to the next. Owns the order of a token request; the rules of
 * a family are in grants/token-family.ts, the work of the provider is in provider/.
 */
import type { Context, Middleware, Next } from 'koa';
import type { AuditLog } from '../../events/audit-log.js';
import { present } from '../../present.js';
import type { Cause } from '../../request-log/causes.js';
import { noteCause } from '../../request-log/note.js';
import { repeatedEntry, reusedEntry, revokedEntry } from '../grants/audit-entries.js';
import type { LoadedFamily } from '../grants/families.js';
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
import { noteRequest } from './request-note.js';
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
    noteRequest(ctx, request);
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
    if (outcome.kind !== 'issued') return refusal(ctx, request, grant, outcome);
    recordUse(deps, request, result, 'tokens');
    if (outcome.elsewhere)
      await audit.append(repeatedEntry(grant.loaded, request.clientIp, outcome.elsewhere));
    return tokenResponse(outcome.tokens);
  }

  async function refusal(
    ctx: Context,
    { clientIp }: ClientRequest,
    { loaded }: CheckedGrant,
    outcome: Exclude<ExchangeOutcome, { kind: 'issued' }>,
  ): Promise<EndpointResponse> {
    if (outcome.kind === 'reused') await audit.append(reusedEntry(loaded, clientIp, outcome.firstUse));
    if (outcome.ended) await audit.append(revokedEntry(loaded, outcome.ended, clientIp));
    noteCause(ctx, causeOf(loaded, outcome));
    const [error, description, reason] = REFUSALS[outcome.kind === 'reused' ? 'reused' : outcome.reason];
    return { ...errorResponse(400, error, description), reason };
  }

  return clientEndpoint({ path: TOKEN_PATH, endpoint: 'token' }, (ctx, next) =>
    observedResponse(deps.onTokenRequest, (readGrantType) => exchange(ctx, next, readGrantType)),
  );
}

function causeOf({ family }: LoadedFamily, outcome: Exclude<ExchangeOutcome, { kind: 'issued' }>): Cause {
  if (outcome.kind === 'reused') {
    const { at: usedAt, clientIp } = outcome.firstUse ?? {};
    return { code: 'refresh_reused', ...present({ usedAt, clientIp }) };
  }
  if (outcome.reason === 'replayed')
    return { code: 'code_reused', ...present({ redeemedAt: family.code?.redeemedAt }) };
  return CAUSES[outcome.reason];
}

const CAUSES = {
  lost: { code: 'code_repeated' },
  gone: { code: 'grant_ended' },
  scope_removed: { code: 'scope_removed' },
} as const;

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
