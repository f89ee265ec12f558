/* The fields of the form of an event type, with what was typed. Pure. */
import type { QuestionView } from '../../../views/booking-page/questions.js';
import type { BookingField, EventType, Location } from '../../scheduling/event-types/event-type.js';
import { ATTENDEE_PHONE_SLUG } from '../../scheduling/event-types/responses.js';
import type { FieldFaults } from '../request-values.js';
import { locationText } from './facts.js';

/** Names of fields in the form. */
export const FIELDS = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  guests: 'guests',
  location: 'location',
  locationValue: 'location_value',
  count: 'recurrence_count',
  code: 'code',
  key: 'key',
  /** All boxes of all questions: `<slug>:<position of the option>`. */
  boxes: 'boxes',
} as const;

export const answerName = (slug: string): string => `answer.${slug}`;
export const boxValue = (slug: string, option: number): string => `${slug}:${option}`;

/** What was typed before; all empty in a new form. */
export interface Typed {
  text(name: string): string;
  list(name: string): readonly string[];
}

/** Every guest of an event type with seats has to take a seat. */
export const takesGuests = ({ disableGuests, seats }: EventType): boolean => !disableGuests && !seats;

/** Of several addresses and numbers the first one counts, as in `POST /v2/bookings`. */
export function locationChoices({ locations }: EventType): readonly Location[] {
  const several = ['link', 'integration'];
  return locations.filter(
    ({ type }, at) => several.includes(type) || locations.findIndex((other) => other.type === type) === at,
  );
}

type Asks = Readonly<Partial<Record<Location['type'], string>>>;
const FROM_ATTENDEE: Asks = {
  attendeeAddress: 'Your address',
  attendeePhone: 'Your phone number',
  attendeeDefined: 'Where to meet',
};

const WITHOUT_FIELD: readonly BookingField['type'][] = ['rescheduleReason', 'location', 'name', 'email'];

const LINES: Partial<
  Readonly<Record<BookingField['type'], 'text' | 'email' | 'tel' | 'number' | 'address'>>
> = {
  phone: 'tel',
  number: 'number',
  url: 'address',
};

interface Asking {
  readonly typed: Typed;
  readonly faults: FieldFaults;
}

type Kind = QuestionView['kind'];
/** All others are lines. */
const KINDS: Partial<Readonly<Record<BookingField['type'], Kind>>> = {
  notes: 'text',
  textarea: 'text',
  multiemail: 'text',
  select: 'select',
  radio: 'radio',
  multiselect: 'boxes',
  checkbox: 'boxes',
  boolean: 'box',
};

const HINTS: Partial<Readonly<Record<BookingField['type'], string>>> = {
  multiemail: 'One address per line.',
};

/** What may be left out says so. */
const hintOf = ({ type, placeholder = '', required }: BookingField): string | undefined =>
  [!required && 'Optional.', placeholder || HINTS[type]].filter(Boolean).join(' ') || undefined;

function questionOf(field: BookingField, { typed, faults }: Asking): QuestionView {
  const { type, slug, label = slug, required, options = [] } = field;
  const name = answerName(slug);
  const common = { name, label, hint: hintOf(field), required, fault: faults[name] };
  const value = typed.text(name);
  const kind = KINDS[type] ?? 'line';
  switch (kind) {
    case 'text':
      return { ...common, kind, value };
    case 'boxes':
      return { ...common, kind, name: FIELDS.boxes, id: name, choices: boxesOf(slug, options, typed) };
    case 'box':
      return { ...common, kind, chosen: value === 'true' };
    case 'line':
      return { ...common, kind, value, type: LINES[type] ?? 'text' };
    default:
      return { ...common, kind, choices: choicesOf(options, value) };
  }
}

const choicesOf = (options: readonly string[], chosen: string) =>
  options.map((option) => ({ value: option, label: option, chosen: option === chosen }));

const boxesOf = (slug: string, options: readonly string[], typed: Typed) =>
  options.map((label, at) => {
    const value = boxValue(slug, at);
    return { value, label, chosen: typed.list(FIELDS.boxes).includes(value) };
  });

const labelOf = (eventType: EventType, type: 'name' | 'email', fallback: string): string =>
  eventType.bookingFields.find((field) => field.type === type)?.label ?? fallback;

const nameField = (eventType: EventType, { typed, faults }: Asking): QuestionView => ({
  kind: 'line',
  ...{
    name: FIELDS.name,
    label: labelOf(eventType, 'name', 'Your name'),
    type: 'text',
    autocomplete: 'name',
  },
  ...{ required: true, value: typed.text(FIELDS.name), fault: faults[FIELDS.name] },
});

