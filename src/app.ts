/*
 * The only wiring: every room is made here and mounted in the order in which a request meets it. Reads no environment,
 * opens nothing; what it needs from the outside is handed in.
 */
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Middleware } from 'koa';
import type Router from 'koa-router';
import { ErrorPage } from '../views/error-page.js';
import { createAccountPages } from './web/home/pages.js';
import { createCurrentPerson } from './web/session/current-user.js';
import { createDecisionDoor, createFormDoor } from './web/session/require-user.js';
import { createFreshDoor } from './web/session/require-recent-sign-in.js';
import { createPasswords } from './accounts/password-hash.js';
import { signInPath } from './web/session/return-to.js';
import { createSessions } from './accounts/session.js';
import { createApi } from './api/api.js';
import type { Route } from './api/route.js';
import { createAuditPages } from './web/audit/audit-pages.js';
import { type Authorization, createAuthorization } from './authorization/authorization.js';
import { consentGroups } from './authorization/consent/consent.js';
import { createOrganizationGrants } from './authorization/grants/organization-grants.js';
import { ANSWER_LISTS, answerOf, type PageKit } from './web/consent/page-deps.js';
import { createCalendarPages } from './web/calendars/pages.js';
import { createClientPages } from './web/developer/pages.js';
import { createUsageRecorder } from './clients/usage-recorder.js';
import type { Config } from './config/config.js';
import { createConferencingPages } from './web/conferencing/pages.js';
import { createDelivery } from './delivery/delivery.js';
import { createOutboxPages } from './web/outbox/outbox-pages.js';
import { createWebhookPages } from './web/webhooks/webhook-pages.js';
import { notFound } from './errors.js';
import { homeLinks, SHORTCUTS } from './web/home/links.js';
import { createAccessLog } from './http/access-log.js';
import { createAdmission } from './http/concurrency-limit.js';
import { serveAssets } from './http/assets.js';
import { createCookies } from './http/cookies.js';
import { createCsrf } from './http/csrf.js';
import { declareScheme } from './http/forwarded-scheme.js';
import { createEdge, createEntrance } from './http/edge.js';
import { createFailures } from './http/failures.js';
import { readForm } from './http/forms.js';
import { redirectToCanonicalHost } from './http/canonical-host.js';
import { limitsWith } from './http/rate-limit.js';
import { pagesOf } from './http/page-table.js';
import { sendPage } from './http/pages.js';
import { clientIp } from './http/proxies.js';
import { requestId } from './http/request-state.js';
import { createShortcuts } from './http/shortcuts.js';
import { allowFormTarget, allowScript, createSecurityHeaders } from './http/security-headers.js';
import type { KeyRing } from './keys/key-ring.js';
import { createKeyRenewal } from './keys/key-rotation.js';
import { createHealth } from './ops/health.js';
import type { Log } from './ops/log.js';
import { createStoreWatch } from './ops/store-watch.js';
import { createPlayground } from './web/playground/playground.js';
import { createReference, referenceLink } from './web/reference/reference.js';
import { createRoutingFormPages } from './web/routing-forms/pages.js';
import { calendarDeps } from './scheduling/calendars/deps.js';
import { createSchedulingLimits } from './scheduling/rate-limits.js';
import { createSchedulingRoutes } from './scheduling/routes.js';
import type { Stores } from './stores.js';
import { createTeamPages } from './web/teams/pages.js';

export interface AppDeps {
  readonly config: Config;
  readonly keys: KeyRing;
  readonly stores: Stores;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The demonstration world, when there is one. */
  readonly demo?: { readonly playgroundClientId: string };
}

export interface App {
  callback(): RequestListener;
  /** From now on `/readyz` says no and connections are closed behind each answer. */
  drain(): void;
  close(): Promise<void>;
}

type Pages = Pick<PageKit, 'person'> & {
  readonly kit: PageKit;
  readonly routers: readonly Router[];
};

const answerThrough =
  (door: ReturnType<typeof createFormDoor>): PageKit['readAnswer'] =>
  async (ctx) => {
    const form = await readForm(ctx, ANSWER_LISTS);
    return (await door(ctx, form)) && answerOf(form);
  };

