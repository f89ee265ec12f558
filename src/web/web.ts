/*
 * All pages, in the order of their tables. The authorization server gets two functions from here: the signed-in user, and
 * the error page.
 */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { ErrorPage } from '../../views/error-page.js';
import { SERVICE_NAME } from '../../views/layout.js';
import type { AccountDeps } from '../accounts/deps.js';
import { createCeremonies } from '../accounts/passkeys/passkey-ceremony.js';
import { createChallenges } from '../accounts/passkeys/passkey-challenges.js';
import { createPasswords } from '../accounts/password-hash.js';
import { createSessions } from '../accounts/session.js';
import { ATTEMPT_LIMITS, createAttemptCounter } from '../accounts/sign-in-rate-limit.js';
import { consentGroups } from '../authorization/consent/consent.js';
import type { Interactions } from '../authorization/consent/interactions.js';
import { endAccountGrants } from '../authorization/grants/account-grants.js';
import { createFamilies, type Families } from '../authorization/grants/families.js';
import { createOrganizationGrants } from '../authorization/grants/organization-grants.js';
import type { Explanation } from '../authorization/provider/error-translation.js';
import type { SignedIn } from '../authorization/provider/hooks.js';
import type { Config } from '../config/config.js';
import { createCookies } from '../http/cookies.js';
import { createCsrf } from '../http/csrf.js';
import { requestId } from '../http/request-state.js';
import type { KeyRing } from '../keys/key-ring.js';
import { receiverUrlFault } from '../outbound/addresses.js';
import { calendarDeps } from '../scheduling/calendars/deps.js';
import type { Stores } from '../stores.js';
import { createNames } from '../scheduling/bookings/creation/names.js';
import { createSchedulingLimits } from '../scheduling/rate-limits.js';
import { createAccountPages } from './account/pages.js';
import { type AdministratorsDeps, createAdministratorsPages } from './administration/all-pages.js';
import { createAvailabilityPages } from './availability/pages.js';
import { createPublicPages } from './booking-page/pages.js';
import { createBookingPages } from './bookings/pages.js';
import { createCalendarPages } from './calendars/pages.js';
import { createConferencingPages } from './conferencing/pages.js';
import { createLimitPages } from './connected-apps/limit-pages.js';
import { createConnectedAppsPages } from './connected-apps/pages.js';
import { createConsentPages } from './consent/consent-pages.js';
import { createDeveloperPages } from './developer/pages.js';
import { createEventTypePages } from './event-types/pages.js';
import { createGuidePages } from './guides/pages.js';
import { createHomePages } from './home/pages.js';
import { createMyBookingsPages } from './my-bookings/pages.js';
import { navigationRows } from './navigation.js';
import { createOutboxPages, hasOutbox } from './outbox/pages.js';
import type { Page } from './page.js';
import { createPlayground } from './playground/pages.js';
import { createProfilePages } from './profile/pages.js';
import { page, sendReply } from './reply.js';
import { createPageRouter, type ServePages } from './router.js';
import { createRoutingFormPages } from './routing-forms/pages.js';
import { createAccessPages } from './security/access-pages.js';
import { createAllSecurityPages } from './security/pages.js';
import { createCurrentUser } from './session/current-user.js';
import { signedInOf } from './session/user.js';
import { createShellOf, type ShellOf } from './shell.js';
import { createAllSignInPages } from './sign-in/pages.js';
import { TEAMS_PATH } from './teams/deps.js';
import { createTeamPages } from './teams/pages.js';
import { createTestingPages } from './testing/pages.js';
import { createWebhookPages } from './webhooks/pages.js';

export interface WebDeps extends AdministratorsDeps {
  readonly config: Config;
  readonly keys: KeyRing;
  readonly stores: Stores;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Absent without demonstration data. */
  readonly demo?: { readonly playgroundClientId: string };
}

/** The ports of the authorization server for pages. */
export interface GrantPorts {
  readonly interactions: Interactions;
  readonly families: Families;
}

