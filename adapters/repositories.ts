/* Every port that is kept in the database, over one database; an outage of it is `storeUnavailable`. */
import type { Stores } from '../src/stores.js';
import type { ServiceDatabase } from './database.js';
import { createAccountStore } from './knex/accounts.js';
import { createAnnouncements } from './knex/announcements.js';
import { createAuditLog } from './knex/audit.js';
import { createBookerCodeStore } from './knex/booker-codes.js';
import { createBookingLimitStore } from './knex/booking-limits.js';
import { createBookingMailStore } from './knex/booking-mails.js';
import { createMeetingStore } from './knex/booking-meetings.js';
import { createBookingRecords } from './knex/booking-records.js';
import { createBookingStore } from './knex/bookings.js';
import { createCalendarWork } from './knex/calendar-work.js';
import { createCalendarCredentials, createCalendarStore } from './knex/calendars.js';
import { createLogoStore } from './knex/client-logos.js';
import { createClientRecordStore } from './knex/client-records.js';
import { createUsageStore } from './knex/client-usage.js';
import { createClientWebhookStore } from './knex/client-webhooks.js';
import { createClientStore } from './knex/clients.js';
import { createConferencingCredentials, createConferencingStore } from './knex/conferencing.js';
import { createEndedApps } from './knex/ended-apps.js';
import { createEndedCalendars } from './knex/ended-calendars.js';
import { createEventTypeStore } from './knex/event-types.js';
import { createGrantReachStore } from './knex/grant-reach.js';
import { createJobStore } from './knex/jobs.js';
import { createMembershipStore } from './knex/memberships.js';
import { createOrganizationAppStore } from './knex/organization-apps.js';
import { createOrganizationRegister } from './knex/organization-register.js';
import { createOrganizationUserStore } from './knex/organization-users.js';
import { createAbsenceStore } from './knex/out-of-office.js';
import { createOutboxStore } from './knex/outbox.js';
import { createOwnMembershipStore } from './knex/own-memberships.js';
import { createPasskeyStore } from './knex/passkeys.js';
import { createPrivateLinkStore } from './knex/private-links.js';
import { createProfileStore } from './knex/profiles.js';
import { createConsentStore } from './knex/provider-consents.js';
import { createRecoveryStore } from './knex/recoveries.js';
import { createRoutingDesignStore } from './knex/routing-designs.js';
import { createRoutingFormStore } from './knex/routing-forms.js';
import { createScheduleStore } from './knex/schedules.js';
import { createSealedValueStore } from './knex/sealed-values.js';
import { createSlotHoldStore } from './knex/slot-holds.js';
import { createSlotStore } from './knex/slots.js';
import { createStandingStore } from './knex/standings.js';
import { createTeamEventTypeStore } from './knex/team-event-types.js';
import { createInviteStore } from './knex/team-invites.js';
import { createTeamStore } from './knex/teams.js';
import { createVerifiedResourceStore } from './knex/verified-resources.js';
import { createParcelStore } from './knex/webhook-tries.js';
import { createWebhookWatch } from './knex/webhook-watch.js';
import { createWebhookStore } from './knex/webhooks.js';
import { createWorkflowRunStore } from './knex/workflow-runs.js';
import { createWorkflowStore } from './knex/workflows.js';
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
  | 'grantReach'
  | 'organizationApps'
  | 'jobs'
  | 'outbox'
  | 'parcels'
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
  standings: guarded(createStandingStore(db), outage),
  logos: guarded(createLogoStore(db), outage),
  usage: guarded(createUsageStore(db), outage),
  audit: guarded(createAuditLog(db), outage),
  recoveries: guarded(createRecoveryStore(db), outage),
  passkeys: guarded(createPasskeyStore(db), outage),
  jobs: guarded(createJobStore(db), outage),
  announcements: guarded(createAnnouncements(db), outage),
  grantReach: guarded(createGrantReachStore(db), outage),
  organizationApps: guarded(createOrganizationAppStore(db), outage),
  outbox: guarded(createOutboxStore(db), outage),
  parcels: guarded(createParcelStore(db), outage),
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
  endedCalendars: guarded(createEndedCalendars(db), outage),
  endedApps: guarded(createEndedApps(db), outage),
  providerConsents: guarded(createConsentStore(db), outage),
  meetings: guarded(createMeetingStore(db), outage),
  verifiedResources: guarded(createVerifiedResourceStore(db), outage),
  webhooks: guarded(createWebhookStore(db), outage),
  workflows: guarded(createWorkflowStore(db), patient(outage)),
  sealedValues: guarded(createSealedValueStore(db), outage),
  workflowRuns: guarded(createWorkflowRunStore(db), outage),
});
