/*
 * The text of a message with variables: `{ATTENDEE}` becomes a name, `{NOTES_FOR_US}` the answer to the question with the
 * slug `notes-for-us`. Pure. Values are plain text: in HTML they are escaped, and variables in them are not replaced.
 */
import { CANCEL_STEP, RESCHEDULE_STEP } from '../bookings/attendees/attendee-links.js';
import type { Attendee, Booking } from '../bookings/booking.js';
import { linkIn, locationIn } from '../bookings/calendar-files/calendar-event.js';
import type { FilledForm } from './run-store.js';

export type Values = ReadonlyMap<string, string>;

const VARIABLE = /\{([A-Z][A-Z0-9_]*)\}/g;

/** Addresses of pages that this service does not have. */
const UNSUPPORTED: readonly string[] = ['RATING_URL', 'NO_SHOW_URL'];

/** Variables that cannot be filled in. */
export const unsupportedVariablesIn = (template: string): readonly string[] =>
  [...template.matchAll(VARIABLE)].flatMap(([whole, name = '']) =>
    UNSUPPORTED.includes(name) ? [whole] : [],
  );

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Variables without a value become empty: a question may stay unanswered. */
export const fillIn = (template: string, values: Values, write = (value: string) => value): string =>
  template.replace(VARIABLE, (_, name: string) => write(values.get(name) ?? ''));

/** `notes-for-us`, `notesForUs` -> `NOTES_FOR_US`, and also `NOTESFORUS`. */
const namesOf = (slug: string): readonly string[] => {
  const upper = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return [upper(slug), upper(slug.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_'))];
};

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

type Entries = readonly (readonly [string, string])[];

const answerEntries = (answers: Readonly<Record<string, unknown>>): Entries =>
  Object.entries(answers).flatMap(([slug, value]) =>
    namesOf(slug).map((name) => [name, textOf(value)] as const),
  );

const nameEntries = (prefix: string, name: string): Entries => {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return [
    [prefix, name],
    [`${prefix}_NAME`, name],
    [`${prefix}_FIRST_NAME`, first],
    [`${prefix}_LAST_NAME`, rest.join(' ')],
  ];
};

const formatIn = (instant: number, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(instant);

const DATE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

function timeEntries({ start, end }: Booking, timeZone: string): Entries {
  return [
    ['EVENT_DATE', formatIn(start, timeZone, DATE)],
    ['EVENT_TIME', formatIn(start, timeZone, TIME)],
    ['EVENT_START_TIME', formatIn(start, timeZone, TIME)],
    ['EVENT_END_TIME', formatIn(end, timeZone, TIME)],
    ['TIMEZONE', timeZone],
  ];
}

export interface ReaderContext {
  /** The reader's, of the IANA database. */
  readonly timeZone: string;
  /** Attendees that the message is about and the reader may know. */
  readonly attendees: readonly Attendee[];
  /** Where the reader sees, cancels and moves the booking; only attendees have one. */
  readonly page?: string | undefined;
}

const linkEntries = (page: string | undefined): Entries => [
  ['CANCEL_URL', page === undefined ? '' : `${page}${CANCEL_STEP}`],
  ['RESCHEDULE_URL', page === undefined ? '' : `${page}${RESCHEDULE_STEP}`],
];

function peopleEntries({ hosts }: Booking, attendees: readonly Attendee[]): Entries {
  const [attendee] = attendees;
  return [
    ...nameEntries('ORGANIZER', hosts[0]?.name ?? ''),
    ['ORGANIZER', hosts.map(({ name }) => name).join(', ')],
    ...nameEntries('ATTENDEE', attendee?.name ?? ''),
    ['ATTENDEE', attendees.map(({ name }) => name).join(', ')],
    ['ATTENDEE_EMAIL', attendee?.email ?? ''],
    ['ATTENDEE_PHONE', attendee?.phoneNumber ?? ''],
    ['ATTENDEE_TIMEZONE', attendee?.timeZone ?? ''],
  ];
}

/** With seats every attendee has own answers. */
const responsesIn = ({ seats, responses }: Booking, [attendee]: readonly Attendee[]) =>
  attendee?.responses ?? (seats === null ? responses : {});

export const bookingValues = (booking: Booking, { timeZone, attendees, page }: ReaderContext): Values =>
  new Map([
    ...answerEntries(responsesIn(booking, attendees)),
    ...timeEntries(booking, timeZone),
    ...peopleEntries(booking, attendees),
    ...linkEntries(page),
    ['EVENT_NAME', booking.title],
    ['EVENT_TYPE_ID', String(booking.eventTypeId ?? '')],
    ['LOCATION', locationIn(booking) ?? ''],
    ['MEETING_URL', linkIn(booking) ?? ''],
    ['ADDITIONAL_NOTES', booking.description],
    ['CANCELLATION_REASON', booking.reason ?? ''],
    ['RESCHEDULING_REASON', booking.reschedulingReason ?? ''],
  ]);

export function formValues({ name, answers }: FilledForm): Values {
  const all = Object.fromEntries(answers.map(({ identifier, value }) => [identifier, value]));
  const answerOf = (type: string) => textOf(answers.find((answer) => answer.type === type)?.value);
  return new Map([
    ...answerEntries(all),
    ...nameEntries('ATTENDEE', textOf(all['name'])),
    ['ATTENDEE_EMAIL', answerOf('email')],
    ['ATTENDEE_PHONE', answerOf('phone')],
    ['FORM_NAME', name],
  ]);
}
