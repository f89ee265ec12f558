/* Every store in the database. An outage of the database is `storeUnavailable`. */
import type { ClientStores } from '../src/clients/stores.js';
import type { DatabaseStores } from '../src/stores.js';
import type { Database } from './knex/connection.js';
import type { ServiceDatabase } from './database.js';
import { createAccountStore } from './knex/accounts/accounts.js';
import { createAnnouncements } from './knex/authorization/announcements.js';
import { createAuditLog } from './knex/events/audit.js';
import { createAttendeeBookings } from './knex/bookings/attendee-bookings.js';
import { createBookerCodeStore } from './knex/bookings/booker-codes.js';
import { createBookingLimitStore } from './knex/bookings/booking-limits.js';
import { createBookingMailStore } from './knex/bookings/booking-mails.js';
import { createMeetingStore } from './knex/bookings/booking-meetings.js';
import { createBookingRecords } from './knex/bookings/booking-records.js';
import { createBookingStore } from './knex/bookings/bookings.js';
import { createCalendarSync } from './knex/calendars/calendar-sync.js';
import { createCalendarCredentials, createCalendarStore } from './knex/calendars/calendars.js';
import { createLogoStore } from './knex/clients/client-logos.js';
import { createClientRecordStore } from './knex/clients/client-records.js';
import { createUsageStore } from './knex/clients/client-usage.js';
import { createClientWebhookStore } from './knex/clients/client-webhooks.js';
import { createClientStore } from './knex/clients/clients.js';
import { createConferencingCredentials, createConferencingStore } from './knex/conferencing/conferencing.js';
import { createRevokedApps } from './knex/conferencing/revoked-apps.js';
import { createCalendarOutages } from './knex/calendars/calendar-outages.js';
import { createEventTypeStore } from './knex/event-types/event-types.js';
import { createClientGrantStore } from './knex/authorization/client-grants.js';
import { createGrantedResourcesStore } from './knex/authorization/granted-resources.js';
import { createGrantHistory } from './knex/authorization/grant-history.js';
import { createJobStore } from './knex/jobs/jobs.js';
import { createMembershipStore } from './knex/memberships/memberships.js';
import { createOrganizationAppStore } from './knex/organization-apps/organization-apps.js';
import { createOrganizationRegister } from './knex/organizations/organization-register.js';
import { createOrganizationUserStore } from './knex/organizations/organization-users.js';
import { createAbsenceStore } from './knex/schedules/out-of-office.js';
import { createDeadJobStore } from './knex/delivery/dead-jobs.js';
import { createOutboxStore } from './knex/delivery/outbox.js';
import { createOwnMembershipStore } from './knex/memberships/own-memberships.js';
import { createAccountData } from './knex/account-data/account-data.js';
import { createDeletionStore } from './knex/account-data/deletions.js';
import { createEmailChangeStore } from './knex/accounts/email-changes.js';
import { createPasskeyStore } from './knex/accounts/passkeys.js';
import { createPrivateLinkStore } from './knex/event-types/private-links.js';
import { createPublicOwnerStore } from './knex/event-types/public-owners.js';
import { createProfileStore } from './knex/accounts/profiles.js';
import { createConsentStore } from './knex/provider-oauth/authorization-states.js';
import { createRecoveryStore } from './knex/accounts/recoveries.js';
import { createRoutingDesignStore } from './knex/routing-forms/form-designs.js';
import { createRoutingFormStore } from './knex/routing-forms/routing-forms.js';
import { createRequestLogStore } from './knex/request-log/request-log.js';
import { createScheduleStore } from './knex/schedules/schedules.js';
import { createKeyAgeStore } from './knex/keys/key-ages.js';
import { createSealedValueStore } from './knex/keys/sealed-values.js';
import { createSlotHoldStore } from './knex/slots/slot-holds.js';
import { createSlotStore } from './knex/slots/slots.js';
import { createBlocklistStore } from './knex/authorization/access-blocklist.js';
import { createTeamEventTypeStore } from './knex/event-types/team-event-types.js';
import { createInviteStore } from './knex/memberships/team-invites.js';
import { createTeamStore } from './knex/teams/teams.js';
import { createVerifiedResourceStore } from './knex/verified-resources/verified-resources.js';
import { createDeliveryStore } from './knex/webhooks/delivery-attempts.js';
import { createFailingWebhooks } from './knex/webhooks/failing-webhooks.js';
import { createWebhookWatch } from './knex/webhooks/webhook-watch.js';
import { createWebhookStore } from './knex/webhooks/webhooks.js';
import { createWorkflowRunStore } from './knex/workflows/workflow-runs.js';
import { createWorkflowStore } from './knex/workflows/workflows.js';
import { guarded } from './outage.js';
import { createRegistryChanges } from './registry-changes.js';
import type { OutageRule } from './outage.js';
import type { StoreClock } from './store-clock.js';
import type { StoreObserver } from './store-observer.js';

