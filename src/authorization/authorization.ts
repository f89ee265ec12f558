/*
 * The authorization server, assembled: endpoints in front of oidc-provider, the provider, the consent page, and the
 * token check for the resource server. Knows clients and scopes; of accounts only which one is signed in.
 */
import type { Context, Middleware } from 'koa';
import type Koa from 'koa';
import type { VerifyToken } from '../api/principal.js';
import type { ArtifactStore } from '../artifacts/store.js';
import type { AuditLog } from '../events/audit-log.js';
import type { ClientStore, BlocklistStore } from '../clients/store.js';
import { createKeptClients } from '../clients/kept-clients.js';
import type { UsageRecorder } from '../clients/usage/usage-recorder.js';
import type { Config } from '../config/config.js';
import type { JobStore } from '../jobs/store.js';
import type { Announcements } from './consent/announcement-store.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Log } from '../ops/log.js';
import { requestId } from '../http/request-state.js';
import { present } from '../present.js';
import { routeOfRequest } from '../request-route.js';
import { createRateLimits } from '../rate-limits/rate-limit.js';
import type { Throttle } from '../rate-limits/throttle.js';
import { explain, type Explanation, retryHeader } from './provider/error-translation.js';
import { noteFailurePage } from './provider/authorization-note.js';
import { createAuthorizationEndpoint } from './provider/authorization-endpoint.js';
import type { ClientGrantStore } from './grants/client-grant-store.js';
import { createScopeRemovals, type ScopeRemovals } from './grants/scope-removals.js';
import { createVerifyToken } from './grants/bearer.js';
import { createClientGuesses } from './token/client-authentication-limits.js';
import { createExchanges } from './token/exchange.js';
import { createFamilies, type Families } from './grants/families.js';
import { revokedEntry } from './grants/audit-entries.js';
import { createGrantWatch, type WatchGrant } from './grants/expiry.js';
import type { DecisionObserver } from './consent/consent.js';
import { createInteractions, type Interactions } from './consent/interactions.js';
import { createMetadataEndpoint } from './provider/metadata-endpoint.js';
import type { GrantedResourcesStore } from './grants/granted-resources-store.js';
import {
  AUTHORIZE_PATH,
  createProvider,
  INTROSPECTION_PATH,
  REVOCATION_PATH,
  TOKEN_PATH,
} from './provider/provider.js';
import { registeredOf, type SignedIn } from './provider/hooks.js';
import { currentContext } from './provider/provider-call.js';
import { type AccessBlocklist, createAccessBlocklist } from './grants/access-blocklist.js';
import {
  createIntrospectionEndpoint,
  createRevocationEndpoint,
} from './token/revocation-and-introspection.js';
import { createTokenEndpoint } from './token/token-endpoint.js';
import type { ObserveTokenRequest } from './token/token-observer.js';

export interface AuthorizationDeps extends DecisionObserver {
  readonly config: Config;
  /** Of the API, for developers. */
  readonly documentationUrl: string;
  readonly keys: KeyRing;
  readonly clients: ClientStore;
  readonly blocklists: BlocklistStore;
  readonly registryChanges: () => number;
  readonly artifacts: ArtifactStore;
  readonly audit: AuditLog;
  readonly announcements: Announcements;
  readonly jobs: JobStore;
  readonly clientGrants: ClientGrantStore;
  readonly grantedResources: GrantedResourcesStore;
  readonly usage: UsageRecorder;
  readonly throttle: Throttle;
  /** The account that is signed in at the browser. */
  readonly signedIn: (ctx: Context) => Promise<SignedIn | undefined>;
  readonly sendError: (ctx: Context, status: number, explanation: Explanation) => void;
  readonly log: Log;
  readonly clientIp: (ctx: Context) => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly onTokenRequest?: ObserveTokenRequest | undefined;
}

export interface Authorization {
  /** The Koa application that everything else is mounted into: oidc-provider insists on being the root. */
  readonly root: Koa;
  /** Middleware in front of the provider, in this order. */
  readonly endpoints: readonly Middleware[];
  /** For the consent page. */
  readonly interactions: Interactions;
  readonly families: Families;
  readonly verifyToken: VerifyToken;
  /** When a grant with tokens ends; undefined once it has ended. */
  readonly grantEnd: (id: string) => Promise<Date | undefined>;
  /** Handles a job of the kind `grant`. */
  readonly watchGrant: WatchGrant;
  /** Handles a job of the kind `narrowing`. */
  readonly narrowGrants: ScopeRemovals['narrowGrants'];
  /** The route of a path that the provider answers; undefined for every other path. */
  readonly routeOf: (path: string) => string | undefined;
  start(): void;
  stop(): void;
}

