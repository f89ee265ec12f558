/*
 * The resource server: every path under /v2 but those of the authorization server. A call goes one way: router,
 * guard, checked input, handler, envelope. Failures are thrown as they are; one mapper (http/failures.ts) writes them.
 * It knows nothing of tokens beyond the function it is handed, and nothing of scheduling beyond the routes.
 */
import cors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import { AppError } from '../errors.js';
import { isAbandoned, refuseAbandoned } from '../request-abandoned.js';
import { isOfAuthorizationServer, setRoute } from '../request-route.js';
import { challenge } from './challenge.js';
import { pageEnvelope, successEnvelope } from './envelope.js';
import { createGuard, createRecogniser, sendsToken } from './guard.js';
import type { Guard, OnCall, Recogniser } from './guard.js';
import { readInput } from './input.js';
import type { Page } from './pagination.js';
import type { Principal, VerifyToken } from './principal.js';
import { createResourceMetadata, resourceMetadataUrl } from './resource-metadata.js';
import type { ResourceHosts } from './resource-metadata.js';
import { requireRole } from './role.js';
import type { ReadMembership } from './role.js';
import type { Route } from './route.js';
import type { ScopeName } from '../scopes/catalogue.js';
import { createRouter } from './router.js';
import type { Match, Router } from './router.js';

export interface ApiDeps extends ResourceHosts {
  readonly routes: readonly Route[];
  readonly verifyToken: VerifyToken;
  readonly onCall?: OnCall;
  /** Without it no account has a membership. */
  readonly readMembership?: ReadMembership;
  /** Client IP. */
  readonly clientIp: (ctx: Context) => string;
}

interface Api {
  readonly router: Router;
  readonly guard: Guard;
  readonly recognise: Recogniser;
  readonly readMembership: ReadMembership;
  readonly clientIp: ApiDeps['clientIp'];
}

const belongsToApi = (path: string): boolean =>
  (path === '/v2' || path.startsWith('/v2/')) && !isOfAuthorizationServer(path);

/** For the logs. */
function setClient(ctx: Context, clientId: string): void {
  (ctx.state as { clientId?: string }).clientId = clientId;
}

async function authenticate(
  { guard, recognise }: Api,
  { access, caller }: Route,
  ctx: Context,
): Promise<Principal | undefined> {
  if (caller === 'optional' && !sendsToken(ctx.req)) return undefined;
  if (access !== 'public') return guard(ctx.req, access);
  return caller === 'known' ? recognise(ctx.req) : undefined;
}

/**
 * Where a browser is sent on, GET uses up a state and a code of a provider. HEAD, which programs send that look at a
 * link, must not.
 */
const isLinkCheck = ({ status }: Route, { method }: Context): boolean => status === 303 && method === 'HEAD';

async function call(api: Api, match: Match, ctx: Context): Promise<void> {
  setRoute(ctx, match.route.path);
  const { handle, role, access, paged, status = 200 } = match.route;
  const principal = await authenticate(api, match.route, ctx);
  if (principal !== undefined) setClient(ctx, principal.clientId);
  const needed = role && { role, access };
  const membership =
    needed && principal && (await requireRole(api.readMembership, needed, principal, match.params));
  refuseAbandoned(ctx);
  const input = await readInput(match, ctx);
  if (isLinkCheck(match.route, ctx)) {
    ctx.status = 204;
    return;
  }
  const client = { clientIp: api.clientIp(ctx), isAbandoned: () => isAbandoned(ctx) };
  const result = await handle({ principal, membership, ...input, ...client });
  ctx.status = status;
  if (status === 303) {
    ctx.set({ Location: String(result), 'Cache-Control': 'no-store' });
    ctx.body = '';
    return;
  }
  // A paged route's handler gives a page: its definition says so.
  const envelope = paged === true ? pageEnvelope(result as Page<unknown>) : successEnvelope(result);
  ctx.body = status === 204 ? null : envelope;
}

/** For requests that reach no handler: another method, OPTIONS. */
function setKnownRoute(router: Router, ctx: Context): void {
  const pattern = router.pattern(ctx.path);
  if (pattern !== undefined) setRoute(ctx, pattern);
}

/** RFC 9110 section 9.3.7; a preflight never comes this far. */
function answerOptions(router: Router, ctx: Context): void {
  const methods = router.methods(ctx.path);
  if (methods === undefined) return;
  setKnownRoute(router, ctx);
  ctx.set('Allow', methods.join(', '));
  ctx.status = 204;
}

/** Any page may call, with a token it holds; cookies never count here, so credentials are not allowed. */
const preflight = (): Middleware =>
  cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 3600,
  });

/** The same for calls, which need none of the questions that a preflight asks. */
function allowOrigins({ res }: Context): void {
  res.setHeader('Vary', 'Origin');
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate,Retry-After,X-Request-Id');
}

const scopeOf = ({ route: { access } }: Match): ScopeName | undefined =>
  access === 'public' ? undefined : access;

const NO_MEMBERSHIP: ReadMembership = () => Promise.resolve(undefined);

export function createApi(deps: ApiDeps): Middleware {
  const { routes, verifyToken, onCall, readMembership = NO_MEMBERSHIP, clientIp, ...hosts } = deps;
  const api: Api = {
    router: createRouter(routes),
    guard: createGuard(verifyToken, onCall),
    recognise: createRecogniser(verifyToken),
    readMembership,
    clientIp,
  };
  const metadata = createResourceMetadata(hosts, api.router.pattern);
  const metadataUrl = resourceMetadataUrl(hosts.baseUrl);
  const answerPreflight = preflight();
  const answer = async (ctx: Context): Promise<void> => {
    let match: Match | undefined;
    try {
      if (ctx.method === 'OPTIONS') {
        answerOptions(api.router, ctx);
        return;
      }
      match = api.router.match(ctx.method, ctx.path);
      await call(api, match, ctx);
    } catch (error) {
      setKnownRoute(api.router, ctx);
      const needed = match && scopeOf(match);
      if (error instanceof AppError && error.clientId !== undefined) setClient(ctx, error.clientId);
      const refusal = error instanceof AppError ? challenge(error, metadataUrl, needed) : undefined;
      if (refusal !== undefined) ctx.set('WWW-Authenticate', refusal);
      throw error;
    }
  };
  return (ctx, next): unknown => {
    if (!belongsToApi(ctx.path)) return metadata(ctx, next);
    if (ctx.method === 'OPTIONS') return answerPreflight(ctx, () => answer(ctx));
    allowOrigins(ctx);
    return answer(ctx);
  };
}
