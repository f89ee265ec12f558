/* Settings of an event type as the fields of its form, and the fields of a posted form. Pure. */
import {
  EVENT_TYPE_FIELDS,
  type EventTypeField,
  type EventTypeValues,
  LOCATION,
  type LocationValues,
  VISIBLE,
} from '../../../views/event-types/form-values.js';
import { TICKED } from '../../../views/parts/forms/box-field.js';
import type { Form } from '../../http/forms.js';
import type { EventTypeTerms, Location } from '../../scheduling/event-types/event-type.js';
import { slugFrom } from '../../scheduling/slugs.js';
import { textOf } from '../request-values.js';

type Fields = EventTypeValues['fields'];

const MAX_LOCATIONS = 20;
const BLANK: LocationValues = { kind: '', value: '', visible: VISIBLE.booked };
const APP = 'app:';

const box = (checked: boolean | undefined): string => (checked === true ? TICKED : '');
const text = (value: number | string | null | undefined): string => String(value ?? '');

export const UNIT_MINUTES = { minutes: 1, hours: 60, days: 1_440 } as const;
type Unit = keyof typeof UNIT_MINUTES;
export const isUnit = (unit: string): unit is Unit => Object.hasOwn(UNIT_MINUTES, unit);

/** The largest unit that needs no fraction. */
function noticeFields(minutes: number): Pick<Fields, 'notice' | 'notice_unit'> {
  const fits = (unit: Unit): boolean => minutes > 0 && minutes % UNIT_MINUTES[unit] === 0;
  const unit = fits('days') ? 'days' : fits('hours') ? 'hours' : 'minutes';
  return { notice: String(minutes / UNIT_MINUTES[unit]), notice_unit: unit };
}

type WindowField = Extract<EventTypeField, `window${string}`>;

function windowFields(window: EventTypeTerms['bookingWindow']): Pick<Fields, WindowField> {
  const none = { window: '', window_days: '', window_rolling: '', window_first: '', window_last: '' };
  if (window === undefined) return none;
  if (window.type === 'range') {
    const [window_first, window_last] = window.value;
    return { ...none, window: window.type, window_first, window_last };
  }
  const { type, value, rolling } = window;
  return { ...none, window: type, window_days: String(value), window_rolling: box(rolling) };
}

type BookingsField = Extract<
  EventTypeField,
  `confirmation${string}` | 'guests' | 'verification' | 'redirect'
>;

function bookingsFields(terms: EventTypeTerms): Pick<Fields, BookingsField> {
  const { confirmationPolicy: policy, appearance } = terms;
  const threshold = policy?.type === 'time' ? policy.noticeThreshold : undefined;
  return {
    confirmation: policy?.type ?? '',
    confirmation_count: text(threshold?.count),
    confirmation_unit: threshold?.unit ?? 'hours',
    confirmation_blocks: box(policy?.blockUnconfirmedBookingsInBooker),
    guests: box(!terms.disableGuests),
    verification: box(terms.requiresBookerEmailVerification),
    redirect: appearance.successRedirectUrl ?? '',
  };
}

const groupsFields = ({ seats, recurrence }: EventTypeTerms) => ({
  seats: text(seats?.seatsPerTimeSlot),
  seats_attendees: box(seats?.showAttendeeInfo),
  seats_available: box(seats?.showAvailabilityCount),
  repeats: recurrence?.frequency ?? '',
  repeats_every: text(recurrence?.interval),
  repeats_times: text(recurrence?.occurrences),
});

const fieldsOf = (terms: EventTypeTerms): Fields => ({
  title: terms.title,
  slug: terms.slug,
  description: terms.description,
  length: String(terms.lengthInMinutes),
  lengths: (terms.lengthInMinutesOptions ?? []).filter((one) => one !== terms.lengthInMinutes).join(', '),
  hidden: box(terms.hidden),
  schedule: text(terms.scheduleId),
  before: String(terms.beforeEventBuffer),
  after: String(terms.afterEventBuffer),
  ...noticeFields(terms.minimumBookingNotice),
  interval: text(terms.slotInterval),
  ...windowFields(terms.bookingWindow),
  count_day: text(terms.bookingLimitsCount?.day),
  count_week: text(terms.bookingLimitsCount?.week),
  count_month: text(terms.bookingLimitsCount?.month),
  count_year: text(terms.bookingLimitsCount?.year),
  ...bookingsFields(terms),
  ...groupsFields(terms),
});

function locationValues(location: Location): LocationValues {
  if (location.type === 'integration') return { ...BLANK, kind: `${APP}${location.integration}` };
  if (!('public' in location)) return { ...BLANK, kind: location.type };
  const value =
    location.type === 'address'
      ? location.address
      : location.type === 'link'
        ? location.link
        : location.phone;
  return { kind: location.type, value, visible: location.public ? VISIBLE.always : VISIBLE.booked };
}

export const valuesOf = (terms: EventTypeTerms): EventTypeValues => ({
  fields: fieldsOf(terms),
  locations: terms.locations.map(locationValues),
});

/** The names of apps among the kinds of locations. */
export const appKind = (app: string): string => `${APP}${app}`;
export const appOfKind = (kind: string): string | undefined =>
  kind.startsWith(APP) ? kind.slice(APP.length) : undefined;

export const LOCATION_LISTS: readonly string[] = Object.values(LOCATION);

/** Rows without a kind are ignored. */
function typedLocations(form: Form): readonly LocationValues[] {
  const [values, visible] = [form.list(LOCATION.value), form.list(LOCATION.visible)];
  return form
    .list(LOCATION.kind)
    .map((kind, at) => ({
      kind,
      value: (values[at] ?? '').replaceAll('\r\n', '\n').trim(),
      visible: visible[at] ?? '',
    }))
    .filter(({ kind }) => kind !== '');
}

const withSlug = (fields: Fields): Fields =>
  fields.slug === '' && fields.title !== '' ? { ...fields, slug: slugFrom(fields.title, 'meeting') } : fields;

/** `form` has all fields, or of a managed event type those that a member may choose: others stay as they are. */
export function typedIn(form: Form, { fields: current }: EventTypeValues, managed = false): EventTypeValues {
  const typed = EVENT_TYPE_FIELDS.map((name) => [name, textOf(form, name)] as const);
  const fields = managed ? { ...current, schedule: form.text('schedule') } : Object.fromEntries(typed);
  return { fields: withSlug(fields as Fields), locations: typedLocations(form) };
}

/** With a row to fill in, up to the limit. */
export const withBlankRow = (values: EventTypeValues): EventTypeValues =>
  values.locations.length >= MAX_LOCATIONS ? values : { ...values, locations: [...values.locations, BLANK] };
