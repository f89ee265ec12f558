/*
 * The authorization server, put together: doors in front of the engine, the engine, the consent page, and the token
 * check that the resource server is handed. Knows clients and scopes; of people only who is signed in.
 */
import type { Context, Middleware } from 'koa';
import type Koa from 'koa';
import type Router from 'koa-router';
import { present } from '../present.js';
import type { VerifyToken } from '../api/principal.js';
import type { ArtifactStore } from '../artifacts/store.js';
import type { AuditLog } from '../events/audit-log.js';
import type { ClientStore, BlocklistStore } from '../clients/store.js';
import type { UsageRecorder } from '../clients/usage-recorder.js';
import type { Config } from '../config/config.js';
import type { Announcements, JobStore } from '../jobs/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Log } from '../ops/log.js';
import { requestId } from '../http/request-state.js';
import { createRateLimit, limitsWith } from '../http/rate-limit.js';
import type { Throttle } from '../http/throttle.js';
import { explain, tellWhenToRetry } from './provider/error-translation.js';
import { createAuthorizationEndpoint } from './provider/authorization-endpoint.js';
import { createVerifyToken } from './grants/bearer.js';
import { createClientGuesses } from './token/client-authentication-limits.js';
import { createConnectedApps } from '../web/connected-apps/pages.js';
import { createExchanges } from './token/exchange.js';
import { createFamilies, type Families, type LoadedFamily } from './grants/families.js';
import { type EndedBy, revokedEntry } from './grants/audit-entries.js';
import { createGrantWatch, type WatchGrant } from './grants/expiry.js';
import { createInteractions } from '../web/consent/interaction-pages.js';
import { createLimitPages } from '../web/connected-apps/limit-pages.js';
import type { PageKit } from '../web/consent/page-deps.js';
import { createMetadataEndpoint } from './provider/metadata-endpoint.js';
import type { GrantedResourcesStore } from './grants/granted-resources-store.js';
import {
  AUTHORIZE_PATH,
  createProvider,
  INTROSPECTION_PATH,
  JWKS_PATH,
  REVOCATION_PATH,
  TOKEN_PATH,
} from './provider/provider.js';
import { registeredOf } from './provider/hooks.js';
import { currentContext } from './provider/provider-call.js';
import { createAccessBlocklist } from './grants/access-blocklist.js';
import { createIntrospectionEndpoint } from './token/introspection-endpoint.js';
import { createRevocationEndpoint } from './token/revocation-endpoint.js';
import { createTokenEndpoint, type ReuseReport } from './token/token-endpoint.js';

