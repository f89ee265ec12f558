/* What an event type says when nothing is said, how a change is laid over it, and what cannot stand together. Pure. */
import type { PropertyFault } from '../../errors.js';
import { appearanceShape } from './appearance.js';
import type { Appearance } from './appearance.js';
import type { EventTypeTerms } from './event-type.js';
import { completeFields, DEFAULT_FIELDS, fieldFaults } from './fields.js';
import type { SentField } from './fields.js';

export const EVENT_TYPES_PER_USER = 200;

const DEFAULTS = {
  description: '',
  hidden: false,
  scheduleId: null,
  locations: [],
  disableGuests: false,
  offsetStart: 0,
  minimumBookingNotice: 120,
  beforeEventBuffer: 0,
  afterEventBuffer: 0,
  onlyShowFirstAvailableSlot: false,
  metadata: {},
  hideOrganizerEmail: false,
  bookingRequiresAuthentication: false,
  disableCancelling: { disabled: false },
  disableRescheduling: { disabled: false },
  allowReschedulingPastBookings: false,
  allowReschedulingCancelledBookings: false,
} as const satisfies Partial<EventTypeTerms>;

/** A setting that is undefined was not named, one that is null goes back to what it is when nothing is said. */
export type Named<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined };

type Setting = Omit<EventTypeTerms, 'title' | 'slug' | 'lengthInMinutes' | 'bookingFields' | 'appearance'>;

export type TermsChange = Partial<Pick<EventTypeTerms, 'title' | 'slug' | 'lengthInMinutes'>> &
  Named<Setting> &
  Named<Appearance> & { readonly bookingFields?: readonly SentField[] | null | undefined };

type Values = Readonly<Record<string, unknown>>;

/** Null falls back on `defaults`; without a default the name goes. */
function laidOver(current: Values, change: Values, defaults: Values): Values {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const values = named.map(([name, value]): [string, unknown] => [name, value ?? defaults[name]]);
  const whole: Values = { ...current, ...Object.fromEntries(values) };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}

const isAppearance = (name: string): boolean => Object.hasOwn(appearanceShape, name);

function changedTerms(current: Values & Pick<EventTypeTerms, 'appearance'>, change: TermsChange): Values {
  const { bookingFields, ...named } = change;
  const entries = Object.entries(named);
  const appearance = Object.fromEntries(entries.filter(([name]) => isAppearance(name)));
  const settings = Object.fromEntries(entries.filter(([name]) => !isAppearance(name)));
  return {
    ...laidOver(current, settings, DEFAULTS),
    ...(bookingFields === undefined ? {} : { bookingFields: completeFields(bookingFields ?? []) }),
    appearance: laidOver(current.appearance, appearance, {}),
  };
}

/** What stands, and over it what was named. */
export const revised = (current: EventTypeTerms, change: TermsChange): EventTypeTerms =>
  // Each value of a change has the type of its setting, so that laying one over the other keeps the whole.
  changedTerms({ ...current }, change) as unknown as EventTypeTerms;

export type NewEventType = TermsChange & Pick<EventTypeTerms, 'title' | 'slug' | 'lengthInMinutes'>;

export function newTerms(input: NewEventType): EventTypeTerms {
  const { title, slug, lengthInMinutes } = input;
  const bare = {
    ...DEFAULTS,
    title,
    slug,
    lengthInMinutes,
    bookingFields: DEFAULT_FIELDS,
    appearance: {},
  };
  return revised(bare, input);
}

/** `property` is the one that a caller most likely wants to change. */
const EXCLUSIONS: readonly (PropertyFault & { readonly holds: (terms: EventTypeTerms) => boolean })[] = [
  {
    property: 'lengthInMinutesOptions',
    message: 'must hold lengthInMinutes too',
    holds: ({ lengthInMinutes, lengthInMinutesOptions }) =>
      lengthInMinutesOptions?.includes(lengthInMinutes) === false,
  },
  {
    property: 'seats',
    message: 'cannot be offered at more than one location: leave one, or take the seats away',
    holds: ({ seats, locations }) => seats !== undefined && locations.length > 1,
  },
  {
    property: 'seats',
    message:
      'cannot be offered where the host confirms bookings: take the confirmationPolicy away, or the seats',
    holds: ({ seats, confirmationPolicy }) => seats !== undefined && confirmationPolicy !== undefined,
  },
  {
    property: 'bookerActiveBookingsLimit',
    message: 'cannot be combined with a recurrence, which makes several bookings at once: remove one of them',
    holds: ({ recurrence, bookerActiveBookingsLimit }) =>
      recurrence !== undefined && bookerActiveBookingsLimit !== undefined,
  },
];

/** What cannot stand together, each with what to do. */
export const termFaults = (terms: EventTypeTerms): readonly PropertyFault[] => [
  ...EXCLUSIONS.filter(({ holds }) => holds(terms)).map(({ property, message }) => ({ property, message })),
  ...fieldFaults(terms.bookingFields),
];
