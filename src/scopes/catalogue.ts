/*
 * The vocabulary: every scope of the service, once. Type, guard, consent page, settings form, metadata and documentation
 * read this table. `label` is for users: a verb first, no jargon. Imports nothing.
 */

export const LEVELS = ['user', 'team', 'organization'] as const;
export type ScopeLevel = (typeof LEVELS)[number];

/** Headings of the levels. */
export const LEVEL_LABELS: Readonly<Record<ScopeLevel, string>> = {
  user: 'You',
  team: 'Your teams',
  organization: 'Your organization',
};

export const AREA_LABELS = {
  event_type: 'Event types',
  booking: 'Bookings',
  schedule: 'Availability',
  apps: 'Calendars and apps',
  profile: 'Profile',
  webhook: 'Webhooks',
  verified_resources: 'Verified contacts',
  membership: 'Members',
  routing_form: 'Routing forms',
  workflow: 'Workflows',
} as const;
export type ScopeArea = keyof typeof AREA_LABELS;

export type ScopeAccess = 'read' | 'write';

type Row = readonly [name: string, level: ScopeLevel, area: ScopeArea, access: ScopeAccess, label: string];

// prettier-ignore
const TABLE = [
  ['EVENT_TYPE_READ', 'user', 'event_type', 'read', 'See your event types and their private links'],
  ['EVENT_TYPE_WRITE', 'user', 'event_type', 'write', 'Create, change and delete your event types and their private links'],
  ['BOOKING_READ', 'user', 'booking', 'read', 'See your bookings and those of teams you administer, with recordings and transcripts'],
  ['BOOKING_WRITE', 'user', 'booking', 'write', 'Confirm, decline, reassign and change your bookings and those of teams you administer'],
  ['SCHEDULE_READ', 'user', 'schedule', 'read', 'See when you are available'],
  ['SCHEDULE_WRITE', 'user', 'schedule', 'write', 'Create, change and delete your availability'],
  ['APPS_READ', 'user', 'apps', 'read', 'See your connected calendars and when you are busy'],
  ['APPS_WRITE', 'user', 'apps', 'write', 'Connect and disconnect your calendars'],
  ['PROFILE_READ', 'user', 'profile', 'read', 'See your profile, with your name, e-mail address and time zone'],
  ['PROFILE_WRITE', 'user', 'profile', 'write', 'Change your profile'],
  ['WEBHOOK_READ', 'user', 'webhook', 'read', 'See which addresses are notified about your bookings'],
  ['WEBHOOK_WRITE', 'user', 'webhook', 'write', 'Choose which addresses are notified about your bookings'],
  ['VERIFIED_RESOURCES_READ', 'user', 'verified_resources', 'read', 'See your verified e-mail addresses and phone numbers'],
  ['VERIFIED_RESOURCES_WRITE', 'user', 'verified_resources', 'write', 'Verify e-mail addresses and phone numbers for you'],

  ['TEAM_EVENT_TYPE_READ', 'team', 'event_type', 'read', 'See the event types of your teams'],
  ['TEAM_EVENT_TYPE_WRITE', 'team', 'event_type', 'write', 'Create, change and delete event types of your teams'],
  ['TEAM_BOOKING_READ', 'team', 'booking', 'read', 'See the bookings of your teams'],
  ['TEAM_BOOKING_WRITE', 'team', 'booking', 'write', 'Create, change and delete bookings of your teams'],
  ['TEAM_SCHEDULE_READ', 'team', 'schedule', 'read', 'See when the members of your teams are available'],
  ['TEAM_SCHEDULE_WRITE', 'team', 'schedule', 'write', 'Create, change and delete the availability of your teams'],
  ['TEAM_PROFILE_READ', 'team', 'profile', 'read', 'See your teams and their profiles'],
  ['TEAM_PROFILE_WRITE', 'team', 'profile', 'write', 'Create, change and delete teams'],
  ['TEAM_MEMBERSHIP_READ', 'team', 'membership', 'read', 'See who is in your teams'],
  ['TEAM_MEMBERSHIP_WRITE', 'team', 'membership', 'write', 'Add, change and remove members of your teams'],
  ['TEAM_APPS_READ', 'team', 'apps', 'read', 'See the connected apps of your teams'],
  ['TEAM_APPS_WRITE', 'team', 'apps', 'write', 'Connect and disconnect apps of your teams'],
  ['TEAM_ROUTING_FORM_READ', 'team', 'routing_form', 'read', 'See the routing forms of your teams and their responses'],
  ['TEAM_ROUTING_FORM_WRITE', 'team', 'routing_form', 'write', 'Create, change and delete routing form responses of your teams'],
  ['TEAM_WORKFLOW_READ', 'team', 'workflow', 'read', 'See the workflows of your teams'],
  ['TEAM_WORKFLOW_WRITE', 'team', 'workflow', 'write', 'Create, change and delete workflows of your teams'],
  ['TEAM_VERIFIED_RESOURCES_READ', 'team', 'verified_resources', 'read', 'See the verified e-mail addresses and phone numbers of your teams'],
  ['TEAM_VERIFIED_RESOURCES_WRITE', 'team', 'verified_resources', 'write', 'Verify e-mail addresses and phone numbers for your teams'],

  ['ORG_EVENT_TYPE_READ', 'organization', 'event_type', 'read', 'See all event types of your organization'],
  ['ORG_EVENT_TYPE_WRITE', 'organization', 'event_type', 'write', 'Create, change and delete event types of your organization'],
  ['ORG_BOOKING_READ', 'organization', 'booking', 'read', 'See all bookings of your organization'],
  ['ORG_BOOKING_WRITE', 'organization', 'booking', 'write', 'Create, change and delete bookings of your organization'],
  ['ORG_SCHEDULE_READ', 'organization', 'schedule', 'read', 'See when the people of your organization are available'],
  ['ORG_SCHEDULE_WRITE', 'organization', 'schedule', 'write', 'Create, change and delete the availability of your organization'],
  ['ORG_PROFILE_READ', 'organization', 'profile', 'read', 'See all teams of your organization'],
  ['ORG_PROFILE_WRITE', 'organization', 'profile', 'write', 'Create, change and delete teams of your organization'],
  ['ORG_MEMBERSHIP_READ', 'organization', 'membership', 'read', 'See who is in your organization'],
  ['ORG_MEMBERSHIP_WRITE', 'organization', 'membership', 'write', 'Add, change and remove people of your organization'],
  ['ORG_ROUTING_FORM_READ', 'organization', 'routing_form', 'read', 'See the routing forms of your organization and their responses'],
  ['ORG_ROUTING_FORM_WRITE', 'organization', 'routing_form', 'write', 'Create, change and delete routing form responses of your organization'],
  ['ORG_WEBHOOK_READ', 'organization', 'webhook', 'read', 'See which addresses are notified about bookings of your organization'],
  ['ORG_WEBHOOK_WRITE', 'organization', 'webhook', 'write', 'Choose which addresses are notified about bookings of your organization'],
] as const satisfies readonly Row[];

export type ScopeName = (typeof TABLE)[number][0];

export interface Scope {
  readonly name: ScopeName;
  readonly level: ScopeLevel;
  readonly area: ScopeArea;
  readonly access: ScopeAccess;
  readonly label: string;
}

/** User scopes first, then team, then organization; within an area reading before writing. */
export const SCOPES: readonly Scope[] = TABLE.map(([name, level, area, access, label]) => ({
  name,
  level,
  area,
  access,
  label,
}));

export const SCOPE_NAMES: readonly ScopeName[] = SCOPES.map(({ name }) => name);

const KNOWN: ReadonlySet<string> = new Set(SCOPE_NAMES);

/** Case-sensitive (RFC 6749 section 3.3). */
export const isScopeName = (text: string): text is ScopeName => KNOWN.has(text);
