/*
 * All pages that people see, put together in the order of their tables. What the authorization server needs of them,
 * who is signed in and how a refusal is shown, is handed to it as functions.
 */
import { randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import Router from 'koa-router';
import { ErrorPage } from '../../views/error-page.js';
import { createPasswords } from '../accounts/password-hash.js';
import { createSessions } from '../accounts/session.js';
import { consentGroups } from '../authorization/consent/consent.js';
import { createOrganizationGrants } from '../authorization/grants/organization-grants.js';
import type { Config } from '../config/config.js';
import { createCookies } from '../http/cookies.js';
import { createCsrf } from '../http/csrf.js';
import { type Form, readForm } from '../http/forms.js';
import { pagesOf } from '../http/page-table.js';
import { sendPage } from '../http/pages.js';
import { requestId } from '../http/request-state.js';
import { allowFormTarget, allowScript } from '../http/security-headers.js';
import type { KeyRing } from '../keys/key-ring.js';
import { calendarDeps } from '../scheduling/calendars/deps.js';
import type { Stores } from '../stores.js';
import { createAuditPages } from './audit/pages.js';
import { createCalendarPages } from './calendars/pages.js';
import { createConferencingPages } from './conferencing/pages.js';
import { ANSWER_LISTS, answerOf, type PageKit } from './consent/page-deps.js';
import { createDeveloperPages } from './developer/pages.js';
import { homeLinks } from './home/links.js';
import { createAccountPages, createHomePages } from './home/pages.js';
import { createOutboxPages } from './outbox/outbox-pages.js';
import type { Page } from './page.js';
import { createPlayground } from './playground/playground.js';
import { sendReply } from './reply.js';
import { createReviewPages } from './review/pages.js';
import { browserRequest, createPageRouter, type PageRouterDeps } from './router.js';
import { createRoutingFormPages } from './routing-forms/pages.js';
import { createCurrentUser } from './session/current-user.js';
import { pageSession } from './session/page-session.js';
import { createRequireRecentSignIn } from './session/require-recent-sign-in.js';
import { askAgain, createRequireUser, type Guarded, type RequireUserOf } from './session/require-user.js';
import { signInPath } from './session/return-to.js';
import type { RequireRecentSignIn, RequireUser } from './session/user.js';
import { createTeamPages } from './teams/pages.js';
import { createWebhookPages } from './webhooks/webhook-pages.js';

export interface WebDeps {
  readonly config: Config;
  readonly keys: KeyRing;
  readonly stores: Stores;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The demonstration data, when there is some. */
  readonly demo?: { readonly playgroundClientId: string };
}

export interface Web {
  readonly kit: PageKit;
  readonly groups: readonly PageGroup[];
  /** Every page, with those of the authorization server. */
  middleware(userPages: readonly Router[]): Middleware;
}

function sessionDepsOf({ config, keys, stores, clock }: WebDeps) {
  const cookies = createCookies(config.appUrl);
  const sessions = createSessions({ artifacts: stores.artifacts, keys, clock });
  return {
    artifacts: stores.artifacts,
    throttle: stores.throttle,
    organizationApps: stores.organizationApps,
    calendarProviders: stores.calendarProviders,
    outbound: stores.outbound,
    accounts: stores.accounts.accounts,
    recoveries: stores.accounts.recoveries,
    passkeys: stores.accounts.passkeys,
    audit: stores.events.audit,
    jobs: stores.jobs.jobs,
    ownMemberships: stores.teams.ownMemberships,
    invites: stores.teams.invites,
    teams: stores.teams.teams,
    ...stores.clients,
    ...stores.scheduling,
    webhookWatch: stores.delivery.webhookWatch,
    ...config,
    ...{ keys, clock, cookies, sessions },
    csrf: createCsrf({ keys, cookies, appUrl: config.appUrl }),
    passwords: createPasswords(),
    currentUser: createCurrentUser({ sessions, accounts: stores.accounts.accounts, cookies }),
  };
}

function userOf(ctx: Context, guarded: Guarded) {
  if ('user' in guarded) return guarded.user;
  sendReply(ctx, guarded.reply);
  return undefined;
}

/** For pages that are still routes. */
export function guardsOf(deps: PageRouterDeps) {
  const through =
    (guard: RequireUserOf): RequireUser =>
    async (ctx, form) =>
      userOf(ctx, await guard(browserRequest(deps, ctx), { form, shownTo: deps.csrf.verifyCsrf(ctx, form) }));
  const confirm = createRequireRecentSignIn(deps);
  const requireRecentSignIn: RequireRecentSignIn = async (ctx, form) => {
    const user = await deps.currentUser(ctx);
    return user && userOf(ctx, await confirm(browserRequest(deps, ctx), form, user));
  };
  return {
    requireUser: through(createRequireUser(deps)),
    askAgain: through(askAgain),
    requireRecentSignIn,
    sessionOf: (ctx: Context) => pageSession(deps, ctx),
  };
}

function kitOf(deps: PageRouterDeps): PageKit {
  const guards = guardsOf(deps);
  const answerThrough =
    (guard: (ctx: Context, form: Form) => Promise<object | undefined>): PageKit['readAnswer'] =>
    async (ctx) => {
      const form = await readForm(ctx, ANSWER_LISTS);
      return (await guard(ctx, form)) && answerOf(form);
    };
  return {
    async user(ctx) {
      const found = await deps.currentUser(ctx);
      if (found === undefined) return undefined;
      const { id: accountId, name, email } = found.account;
      return { accountId, name, email, signedInAt: found.signedInAt };
    },
    sendPage,
    sendError: (ctx, status, explanation) =>
      sendPage(ctx, status, ErrorPage({ ...explanation, reference: requestId(ctx) })),
    readAnswer: answerThrough(guards.requireUser),
    readDecision: answerThrough(guards.askAgain),
    csrf: (ctx) => deps.csrf.csrfField(ctx),
    allowFormTarget,
    signInPath,
  };
}

/** A modest start: the profile call works, and the consent page has something to untick. */
const TICKED_IN_PLAYGROUND = new Set(['PROFILE_READ', 'BOOKING_READ', 'BOOKING_WRITE']);

function createTrialPages(deps: WebDeps): readonly Router[] {
  const { config, stores, demo } = deps;
  if (config.production || demo === undefined) return createOutboxPages(deps);
  const playground = createPlayground({
    ...config,
    sendPage,
    allowScript,
    async client() {
      const client = await stores.clients.clients.find(demo.playgroundClientId);
      return client && { id: client.id, groups: consentGroups(client.scopes, TICKED_IN_PLAYGROUND) };
    },
  });
  return [...createOutboxPages(deps), playground];
}

/** Tables of pages, and routers of those that are not declared yet. */
export type PageGroup = Router | readonly Page[];

function createGroups(deps: WebDeps, sessionDeps: ReturnType<typeof sessionDepsOf>): readonly PageGroup[] {
  const common = { ...sessionDeps, ...guardsOf(sessionDeps), random: randomBytes };
  return [
    createHomePages({ links: homeLinks(deps) }),
    createAccountPages(common),
    createTeamPages({
      ...common,
      grants: createOrganizationGrants({ artifacts: deps.stores.artifacts, audit: deps.stores.events.audit }),
    }),
    createCalendarPages({ ...common, calendarDeps: calendarDeps(common) }),
    createConferencingPages(common),
    createRoutingFormPages(common),
    createDeveloperPages(common),
    createReviewPages(common),
    createWebhookPages(common),
    createAuditPages(common),
    ...createTrialPages(deps),
  ];
}

export function createWeb(deps: WebDeps): Web {
  const sessionDeps = sessionDepsOf(deps);
  const routerOf = createPageRouter(sessionDeps);
  const groups = createGroups(deps, sessionDeps);
  return {
    groups,
    kit: kitOf(sessionDeps),
    middleware: (userPages) =>
      pagesOf([...groups, ...userPages].map((group) => (group instanceof Router ? group : routerOf(group)))),
  };
}