const OWN_PATHS = new Set([
  AUTHORIZE_PATH,
  TOKEN_PATH,
  REVOCATION_PATH,
  INTROSPECTION_PATH,
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
]);

/** From the consent page to the redirect. */
const WAY_BACK = new RegExp(`^${AUTHORIZE_PATH}/[\\w-]+$`);

function routeOf(path: string): string | undefined {
  if (OWN_PATHS.has(path)) return path;
  return WAY_BACK.test(path) ? `${AUTHORIZE_PATH}/:uid` : undefined;
}

/** Far beyond what people behind one address do, and within what a store can hold for an hour. */
export const ANONYMOUS_LIMIT = { attempts: 1200, windowSeconds: 600 };

function createRoot(deps: AuthorizationDeps, families: Families, blocklist: AccessBlocklist) {
  const kept = createKeptClients({ ...deps, revision: blocklist.fresh, changes: deps.registryChanges });
  const { audit, config } = deps;
  const currentIp = () => {
    const ctx = currentContext();
    return ctx && deps.clientIp(ctx);
  };
  const admit = createRateLimits(deps).byClientIp('authorizations', ANONYMOUS_LIMIT);
  return createProvider({
    ...config,
    ...deps,
    families,
    keptClients: kept,
    refreshTokenTtlMs: config.refreshTokenTtl * 1000,
    rateLimitAnonymous: () => admit(currentIp() ?? ''),
    onRevoked: (revoked) => audit.append(revokedEntry(revoked, 'client', currentIp())),
    accountEnabled: async (id) => !(await blocklist.current()).disabledAccounts.has(id),
    renderError(ctx, _out, failure) {
      const client = ctx.oidc.client && registeredOf(ctx.oidc.client);
      ctx.set(retryHeader(failure));
      noteFailurePage(ctx, failure, client);
      deps.sendError(ctx, ctx.status, explain(failure, ctx.query, client));
    },
  });
}

/** The provider answers unexpected errors by itself; without this they would not be logged. */
function reportServerErrors(root: ReturnType<typeof createRoot>, log: Log): void {
  root.on('server_error', (ctx, err) => {
    const route = routeOfRequest(ctx);
    log.error(
      { requestId: requestId(ctx), method: ctx.method, ...present({ route }), err },
      'request failed',
    );
  });
}

export function createAuthorization(deps: AuthorizationDeps): Authorization {
  const { config, keys, artifacts, blocklists, audit, clientIp, clock } = deps;
  const blocklist = createAccessBlocklist(blocklists, () => performance.now());
  const removals = createScopeRemovals({ ...deps, blocklist, families: createFamilies(artifacts) });
  const { families, narrowGrants, narrowOpened } = removals;
  const exchanges = createExchanges({ families, graceMs: config.refreshGraceSeconds * 1000, clock });
  const root = createRoot(deps, families, blocklist);
  reportServerErrors(root, deps.log);
  const interactions = createInteractions({ ...config, ...deps, provider: root, families, narrowOpened });
  const endpointDeps = {
    issuerUrl: config.issuerUrl,
    baseUrl: config.baseUrl,
    guesses: createClientGuesses(createRateLimits(deps), clock),
    clock,
    clientIp,
    families,
    onUse: deps.usage.tokenUse,
  };
  return {
    root,
    endpoints: [
      createMetadataEndpoint(deps.documentationUrl),
      createAuthorizationEndpoint(config.baseUrl),
      createTokenEndpoint({ ...endpointDeps, exchanges, audit, onTokenRequest: deps.onTokenRequest }),
      createRevocationEndpoint(endpointDeps),
      createIntrospectionEndpoint(endpointDeps),
    ],
    interactions,
    families,
    verifyToken: createVerifyToken({ artifacts, keys, blocklist, clock }),
    watchGrant: createGrantWatch({ ...deps, families }),
    narrowGrants,
    async grantEnd(id) {
      const family = (await families.load(id))?.family;
      return family?.refresh && family.ends > clock() ? new Date(family.ends) : undefined;
    },
    routeOf,
    start: () => blocklist.start(),
    stop: () => blocklist.stop(),
  };
}
