/*
 * The booking fields of an event type. Seven default fields are always there; an event type changes their settings and
 * adds fields of its own. Pure.
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

/** Before the event type's own fields, in this order. */
const FIRST: readonly BookingField[] = [
  current('name', 'Your name', { required: true }),
  current('email', 'Email address', { required: true }),
  current('title', 'What is this meeting about?', { required: true, hidden: true }),
  current('location', 'Location'),
];

/** After them. */
const LAST: readonly BookingField[] = [
  current('notes', 'Additional notes'),
  current('guests', 'Add guests'),
  current('rescheduleReason', 'Reason for rescheduling'),
];

export const DEFAULT_FIELDS: readonly BookingField[] = [...FIRST, ...LAST];

const DEFAULT_TYPES: ReadonlySet<FieldType> = new Set(DEFAULT_FIELDS.map(({ type }) => type));

/** A field as it was sent: of a default field only the changed settings, of others all of them. */
export type SentField = Pick<BookingField, 'type'> & Partial<Omit<BookingField, 'type' | 'isDefault'>>;

function complete(sent: SentField): BookingField {
  const { type, slug = type } = sent;
  return { required: false, hidden: false, disableOnPrefill: false, ...sent, slug, isDefault: false };
}

/** The name stays required and visible; every other setting of a default field can be changed. */
function merged(field: BookingField, sent: readonly SentField[]): BookingField {
  const sentField = sent.find(({ type }) => type === field.type);
  if (sentField === undefined) return field;
  const { type, slug, isDefault, required, hidden } = field;
  const fixed = type === 'name' ? { required, hidden } : {};
  return { ...field, ...sentField, type, slug, isDefault, ...fixed };
}

/** All fields of an event type, in the order of the form. */
export const completeFields = (sent: readonly SentField[]): readonly BookingField[] => [
  ...FIRST.map((field) => merged(field, sent)),
  ...sent.filter(({ type }) => !DEFAULT_TYPES.has(type)).map(complete),
  ...LAST.map((field) => merged(field, sent)),
];

const isAsked = ({ required, hidden }: BookingField): boolean => required && !hidden;

/** Faults of all fields together. */
export function fieldFaults(fields: readonly BookingField[]): readonly PropertyFault[] {
  const slugs = fields.map(({ slug }) => slug);
  const twice = slugs.find((slug, at) => slugs.indexOf(slug) !== at);
  const hasContact = fields.some(
    (field) => isAsked(field) && (field.type === 'email' || field.slug === ATTENDEE_PHONE_SLUG),
  );
  return [
    ...(twice === undefined ? [] : [`the slug ${twice} is used for two fields`]),
    ...(hasContact
      ? []
      : [
          `must ask for a way to reach the booker: the email, or a phone number with the slug ${ATTENDEE_PHONE_SLUG}, required and not hidden`,
        ]),
  ].map((message) => ({ property: 'bookingFields', message }));
}

/** The kinds of control for default fields. */
const REPLY_TYPES: Partial<Readonly<Record<FieldType, string>>> = {
  title: 'text',
  location: 'radioInput',
  notes: 'textarea',
  guests: 'multiemail',
  rescheduleReason: 'textarea',
};

export const replyType = ({ type }: BookingField): string => REPLY_TYPES[type] ?? type;