function emailField(eventType: EventType, { typed, faults }: Asking): readonly QuestionView[] {
  const field = eventType.bookingFields.find(({ type }) => type === 'email');
  const needed = eventType.requiresBookerEmailVerification === true;
  if (field?.hidden === true && !needed) return [];
  return [
    {
      kind: 'line',
      ...{ name: FIELDS.email, label: labelOf(eventType, 'email', 'Your e-mail address') },
      ...{ type: 'email', autocomplete: 'email', required: needed || field?.required !== false },
      ...{ value: typed.text(FIELDS.email), fault: faults[FIELDS.email] },
    },
  ];
}

/** Asked for by the event type, or by a workflow that sends text messages. */
function phoneField(eventType: EventType, { typed, faults }: Asking): readonly QuestionView[] {
  const field = eventType.bookingFields.find(({ slug, hidden }) => slug === ATTENDEE_PHONE_SLUG && !hidden);
  const fault = faults[FIELDS.phone];
  if (field === undefined && fault === undefined) return [];
  return [
    {
      kind: 'line',
      ...{ name: FIELDS.phone, label: field?.label ?? 'Your phone number', type: 'tel', autocomplete: 'tel' },
      ...{ hint: 'With the country code, such as +351 21 000 0000', required: field?.required ?? true },
      ...{ value: typed.text(FIELDS.phone), fault },
    },
  ];
}

const GUESTS_HINT = 'Optional. One e-mail address per line; everybody gets an invitation.';

function ownQuestion(field: BookingField, eventType: EventType, asking: Asking): readonly QuestionView[] {
  const { type, slug, hidden, required, label = 'Guests' } = field;
  if (hidden || WITHOUT_FIELD.includes(type) || slug === ATTENDEE_PHONE_SLUG) return [];
  if (type !== 'guests') return [questionOf(field, asking)];
  if (!takesGuests(eventType)) return [];
  const [value, fault] = [asking.typed.text(FIELDS.guests), asking.faults[FIELDS.guests]];
  return [{ kind: 'text', name: FIELDS.guests, label, hint: GUESTS_HINT, required, value, fault }];
}

function locationFields(eventType: EventType, { typed, faults }: Asking): readonly QuestionView[] {
  const offers = locationChoices(eventType);
  const asked = offers.flatMap(({ type }) => FROM_ATTENDEE[type] ?? []);
  const chosen = typed.text(FIELDS.location) || '0';
  const choices = offers.map((offer, at) => ({
    ...{ value: String(at), label: locationText(offer), chosen: String(at) === chosen },
  }));
  const [name, value] = [FIELDS.locationValue, typed.text(FIELDS.locationValue)];
  const choice: QuestionView = {
    ...{ kind: 'radio', name: FIELDS.location, label: 'Where', required: true, choices },
    fault: faults[FIELDS.location],
  };
  const entry: QuestionView = {
    ...{ kind: 'line', name, label: asked.join(' or '), type: 'text', value, fault: faults[name] },
    required: offers.length === 1,
  };
  return [...(offers.length > 1 ? [choice] : []), ...(asked.length > 0 ? [entry] : [])];
}

function countField({ recurrence }: EventType, { typed, faults }: Asking): readonly QuestionView[] {
  if (recurrence === undefined) return [];
  const chosen = typed.text(FIELDS.count) || String(recurrence.occurrences);
  const choices = Array.from({ length: recurrence.occurrences }, (_, at) => String(at + 1)).map((value) => ({
    ...{ value, label: value, chosen: value === chosen },
  }));
  const [name, label] = [FIELDS.count, 'How many times'];
  return [{ kind: 'select', name, label, required: true, choices, fault: faults[name] }];
}

/** In the order of the form. `asksCode`: a code was sent to the address. */
export function questionsOf(
  eventType: EventType,
  asking: Asking & { readonly asksCode: boolean },
): readonly QuestionView[] {
  const name = FIELDS.code;
  const code: QuestionView = {
    ...{ kind: 'line', name, label: 'Code from the mail', type: 'number' },
    ...{ autocomplete: 'one-time-code', focused: Object.keys(asking.faults).length === 0 },
    ...{ hint: 'Leave it empty to have a new code sent.', required: false, value: asking.typed.text(name) },
    fault: asking.faults[name],
  };
  return [
    nameField(eventType, asking),
    ...emailField(eventType, asking),
    ...(asking.asksCode ? [code] : []),
    ...phoneField(eventType, asking),
    ...countField(eventType, asking),
    ...locationFields(eventType, asking),
    ...eventType.bookingFields.flatMap((field) => ownQuestion(field, eventType, asking)),
  ];
}
