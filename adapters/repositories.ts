/* Every port that is kept in the database, over one database; an outage of it is `storeUnavailable`. */
import type { Stores } from '../src/stores.js';
import type { ServiceDatabase } from './database.js';
import { createAccountStore } from './knex/accounts/accounts.js';
import { createAnnouncements } from './knex/authorization/announcements.js';
import { createAuditLog } from './knex/events/audit.js';
import { createBookerCodeStore } from './knex/bookings/booker-codes.js';
import { createBookingLimitStore } from './knex/bookings/booking-limits.js';
import { createBookingMailStore } from './knex/bookings/booking-mails.js';
import { createMeetingStore } from './knex/bookings/booking-meetings.js';
import { createBookingRecords } from './knex/bookings/booking-records.js';
import { createBookingStore } from './knex/bookings/bookings.js';
import { createCalendarWork } from './knex/calendars/synced-calendars.js';
import { createCalendarCredentials, createCalendarStore } from './knex/calendars/calendars.js';
import { createLogoStore } from './knex/clients/client-logos.js';
import { createClientRecordStore } from './knex/clients/client-records.js';
import { createUsageStore } from './knex/clients/client-usage.js';
import { createClientWebhookStore } from './knex/clients/client-webhooks.js';
import { createClientStore } from './knex/clients/clients.js';
import { createConferencingCredentials, createConferencingStore } from './knex/conferencing/conferencing.js';
import { createLostConferencingConnections } from './knex/conferencing/lost-connections.js';
import { createLostCalendarConnections } from './knex/calendars/lost-connections.js';
import { createEventTypeStore } from './knex/event-types/event-types.js';
import { createGrantedResourcesStore } from './knex/authorization/granted-resources.js';
import { createJobStore } from './knex/jobs/jobs.js';
import { createMembershipStore } from './knex/memberships/memberships.js';
import { createOrganizationAppStore } from './knex/organization-apps/organization-apps.js';
import { createOrganizationRegister } from './knex/organizations/organization-register.js';
import { createOrganizationUserStore } from './knex/organizations/organization-users.js';
import { createAbsenceStore } from './knex/schedules/out-of-office.js';
import { createOutboxStore } from './knex/jobs/outbox.js';
import { createOwnMembershipStore } from './knex/memberships/own-memberships.js';
import { createPasskeyStore } from './knex/accounts/passkeys.js';
import { createPrivateLinkStore } from './knex/event-types/private-links.js';
import { createProfileStore } from './knex/accounts/profiles.js';
import { createConsentStore } from './knex/provider-oauth/authorization-states.js';
import { createRecoveryStore } from './knex/accounts/recoveries.js';
import { createRoutingDesignStore } from './knex/routing-forms/form-designs.js';
import { createRoutingFormStore } from './knex/routing-forms/routing-forms.js';
import { createScheduleStore } from './knex/schedules/schedules.js';
import { createSealedValueStore } from './knex/keys/sealed-values.js';
import { createSlotHoldStore } from './knex/slots/slot-holds.js';
import { createSlotStore } from './knex/slots/slots.js';
import { createBlocklistStore } from './knex/authorization/access-blocklist.js';
import { createTeamEventTypeStore } from './knex/event-types/team-event-types.js';
import { createInviteStore } from './knex/memberships/team-invites.js';
import { createTeamStore } from './knex/teams/teams.js';
import { createVerifiedResourceStore } from './knex/verified-resources/verified-resources.js';
import { createDeliveryStore } from './knex/webhooks/delivery-attempts.js';
import { createWebhookWatch } from './knex/webhooks/webhook-watch.js';
import { createWebhookStore } from './knex/webhooks/webhooks.js';
import { createWorkflowRunStore } from './knex/workflows/workflow-runs.js';
import { createWorkflowStore } from './knex/workflows/workflows.js';
import { guarded } from './outage.js';
import type { OutageRule } from './outage.js';

