/* The fields of the form that creates or edits an event type. Their names are those of the posted form. */
import type { Choice } from '../parts/forms/field.js';
import type { FaultsById } from '../parts/forms/error-summary.js';
import type { FormPageProps } from '../layout.js';
import type { AssignmentValues } from './hosts.js';

const FIELDS_BY_SECTION = {
  basics: ['title', 'slug', 'description', 'length', 'lengths', 'hidden'],
  times: [
    ...(['schedule', 'before', 'after', 'notice', 'notice_unit', 'interval'] as const),
    ...(['window', 'window_days', 'window_rolling', 'window_first', 'window_last'] as const),
  ],
  limits: ['count_day', 'count_week', 'count_month', 'count_year'],
  bookings: [
    ...(['confirmation', 'confirmation_count', 'confirmation_unit', 'confirmation_blocks'] as const),
    ...(['guests', 'verification', 'redirect'] as const),
  ],
  groups: [
    ...(['seats', 'seats_attendees', 'seats_available'] as const),
    ...(['repeats', 'repeats_every', 'repeats_times'] as const),
  ],
} as const;

export type EventTypeField = (typeof FIELDS_BY_SECTION)[keyof typeof FIELDS_BY_SECTION][number];
export const EVENT_TYPE_FIELDS: readonly EventTypeField[] = Object.values(FIELDS_BY_SECTION).flat();

export interface LocationValues {
  /** Empty: the row is ignored. */
  readonly kind: string;
  readonly value: string;
  readonly visible: string;
}

export interface EventTypeValues {
  /** As typed; a ticked box is `yes`. */
  readonly fields: Readonly<Record<EventTypeField, string>>;
  readonly locations: readonly LocationValues[];
}

/** Field names of a location; each is sent once per row. */
export const LOCATION = {
  kind: 'location_kind',
  value: 'location_value',
  visible: 'location_visible',
} as const;

export type SectionName = keyof typeof FIELDS_BY_SECTION | 'locations';
export const SECTION_FIELDS: Readonly<Record<SectionName, readonly string[]>> = {
  ...FIELDS_BY_SECTION,
  locations: ['locations', ...Object.values(LOCATION)],
};

/** Of a location with an address, a link or a phone number of its own. */
export const VISIBLE = { always: 'always', booked: 'booked' } as const;

export const MORE_LOCATIONS = { name: 'act', value: 'more' } as const;

/** Kinds of locations and their labels; apps for meetings come behind them. */
export const LOCATION_KINDS = {
  address: 'At an address',
  link: 'A web link',
  phone: 'By phone: the attendee calls you',
  attendeeAddress: 'At the attendee’s address',
  attendeePhone: 'By phone: you call the attendee',
  attendeeDefined: 'The attendee proposes a location',
  organizersDefaultApp: 'Your default app for meetings',
} as const;

export interface EventTypeFormProps extends FormPageProps {
  readonly action: string;
  readonly backTo: string;
  readonly values: EventTypeValues;
  /** Of a new one of a team. */
  readonly assignment?: AssignmentValues | undefined;
  /** By the id of a field. */
  readonly faults: FaultsById;
  /** Why nothing was saved, where it is about no field. */
  readonly refusal?: string | undefined;
  /** Was just worked on. */
  readonly openSection?: SectionName | undefined;
  readonly schedules: readonly Choice[];
  /** Kinds of locations and the apps for meetings. */
  readonly locationKinds: readonly Choice[];
}
