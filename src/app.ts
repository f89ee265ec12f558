/*
 * The only wiring: creates every module and mounts the middleware in request order. It reads no environment and opens
 * nothing; everything from the outside is passed in.
 */
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Middleware } from 'koa';
import { createEmailChangeRequests } from './accounts/email-change.js';
import { ATTEMPT_LIMITS, createAttemptCounter } from './accounts/sign-in-rate-limit.js';
import { createApi } from './api/api.js';
import { createExplainRoutes } from './api/explain.js';
import type { Route } from './api/route.js';
import { type Authorization, createAuthorization } from './authorization/authorization.js';
import { createClientRoutes } from './clients/public-routes.js';
import { createUsageRecorder, type UsageRecorder } from './clients/usage/usage-recorder.js';
import type { Config } from './config/config.js';
import { settingsOf } from './config/settings.js';
import { createDelivery } from './delivery/delivery.js';
import { notFound } from './errors.js';
import { setRoute } from './request-route.js';
import { SHORTCUTS } from './web/home/shortcuts.js';
import { createAccessLog } from './http/access-log.js';
import { type Admission, createAdmission } from './http/admission.js';
import { serveAssets } from './http/assets.js';
import { declareScheme } from './http/forwarded-scheme.js';
import { createEdge, createEntrance } from './http/edge.js';
import { createFailures } from './http/failures.js';
import { redirectToCanonicalHost } from './http/canonical-host.js';
import { clientIp } from './http/proxies.js';
import { createRequestTimes } from './http/request-times.js';
import { createShortcuts } from './http/shortcuts.js';
import { createSiteFiles } from './http/site-files.js';
import { createSecurityHeaders } from './http/security-headers.js';
import type { KeyRing } from './keys/key-ring.js';
import { createKeyRenewal } from './keys/key-rotation.js';
import { createHealth, type HealthDeps } from './ops/health.js';
import type { Observers } from './metrics/observers.js';
import { createSources, type Sources } from './metrics/sources.js';
import type { Log } from './ops/log.js';
import { createStoreWatch } from './ops/store-watch.js';
import type { Page } from './web/page.js';
import { createWeb, type Web } from './web/web.js';
import { createReference, referenceUrl } from './web/reference/reference.js';
import { createObserver } from './request-log/observer.js';
import { createRequestLog, type RequestLog } from './request-log/writer.js';
import { createSchedulingLimits } from './scheduling/rate-limits.js';
import { createSchedulingRoutes } from './scheduling/routes.js';
import type { Stores } from './stores.js';

export interface AppDeps {
  readonly config: Config;
  readonly keys: KeyRing;
  readonly stores: Stores;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Milliseconds between two looks for due jobs; 900 when absent. */
  readonly lookEveryMs?: number;
  /** Of what happens, for the metrics. */
  readonly observers?: Observers | undefined;
  /** The demonstration data, if any. */
  readonly demo?: { readonly playgroundClientId: string };
}

export interface App {
  /** The table of all pages. */
  readonly pages: readonly Page[];
  /** What the probes answer. */
  readonly health: HealthDeps;
  /** For the metrics, when they are read. */
  readonly sources: Sources;
  callback(): RequestListener;
  /** From now on `/readyz` fails and every response closes its connection. */
  drain(): void;
  close(): Promise<void>;
}

/** Of all pages but those under names that people choose, and of the API. */
const closedSegments = (pages: readonly Page[]): readonly string[] => {
  const segments = pages.map(({ path }) => path.split('/')[1] ?? '');
  return [...new Set([...segments.filter((segment) => segment !== ''), 'v2'])].sort();
};

const nothingHere = (): never => {
  throw notFound();
};

/** The authorization server only gets its own paths; all others belong to pages under names that people choose. */
const onlyOwned =
  ({ routeOf }: Authorization, publicPages: Middleware): Middleware =>
  (ctx, next) => {
    const route = routeOf(ctx.path);
    if (route === undefined) return publicPages(ctx, nothingHere) as unknown;
    setRoute(ctx, route);
    return next();
  };

function routesOf({ config, keys, stores, clock }: AppDeps): readonly Route[] {
  const limits = createSchedulingLimits({ ...config, throttle: stores.throttle, keys, clock });
  const scheduling = createSchedulingRoutes({
    calendarProviders: stores.calendarProviders,
    outbound: stores.outbound,
    artifacts: stores.artifacts,
    ...stores.scheduling,
    organizationUsers: stores.teams.organizationUsers,
    teams: stores.teams.teams,
    invites: stores.teams.invites,
    memberships: stores.teams.memberships,
    clients: stores.clients.clients,
    ...config,
    keys,
    clock,
    random: randomBytes,
    emailChanges: createEmailChangeRequests({
      emailChanges: stores.accounts.emailChanges,
      attempts: createAttemptCounter(stores.throttle, keys, ATTEMPT_LIMITS),
      clock,
    }),
    ...limits,
  });
  const clients = createClientRoutes({ ...config, ...limits, clients: stores.clients.clients });
  const { readMembership } = stores.teams.teams;
  return createExplainRoutes({ ...config, ...limits, readMembership }, [...scheduling, ...clients]);
}

