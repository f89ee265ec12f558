/*
 * The words of a message with their variables: `{ATTENDEE}` becomes a name, `{NOTES_FOR_US}` the answer to the question
 * with the slug `notes-for-us`. Pure. A value is text wherever it goes: in HTML it is escaped, and never read again for
 * variables of its own.
 */
import type { Attendee, Booking } from '../bookings/booking.js';
import { linkIn, locationIn } from '../bookings/calendar-files/calendar-event.js';
import type { FilledForm } from './run-store.js';

export type Values = ReadonlyMap<string, string>;

const VARIABLE = /\{([A-Z][A-Z0-9_]*)\}/g;

/** What other services have pages for, and this one has not. */
const WITHOUT_PAGE: readonly string[] = ['CANCEL_URL', 'RESCHEDULE_URL', 'RATING_URL', 'NO_SHOW_URL'];

/** Variables that could never be filled in. */
export const pagelessIn = (template: string): readonly string[] =>
  [...template.matchAll(VARIABLE)].flatMap(([whole, name = '']) =>
    WITHOUT_PAGE.includes(name) ? [whole] : [],
  );

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** What has no value is left out: a question may stay unanswered. */
export const filled = (template: string, values: Values, written = (value: string) => value): string =>
  template.replace(VARIABLE, (_, name: string) => written(values.get(name) ?? ''));

/** `notes-for-us`, `notesForUs` -> `NOTES_FOR_US`, and as people write it: `NOTESFORUS`. */
const namesOf = (slug: string): readonly string[] => {
  const upper = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return [upper(slug), upper(slug.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_'))];
};

const readable = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(readable).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const answersIn = (answers: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] =>
  Object.entries(answers).flatMap(([slug, value]) =>
    namesOf(slug).map((name) => [name, readable(value)] as const),
  );

const namedParts = (prefix: string, name: string): readonly (readonly [string, string])[] => {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return [
    [prefix, name],
    [`${prefix}_NAME`, name],
    [`${prefix}_FIRST_NAME`, first],
    [`${prefix}_LAST_NAME`, rest.join(' ')],
  ];
};

const inZone = (instant: number, timeZone: string, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...how }).format(instant);

const DATE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

function timesIn({ start, end }: Booking, timeZone: string): readonly (readonly [string, string])[] {
  return [
    ['EVENT_DATE', inZone(start, timeZone, DATE)],
    ['EVENT_TIME', inZone(start, timeZone, TIME)],
    ['EVENT_START_TIME', inZone(start, timeZone, TIME)],
    ['EVENT_END_TIME', inZone(end, timeZone, TIME)],
    ['TIMEZONE', timeZone],
  ];
}

export interface Reading {
  /** The reader's, of the IANA database. */
  readonly timeZone: string;
  /** Whom it is about, as far as the reader may know of them. */
  readonly attendees: readonly Attendee[];
}

const list = (names: readonly string[]): string => names.join(', ');

function peopleIn(
  { hosts }: Booking,
  attendees: readonly Attendee[],
): readonly (readonly [string, string])[] {
  const [attendee] = attendees;
  return [
    ...namedParts('ORGANIZER', hosts[0]?.name ?? ''),
    ['ORGANIZER', list(hosts.map(({ name }) => name))],
    ...namedParts('ATTENDEE', attendee?.name ?? ''),
    ['ATTENDEE', list(attendees.map(({ name }) => name))],
    ['ATTENDEE_EMAIL', attendee?.email ?? ''],
    ['ATTENDEE_PHONE', attendee?.phoneNumber ?? ''],
    ['ATTENDEE_TIMEZONE', attendee?.timeZone ?? ''],
  ];
}

/** With seats everybody answers for themselves. */
const responsesIn = ({ seats, responses }: Booking, [attendee]: readonly Attendee[]) =>
  attendee?.responses ?? (seats === null ? responses : {});

export const bookingValues = (booking: Booking, { timeZone, attendees }: Reading): Values =>
  new Map([
    ...answersIn(responsesIn(booking, attendees)),
    ...timesIn(booking, timeZone),
    ...peopleIn(booking, attendees),
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
  const of = (type: string) => readable(answers.find((answer) => answer.type === type)?.value);
  return new Map([
    ...answersIn(all),
    ...namedParts('ATTENDEE', readable(all['name'])),
    ['ATTENDEE_EMAIL', of('email')],
    ['ATTENDEE_PHONE', of('phone')],
    ['FORM_NAME', name],
  ]);
}
