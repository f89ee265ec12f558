/*
 * The clients' door: token, revocation and introspection requests. In front it decodes the body; behind it commits
 * what the engine has decided as one transition and puts errors into the words of contract and RFC.
 */
import type { Context, Middleware, Next } from 'koa';
import Provider from 'oidc-provider';
import { AppError, bodyTooLarge, methodNotAllowed } from '../../errors.js';
import { parseScope } from '../../scopes/policy.js';
import type { TokenUse } from '../../clients/usage-recorder.js';
import { readClientHeader } from './client-credentials.js';
import type { ClientGuesses } from './client-authentication-limits.js';
import { provenSecret, tokenUse } from './client-usage.js';
import type { Exchange, ExchangeOutcome, Exchanges } from './exchange.js';
import type { LoadedFamily } from '../grants/families.js';
import { lifetimeOf } from '../grants/revocation.js';
import type { EndedBy } from '../grants/audit-entries.js';
import { answeredScope } from '../grants/granted-scope.js';
import { ACCESS_TOKEN_TTL, INTROSPECTION_PATH, REVOCATION_PATH, TOKEN_PATH } from '../provider/provider.js';
import { isOldScope } from '../provider/requested-scope.js';
import type { TokenAnswer } from './sealed-response.js';
import { decodeBody, MAX_BYTES, presentAsForm, readBody } from './token-request.js';
import { printable, toTokenErrorMessage } from './token-error-messages.js';

export interface ReuseReport {
  readonly clientId: string;
  readonly accountId: number;
  readonly familyId: string;
  readonly clientIp: string;
  readonly firstUse?: { readonly at: Date; readonly clientIp: string };
}

export interface TokenEndpointDeps {
  readonly issuerUrl: string;
  readonly exchanges: Exchanges;
  readonly guesses: ClientGuesses;
  readonly clock: () => number;
  readonly clientIp: (ctx: Context) => string;
  readonly onReuse: (report: ReuseReport) => Promise<void>;
  readonly onEnd: (ended: LoadedFamily, by: EndedBy, clientIp: string) => Promise<void>;
  /** Once for each client that has proved who it is. */
  readonly onUse: (use: TokenUse) => void;
}

/** The exchange of the token request that the engine is working on, undefined on other routes. */
export const currentExchange = (): Exchange | undefined => Provider.ctx && exchangeOf(Provider.ctx);

const exchangeOf = (ctx: Pick<Context, 'state'>): Exchange | undefined =>
  (ctx.state as { readonly exchange?: Exchange }).exchange;

const PATHS = new Set([TOKEN_PATH, REVOCATION_PATH, INTROSPECTION_PATH]);
const METHODS = ['POST', 'OPTIONS'];

interface ErrorBody {
  error?: unknown;
  error_description?: unknown;
}

type Fields = ReadonlyMap<string, string>;

function refuse(ctx: Context, status: number, error: string, description: string): void {
  ctx.status = status;
  ctx.body = { error, error_description: printable(description) };
}

/** A page asks whether it may post (Fetch standard, section 3.2.2): the engine answers that. */
const isPreflight = ({ method, headers }: Context): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function normaliseScope(fields: Map<string, string>): void {
  const { names, unknown } = parseScope(fields.get('scope') ?? '');
  const scope = [...names, ...unknown].join(' ');
  if (scope === '' || isOldScope(scope)) fields.delete('scope');
  else fields.set('scope', scope);
}

/** Undefined when the request was refused. */
async function decode(ctx: Context): Promise<Fields | undefined> {
  const { headers } = ctx.req;
  const body = await readBody(ctx.req);
  const decoded = body ? decodeBody(body, headers['content-type'], headers['content-encoding']) : undefined;
  if (decoded?.kind === 'fields') {
    const fields = new Map(decoded.fields);
    normaliseScope(fields);
    presentAsForm(ctx.req, fields);
    return fields;
  }
  if (decoded) refuse(ctx, decoded.status, 'invalid_request', decoded.why);
  else refuse(ctx, 413, 'invalid_request', bodyTooLarge(MAX_BYTES).message);
  return undefined;
}

/** Who the client says it is, '' for nobody; undefined when the request was refused. */
function claimedClient(ctx: Context, fields: Fields, issuerUrl: string): string | undefined {
  const header = readClientHeader(ctx.req.headers.authorization);
  if (header.kind !== 'refused')
    return header.kind === 'basic' ? header.clientId : (fields.get('client_id') ?? '');
  refuse(ctx, 401, 'invalid_client', header.why);
  ctx.set('www-authenticate', `Basic realm="${issuerUrl}", error="invalid_client"`);
  return undefined;
}

/** The engine's answer in our words: scope is always there, empty when unrestricted. */
function answerOf(body: Record<string, unknown>, ends: number, now: number): TokenAnswer {
  return {
    access_token: String(body.access_token),
    refresh_token: String(body.refresh_token),
    token_type: 'bearer',
    expires_in: lifetimeOf(ACCESS_TOKEN_TTL, ends, now),
    scope: answeredScope(typeof body.scope === 'string' ? body.scope : ''),
  };
}

