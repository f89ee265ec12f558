/*
 * The questions to a booker. Seven are always there, with names of their own; an event type says how it asks them and
 * adds its own. Pure.
 */
import type { PropertyFault } from '../../errors.js';
import type { BookingField } from './event-type.js';
import { ATTENDEE_PHONE_SLUG } from './responses.js';

export type FieldType = BookingField['type'];

const current = (
  type: FieldType,
  label: string,
  change: Partial<Pick<BookingField, 'required' | 'hidden'>> = {},
): BookingField => ({
  type,
  slug: type,
  label,
  placeholder: '',
  required: false,
  hidden: false,
  isDefault: true,
  disableOnPrefill: false,
  ...change,
});

/** Before the questions of an event type, in this order. */
const FIRST: readonly BookingField[] = [
  current('name', 'Your name', { required: true }),
  current('email', 'Email address', { required: true }),
  current('title', 'What is this meeting about?', { required: true, hidden: true }),
  current('location', 'Location'),
];

/** Behind them. */
const LAST: readonly BookingField[] = [
  current('notes', 'Additional notes'),
  current('guests', 'Add guests'),
  current('rescheduleReason', 'Reason for rescheduling'),
];

export const DEFAULT_FIELDS: readonly BookingField[] = [...FIRST, ...LAST];

const DEFAULT_TYPES: ReadonlySet<FieldType> = new Set(DEFAULT_FIELDS.map(({ type }) => type));

/** A question as it was sent; of the seven only what is said of it, of the others everything that matters. */
export type SentField = Pick<BookingField, 'type'> & Partial<Omit<BookingField, 'type' | 'isDefault'>>;

function complete(sent: SentField): BookingField {
  const { type, slug = type } = sent;
  return { required: false, hidden: false, disableOnPrefill: false, ...sent, slug, isDefault: false };
}

/** A name is always asked and always needed; everything else of the seven may be said anew. */
function merged(field: BookingField, sent: readonly SentField[]): BookingField {
  const sentField = sent.find(({ type }) => type === field.type);
  if (sentField === undefined) return field;
  const { type, slug, isDefault, required, hidden } = field;
  const kept = type === 'name' ? { required, hidden } : {};
  return { ...field, ...sentField, type, slug, isDefault, ...kept };
}

/** All questions of an event type, in the order in which they are asked. */
export const completeFields = (sent: readonly SentField[]): readonly BookingField[] => [
  ...FIRST.map((field) => merged(field, sent)),
  ...sent.filter(({ type }) => !DEFAULT_TYPES.has(type)).map(complete),
  ...LAST.map((field) => merged(field, sent)),
];

const isAsked = ({ required, hidden }: BookingField): boolean => required && !hidden;

/** What completed questions may not be together. */
export function fieldFaults(fields: readonly BookingField[]): readonly PropertyFault[] {
  const slugs = fields.map(({ slug }) => slug);
  const twice = slugs.find((slug, at) => slugs.indexOf(slug) !== at);
  const reachable = fields.some(
    (field) => isAsked(field) && (field.type === 'email' || field.slug === ATTENDEE_PHONE_SLUG),
  );
  return [
    ...(twice === undefined ? [] : [`the slug ${twice} stands at two questions`]),
    ...(reachable
      ? []
      : [
          `must ask for a way to reach the booker: the email, or a phone number with the slug ${ATTENDEE_PHONE_SLUG}, required and not hidden`,
        ]),
  ].map((message) => ({ property: 'bookingFields', message }));
}

/** The kinds of control that the seven are shown as. */
const REPLY_TYPES: Partial<Readonly<Record<FieldType, string>>> = {
  title: 'text',
  location: 'radioInput',
  notes: 'textarea',
  guests: 'multiemail',
  rescheduleReason: 'textarea',
};

export const replyType = ({ type }: BookingField): string => REPLY_TYPES[type] ?? type;
