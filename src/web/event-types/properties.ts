/*
 * The properties of the API behind the fields of the form. Only those whose fields were changed are in a change, so that
 * all others stay as they are. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type EventTypeField,
  type EventTypeValues,
  type LocationValues,
  VISIBLE,
} from '../../../views/event-types/form-values.js';
import { TICKED } from '../../../views/parts/forms/box-field.js';
import { appOfKind, isUnit, UNIT_MINUTES } from './form-values.js';

type Fields = EventTypeValues['fields'];

interface Property {
  /** Faults of the property belong to the first one. */
  readonly fields: readonly [EventTypeField, ...EventTypeField[]];
  readonly read: (fields: Fields) => unknown;
}

/** A text that is no number goes on: the schema says what is wrong with it. */
const number = (typed: string): number | string => (/^\d{1,9}$/.test(typed) ? Number(typed) : typed);
const orNull = (typed: string): number | string | null => (typed === '' ? null : number(typed));
const isTicked = (typed: string): boolean => typed === TICKED;

function lengthOptions({ length, lengths }: Fields): readonly (number | string)[] | null {
  const further = lengths
    .split(/[,;\s]+/)
    .filter((one) => one !== '')
    .map(number);
  if (further.length === 0) return null;
  const own = number(length);
  const others = further.filter((one) => one !== own);
  // A length that is no number has a fault of its own.
  return [...(typeof own === 'number' ? [own] : []), ...others].toSorted((a, b) => Number(a) - Number(b));
}

function minimumNotice({ notice, notice_unit: unit }: Fields): number | string {
  const count = notice === '' ? 0 : number(notice);
  return typeof count === 'number' && isUnit(unit) ? count * UNIT_MINUTES[unit] : count;
}

function bookingWindow(fields: Fields): unknown {
  const { window: type } = fields;
  if (type === '') return null;
  if (type === 'range') return { type, value: [fields.window_first, fields.window_last] };
  const rolling = isTicked(fields.window_rolling) ? { rolling: true } : {};
  return { type, value: number(fields.window_days), ...rolling };
}

function bookingLimits(fields: Fields): unknown {
  const periods = ['day', 'week', 'month', 'year'] as const;
  const limits = periods
    .map((period) => [period, fields[`count_${period}`]] as const)
    .filter(([, typed]) => typed !== '')
    .map(([period, typed]) => [period, number(typed)] as const);
  return limits.length === 0 ? null : Object.fromEntries(limits);
}

function confirmationPolicy(fields: Fields): unknown {
  const { confirmation: type, confirmation_unit: unit } = fields;
  if (type === '') return null;
  const blocks = { blockUnconfirmedBookingsInBooker: isTicked(fields.confirmation_blocks) };
  const noticeThreshold = { unit, count: number(fields.confirmation_count) };
  return type === 'time' ? { type, noticeThreshold, ...blocks } : { type, ...blocks };
}

const seatsOf = (fields: Fields): unknown =>
  fields.seats === ''
    ? null
    : {
        seatsPerTimeSlot: number(fields.seats),
        showAttendeeInfo: isTicked(fields.seats_attendees),
        showAvailabilityCount: isTicked(fields.seats_available),
      };

const recurrenceOf = (fields: Fields): unknown =>
  fields.repeats === ''
    ? null
    : {
        frequency: fields.repeats,
        interval: number(fields.repeats_every),
        occurrences: number(fields.repeats_times),
      };

export const PROPERTIES: Readonly<Partial<Record<string, Property>>> = {
  title: { fields: ['title'], read: ({ title }) => title },
  slug: { fields: ['slug'], read: ({ slug }) => slug },
  description: { fields: ['description'], read: ({ description }) => description },
  lengthInMinutes: { fields: ['length'], read: ({ length }) => number(length) },
  lengthInMinutesOptions: { fields: ['lengths', 'length'], read: lengthOptions },
  hidden: { fields: ['hidden'], read: ({ hidden }) => isTicked(hidden) },
  scheduleId: { fields: ['schedule'], read: ({ schedule }) => orNull(schedule) },
  beforeEventBuffer: { fields: ['before'], read: ({ before }) => orNull(before) },
  afterEventBuffer: { fields: ['after'], read: ({ after }) => orNull(after) },
  minimumBookingNotice: { fields: ['notice', 'notice_unit'], read: minimumNotice },
  slotInterval: { fields: ['interval'], read: ({ interval }) => orNull(interval) },
  bookingWindow: {
    fields: ['window', 'window_days', 'window_rolling', 'window_first', 'window_last'],
    read: bookingWindow,
  },
  bookingLimitsCount: {
    fields: ['count_day', 'count_week', 'count_month', 'count_year'],
    read: bookingLimits,
  },
  confirmationPolicy: {
    fields: ['confirmation', 'confirmation_count', 'confirmation_unit', 'confirmation_blocks'],
    read: confirmationPolicy,
  },
  disableGuests: { fields: ['guests'], read: ({ guests }) => !isTicked(guests) },
  requiresBookerEmailVerification: {
    fields: ['verification'],
    read: ({ verification }) => isTicked(verification),
  },
  successRedirectUrl: { fields: ['redirect'], read: ({ redirect }) => (redirect === '' ? null : redirect) },
  seats: { fields: ['seats', 'seats_attendees', 'seats_available'], read: seatsOf },
  recurrence: { fields: ['repeats', 'repeats_every', 'repeats_times'], read: recurrenceOf },
};

function locationOf({ kind, value, visible }: LocationValues): unknown {
  const integration = appOfKind(kind);
  if (integration !== undefined) return { type: 'integration', integration };
  if (kind !== 'address' && kind !== 'link' && kind !== 'phone') return { type: kind };
  return { type: kind, [kind]: value, public: visible === VISIBLE.always };
}

/** Browsers send line breaks as CRLF, and forms trim. */
const tidy = (text: string): string => text.replaceAll('\r\n', '\n').trim();

const isChanged = (before: Fields, typed: Fields, { fields }: Property): boolean =>
  fields.some((name) => tidy(before[name]) !== typed[name]);

const tidyRows = (rows: readonly LocationValues[]): readonly LocationValues[] =>
  rows.map((row) => ({ ...row, value: tidy(row.value) }));

/** What differs from `before`, unchecked; without it every property. */
export function changeOf(
  typed: EventTypeValues,
  before?: EventTypeValues,
): Readonly<Record<string, unknown>> {
  const changed = Object.entries(PROPERTIES).flatMap(([name, property]) =>
    property !== undefined && (before === undefined || isChanged(before.fields, typed.fields, property))
      ? [[name, property.read(typed.fields)] as const]
      : [],
  );
  const isSame = before !== undefined && isDeepStrictEqual(tidyRows(before.locations), typed.locations);
  return {
    ...Object.fromEntries(changed),
    ...(isSame ? {} : { locations: typed.locations.map(locationOf) }),
  };
}
