/* The ports of the scheduling domain, noun by noun, and of teams, organizations and memberships. */
import type { BookingLimitStore } from './booking-limits/store.js';
import type { PublicOwnerStore } from './booking-pages/store.js';
import type { AttendeeBookingStore } from './bookings/attendees/store.js';
import type { BookerCodeStore } from './bookings/creation/verification-code-store.js';
import type { BookingMailStore } from './bookings/notifications/mail-store.js';
import type { BookingRecords } from './bookings/records/record-store.js';
import type { BookingStore } from './bookings/store.js';
import type { CalendarOutages } from './calendars/outage-store.js';
import type { CalendarStore, CalendarSync } from './calendars/store.js';
import type { RevokedApps } from './conferencing/revoked-app-store.js';
import type { MeetingStore } from './conferencing/meeting-store.js';
import type { ConferencingStore } from './conferencing/store.js';
import type { EventTypeStore } from './event-types/store.js';
import type { TeamEventTypeStore } from './event-types/team-store.js';
import type { AbsenceStore } from './out-of-office/store.js';
import type { PrivateLinkStore } from './private-links/store.js';
import type { ProfileStore } from './profile/store.js';
import type { RoutingDesignStore } from './routing-forms/design-store.js';
import type { RoutingFormStore } from './routing-forms/store.js';
import type { ConsentStore, CredentialStore } from './provider-oauth/store.js';
import type { ScheduleStore } from './schedules/store.js';
import type { SlotHoldStore, SlotStore } from './slots/store.js';
import type { VerifiedResourceStore } from './verified-resources/store.js';
import type { WebhookStore } from './webhooks/store.js';
import type { WorkflowRunStore } from './workflows/run-store.js';
import type { WorkflowStore } from './workflows/store.js';
import type { InviteStore } from './memberships/invite-store.js';
import type { OwnMembershipStore } from './memberships/own-store.js';
import type { MembershipStore } from './memberships/store.js';
import type { OrganizationRegister } from './organizations/register-store.js';
import type { OrganizationUserStore } from './organizations/store.js';
import type { TeamStore } from './teams/store.js';

export interface TeamStores {
  readonly teams: TeamStore;
  readonly memberships: MembershipStore;
  readonly ownMemberships: OwnMembershipStore;
  readonly invites: InviteStore;
  readonly organizations: OrganizationRegister;
  readonly organizationUsers: OrganizationUserStore;
}

export interface SchedulingStores {
  readonly profiles: ProfileStore;
  readonly schedules: ScheduleStore;
  readonly absences: AbsenceStore;
  readonly bookingLimits: BookingLimitStore;
  readonly eventTypes: EventTypeStore;
  readonly teamEventTypes: TeamEventTypeStore;
  readonly publicOwners: PublicOwnerStore;
  readonly privateLinks: PrivateLinkStore;
  readonly routingForms: RoutingFormStore;
  readonly routingDesigns: RoutingDesignStore;
  readonly slots: SlotStore;
  readonly slotHolds: SlotHoldStore;
  readonly bookings: BookingStore;
  readonly attendeeBookings: AttendeeBookingStore;
  readonly bookerCodes: BookerCodeStore;
  readonly bookingRecords: BookingRecords;
  readonly bookingMails: BookingMailStore;
  readonly calendars: CalendarStore;
  readonly calendarSync: CalendarSync;
  /** What opens connected calendars. */
  readonly calendarCredentials: CredentialStore;
  readonly calendarOutages: CalendarOutages;
  readonly conferencing: ConferencingStore;
  /** The tokens of conferencing apps. */
  readonly conferencingCredentials: CredentialStore;
  readonly revokedApps: RevokedApps;
  readonly meetings: MeetingStore;
  readonly providerConsents: ConsentStore;
  readonly verifiedResources: VerifiedResourceStore;
  readonly webhooks: WebhookStore;
  readonly workflows: WorkflowStore;
  readonly workflowRuns: WorkflowRunStore;
}