/** What the engine has refused; a refusal of ours says its own words. */
function toOwnMessage(ctx: Context, fields: Fields, clientId: string): void {
  const { error, error_description: description } = ctx.body as ErrorBody;
  if (typeof error !== 'string' || ctx.status >= 500) return;
  const { family } = exchangeOf(ctx)?.loaded ?? {};
  const asking = {
    fields,
    proven: provenSecret(ctx) !== undefined,
    family: family?.client === clientId ? family : undefined,
  };
  const refusal = toTokenErrorMessage({ error, description: String(description) }, asking);
  refuse(ctx, ctx.status, refusal.error, refusal.description);
}

/** Nobody has proven anything: neither a secret, nor a code or refresh token that was found. */
const wasGuess = (ctx: Context): boolean =>
  ctx.status === 401 && provenSecret(ctx) === undefined && exchangeOf(ctx)?.loaded === undefined;

const REFUSALS = {
  lost: ['invalid_grant', 'the authorization code was redeemed by another request at the same time'],
  replayed: ['invalid_grant', 'the authorization code was already redeemed; what it gave is revoked'],
  gone: ['invalid_grant', 'the authorization was revoked'],
  taken_away: ['invalid_scope', 'the person has just taken away a scope that was asked for'],
} as const;

function noteUse({ clientIp, onUse }: TokenEndpointDeps, ctx: Context): void {
  const use = tokenUse(ctx, clientIp(ctx), ctx.path === TOKEN_PATH && ctx.status === 200);
  if (use !== undefined) onUse(use);
}

const reuseReport = (
  { clientIp }: Exchange,
  { family }: LoadedFamily,
  { familyId, firstUse }: ExchangeOutcome & { kind: 'reused' },
): ReuseReport => ({
  clientId: family.client,
  accountId: family.account,
  familyId,
  clientIp,
  ...(firstUse && { firstUse: { at: new Date(firstUse.at), clientIp: firstUse.clientIp } }),
});

function begin(exchanges: Exchanges, fields: Fields, from: string, arrivedAt: number): Exchange {
  const narrows = fields.get('grant_type') === 'refresh_token' && fields.has('scope');
  const presented = fields.get('code') ?? fields.get('refresh_token');
  return exchanges.begin({ arrivedAt, clientIp: from, narrows }, presented);
}

/** Throws what is no outage of a store. */
function tellOutage(ctx: Context, fault: unknown): void {
  // The challenge of a 401 that became another answer.
  ctx.remove('www-authenticate');
  if (!(fault instanceof AppError) || fault.status !== 503) throw fault;
  refuse(ctx, 503, 'temporarily_unavailable', 'a store does not answer; nothing was used up, try again');
}

export function createTokenEndpoint(deps: TokenEndpointDeps): Middleware {
  const { exchanges, guesses, clock, clientIp, onReuse, onEnd } = deps;

  async function commit(ctx: Context, exchange: Exchange): Promise<void> {
    const { loaded } = exchange;
    if (loaded === undefined) throw new Error('the engine answered without having found a grant');
    const answer = answerOf(ctx.body as Record<string, unknown>, loaded.family.ends, clock());
    const outcome = await exchanges.commit(exchange, answer);
    if (outcome.kind === 'answer') {
      ctx.body = outcome.answer;
      return;
    }
    if (outcome.kind === 'reused') await onReuse(reuseReport(exchange, loaded, outcome));
    if (outcome.ended) await onEnd(loaded, outcome.ended, exchange.clientIp);
    if (outcome.kind === 'refused') {
      const [error, why] = REFUSALS[outcome.reason];
      refuse(ctx, 400, error, why);
      return;
    }
    refuse(ctx, 400, 'invalid_grant', 'the refresh token was already used; the authorization is revoked');
  }

  async function answer(ctx: Context, next: Next, arrivedAt: number): Promise<void> {
    const fields = await decode(ctx);
    if (fields === undefined) return;
    const clientId = claimedClient(ctx, fields, deps.issuerUrl);
    if (clientId === undefined) return;
    const from = clientIp(ctx);
    guesses.refuse({ clientId, clientIp: from });
    if (ctx.path === TOKEN_PATH) ctx.state.exchange = begin(exchanges, fields, from, arrivedAt);
    await next();
    const exchange = exchangeOf(ctx);
    if (ctx.status !== 200) toOwnMessage(ctx, fields, clientId);
    else if (exchange?.consumed) await commit(ctx, exchange);
    // RFC 7009 section 2.2: what stands in the answer is ignored; some libraries refuse one that is not JSON.
    else if (ctx.path === REVOCATION_PATH) ctx.body = {};
    if (wasGuess(ctx)) await guesses.failed({ clientId, clientIp: from });
  }

  return async (ctx, next) => {
    if (!PATHS.has(ctx.path) || isPreflight(ctx)) {
      await next();
      return;
    }
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('allow', METHODS.join(', '));
      return;
    }
    if (ctx.method !== 'POST') throw methodNotAllowed(METHODS);
    const arrivedAt = clock();
    // The engine would answer some clients' default Accept header with an HTML page.
    ctx.req.headers.accept = 'application/json';
    ctx.set({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    try {
      await answer(ctx, next, arrivedAt);
    } catch (fault) {
      tellOutage(ctx, fault);
    } finally {
      noteUse(deps, ctx);
    }
    if (ctx.status === 503) ctx.set('retry-after', '1');
  };
}
