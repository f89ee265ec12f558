/* Everything createApp needs from the outside; adapters/stores.ts opens it from the configuration. */
import type { PasskeyStore } from './accounts/passkey-store.js';
import type { RecoveryStore } from './accounts/recovery-store.js';
import type { AccountStore } from './accounts/store.js';
import type { ArtifactStore } from './artifacts/store.js';
import type { AuditLog } from './events/audit-log.js';
import type { GrantedResourcesStore } from './authorization/grants/granted-resources-store.js';
import type { LogoStore } from './clients/logo-store.js';
import type { ClientRecordStore } from './clients/record-store.js';
import type { ClientStore, BlocklistStore } from './clients/store.js';
import type { ClientWebhookStore } from './clients/webhook-store.js';
import type { UsageStore } from './clients/usage-store.js';
import type { Announcements, JobStore, MailSender, OutboxStore, SmsSender } from './jobs/store.js';
import type { DeliveryStore, WebhookWatch } from './delivery/webhook-delivery-store.js';
import type { SealedValueStore } from './keys/key-rotation.js';
import type { Outbound } from './outbound/outbound.js';
import type { Throttle } from './http/throttle.js';
import type { BookingLimitStore } from './scheduling/booking-limits/store.js';
import type { BookerCodeStore } from './scheduling/bookings/verification-code-store.js';
import type { BookingMailStore } from './scheduling/bookings/mail-store.js';
import type { BookingRecords } from './scheduling/bookings/record-store.js';
import type { BookingStore } from './scheduling/bookings/store.js';
import type { LostCalendarConnections } from './scheduling/calendars/lost-connection-store.js';
import type { CalendarProviders } from './scheduling/calendars/provider.js';
import type { CalendarStore, CalendarWork } from './scheduling/calendars/store.js';
import type { LostConferencingConnections } from './scheduling/conferencing/lost-connection-store.js';
import type { MeetingStore } from './scheduling/conferencing/meeting-store.js';
import type { ConferencingStore } from './scheduling/conferencing/store.js';
import type { EventTypeStore } from './scheduling/event-types/store.js';
import type { TeamEventTypeStore } from './scheduling/event-types/team-store.js';
import type { InviteStore } from './scheduling/memberships/invite-store.js';
import type { OwnMembershipStore } from './scheduling/memberships/own-store.js';
import type { MembershipStore } from './scheduling/memberships/store.js';
import type { OrganizationRegister } from './scheduling/organizations/register-store.js';
import type { OrganizationUserStore } from './scheduling/organizations/store.js';
import type { AbsenceStore } from './scheduling/out-of-office/store.js';
import type { PrivateLinkStore } from './scheduling/private-links/store.js';
import type { ProfileStore } from './scheduling/profile/store.js';
import type { RoutingDesignStore } from './scheduling/routing-forms/design-store.js';
import type { RoutingFormStore } from './scheduling/routing-forms/store.js';
import type { ConsentStore, CredentialStore } from './scheduling/provider-oauth/store.js';
import type { ScheduleStore } from './scheduling/schedules/store.js';
import type { TeamStore } from './scheduling/teams/store.js';
import type { SlotHoldStore, SlotStore } from './scheduling/slots/store.js';
import type { OrganizationAppStore } from './organization-apps/store.js';
import type { VerifiedResourceStore } from './scheduling/verified-resources/store.js';
import type { WebhookStore } from './scheduling/webhooks/store.js';
import type { WorkflowRunStore } from './scheduling/workflows/run-store.js';
import type { WorkflowStore } from './scheduling/workflows/store.js';

export interface StoreFault {
  /** `database`, `redis`. */
  readonly store: string;
  /** One sentence for an operator: what is unsafe or unreachable and what to do. */
  readonly reason: string;
}

export interface Stores {
  readonly accounts: AccountStore;
  readonly clients: ClientStore;
  readonly records: ClientRecordStore;
  readonly logos: LogoStore;
  readonly standings: BlocklistStore;
  readonly usage: UsageStore;
  readonly artifacts: ArtifactStore;
  readonly throttle: Throttle;
  readonly audit: AuditLog;
  readonly recoveries: RecoveryStore;
  readonly passkeys: PasskeyStore;
  readonly jobs: JobStore;
  readonly announcements: Announcements;
  readonly grantedResources: GrantedResourcesStore;
  readonly organizationApps: OrganizationAppStore;
  readonly outbox: OutboxStore;
  /** Deliveries of webhooks on their way. */
  readonly pendingDeliveries: DeliveryStore;
  readonly webhookWatch: WebhookWatch;
  readonly clientWebhooks: ClientWebhookStore;
  readonly profiles: ProfileStore;
  readonly schedules: ScheduleStore;
  readonly teams: TeamStore;
  readonly memberships: MembershipStore;
  readonly ownMemberships: OwnMembershipStore;
  readonly invites: InviteStore;
  readonly organizations: OrganizationRegister;
  readonly organizationUsers: OrganizationUserStore;
  readonly absences: AbsenceStore;
  readonly bookingLimits: BookingLimitStore;
  readonly eventTypes: EventTypeStore;
  readonly teamEventTypes: TeamEventTypeStore;
  readonly privateLinks: PrivateLinkStore;
  readonly routingForms: RoutingFormStore;
  readonly routingDesigns: RoutingDesignStore;
  readonly slots: SlotStore;
  readonly slotHolds: SlotHoldStore;
  readonly bookings: BookingStore;
  readonly bookerCodes: BookerCodeStore;
  readonly bookingRecords: BookingRecords;
  readonly bookingMails: BookingMailStore;
  readonly calendars: CalendarStore;
  readonly calendarWork: CalendarWork;
  /** What opens connected calendars. */
  readonly calendarCredentials: CredentialStore;
  readonly calendarProviders: CalendarProviders;
  readonly conferencing: ConferencingStore;
  /** The tokens of conferencing apps. */
  readonly conferencingCredentials: CredentialStore;
  /** For the letters about them. */
  readonly endedCalendars: LostCalendarConnections;
  readonly endedApps: LostConferencingConnections;
  readonly providerConsents: ConsentStore;
  readonly meetings: MeetingStore;
  readonly verifiedResources: VerifiedResourceStore;
  readonly webhooks: WebhookStore;
  readonly workflows: WorkflowStore;
  readonly workflowRuns: WorkflowRunStore;
  readonly sealedValues: SealedValueStore;
  /** The one way to addresses that somebody else chose. */
  readonly outbound: Outbound;
  /** Absent without SMTP_URL: then mails land in the outbox. */
  readonly smtp?: MailSender;
  /** Absent without SMS_URL: then text messages land in the outbox. */
  readonly sms?: SmsSender;
  /** Empty when every store is reachable and safe to use. */
  faults(): Promise<readonly StoreFault[]>;
  /** What does not stop the service but should be known (no AOF, embedded database). */
  warnings(): Promise<readonly StoreFault[]>;
  close(): Promise<void>;
}