export interface Web {
  /** The signed-in user, for the authorization server. */
  signedIn(ctx: Context): Promise<SignedIn | undefined>;
  sendError(ctx: Context, status: number, explanation: Explanation): void;
  /** For error pages outside the tables of pages. */
  readonly shellOf: ShellOf;
  /** Ends the grants and sessions of a deleted account. */
  readonly endAccountAccess: (accountId: number) => Promise<void>;
  pages(grants: GrantPorts): readonly Page[];
  /** Under names that people choose: they are served after all other paths. */
  publicPages(): readonly Page[];
  readonly serve: ServePages;
}

function accountDepsOf({ config: { appUrl }, keys, stores, clock }: WebDeps) {
  const { artifacts } = stores;
  const cookies = createCookies(appUrl);
  const sessions = createSessions({ artifacts, keys, clock });
  const { audit } = stores.events;
  const grants = { families: createFamilies(artifacts), audit };
  return {
    ...stores.accounts,
    ...{ artifacts, keys, clock, appUrl, cookies, sessions },
    audit,
    endGrants: (...about: Parameters<AccountDeps['endGrants']>) => endAccountGrants(grants, ...about),
    jobs: stores.jobs,
    csrf: createCsrf({ keys, cookies, appUrl }),
    attempts: createAttemptCounter(stores.throttle, keys, ATTEMPT_LIMITS),
    passwords: createPasswords(),
    ceremonies: createCeremonies(appUrl, SERVICE_NAME),
    challenges: createChallenges({ artifacts, keys, clock, random: randomBytes }),
    currentUser: createCurrentUser({ sessions, accounts: stores.accounts.accounts, cookies }),
  };
}

/** A modest start: the profile call works, and the consent page has something to untick. */
const TICKED_IN_PLAYGROUND = new Set(['PROFILE_READ', 'BOOKING_READ', 'BOOKING_WRITE']);

const hasPlayground = ({ config, demo }: WebDeps): boolean => !config.production && demo !== undefined;

function createTrialPages(deps: WebDeps): readonly Page[] {
  const { config, stores, demo } = deps;
  if (!hasPlayground(deps) || demo === undefined) return createOutboxPages(deps);
  const playground = createPlayground({
    ...config,
    async client() {
      const client = await stores.clients.clients.find(demo.playgroundClientId);
      return client && { id: client.id, groups: consentGroups(client.scopes, TICKED_IN_PLAYGROUND) };
    },
  });
  return [...createOutboxPages(deps), ...playground];
}

/** Pages for which a user grants and limits access. */
function createGrantPages({ config, keys, stores, clock }: WebDeps, grants: GrantPorts): readonly Page[] {
  const { artifacts, organizationApps } = stores;
  const { clients, records } = stores.clients;
  const { audit } = stores.events;
  const appsDeps = { ...stores.authorization, ...grants, clients, records, audit, clock };
  return [
    ...createConsentPages({ ...config, records, interactions: grants.interactions }),
    ...createConnectedAppsPages(appsDeps),
    ...createLimitPages(appsDeps),
    ...createTeamPages({
      ...{ ...stores.teams, ...stores.scheduling, ...stores.accounts, organizationApps, clients },
      ...{ keys, clock, random: randomBytes, appUrl: config.appUrl },
      ...createSchedulingLimits({ ...config, throttle: stores.throttle, keys, clock }),
      grants: createOrganizationGrants({ artifacts, audit }),
    }),
  ];
}

