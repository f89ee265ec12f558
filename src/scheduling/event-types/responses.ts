/*
 * Whether a booker's answers fit the booking fields of an event type. Pure; bookings call it. Who attends, the guests,
 * the place and the reason of a rescheduling have properties of their own in a booking and are not asked here.
 */
import type { PropertyFault } from '../../errors.js';
import { readAnswer } from './answers.js';
import type { BookingField } from './event-type.js';

export type Responses = Readonly<Record<string, unknown>>;

export interface CheckedResponses {
  /** Only answers to fields that there are, trimmed; phone numbers as E.164. Without the faulty ones. */
  readonly responses: Responses;
  /** Empty when all fit; `property` is `bookingFieldsResponses.<slug>`. */
  readonly faults: readonly PropertyFault[];
}

const ASKED_ELSEWHERE: readonly BookingField['type'][] = [
  'name',
  'email',
  'guests',
  'location',
  'rescheduleReason',
];

/** Where the number of an attendee goes when an event type asks for it (`attendee.phoneNumber` of a booking). */
export const ATTENDEE_PHONE_SLUG = 'attendeePhoneNumber';

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** A box that must be ticked is not answered by leaving it. */
const isMissing = ({ type, required, hidden }: BookingField, value: unknown): boolean =>
  required && !hidden && (isEmpty(value) || (type === 'boolean' && value === false));

export function validateResponses(
  fields: readonly BookingField[],
  responses: Responses = {},
): CheckedResponses {
  const kept = new Map<string, unknown>();
  const faults: PropertyFault[] = [];
  for (const field of fields.filter(({ type }) => !ASKED_ELSEWHERE.includes(type))) {
    const { slug } = field;
    const property = `bookingFieldsResponses.${slug}`;
    const value = Object.hasOwn(responses, slug) ? responses[slug] : undefined;
    if (isMissing(field, value)) faults.push({ property, message: 'must be answered' });
    else if (!isEmpty(value)) {
      const read = readAnswer(field, value);
      if (read.kind === 'kept') kept.set(slug, read.value);
      else faults.push({ property, message: read.message });
    }
  }
  return { responses: Object.fromEntries(kept), faults };
}
