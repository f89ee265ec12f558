/*
 * `/v2/auth/explain`: what a token allows, and why a call would be allowed or refused. The call is decided as the API itself
 * decides it, up to its handler; nothing is called.
 */
import { z } from 'zod';
import { AppError } from '../errors.js';
import { SCOPE_NAMES } from '../scopes/catalogue.js';
import type { GrantedIds } from '../scopes/granted-resources.js';
import { namesIn } from '../scopes/policy.js';
import { missingToken, requireScope } from './guard.js';
import type { Principal } from './principal.js';
import { type ReadMembership, requireRole } from './role.js';
import { defineRoute, type Route } from './route.js';
import { createRouter, type Match, type Router } from './router.js';

export interface ExplainDeps {
  readonly appUrl: string;
  readonly readMembership: ReadMembership;
  readonly rateLimitReads: (clientIp: string) => Promise<void>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const MAX_PATH = 2_000;

const explainQuery = z.object({
  /** Of the call to explain; in upper case. */
  method: z.enum(METHODS).optional(),
  /** Of the call to explain, from `/v2` on. A query is ignored. */
  path: z.string().startsWith('/v2/').max(MAX_PATH).optional(),
});

const grantedIds = z.union([z.literal('all'), z.array(z.int())]);
const tokenReply = z.object({
  clientId: z.string(),
  /** Empty for an unrestricted token. */
  scopes: z.array(z.enum(SCOPE_NAMES)),
  /** Of a legacy client: every scope. */
  unrestricted: z.boolean(),
  /** Which the user granted, through scopes of teams and of organizations. */
  teams: grantedIds,
  organizations: grantedIds,
  expiresAt: z.iso.datetime(),
});
const callReply = z.object({
  method: z.enum(METHODS),
  path: z.string(),
  /** The pattern of the endpoint; null where there is none. */
  route: z.string().nullable(),
  /** The scope that it needs; null where it needs none. */
  scope: z.enum(SCOPE_NAMES).nullable(),
  /** The role in the team or organization of the path that it needs besides. */
  role: z.string().nullable(),
  /** Whether the call would get to its handler, which checks the input and what it names. */
  allowed: z.boolean(),
  /** With which it would be refused, as the call itself would be. */
  error: z
    .object({
      status: z.int(),
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()),
    })
    .nullable(),
  /** Where an authorization would ask for what is missing; the client adds redirect_uri, state and code_challenge. */
  authorizationUrl: z.url().nullable(),
});
const explainReply = z.object({
  /** Null without a token. */
  token: tokenReply.nullable(),
  /** Null where no call is named. */
  call: callReply.nullable(),
});

const idsOf = (ids: GrantedIds): 'all' | number[] => (ids === 'all' ? ids : [...ids]);

const presentToken = ({ clientId, scope, resources, expiresAt }: Principal): z.input<typeof tokenReply> => ({
  clientId,
  scopes: [...namesIn(scope)],
  unrestricted: scope.kind === 'unrestricted',
  teams: idsOf(resources.teams),
  organizations: idsOf(resources.organizations),
  expiresAt: new Date(expiresAt).toISOString(),
});

/** Throws what the call would be refused with. */
async function authorize(
  readMembership: ReadMembership,
  { route: { access, caller, role }, params }: Match,
  principal: Principal | undefined,
): Promise<void> {
  if (access !== 'public' && principal === undefined && caller !== 'optional') throw missingToken();
  if (access !== 'public' && principal !== undefined) requireScope(principal, access);
  if (role !== undefined && principal !== undefined)
    await requireRole(readMembership, { role, access }, principal, params);
}

async function refusalOf(work: () => Promise<void>): Promise<AppError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}

/** More scopes, or other teams and organizations: what another consent can change. */
const FOR_CONSENT = ['INSUFFICIENT_SCOPE', 'OUTSIDE_GRANT'];

function authorizationUrl(
  appUrl: string,
  principal: Principal | undefined,
  { code, details }: AppError,
): string | null {
  if (principal === undefined || !FOR_CONSENT.includes(code)) return null;
  const missing = typeof details['scope'] === 'string' ? [details['scope']] : [];
  const url = new URL('/auth/oauth2/authorize', appUrl);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: principal.clientId,
    scope: [...namesIn(principal.scope), ...missing].join(' '),
  }).toString();
  return url.href;
}

interface Call {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
}

async function explainCall(
  { appUrl, readMembership }: ExplainDeps,
  router: Router,
  { method, path }: Call,
  principal: Principal | undefined,
): Promise<z.input<typeof callReply>> {
  let match: Match | undefined;
  const error = await refusalOf(async () => {
    match = router.match(method, path);
    await authorize(readMembership, match, principal);
  });
  const { access = 'public', role = null } = match?.route ?? {};
  return {
    ...{ method, path, role },
    route: router.pattern(path) ?? null,
    scope: access === 'public' ? null : access,
    allowed: error === undefined,
    error: error
      ? { status: error.status, code: error.code, message: error.message, details: error.details }
      : null,
    authorizationUrl: error ? authorizationUrl(appUrl, principal, error) : null,
  };
}

/** `routes`: all of them. */
export function createExplainRoutes(deps: ExplainDeps, routes: readonly Route[]): readonly Route[] {
  const explain = defineRoute({
    method: 'GET',
    path: '/v2/auth/explain',
    summary: 'Explain why a call would be refused',
    access: 'public',
    caller: 'known',
    query: explainQuery,
    reply: explainReply,
    async handle({ principal, query: { method = 'GET', path }, clientIp }) {
      await deps.rateLimitReads(clientIp);
      const call = path === undefined ? null : { method, path: path.split('?')[0] ?? '' };
      return {
        token: principal ? presentToken(principal) : null,
        call: call && (await explainCall(deps, router, call, principal)),
      };
    },
  });
  const router = createRouter([...routes, explain]);
  return [...routes, explain];
}
