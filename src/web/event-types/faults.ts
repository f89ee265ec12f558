/* What a use case refuses, as sentences at the fields of the form. Pure. */
import {
  EVENT_TYPE_FIELDS,
  type EventTypeField,
  type EventTypeValues,
  LOCATION,
} from '../../../views/event-types/form-values.js';
import type { PropertyFault } from '../../errors.js';
import { type FieldFaults, groupByField } from '../request-values.js';
import type { Refused } from './own-event-type.js';
import { PROPERTIES } from './properties.js';

/** The beginning of a sentence about a field. */
const SUBJECTS: Readonly<Record<EventTypeField, string>> = {
  title: 'The title',
  slug: 'The slug',
  description: 'The description',
  length: 'The length',
  lengths: 'Each further length',
  hidden: 'This box',
  schedule: 'The availability',
  before: 'The time before',
  after: 'The time after',
  notice: 'The minimum notice, in minutes,',
  notice_unit: 'The unit',
  interval: 'The minutes between start times',
  window: 'The booking window',
  window_days: 'The number of days',
  window_rolling: 'This box',
  window_first: 'The first date',
  window_last: 'The last date',
  count_day: 'The limit',
  count_week: 'The limit per week',
  count_month: 'The limit per month',
  count_year: 'The limit per year',
  confirmation: 'The confirmation',
  confirmation_count: 'The notice',
  confirmation_unit: 'The unit',
  confirmation_blocks: 'This box',
  guests: 'This box',
  verification: 'This box',
  redirect: 'The page after a booking',
  seats: 'The number of seats',
  seats_attendees: 'This box',
  seats_available: 'This box',
  repeats: 'The recurrence',
  repeats_every: 'The interval',
  repeats_times: 'The number of bookings',
};

/** Parts of a property that have a field of their own. */
const PARTS: Readonly<Partial<Record<string, EventTypeField>>> = {
  'bookingWindow.value.0': 'window_first',
  'bookingWindow.value.1': 'window_last',
  'bookingLimitsCount.week': 'count_week',
  'bookingLimitsCount.month': 'count_month',
  'bookingLimitsCount.year': 'count_year',
  'confirmationPolicy.noticeThreshold.count': 'confirmation_count',
  'confirmationPolicy.noticeThreshold.unit': 'confirmation_unit',
  'recurrence.interval': 'repeats_every',
  'recurrence.occurrences': 'repeats_times',
  // Set with the API; what it can be refused for is the recurrence beside it.
  bookerActiveBookingsLimit: 'repeats',
};

const PROPERTY_SUBJECTS: Readonly<Partial<Record<string, string>>> = {
  bookerActiveBookingsLimit: 'The limit of active bookings, which is set with the API,',
};

function fieldOf(property: string, { fields }: EventTypeValues): EventTypeField | undefined {
  if (property === 'bookingWindow.value') return fields.window === 'range' ? 'window_last' : 'window_days';
  const [name = ''] = property.split('.');
  return PARTS[property] ?? PROPERTIES[name]?.fields[0];
}

type Placed = readonly [id: string, sentence: string];

function locationFault({ property, message }: PropertyFault): Placed {
  const [, row, part] = property.split('.');
  if (row === undefined) return ['locations', `The locations ${message}.`];
  const name =
    part === 'type' || part === 'integration' || part === undefined ? LOCATION.kind : LOCATION.value;
  return [`${name}-${row}`, `Location ${Number(row) + 1} ${message}.`];
}

/** Names of the API in its messages, in words of the page. */
const inWords = (message: string): string => message.replaceAll('confirmationPolicy', 'confirmation');

function sentenceOf(fault: PropertyFault, typed: EventTypeValues): Placed | readonly [undefined, string] {
  const { property, message } = fault;
  if (/^locations(?:\.|$)/.test(property)) return locationFault(fault);
  const field = fieldOf(property, typed);
  if (field === undefined) return [undefined, `The setting ${property} ${message}.`];
  return [field, `${PROPERTY_SUBJECTS[property] ?? SUBJECTS[field]} ${inWords(message)}.`];
}

/** In the order of the form: locations come behind the first section. */
function orderOf(id: string): number {
  const at = EVENT_TYPE_FIELDS.findIndex((name) => name === id);
  return at === -1 ? EVENT_TYPE_FIELDS.indexOf('schedule') - 0.5 : at;
}

export interface SortedFaults {
  /** By the id of a field. */
  readonly faults: FieldFaults;
  /** About what the form does not have. */
  readonly refusal: string | undefined;
}

export function sortFaults(
  { faults, reason }: Omit<Refused, 'status'>,
  typed: EventTypeValues,
): SortedFaults {
  const sentences = faults.map((fault) => sentenceOf(fault, typed));
  const placed = sentences.filter((one): one is Placed => one[0] !== undefined);
  const others = sentences.filter(([field]) => field === undefined).map(([, sentence]) => sentence);
  const field = reason?.property === undefined ? undefined : fieldOf(reason.property, typed);
  if (reason !== undefined && field !== undefined) placed.push([field, reason.text]);
  if (reason !== undefined && field === undefined) others.push(reason.text);
  return {
    faults: groupByField(placed.toSorted(([a], [b]) => orderOf(a) - orderOf(b))),
    refusal: others.length > 0 ? others.join(' ') : undefined,
  };
}
