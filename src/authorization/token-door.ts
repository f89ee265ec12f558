/*
 * The clients' door: token, revocation and introspection requests. In front it decodes the body; behind it commits
 * what the engine has decided as one transition and puts errors into the words of contract and RFC.
 */
import type { Context, Middleware, Next } from 'koa';
import Provider from 'oidc-provider';
import { AppError, bodyTooLarge, methodNotAllowed } from '../errors.js';
import { parseScope } from '../scopes/policy.js';
import type { TokenUse } from '../clients/usage-recorder.js';
import { tokenUse } from './client-use.js';
import type { Exchange, ExchangeOutcome, Exchanges } from './exchange.js';
import type { LoadedFamily } from './families.js';
import { lifetimeOf } from './grant-end.js';
import type { EndedBy } from './grant-entries.js';
import { answeredScope } from './granted-scope.js';
import { ACCESS_TOKEN_TTL, INTROSPECTION_PATH, REVOCATION_PATH, TOKEN_PATH } from './provider.js';
import { isOldScope } from './requested-scope.js';
import type { TokenAnswer } from './sealed-answer.js';
import { decodeBody, MOST_BYTES, presentAsForm, readBody } from './token-request.js';

export interface ReuseReport {
  readonly clientId: string;
  readonly accountId: number;
  readonly familyId: string;
  readonly network: string;
  readonly firstUse?: { readonly at: Date; readonly network: string };
}

export interface TokenDoorDeps {
  readonly exchanges: Exchanges;
  readonly clock: () => number;
  readonly network: (ctx: Context) => string;
  readonly onReuse: (report: ReuseReport) => Promise<void>;
  readonly onEnd: (ended: LoadedFamily, by: EndedBy, network: string) => Promise<void>;
  /** Once for each client that has proved who it is. */
  readonly onUse: (use: TokenUse) => void;
}

/** The exchange of the token request that the engine is working on, undefined on other routes. */
export const currentExchange = (): Exchange | undefined =>
  Provider.ctx?.state.exchange as Exchange | undefined;

const PATHS = new Set([TOKEN_PATH, REVOCATION_PATH, INTROSPECTION_PATH]);

interface ErrorBody {
  error?: unknown;
  error_description?: unknown;
}

function refuse(ctx: Context, status: number, error: string, description: string): void {
  ctx.status = status;
  ctx.body = { error, error_description: description };
}

function normaliseScope(fields: Map<string, string>): void {
  const { names, unknown } = parseScope(fields.get('scope') ?? '');
  const scope = [...names, ...unknown].join(' ');
  if (scope === '' || isOldScope(scope)) fields.delete('scope');
  else fields.set('scope', scope);
}

/** Undefined when the engine may not see the request. */
async function decode(ctx: Context): Promise<ReadonlyMap<string, string> | undefined> {
  const body = await readBody(ctx.req);
  const decoded = body ? decodeBody(body, ctx.req.headers['content-type']) : undefined;
  if (decoded?.kind === 'fields') {
    const fields = new Map(decoded.fields);
    normaliseScope(fields);
    presentAsForm(ctx.req, fields);
    return fields;
  }
  if (decoded) refuse(ctx, decoded.status, 'invalid_request', decoded.why);
  else refuse(ctx, 413, 'invalid_request', bodyTooLarge(MOST_BYTES).message);
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

/** RFC 7636 section 4.6: a verifier that does not fit is `invalid_grant`, also when it has not even the right form. */
function inOurWords(ctx: Context): void {
  const body = ctx.body as ErrorBody | null;
  if (ctx.status !== 400 || body?.error !== 'invalid_request') return;
  if (String(body.error_description).includes('code_verifier')) {
    refuse(ctx, 400, 'invalid_grant', 'the code_verifier does not fit the code_challenge');
  }
}

const REFUSALS = {
  lost: ['invalid_grant', 'the authorization code was redeemed by another request at the same time'],
  replayed: ['invalid_grant', 'the authorization code was already redeemed; what it gave is revoked'],
  gone: ['invalid_grant', 'the authorization was revoked'],
  taken_away: ['invalid_scope', 'the person has just taken away a scope that was asked for'],
} as const;

function noteUse({ network, onUse }: TokenDoorDeps, ctx: Context): void {
  const use = tokenUse(ctx, network(ctx), ctx.path === TOKEN_PATH && ctx.status === 200);
  if (use !== undefined) onUse(use);
}

const reuseReport = (
  { network }: Exchange,
  { family }: LoadedFamily,
  { familyId, firstUse }: ExchangeOutcome & { kind: 'reused' },
): ReuseReport => ({
  clientId: family.client,
  accountId: family.account,
  familyId,
  network,
  ...(firstUse && { firstUse: { at: new Date(firstUse.at), network: firstUse.network } }),
});

interface Arrival {
  readonly arrivedAt: number;
  readonly fields: ReadonlyMap<string, string>;
}

export function createTokenDoor(deps: TokenDoorDeps): Middleware {
  const { exchanges, clock, network, onReuse, onEnd } = deps;

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
    if (outcome.ended) await onEnd(loaded, outcome.ended, exchange.network);
    if (outcome.kind === 'refused') {
      const [error, why] = REFUSALS[outcome.reason];
      refuse(ctx, 400, error, why);
      return;
    }
    refuse(ctx, 400, 'invalid_grant', 'the refresh token was already used; the authorization is revoked');
  }

  async function token(ctx: Context, next: Next, { arrivedAt, fields }: Arrival): Promise<void> {
    const presented = fields.get('code') ?? fields.get('refresh_token');
    const exchange = exchanges.begin({ arrivedAt, network: network(ctx) }, presented);
    ctx.state.exchange = exchange;
    await next();
    if (exchange.consumed && ctx.status === 200) await commit(ctx, exchange);
    inOurWords(ctx);
  }

  return async (ctx, next) => {
    if (!PATHS.has(ctx.path) || ctx.method === 'OPTIONS') {
      await next();
      return;
    }
    if (ctx.method !== 'POST') throw methodNotAllowed(['POST', 'OPTIONS']);
    const arrivedAt = clock();
    // The engine would answer some clients' default Accept header with an HTML page.
    ctx.req.headers.accept = 'application/json';
    ctx.set({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    try {
      const fields = await decode(ctx);
      if (fields === undefined) return;
      await (ctx.path === TOKEN_PATH ? token(ctx, next, { arrivedAt, fields }) : next());
      // RFC 7009 section 2.2: what stands in the answer is ignored; some libraries refuse one that is not JSON.
      if (ctx.path === REVOCATION_PATH && ctx.status === 200) ctx.body = {};
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.status !== 503) throw fault;
      refuse(ctx, 503, 'temporarily_unavailable', 'a store does not answer; nothing was used up, try again');
    } finally {
      noteUse(deps, ctx);
    }
    if (ctx.status === 503) ctx.set('retry-after', '1');
  };
}