export type Repositories = Pick<
  Stores,
  | 'accounts'
  | 'clients'
  | 'logos'
  | 'records'
  | 'standings'
  | 'audit'
  | 'announcements'
  | 'grantedResources'
  | 'organizationApps'
  | 'jobs'
  | 'outbox'
  | 'pendingDeliveries'
  | 'webhookWatch'
  | 'clientWebhooks'
  | 'recoveries'
  | 'profiles'
  | 'schedules'
  | 'teams'
  | 'memberships'
  | 'ownMemberships'
  | 'invites'
  | 'organizations'
  | 'organizationUsers'
  | 'absences'
  | 'bookingLimits'
  | 'eventTypes'
  | 'teamEventTypes'
  | 'privateLinks'
  | 'routingForms'
  | 'routingDesigns'
  | 'slots'
  | 'slotHolds'
  | 'bookings'
  | 'bookerCodes'
  | 'bookingRecords'
  | 'bookingMails'
  | 'calendars'
  | 'calendarWork'
  | 'calendarCredentials'
  | 'conferencing'
  | 'conferencingCredentials'
  | 'endedCalendars'
  | 'endedApps'
  | 'providerConsents'
  | 'meetings'
  | 'verifiedResources'
  | 'webhooks'
  | 'workflows'
  | 'workflowRuns'
  | 'passkeys'
  | 'usage'
  | 'sealedValues'
>;

/**
 * For calls that are whole transactions and wait for the locks of others: each statement has its second
 * (knex/connection.ts), and all of them together some more.
 */
const patient = (rule: OutageRule): OutageRule =>
  rule.deadlineMs === undefined ? rule : { ...rule, deadlineMs: 4 * rule.deadlineMs };

export const repositoriesIn = ({ db, outage }: ServiceDatabase): Repositories => ({
  accounts: guarded(createAccountStore(db), outage),
  clients: guarded(createClientStore(db), outage),
  records: guarded(createClientRecordStore(db), outage),
  standings: guarded(createBlocklistStore(db), outage),
  logos: guarded(createLogoStore(db), outage),
  usage: guarded(createUsageStore(db), outage),
  audit: guarded(createAuditLog(db), outage),
  recoveries: guarded(createRecoveryStore(db), outage),
  passkeys: guarded(createPasskeyStore(db), outage),
  jobs: guarded(createJobStore(db), outage),
  announcements: guarded(createAnnouncements(db), outage),
  grantedResources: guarded(createGrantedResourcesStore(db), outage),
  organizationApps: guarded(createOrganizationAppStore(db), outage),
  outbox: guarded(createOutboxStore(db), outage),
  pendingDeliveries: guarded(createDeliveryStore(db), outage),
  webhookWatch: guarded(createWebhookWatch(db), outage),
  clientWebhooks: guarded(createClientWebhookStore(db), outage),
  profiles: guarded(createProfileStore(db), outage),
  schedules: guarded(createScheduleStore(db), outage),
  teams: guarded(createTeamStore(db), outage),
  memberships: guarded(createMembershipStore(db), patient(outage)),
  ownMemberships: guarded(createOwnMembershipStore(db), outage),
  invites: guarded(createInviteStore(db), outage),
  organizations: guarded(createOrganizationRegister(db), patient(outage)),
  organizationUsers: guarded(createOrganizationUserStore(db), patient(outage)),
  absences: guarded(createAbsenceStore(db), outage),
  bookingLimits: guarded(createBookingLimitStore(db), outage),
  eventTypes: guarded(createEventTypeStore(db), patient(outage)),
  teamEventTypes: guarded(createTeamEventTypeStore(db), patient(outage)),
  privateLinks: guarded(createPrivateLinkStore(db), outage),
  routingForms: guarded(createRoutingFormStore(db), patient(outage)),
  routingDesigns: guarded(createRoutingDesignStore(db), outage),
  slots: guarded(createSlotStore(db), outage),
  slotHolds: guarded(createSlotHoldStore(db), patient(outage)),
  bookings: guarded(createBookingStore(db), patient(outage)),
  bookerCodes: guarded(createBookerCodeStore(db), patient(outage)),
  bookingRecords: guarded(createBookingRecords(db), outage),
  bookingMails: guarded(createBookingMailStore(db), outage),
  calendars: guarded(createCalendarStore(db), outage),
  calendarWork: guarded(createCalendarWork(db), outage),
  calendarCredentials: guarded(createCalendarCredentials(db), outage),
  conferencing: guarded(createConferencingStore(db), outage),
  conferencingCredentials: guarded(createConferencingCredentials(db), outage),
  endedCalendars: guarded(createLostCalendarConnections(db), outage),
  endedApps: guarded(createLostConferencingConnections(db), outage),
  providerConsents: guarded(createConsentStore(db), outage),
  meetings: guarded(createMeetingStore(db), outage),
  verifiedResources: guarded(createVerifiedResourceStore(db), outage),
  webhooks: guarded(createWebhookStore(db), outage),
  workflows: guarded(createWorkflowStore(db), patient(outage)),
  sealedValues: guarded(createSealedValueStore(db), outage),
  workflowRuns: guarded(createWorkflowRunStore(db), outage),
});
