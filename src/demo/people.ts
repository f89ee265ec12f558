/* The users, clients and the organization of the demonstration data. */
import type { ClientKind } from '../clients/store.js';
import type { SchedulingType } from '../scheduling/event-types/event-type.js';
import type { NewEventType } from '../scheduling/event-types/rules.js';
import { SCOPE_NAMES } from '../scopes/catalogue.js';
import type { ScopeName } from '../scopes/catalogue.js';

export interface UserTemplate {
  readonly email: string;
  readonly name: string;
  readonly admin: boolean;
  readonly role: string;
  readonly eventTypes: readonly NewEventType[];
}

export interface OrganizationTemplate {
  readonly name: string;
  readonly slug: string;
  /** E-mail address; also owns the team. */
  readonly owner: string;
  readonly member: string;
  readonly team: { readonly name: string; readonly slug: string };
  /** Of the team; both members host them. */
  readonly eventTypes: readonly TeamEventTypeTemplate[];
}

type TeamEventTypeTemplate = NewEventType & { readonly schedulingType: SchedulingType };

export interface ClientTemplate {
  readonly name: string;
  readonly purpose: string;
  readonly kind: ClientKind;
  readonly scopes: readonly ScopeName[];
  readonly approved: boolean;
  readonly legacy: boolean;
}

/** Owns the clients. */
export const DEVELOPER: UserTemplate = {
  email: 'developer@slotkey.example',
  name: 'Devi Developer',
  admin: false,
  role: 'owner of the clients',
  eventTypes: [],
};

const MARIAS_EVENT_TYPES: readonly NewEventType[] = [
  {
    title: 'Intro call',
    slug: 'intro-call',
    lengthInMinutes: 30,
    description: 'A first conversation, by phone.',
    locations: [{ type: 'attendeePhone' }],
  },
  {
    title: 'Consultation',
    slug: 'consultation',
    lengthInMinutes: 60,
    lengthInMinutesOptions: [30, 60, 90],
    afterEventBuffer: 15,
    confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true },
    bookingFields: [
      { type: 'textarea', slug: 'subject', label: 'What would you like to discuss?', required: true },
    ],
  },
  {
    title: 'Old friends',
    slug: 'old-friends',
    lengthInMinutes: 45,
    hidden: true,
    description: 'Hidden: it is booked through private links.',
  },
];

const SAMS_EVENT_TYPES: readonly NewEventType[] = [
  {
    title: 'Workshop',
    slug: 'workshop',
    lengthInMinutes: 90,
    slotInterval: 30,
    minimumBookingNotice: 1_440,
    seats: { seatsPerTimeSlot: 6, showAttendeeInfo: false, showAvailabilityCount: true },
    locations: [{ type: 'address', address: '1 Harbour Street, Lisbon', public: true }],
  },
];

export const USERS: readonly UserTemplate[] = [
  {
    email: 'admin@slotkey.example',
    name: 'Ada Admin',
    admin: true,
    role: 'service administrator',
    eventTypes: [],
  },
  {
    email: 'maria@slotkey.example',
    name: 'María Ordóñez',
    admin: false,
    role: 'owner of the organization',
    eventTypes: MARIAS_EVENT_TYPES,
  },
  {
    email: 'sam@slotkey.example',
    name: 'Sam Okafor',
    admin: false,
    role: 'administrator of its team',
    eventTypes: SAMS_EVENT_TYPES,
  },
];

export const ORGANIZATION: OrganizationTemplate = {
  name: 'Harbour Clinic',
  slug: 'harbour',
  owner: 'maria@slotkey.example',
  member: 'sam@slotkey.example',
  team: { name: 'Front desk', slug: 'front-desk' },
  eventTypes: [
    { title: 'First visit', slug: 'first-visit', lengthInMinutes: 30, schedulingType: 'roundRobin' },
    { title: 'Case conference', slug: 'case-conference', lengthInMinutes: 45, schedulingType: 'collective' },
  ],
};

/** The third-party client that runs in the browser at /playground. */
export const PLAYGROUND: ClientTemplate = {
  name: 'Playground',
  purpose: 'Tries the whole authorization by hand, in the browser.',
  kind: 'public',
  scopes: SCOPE_NAMES,
  approved: true,
  legacy: false,
};

export const CLIENTS: readonly ClientTemplate[] = [
  PLAYGROUND,
  {
    name: 'Acme Sync',
    purpose: 'Copies bookings into Acme and keeps both sides the same.',
    kind: 'confidential',
    scopes: ['BOOKING_READ', 'BOOKING_WRITE', 'EVENT_TYPE_READ', 'PROFILE_READ'],
    approved: true,
    legacy: false,
  },
  {
    name: 'Fresh Idea',
    purpose: 'Waits for its review: only those who manage it and their testers may use it.',
    kind: 'confidential',
    scopes: ['SCHEDULE_READ', 'PROFILE_READ'],
    approved: false,
    legacy: false,
  },
  {
    name: 'Old Importer',
    purpose: 'Was registered before scopes existed.',
    kind: 'confidential',
    scopes: [],
    approved: true,
    legacy: true,
  },
];
