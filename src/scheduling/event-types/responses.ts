/*
 * Validates a booker's answers to the booking fields of an event type. Pure; bookings call it. Attendee, guests, location
 * and rescheduling reason have properties of their own in a booking and are not among the responses.
 */
import type { PropertyFault } from '../../errors.js';
import { readAnswer } from './answers.js';
import type { BookingField } from './event-type.js';

export type Responses = Readonly<Record<string, unknown>>;

export interface CheckedResponses {
  /** Only answers to existing fields, trimmed; phone numbers as E.164. Without the faulty ones. */
  readonly responses: Responses;
  /** Empty when all fit; `property` is `bookingFieldsResponses.<slug>`. */
  readonly faults: readonly PropertyFault[];
}

const NOT_RESPONSES: readonly BookingField['type'][] = [
  'name',
  'email',
  'guests',
  'location',
  'rescheduleReason',
];

/** The booking field whose answer is the `attendee.phoneNumber` of a booking. */
export const ATTENDEE_PHONE_SLUG = 'attendeePhoneNumber';

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** A required checkbox must be ticked. */
const isMissing = ({ type, required, hidden }: BookingField, value: unknown): boolean =>
  required && !hidden && (isEmpty(value) || (type === 'boolean' && value === false));

export function validateResponses(
  fields: readonly BookingField[],
  responses: Responses = {},
): CheckedResponses {
  const valid = new Map<string, unknown>();
  const faults: PropertyFault[] = [];
  for (const field of fields.filter(({ type }) => !NOT_RESPONSES.includes(type))) {
    const { slug } = field;
    const property = `bookingFieldsResponses.${slug}`;
    const value = Object.hasOwn(responses, slug) ? responses[slug] : undefined;
    if (isMissing(field, value)) faults.push({ property, message: 'must be answered' });
    else if (!isEmpty(value)) {
      const read = readAnswer(field, value);
      if (read.kind === 'valid') valid.set(slug, read.value);
      else faults.push({ property, message: read.message });
    }
  }
  return { responses: Object.fromEntries(valid), faults };
}
