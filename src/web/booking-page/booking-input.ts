/* The posted form as the body of `POST /v2/bookings`, and what is wrong with it as faults of its fields. Pure. */
import type { AppError, PropertyFault } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import { present } from '../../present.js';
import type { BookingField, EventType, Location } from '../../scheduling/event-types/event-type.js';
import { ATTENDEE_PHONE_SLUG } from '../../scheduling/event-types/responses.js';
import { type FieldFaults, groupByField, linesOf, textOf } from '../request-values.js';
import type { Choice } from './choice.js';
import { answerName, boxValue, FIELDS, locationChoices, takesGuests } from './questions.js';

const filled = (text: string): string | undefined => (text === '' ? undefined : text);

/** An empty one is none: what has to be answered is then named as missing. */
function answerTo({ type, slug, options = [] }: BookingField, form: Form): unknown {
  const text = textOf(form, answerName(slug));
  switch (type) {
    case 'boolean':
      return text === 'true';
    case 'multiemail':
      return linesOf(text);
    case 'multiselect':
    case 'checkbox':
      return options.filter((_, at) => form.list(FIELDS.boxes).includes(boxValue(slug, at)));
    default:
      return filled(text);
  }
}

const answersOf = ({ bookingFields }: EventType, form: Form) =>
  present(
    Object.fromEntries(
      bookingFields
        .filter(({ hidden, slug }) => !hidden && slug !== ATTENDEE_PHONE_SLUG)
        .map((field) => [field.slug, answerTo(field, form)]),
    ),
  );

const VALUE_OF: Readonly<Partial<Record<Location['type'], string>>> = {
  attendeeAddress: 'address',
  attendeePhone: 'phone',
  attendeeDefined: 'location',
};

/** Several links are told apart by their address. */
function locationOf(eventType: EventType, form: Form): object {
  const location = locationChoices(eventType)[Number(form.text(FIELDS.location) || '0')];
  if (location === undefined) return {};
  if (location.type === 'link') return { meetingUrl: location.link };
  const property = VALUE_OF[location.type];
  const value = textOf(form, FIELDS.locationValue);
  const integration = location.type === 'integration' ? location.integration : undefined;
  return {
    location: { type: location.type, ...present({ integration }), ...(property && { [property]: value }) },
  };
}

/** Not yet validated. */
export function typedBooking(eventType: EventType, { time, timeZone, duration }: Choice, form: Form): object {
  const count = filled(form.text(FIELDS.count));
  return {
    start: time === undefined ? '' : new Date(time).toISOString(),
    attendee: present({
      name: textOf(form, FIELDS.name),
      email: filled(textOf(form, FIELDS.email)),
      phoneNumber: filled(textOf(form, FIELDS.phone)),
      timeZone,
    }),
    bookingFieldsResponses: answersOf(eventType, form),
    ...locationOf(eventType, form),
    ...present({
      guests: takesGuests(eventType) ? linesOf(form.text(FIELDS.guests)) : undefined,
      lengthInMinutes: duration,
      recurrenceCount: eventType.recurrence && count !== undefined ? Number(count) : undefined,
      emailVerificationCode: filled(textOf(form, FIELDS.code)),
    }),
  };
}

/** By the beginning of a property of the request. */
const FIELD_OF: readonly (readonly [property: string, field: string])[] = [
  ['attendee.name', FIELDS.name],
  ['attendee.email', FIELDS.email],
  ['attendee.phoneNumber', FIELDS.phone],
  [`bookingFieldsResponses.${ATTENDEE_PHONE_SLUG}`, FIELDS.phone],
  ['attendee', FIELDS.email],
  ['guests', FIELDS.guests],
  ['location.', FIELDS.locationValue],
  ['location', FIELDS.location],
  ['meetingUrl', FIELDS.location],
  ['recurrenceCount', FIELDS.count],
  ['emailVerificationCode', FIELDS.code],
];

function fieldOf(property: string): string {
  const [, slug] = /^bookingFieldsResponses\.(.+)$/.exec(property) ?? [];
  const own = FIELD_OF.find(([begin]) => property.startsWith(begin))?.[1];
  return own ?? (slug === undefined ? property : answerName(slug));
}

const MISSING = ['must be given', 'must be answered', 'must not be empty'];

const sentence = (message: string): string =>
  MISSING.includes(message) ? 'Please fill this in.' : `This ${message}.`;

export const CODE_SENT = 'EMAIL_VERIFICATION_REQUIRED';
const CODE_WRONG = 'EMAIL_VERIFICATION_FAILED';
const WRONG_CODE = 'This is not the newest code that was sent to you, or it was tried too often.';

const propertiesOf = ({ details }: AppError): readonly PropertyFault[] =>
  Array.isArray(details['errors']) ? (details['errors'] as readonly PropertyFault[]) : [];

/** That of a code that was just sent is none of the person. */
export function fieldFaults(refusal: AppError): FieldFaults {
  if (refusal.code === CODE_SENT) return {};
  if (refusal.code === CODE_WRONG) return { [FIELDS.code]: [WRONG_CODE] };
  return groupByField(
    propertiesOf(refusal).map(({ property, message }) => [fieldOf(property), sentence(message)]),
  );
}