export interface AuthorizationDeps {
  readonly config: Config;
  /** Where developers read about the API. */
  readonly documentationUrl: string;
  readonly keys: KeyRing;
  readonly clients: ClientStore;
  readonly standings: BlocklistStore;
  readonly artifacts: ArtifactStore;
  readonly audit: AuditLog;
  readonly announcements: Announcements;
  readonly jobs: JobStore;
  readonly grantedResources: GrantedResourcesStore;
  readonly usage: UsageRecorder;
  readonly throttle: Throttle;
  readonly pages: PageKit;
  readonly log: Log;
  readonly clientIp: (ctx: Context) => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface Authorization {
  /** The Koa application that everything else is mounted into: the engine insists on being the root. */
  readonly root: Koa;
  /** In front of the engine, in this order. */
  readonly doors: readonly Middleware[];
  /** Consent and connected applications. */
  readonly userPages: readonly Router[];
  readonly verifyToken: VerifyToken;
  /** When a grant ends that an application has tokens of; undefined once it has ended. */
  readonly grantEnd: (id: string) => Promise<Date | undefined>;
  /** Works a job of the kind `grant`. */
  readonly watchGrant: WatchGrant;
  /** Whether the engine answers this path. */
  readonly owns: (path: string) => boolean;
  start(): void;
  stop(): void;
}

const OWN_PATHS = new Set([
  AUTHORIZE_PATH,
  TOKEN_PATH,
  REVOCATION_PATH,
  INTROSPECTION_PATH,
  JWKS_PATH,
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
]);

/** From the consent page to the redirect. */
const WAY_BACK = new RegExp(`^${AUTHORIZE_PATH}/[\\w-]+$`);

const reuseRecorder = (audit: AuditLog) => (report: ReuseReport) =>
  audit.append({
    actor: `client:${report.clientId}`,
    clientIp: report.clientIp,
    action: 'refresh.reuse_detected',
    subject: `family:${report.familyId}`,
    facts: { accountId: report.accountId, ...present({ firstUse: report.firstUse }) },
  });

const endRecorder = (audit: AuditLog) => (ended: LoadedFamily, by: EndedBy, clientIp?: string) =>
  audit.append(revokedEntry(ended, by, clientIp));

/** Far beyond what people behind one address do, and within what a store can keep for an hour. */
export const ANONYMOUS_LIMIT = { tries: 1200, windowSeconds: 600 };

function createEngine(
  deps: AuthorizationDeps,
  shared: { families: Families; board: ReturnType<typeof createAccessBlocklist> },
) {
  const { config, pages } = deps;
  const onEnd = endRecorder(deps.audit);
  const currentIp = () => {
    const ctx = currentContext();
    return ctx && deps.clientIp(ctx);
  };
  const admit = createRateLimit(deps, 'authorizations', ANONYMOUS_LIMIT);
  return createProvider({
    ...config,
    ...deps,
    families: shared.families,
    refreshTokenTtlMs: config.refreshTokenTtl * 1000,
    rateLimitAnonymous: () => admit(currentIp() ?? ''),
    onRevoked: (revoked) => onEnd(revoked, 'client', currentIp()),
    signedIn: pages.user,
    accountEnabled: async (id) => !(await shared.board.current()).disabledAccounts.has(id),
    renderError(ctx, _out, failure) {
      const { client } = ctx.oidc;
      tellWhenToRetry(ctx, failure);
      pages.sendError(ctx, ctx.status, explain(failure, ctx.query, client && registeredOf(client)));
    },
  });
}

/** The engine answers what it did not foresee by itself; without this nobody would learn of it. */
function reportServerErrors(root: ReturnType<typeof createEngine>, log: Log): void {
  root.on('server_error', (ctx, err) => {
    log.error({ requestId: requestId(ctx), method: ctx.method, path: ctx.path, err }, 'request failed');
  });
}

export function createAuthorization(deps: AuthorizationDeps): Authorization {
  const { config, keys, artifacts, clients, standings, audit, pages, clientIp, clock } = deps;
  const families = createFamilies(artifacts);
  const board = createAccessBlocklist(standings, () => performance.now());
  const exchanges = createExchanges({ families, graceMs: config.refreshGraceSeconds * 1000, clock });
  const root = createEngine(deps, { families, board });
  reportServerErrors(root, deps.log);
  const interactions = createInteractions({
    ...config,
    provider: root,
    clients,
    families,
    announcements: deps.announcements,
    grantedResources: deps.grantedResources,
    pages,
    clientIp,
    clock,
  });
  const endpointDeps = {
    issuerUrl: config.issuerUrl,
    guesses: createClientGuesses(limitsWith(deps), clock),
    clock,
    clientIp,
    onUse: deps.usage.tokenUse,
  };
  const appPages = [createConnectedApps, createLimitPages].map((create) => create({ ...deps, families }));
  return {
    root,
    doors: [
      createMetadataEndpoint(deps.documentationUrl),
      createAuthorizationEndpoint(),
      createTokenEndpoint({
        ...endpointDeps,
        exchanges,
        onReuse: reuseRecorder(audit),
        onEnd: endRecorder(audit),
      }),
      createRevocationEndpoint(endpointDeps),
      createIntrospectionEndpoint(endpointDeps),
    ],
    userPages: [interactions, ...appPages],
    verifyToken: createVerifyToken({ artifacts, keys, board, clock }),
    watchGrant: createGrantWatch({ ...deps, families }),
    async grantEnd(id) {
      const family = (await families.load(id))?.family;
      return family?.refresh && family.ends > clock() ? new Date(family.ends) : undefined;
    },
    owns: (path) => OWN_PATHS.has(path) || WAY_BACK.test(path),
    start: () => board.start(),
    stop: () => board.stop(),
  };
}
