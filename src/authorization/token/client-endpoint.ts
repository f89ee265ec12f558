/*
 * What the token, revocation and introspection endpoints have in common: HTTP in front of their phases, the refusal of
 * a request that the provider refused, and the count of failed client authentications.
 */
import type { Context, Middleware, Next } from 'koa';
import type { TokenUse } from '../../clients/usage/usage-recorder.js';
import { AppError, methodNotAllowed } from '../../errors.js';
import type { ProviderResult } from '../provider/provider-call.js';
import type { ClientGuesses } from './client-authentication-limits.js';
import { type ClientRequest, type DecodeDeps, tokenUse } from './client-request.js';
import { type EndpointResponse, errorResponse } from './endpoint-response.js';
import { toTokenErrorMessage } from './token-error-messages.js';

export interface ClientEndpointDeps extends DecodeDeps {
  readonly guesses: ClientGuesses;
  /** Once for each request of a client that has proved who it is. */
  readonly onUse: (use: TokenUse) => void;
}

const METHODS = ['POST', 'OPTIONS'];
const OUTAGE = 'a store does not answer; nothing was used up, try again';

/** A page asks whether it may post (Fetch standard, section 3.2.2): the provider answers that. */
const isPreflight = ({ method, headers }: Context): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function send(ctx: Context, { status, body, headers = {} }: EndpointResponse): void {
  ctx.body = body;
  ctx.status = status;
  ctx.set(headers);
}

/** Throws what is no outage of a store. */
function outageResponse(ctx: Context, fault: unknown): EndpointResponse {
  // The challenge of a 401 that became another response.
  ctx.remove('www-authenticate');
  if (!(fault instanceof AppError) || fault.status !== 503) throw fault;
  return errorResponse(503, 'temporarily_unavailable', OUTAGE);
}

/** `respond`: the phases of the endpoint at `path`. */
export const clientEndpoint =
  (path: string, respond: (ctx: Context, next: Next) => Promise<EndpointResponse>): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== path || isPreflight(ctx)) {
      await next();
      return;
    }
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('allow', METHODS.join(', '));
      return;
    }
    if (ctx.method !== 'POST') throw methodNotAllowed(METHODS);
    ctx.set({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    send(ctx, await respond(ctx, next).catch((fault: unknown) => outageResponse(ctx, fault)));
    if (ctx.status === 503) ctx.set('retry-after', '1');
  };

/** A secret that was right is used, whatever the response. */
export function recordSecretUse(
  { onUse }: ClientEndpointDeps,
  request: ClientRequest,
  result: ProviderResult,
): void {
  const use = result.secretId === undefined ? undefined : tokenUse(request, result);
  if (use !== undefined) onUse(use);
}

/** A public client, whose id everybody knows, has proved something only when it gets tokens. */
export function recordPublicUse(
  { onUse }: ClientEndpointDeps,
  request: ClientRequest,
  result: ProviderResult,
): void {
  const use = result.secretId === undefined ? tokenUse(request, result) : undefined;
  if (use !== undefined) onUse(use);
}

/**
 * The response of the provider with our description. A client that proved nothing, neither by a secret nor by a code
 * or refresh token that was found, counts as a guess; throws 429 when it was one too many.
 */
export async function providerResponse(
  { guesses }: ClientEndpointDeps,
  request: ClientRequest,
  { outcome, secretId, loaded }: ProviderResult,
): Promise<EndpointResponse> {
  if (outcome.kind === 'checked')
    throw new Error('the endpoint has not committed the tokens of the provider');
  if (outcome.status === 401 && secretId === undefined && loaded === undefined) await guesses.failed(request);
  if (outcome.kind === 'other') return { status: outcome.status, body: outcome.body };
  const family = loaded?.family.client === request.clientId ? loaded.family : undefined;
  const { error, description } = toTokenErrorMessage(outcome, {
    request,
    authenticated: secretId !== undefined,
    family,
  });
  return errorResponse(outcome.status, error, description);
}