function createPages(deps: AppDeps): Pages {
  const { config, keys, stores, clock } = deps;
  const cookies = createCookies(config.appUrl);
  const csrf = createCsrf({ keys, cookies, appUrl: config.appUrl });
  const sessions = createSessions({ artifacts: stores.artifacts, keys, clock });
  const passwords = createPasswords();
  const currentPerson = createCurrentPerson({ sessions, accounts: stores.accounts, cookies });
  const person: PageKit['person'] = async (ctx) => {
    const found = await currentPerson(ctx);
    if (found === undefined) return undefined;
    const { id: accountId, name, email } = found.account;
    return { accountId, name, email, signedInAt: found.signedInAt };
  };
  const accountDeps = {
    ...stores,
    ...config,
    keys,
    csrf,
    currentPerson,
    clock,
    cookies,
    sessions,
    passwords,
  };
  const postedBy = createFormDoor(accountDeps);
  const kit: PageKit = {
    person,
    sendPage,
    sendError: (ctx, status, explanation) =>
      sendPage(ctx, status, ErrorPage({ ...explanation, reference: requestId(ctx) })),
    readAnswer: answerThrough(postedBy),
    readDecision: answerThrough(createDecisionDoor(accountDeps)),
    csrf: (ctx) => csrf.csrfField(ctx),
    allowFormTarget,
    signInPath,
  };
  const common = { ...accountDeps, postedBy, confirmedPerson: createFreshDoor(accountDeps) };
  const teams = createTeamPages({ ...common, grants: createOrganizationGrants(stores) });
  const accounts = createAccountPages({ ...accountDeps, links: homeLinks(deps) });
  const clients = createClientPages({ ...common, random: randomBytes });
  const calendars = createCalendarPages({
    ...common,
    calendarDeps: calendarDeps({ ...common, random: randomBytes }),
  });
  const routingForms = createRoutingFormPages({ ...common, random: randomBytes });
  const conferencing = createConferencingPages({ ...common, random: randomBytes });
  const routers = [accounts, teams, calendars, conferencing, routingForms, ...clients];
  return { person, kit, routers: [...routers, createWebhookPages(common), createAuditPages(common)] };
}

/** A modest start: the profile call works, and the consent page has something to untick. */
const TICKED_IN_PLAYGROUND = new Set(['PROFILE_READ', 'BOOKING_READ', 'BOOKING_WRITE']);

function createTrialPages(deps: AppDeps): readonly Router[] {
  const { config, stores, demo } = deps;
  if (config.production || demo === undefined) return createOutboxPages(deps);
  const playground = createPlayground({
    ...config,
    sendPage,
    allowScript,
    async client() {
      const client = await stores.clients.find(demo.playgroundClientId);
      return client && { id: client.id, groups: consentGroups(client.scopes, TICKED_IN_PLAYGROUND) };
    },
  });
  return [...createOutboxPages(deps), playground];
}

/** The engine answers its own paths alone; for the rest this is the end of the road. */
const onlyOwned =
  ({ owns }: Authorization): Middleware =>
  (ctx, next) => {
    if (!owns(ctx.path)) throw notFound();
    return next();
  };

function routesOf({ config, keys, stores, clock }: AppDeps): readonly Route[] {
  return createSchedulingRoutes({
    ...stores,
    ...config,
    keys,
    clock,
    random: randomBytes,
    ...createSchedulingLimits(limitsWith({ ...stores, keys }), config.bookingsPerNetwork),
  });
}

const backgroundOf = (deps: AppDeps, { grantEnd, watchGrant }: Authorization) => [
  createDelivery({ ...deps, grantEnd, watchGrant, chance: Math.random }),
  createKeyRenewal({ ...deps, ...deps.stores }),
];

export function createApp(deps: AppDeps): App {
  const { config, stores, log, clock } = deps;
  let draining = false;
  const isDraining = () => draining;
  const pages = createPages(deps);
  const usage = createUsageRecorder({ ...stores, log, random: randomBytes, clock });
  const documentationUrl = referenceLink(config.baseUrl).to;
  const authorization = createAuthorization({
    ...{ ...stores, ...deps, usage, documentationUrl, clientIp },
    pages: pages.kit,
  });
  const watch = createStoreWatch(deps);
  const works = [watch, ...backgroundOf(deps, authorization)];
  const routes = routesOf(deps);
  const api = createApi({
    ...config,
    routes,
    readMembership: stores.teams.standing,
    verifyToken: authorization.verifyToken,
    onCall: usage.call,
    clientIp,
  });
  const line: readonly Middleware[] = [
    createEntrance({ trustedProxies: config.trustedProxies, draining: isDraining }),
    createAccessLog(log),
    createSecurityHeaders(config),
    createFailures({ log, now: () => new Date(clock()) }),
    createEdge(config),
    redirectToCanonicalHost(config.appUrl),
    createHealth({ faults: async () => (await watch.examine()).faults, draining: isDraining }),
    createAdmission(),
    createReference({ ...deps, routes }),
    api,
    serveAssets,
    declareScheme(config.appUrl),
    pagesOf([...pages.routers, ...authorization.personPages, ...createTrialPages(deps)]),
    createShortcuts(config.appUrl, SHORTCUTS),
    onlyOwned(authorization),
    ...authorization.doors,
  ];
  const { root } = authorization;
  Object.assign(root, { proxy: true, silent: true });
  for (const middleware of line) root.use(middleware);
  authorization.start();
  for (const work of works) work.start();
  return {
    callback: () => root.callback(),
    drain() {
      draining = true;
    },
    async close() {
      authorization.stop();
      await Promise.all([...works, usage].map((work) => work.stop()));
    },
  };
}
