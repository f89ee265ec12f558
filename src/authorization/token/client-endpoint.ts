/*
 * Shared by the token, revocation and introspection endpoints: HTTP in front of their phases, the response to a request
 * that the provider refused, and the count of failed client authentications.
 */
import type { Context, Middleware, Next } from 'koa';
import { programFamily } from '../../clients/usage/program-family.js';
import type { TokenUse } from '../../clients/usage/usage-recorder.js';
import { AppError, methodNotAllowed } from '../../errors.js';
import { present } from '../../present.js';
import type { Endpoint } from '../../request-log/entry.js';
import { beginNote, noteCause, noteOf } from '../../request-log/note.js';
import type { Families } from '../grants/families.js';
import { readAhead } from '../grants/read-ahead.js';
import { callProvider, type ProviderResult } from '../provider/provider-call.js';
import type { ClientGuesses } from './client-authentication-limits.js';
import type { ClientRequest, DecodeDeps } from './client-request.js';
import { noteResult } from './request-note.js';
import { type EndpointResponse, errorResponse } from './endpoint-response.js';
import { toTokenErrorMessage } from './token-error-messages.js';

export interface ClientEndpointDeps extends DecodeDeps {
  readonly families: Pick<Families, 'load'>;
  readonly guesses: ClientGuesses;
  /** Once for each request of a client that has proved its identity. */
  readonly onUse: (use: TokenUse) => void;
}

const METHODS = ['POST', 'OPTIONS'];
const OUTAGE = 'a store does not answer; nothing was used up, try again';

/** A preflight (Fetch standard, section 3.2.2) is answered by the provider. */
const isPreflight = ({ method, headers }: Context): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** For the request log, in the words of the answer where nothing has said more. */
function noteRefusal(ctx: Context, status: number, body: unknown): void {
  const { error, error_description: fault } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const note = noteOf(ctx);
  if (note === undefined || status < 400) return;
  note.error = typeof error === 'string' ? error : String(status);
  if (status === 503) noteCause(ctx, { code: 'outage' });
  else if (status >= 500) noteCause(ctx, { code: 'our_fault' });
  else noteCause(ctx, { code: 'invalid_request', ...(typeof fault === 'string' && { fault }) });
}

function send(ctx: Context, { status, body, headers = {} }: EndpointResponse): void {
  noteRefusal(ctx, status, body);
  ctx.body = body;
  ctx.status = status;
  ctx.set(headers);
}

/** Rethrows everything but an outage of a store. */
function outageResponse(ctx: Context, fault: unknown): EndpointResponse {
  // The challenge of a 401 that became another response.
  ctx.remove('www-authenticate');
  if (!(fault instanceof AppError) || fault.status !== 503) throw fault;
  return errorResponse(503, 'temporarily_unavailable', OUTAGE);
}

export interface EndpointAddress {
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** `respond`: the phases of the endpoint. */
export const clientEndpoint =
  (
    { path, endpoint }: EndpointAddress,
    respond: (ctx: Context, next: Next) => Promise<EndpointResponse>,
  ): Middleware =>
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
    beginNote(ctx, { endpoint, sent: { parameters: [] } });
    send(ctx, await respond(ctx, next).catch((fault: unknown) => outageResponse(ctx, fault)));
    if (ctx.status === 503) ctx.set('retry-after', '1');
  };

/** The provider authenticates the client and handles the request; the family of what is presented is read meanwhile. */
export async function providerResult(
  ctx: Context,
  next: Next,
  { families, guesses }: ClientEndpointDeps,
  request: ClientRequest,
): Promise<ProviderResult> {
  const result = await callProvider(ctx, next, {
    fields: request.fields,
    clientIp: request.clientIp,
    ahead: guesses.usedUp(request) ? undefined : readAhead(families, request.presented),
  });
  noteResult(ctx, request, result);
  return result;
}

/**
 * `proof`: what shows that the request is the client's. A right secret does, whatever the response; a public client,
 * whose id is no secret, proves itself when it gets tokens.
 */
export function recordUse(
  { onUse }: ClientEndpointDeps,
  { clientIp, userAgent }: ClientRequest,
  { clientId, secretId }: ProviderResult,
  proof: 'secret' | 'tokens',
): void {
  const isProven = proof === 'secret' ? secretId !== undefined : secretId === undefined;
  if (clientId === undefined || !isProven) return;
  onUse({ clientId, ...present({ secretId }), from: { clientIp, agent: programFamily(userAgent) } });
}

/**
 * The response of the provider with our description. A request without proof, neither a right secret nor a known code or
 * refresh token, counts as a guess; throws 429 when it was one too many.
 */
export async function providerResponse(
  { guesses }: ClientEndpointDeps,
  request: ClientRequest,
  { outcome, secretId, loaded }: ProviderResult,
): Promise<EndpointResponse> {
  if (outcome.kind === 'checked')
    throw new Error('the endpoint has not committed the tokens of the provider');
  if (outcome.status === 401 && secretId === undefined && loaded === undefined)
    await guesses.countFailure(request);
  if (outcome.kind === 'other') return { status: outcome.status, body: outcome.body };
  const family = loaded?.family.client === request.clientId ? loaded.family : undefined;
  const { error, description } = toTokenErrorMessage(outcome, {
    request,
    authenticated: secretId !== undefined,
    family,
  });
  return errorResponse(outcome.status, error, description);
}