/**
 * Their methods are transactions that wait for locks: each statement has its own timeout (knex/connection.ts), and the
 * whole method gets more time.
 */
const SLOW: ReadonlySet<unknown> = new Set([
  createMembershipStore,
  createOrganizationRegister,
  createOrganizationUserStore,
  createEventTypeStore,
  createTeamEventTypeStore,
  createRoutingFormStore,
  createSlotHoldStore,
  createBookingStore,
  createBookerCodeStore,
  createWorkflowStore,
]);

const withLongDeadline = (rule: OutageRule): OutageRule =>
  rule.deadlineMs === undefined ? rule : { ...rule, deadlineMs: 4 * rule.deadlineMs };

type Factories = Readonly<Record<string, (db: Database) => object>>;
type Opened<F extends Factories> = { readonly [Name in keyof F]: ReturnType<F[Name]> };

/** `observer`: of all calls. */
type ObservedDatabase = ServiceDatabase & { readonly observer: StoreObserver | undefined };

function opened<F extends Factories>(factories: F, { db, outage, observer }: ObservedDatabase): Opened<F> {
  const stores = Object.entries(factories).map(([name, create]): [string, object] => [
    name,
    guarded(create(db), SLOW.has(create) ? withLongDeadline(outage) : outage, {
      observer,
      store: 'database',
      name,
    }),
  ]);
  return Object.fromEntries(stores) as Opened<F>;
}

const CLIENTS = {
  clients: createClientStore,
  records: createClientRecordStore,
  logos: createLogoStore,
  usage: createUsageStore,
  clientWebhooks: createClientWebhookStore,
  blocklists: createBlocklistStore,
};

const TEAMS = {
  teams: createTeamStore,
  memberships: createMembershipStore,
  ownMemberships: createOwnMembershipStore,
  invites: createInviteStore,
  organizations: createOrganizationRegister,
  organizationUsers: createOrganizationUserStore,
};

const SCHEDULING = {
  profiles: createProfileStore,
  schedules: createScheduleStore,
  absences: createAbsenceStore,
  bookingLimits: createBookingLimitStore,
  eventTypes: createEventTypeStore,
  teamEventTypes: createTeamEventTypeStore,
  publicOwners: createPublicOwnerStore,
  privateLinks: createPrivateLinkStore,
  routingForms: createRoutingFormStore,
  routingDesigns: createRoutingDesignStore,
  slots: createSlotStore,
  slotHolds: createSlotHoldStore,
  bookings: createBookingStore,
  attendeeBookings: createAttendeeBookings,
  bookerCodes: createBookerCodeStore,
  bookingRecords: createBookingRecords,
  bookingMails: createBookingMailStore,
  calendars: createCalendarStore,
  calendarSync: createCalendarSync,
  calendarCredentials: createCalendarCredentials,
  calendarOutages: createCalendarOutages,
  conferencing: createConferencingStore,
  conferencingCredentials: createConferencingCredentials,
  revokedApps: createRevokedApps,
  meetings: createMeetingStore,
  providerConsents: createConsentStore,
  verifiedResources: createVerifiedResourceStore,
  webhooks: createWebhookStore,
  workflows: createWorkflowStore,
  workflowRuns: createWorkflowRunStore,
};

function clientStoresIn(database: ObservedDatabase): ClientStores {
  const stores = opened(CLIENTS, database);
  const { count, counted } = createRegistryChanges();
  const [clients, records] = [counted(stores.clients), counted(stores.records)];
  return { ...stores, clients, records, registryChanges: count };
}

export const repositoriesIn = (database: ObservedDatabase, clock: StoreClock): DatabaseStores => ({
  accounts: opened(
    {
      accounts: createAccountStore,
      passkeys: createPasskeyStore,
      recoveries: createRecoveryStore,
      emailChanges: createEmailChangeStore,
      deletions: createDeletionStore,
      accountData: createAccountData,
    },
    database,
  ),
  clients: clientStoresIn(database),
  authorization: opened(
    {
      announcements: createAnnouncements,
      clientGrants: createClientGrantStore,
      grantedResources: createGrantedResourcesStore,
      grantHistory: createGrantHistory,
    },
    database,
  ),
  events: opened({ audit: createAuditLog }, database),
  requestLog: opened({ requests: createRequestLogStore }, database),
  delivery: opened(
    {
      outbox: createOutboxStore,
      pendingDeliveries: createDeliveryStore,
      webhookWatch: createWebhookWatch,
      failingWebhooks: createFailingWebhooks,
      deadJobs: createDeadJobStore,
    },
    database,
  ),
  keys: opened({ sealedValues: createSealedValueStore, keyAges: createKeyAgeStore }, database),
  teams: opened(TEAMS, database),
  scheduling: opened(SCHEDULING, database),
  ...opened(
    { jobs: (db) => createJobStore(db, clock), organizationApps: createOrganizationAppStore },
    database,
  ),
});
