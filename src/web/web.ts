/*
 * All pages that people see, put together in the order of their tables. What the authorization server needs of them,
 * who is signed in and how a refusal is shown, is handed to it as functions.
 */
import { randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { ErrorPage } from '../../views/error-page.js';
import { createPasswords } from '../accounts/password-hash.js';
import { createSessions } from '../accounts/session.js';
import { createTries, TRY_LIMITS } from '../accounts/sign-in-rate-limit.js';
import { consentGroups } from '../authorization/consent/consent.js';
import type { Interactions } from '../authorization/consent/interactions.js';
import type { Families } from '../authorization/grants/families.js';
import { createOrganizationGrants } from '../authorization/grants/organization-grants.js';
import type { Explanation } from '../authorization/provider/error-translation.js';
import type { SignedIn } from '../authorization/provider/hooks.js';
import type { Config } from '../config/config.js';
import { createCookies } from '../http/cookies.js';
import { createCsrf } from '../http/csrf.js';
import { requestId } from '../http/request-state.js';
import type { KeyRing } from '../keys/key-ring.js';
import { calendarDeps } from '../scheduling/calendars/deps.js';
import type { Stores } from '../stores.js';
import { createAuditPages } from './audit/pages.js';
import { createCalendarPages } from './calendars/pages.js';
import { createConferencingPages } from './conferencing/pages.js';
import { createLimitPages } from './connected-apps/limit-pages.js';
import { createConnectedAppsPages } from './connected-apps/pages.js';
import { createConsentPages } from './consent/consent-pages.js';
import { createDeveloperPages } from './developer/pages.js';
import { homeLinks } from './home/links.js';
import { createHomePages } from './home/pages.js';
import { createOutboxPages } from './outbox/pages.js';
import type { Page } from './page.js';
import { createPlayground } from './playground/pages.js';
import { page, sendReply } from './reply.js';
import { createReviewPages } from './review/pages.js';
import { createPageRouter } from './router.js';
import { createRoutingFormPages } from './routing-forms/pages.js';
import { createAllSecurityPages } from './security/pages.js';
import { createCurrentUser } from './session/current-user.js';
import { createAllSignInPages } from './sign-in/pages.js';
import { createTeamPages } from './teams/pages.js';
import { createWebhookPages } from './webhooks/pages.js';

export interface WebDeps {
  readonly config: Config;
  readonly keys: KeyRing;
  readonly stores: Stores;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The demonstration data, when there is some. */
  readonly demo?: { readonly playgroundClientId: string };
}

/** What the authorization server gives to pages. */
export interface GrantPorts {
  readonly interactions: Interactions;
  readonly families: Families;
}

export interface Web {
  /** Who is signed in, for the authorization server. */
  signedIn(ctx: Context): Promise<SignedIn | undefined>;
  sendError(ctx: Context, status: number, explanation: Explanation): void;
  pages(grants: GrantPorts): readonly Page[];
  serve(pages: readonly Page[]): Middleware;
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
    jobs: stores.jobs,
    ownMemberships: stores.teams.ownMemberships,
    invites: stores.teams.invites,
    teams: stores.teams.teams,
    ...stores.clients,
    ...stores.scheduling,
    grantedResources: stores.authorization.grantedResources,
    webhookWatch: stores.delivery.webhookWatch,
    ...config,
    ...{ keys, clock, cookies, sessions },
    csrf: createCsrf({ keys, cookies, appUrl: config.appUrl }),
    tries: createTries(stores.throttle, keys, TRY_LIMITS),
    passwords: createPasswords(),
    currentUser: createCurrentUser({ sessions, accounts: stores.accounts.accounts, cookies }),
  };
}

/** A modest start: the profile call works, and the consent page has something to untick. */
const TICKED_IN_PLAYGROUND = new Set(['PROFILE_READ', 'BOOKING_READ', 'BOOKING_WRITE']);

function createTrialPages(deps: WebDeps): readonly Page[] {
  const { config, stores, demo } = deps;
  if (config.production || demo === undefined) return createOutboxPages(deps);
  const playground = createPlayground({
    ...config,
    async client() {
      const client = await stores.clients.clients.find(demo.playgroundClientId);
      return client && { id: client.id, groups: consentGroups(client.scopes, TICKED_IN_PLAYGROUND) };
    },
  });
  return [...createOutboxPages(deps), ...playground];
}

type SessionDeps = ReturnType<typeof sessionDepsOf>;

function createPages(deps: WebDeps, sessionDeps: SessionDeps, grants: GrantPorts): readonly Page[] {
  const common = { ...sessionDeps, ...grants, random: randomBytes };
  const { artifacts, events } = deps.stores;
  return [
    ...createHomePages({ links: homeLinks(deps) }),
    ...createAllSignInPages(common),
    ...createAllSecurityPages(common),
    ...createConsentPages(common),
    ...createConnectedAppsPages(common),
    ...createLimitPages(common),
    ...createTeamPages({ ...common, grants: createOrganizationGrants({ artifacts, audit: events.audit }) }),
    ...createCalendarPages(calendarDeps(common)),
    ...createConferencingPages(common),
    ...createRoutingFormPages(common),
    ...createDeveloperPages(common),
    ...createReviewPages(common),
    ...createWebhookPages(common),
    ...createAuditPages(common),
    ...createTrialPages(deps),
  ];
}

export function createWeb(deps: WebDeps): Web {
  const sessionDeps = sessionDepsOf(deps);
  return {
    async signedIn(ctx) {
      const user = await sessionDeps.currentUser(ctx);
      return user && { accountId: user.account.id, signedInAt: user.signedInAt };
    },
    sendError(ctx, status, explanation) {
      sendReply(ctx, page(ErrorPage({ ...explanation, reference: requestId(ctx) }), { status }));
    },
    pages: (grants) => createPages(deps, sessionDeps, grants),
    serve: createPageRouter(sessionDeps),
  };
}