const backgroundOf = (
  deps: AppDeps,
  { endAccountAccess }: Web,
  { grantEnd, watchGrant, narrowGrants }: Authorization,
) => [
  createDelivery({
    ...deps,
    ...{ endAccountAccess, grantEnd, watchGrant, narrowGrants },
    chance: Math.random,
    observe: deps.observers?.job,
    observeWebhook: deps.observers?.webhookAttempt,
  }),
  createKeyRenewal({ ...deps, ...deps.stores.keys }),
];

function authorizationOf(deps: AppDeps, web: Web, usage: UsageRecorder): Authorization {
  const { config, keys, stores, log, clock } = deps;
  return createAuthorization({
    ...{ config, keys, log, clock, clientIp, usage },
    onDecision: deps.observers?.consentDecision,
    artifacts: stores.artifacts,
    throttle: stores.throttle,
    clients: stores.clients.clients,
    blocklists: stores.clients.blocklists,
    registryChanges: stores.clients.registryChanges,
    audit: stores.events.audit,
    announcements: stores.authorization.announcements,
    grantedResources: stores.authorization.grantedResources,
    clientGrants: stores.authorization.clientGrants,
    jobs: stores.jobs,
    documentationUrl: referenceUrl(config.baseUrl),
    signedIn: web.signedIn,
    sendError: web.sendError,
  });
}

interface Parts {
  readonly web: Web;
  readonly pages: readonly Page[];
  readonly publicPages: readonly Page[];
  readonly authorization: Authorization;
  readonly usage: UsageRecorder;
  readonly health: HealthDeps;
  readonly admission: Admission;
  readonly requestLog: RequestLog;
}

/** In request order. */
function middlewareOf(deps: AppDeps, parts: Parts): readonly Middleware[] {
  const { config, stores, log, clock } = deps;
  const { web, pages, publicPages, authorization, usage, health, admission } = parts;
  const routes = routesOf(deps);
  return [
    createEntrance({ trustedProxies: config.trustedProxies, draining: health.draining }),
    createAccessLog(log),
    ...(deps.observers === undefined ? [] : [createRequestTimes(deps.observers.request)]),
    createSecurityHeaders(config),
    createFailures({ log, now: () => new Date(clock()), shellOf: web.shellOf }),
    createObserver({ requestLog: parts.requestLog, clientIp, clock, onEntry: deps.observers?.entry }),
    createEdge(config),
    redirectToCanonicalHost(config.appUrl),
    createHealth(health),
    admission.limitTime,
    createReference({ ...deps, routes }),
    createApi({
      ...config,
      routes,
      readMembership: stores.teams.teams.readMembership,
      verifyToken: authorization.verifyToken,
      onCall: usage.call,
      clientIp,
    }),
    serveAssets,
    createSiteFiles({ ...config, clock, closedSegments: closedSegments(pages) }),
    declareScheme(config.appUrl),
    web.serve(pages),
    createShortcuts(config.appUrl, SHORTCUTS),
    onlyOwned(authorization, web.serve(publicPages, { underChosenNames: true })),
    ...authorization.endpoints,
  ];
}

export function createApp(deps: AppDeps): App {
  const { stores, log, clock } = deps;
  let draining = false;
  const watch = createStoreWatch(deps);
  const examine = () => watch.examine();
  const web = createWeb({ ...deps, examine, settings: settingsOf(deps.config) });
  const usage = createUsageRecorder({ usage: stores.clients.usage, log, random: randomBytes, clock });
  const authorization = authorizationOf(deps, web, usage);
  const [pages, publicPages] = [web.pages(authorization), web.publicPages()];
  const health: HealthDeps = {
    examine,
    draining: () => draining,
  };
  const workers = [watch, ...backgroundOf(deps, web, authorization)];
  const { root } = authorization;
  Object.assign(root, { proxy: true, silent: true });
  const admission = createAdmission({ log, now: () => new Date(clock()) });
  const requestLog = createRequestLog({ ...stores.requestLog, log });
  const parts: Parts = { web, pages, publicPages, authorization, usage, health, admission, requestLog };
  for (const middleware of middlewareOf(deps, parts)) root.use(middleware);
  authorization.start();
  for (const worker of workers) worker.start();
  return {
    pages: [...pages, ...publicPages],
    health,
    sources: createSources({
      ...{ load: admission.load, connections: stores.connections, clock },
      store: stores.jobs,
      countWaiting: stores.clients.records.countWaiting,
    }),
    callback: () => admission.admit(root.callback()),
    drain() {
      draining = true;
    },
    async close() {
      authorization.stop();
      await Promise.all([...workers, usage, requestLog].map((worker) => worker.stop()));
    },
  };
}