function createSchedulingPages({ config, keys, stores, clock }: WebDeps): readonly Page[] {
  const { artifacts, outbound, calendarProviders } = stores;
  const { calendars, calendarSync, calendarCredentials, conferencing, bookings } = stores.scheduling;
  const { routingDesigns } = stores.scheduling;
  const { clients } = stores.clients;
  const deps = { ...config, artifacts, outbound, keys, clock, random: randomBytes };
  const bookingDeps = { ...config, ...stores.scheduling, keys, clock, ...createNames(deps) };
  return [
    ...createAvailabilityPages({ ...stores.scheduling, clock }),
    ...createCalendarPages(
      calendarDeps({ ...deps, calendarProviders, calendars, calendarSync, calendarCredentials, clients }),
    ),
    ...createConferencingPages({ ...deps, conferencing, bookings, teams: stores.teams.teams }),
    ...createEventTypePages({ ...deps, ...stores.scheduling, ...stores.teams }),
    ...createRoutingFormPages({ routingDesigns, random: randomBytes }),
    ...createWebhookPages({ ...deps, ...stores.delivery, ...stores.scheduling }),
    ...createMyBookingsPages(bookingDeps),
    ...createBookingPages({
      ...bookingDeps,
      ...createSchedulingLimits({ ...config, throttle: stores.throttle, keys, clock }),
    }),
  ];
}

function createBookingPagesOfHosts({ config, keys, stores, clock }: WebDeps): readonly Page[] {
  return createPublicPages({
    ...{ ...stores.scheduling, keys, clock, random: randomBytes, appUrl: config.appUrl },
    ...createNames({ ...config, random: randomBytes }),
    ...createSchedulingLimits({ ...config, throttle: stores.throttle, keys, clock }),
  });
}

type AccountPagesDeps = ReturnType<typeof accountDepsOf>;

function createPages(deps: WebDeps, accountDeps: AccountPagesDeps, grants: GrantPorts): readonly Page[] {
  const { config, keys, stores, clock } = deps;
  const { accounts, audit } = accountDeps;
  const { records } = stores.clients;
  return [
    ...createHomePages(),
    ...createGuidePages({ ...config, records }),
    ...createAllSignInPages(accountDeps),
    ...createAllSecurityPages(accountDeps),
    ...createProfilePages({ profiles: stores.scheduling.profiles }),
    ...createAccessPages({ ...accountDeps, families: grants.families, clients: stores.clients.clients }),
    ...createAccountPages({
      ...{ ...accountDeps, families: grants.families, clients: stores.clients.clients },
      clientsTo: `${config.settingsUrl}/clients`,
      teamsTo: TEAMS_PATH,
    }),
    ...createGrantPages(deps, grants),
    ...createSchedulingPages(deps),
    ...createDeveloperPages({
      ...{ ...stores.clients, accounts, audit, keys, clock, throttle: stores.throttle, random: randomBytes },
      ...{ ...config, ...stores.requestLog },
      webhookUrlFault: receiverUrlFault(config.outboundAllow),
    }),
    ...createTestingPages({ records }),
    ...createAdministratorsPages(deps, accountDeps, grants.families),
    ...createTrialPages(deps),
  ];
}

function shellOf(deps: WebDeps, { currentUser }: AccountPagesDeps): ShellOf {
  const has = { hasPlayground: hasPlayground(deps), hasOutbox: hasOutbox(deps) };
  const rows = navigationRows({ ...deps.config, ...has });
  const { clients, scheduling } = deps.stores;
  return createShellOf({ rows, currentUser, ...clients, ...scheduling, clock: deps.clock });
}

export function createWeb(deps: WebDeps): Web {
  const accountDeps = accountDepsOf(deps);
  const shell = shellOf(deps, accountDeps);
  return {
    shellOf: shell,
    async signedIn(ctx) {
      const user = await accountDeps.currentUser(ctx);
      return user && signedInOf(user);
    },
    sendError(ctx, status, explanation) {
      sendReply(ctx, page(ErrorPage({ ...explanation, reference: requestId(ctx) }), { status }));
    },
    async endAccountAccess(accountId) {
      await accountDeps.endGrants(accountId, 'account_deleted');
      await accountDeps.sessions.endAll(accountId);
    },
    pages: (grants) => createPages(deps, accountDeps, grants),
    publicPages: () => createBookingPagesOfHosts(deps),
    serve: createPageRouter({ ...accountDeps, shellOf: shell }),
  };
}
