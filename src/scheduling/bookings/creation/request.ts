/*
 * Reads the body of a booking, checks it against the event type, and names all faults. Pure. Whether the time is free is
 * decided later, under the lock: placement.ts.
 */
import { present } from '../../../present.js';
import type { PropertyFault } from '../../../errors.js';
import { badRequest, invalidInput } from '../../../errors.js';
import { ATTENDEE_PHONE_SLUG, validateResponses } from '../../event-types/responses.js';
import type { EventType } from '../../event-types/event-type.js';
import type { BookableEventType } from '../../event-types/store.js';
import type { BookingLocation } from '../booking.js';
import { emailKey } from '../../../email-address.js';
import { LATEST } from '../../slots/schemas.js';
import { chooseLocation } from './locations.js';
import type { RequestedLocation } from './locations.js';
import { occurrences } from './occurrences.js';
import { inThePast } from '../refusals.js';
import type { BookingInput } from '../schemas.js';
import type { NewAttendee } from '../store.js';
import { titleOf } from './titles.js';

type Answers = Readonly<Record<string, unknown>>;

export interface BookingRequest {
  readonly start: number;
  readonly lengthInMinutes: number;
  /** Times to book: 1, or those of a recurrence. */
  readonly count: number;
  readonly title: string;
  readonly description: string;
  readonly location: BookingLocation | null;
  readonly attendee: Omit<NewAttendee, 'seatUid' | 'responses' | 'metadata'>;
  readonly guests: readonly string[];
  readonly responses: Answers;
  readonly metadata: Answers;
}

interface Reading<T> {
  readonly value: T;
  readonly faults: readonly PropertyFault[];
}

const fits = <T>(value: T): Reading<T> => ({ value, faults: [] });
const fault = <T>(value: T, property: string, message: string): Reading<T> => ({
  value,
  faults: [{ property, message }],
});

function readLength({ lengthInMinutes: requested }: BookingInput, eventType: EventType): Reading<number> {
  const { lengthInMinutes, lengthInMinutesOptions: options = [lengthInMinutes] } = eventType;
  if (requested === undefined || options.includes(requested)) return fits(requested ?? lengthInMinutes);
  return fault(lengthInMinutes, 'lengthInMinutes', `must be one of: ${options.join(', ')}`);
}

function readCount({ recurrenceCount, start }: BookingInput, { recurrence }: EventType): Reading<number> {
  if (recurrence === undefined)
    return recurrenceCount === undefined
      ? fits(1)
      : fault(1, 'recurrenceCount', 'must be left out: this event type does not recur');
  const max = recurrence.occurrences;
  const count = recurrenceCount ?? max;
  if (count > max) return fault(1, 'recurrenceCount', `must be at most ${max}`);
  const last = occurrences(start, count, recurrence, 'UTC').at(-1) ?? start;
  return last < LATEST ? fits(count) : fault(1, 'recurrenceCount', 'must end before 2100');
}

/** The deprecated text is a link that the event type offers, or a location that the attendee may choose. */
function locationOf(meetingUrl: string, { locations }: EventType): RequestedLocation | undefined {
  if (locations.some((offer) => offer.type === 'attendeeDefined'))
    return { type: 'attendeeDefined', value: meetingUrl };
  const offered = locations.some((offer) => offer.type === 'link' && offer.link === meetingUrl);
  return offered ? { type: 'link', value: meetingUrl } : undefined;
}

function readLocation(body: BookingInput, eventType: EventType): Reading<BookingLocation | null> {
  const { meetingUrl, location } = body;
  const requested = location ?? (meetingUrl === undefined ? undefined : locationOf(meetingUrl, eventType));
  if (requested === undefined && meetingUrl !== undefined)
    return fault(null, 'meetingUrl', 'must be a link that this event type offers');
  const choice = chooseLocation(eventType.locations, requested);
  return choice.kind === 'chosen' ? fits(choice.location) : fault(null, 'location', choice.message);
}

function readGuests(
  { guests = [], attendee }: BookingInput,
  eventType: EventType,
): Reading<readonly string[]> {
  if (guests.length === 0) return fits([]);
  if (eventType.disableGuests)
    return fault([], 'guests', 'must be left out: this event type takes no guests');
  if (eventType.seats)
    return fault([], 'guests', 'must be left out: everybody who comes to this event type takes a seat');
  const seen = new Set([emailKey(attendee.email ?? '')]);
  return fits(guests.filter((guest) => !seen.has(emailKey(guest)) && seen.add(emailKey(guest))));
}

/** An event type can accept a phone number instead of an address, unless a code is sent to the address. */
function readEmail(
  { attendee: { email, phoneNumber } }: BookingInput,
  { bookingFields, requiresBookerEmailVerification }: EventType,
): Reading<string> {
  if (email !== undefined) return fits(email);
  const field = bookingFields.find(({ type, slug }) => type === 'email' && slug === 'email');
  if (field?.required !== false || requiresBookerEmailVerification)
    return fault('', 'attendee.email', 'must be given');
  return phoneNumber === undefined ? fault('', 'attendee', 'must have an email or a phoneNumber') : fits('');
}

function readResponses(body: BookingInput, { bookingFields }: EventType): Reading<Answers> {
  const { phoneNumber } = body.attendee;
  const sent = { ...present({ [ATTENDEE_PHONE_SLUG]: phoneNumber }), ...body.bookingFieldsResponses };
  const { responses, faults } = validateResponses(bookingFields, sent);
  return { value: responses, faults };
}

function titleIn({ bookingFields }: EventType, responses: Answers): string | undefined {
  const field = bookingFields.find(({ type, hidden }) => type === 'title' && !hidden);
  const title = field && responses[field.slug];
  return typeof title === 'string' && title !== '' ? title : undefined;
}

function notesIn({ bookingFields }: EventType, responses: Answers): string {
  const field = bookingFields.find(({ type }) => type === 'notes');
  const answer = field && responses[field.slug];
  return typeof answer === 'string' ? answer : '';
}

export function mustBeAhead(start: number, now: number): void {
  if (start <= now) throw inThePast();
  if (start >= LATEST) throw invalidInput([{ property: 'start', message: 'must be before 2100' }]);
}

export function readRequest(
  body: BookingInput,
  { eventType, hostName }: Pick<BookableEventType, 'eventType' | 'hostName'>,
  now: number,
): BookingRequest {
  if (body.instant === true)
    throw badRequest('instant: must be left out or false: there are no instant meetings here');
  mustBeAhead(body.start, now);
  const length = readLength(body, eventType);
  const count = readCount(body, eventType);
  const location = readLocation(body, eventType);
  const guests = readGuests(body, eventType);
  const email = readEmail(body, eventType);
  const responses = readResponses(body, eventType);
  const faults = [length, count, location, guests, email, responses].flatMap((reading) => reading.faults);
  if (faults.length > 0) throw invalidInput(faults);
  const { name, timeZone, language, phoneNumber = null } = body.attendee;
  const ownTitle = titleIn(eventType, responses.value);
  return {
    start: body.start,
    lengthInMinutes: length.value,
    count: count.value,
    title: titleOf({ eventType, host: hostName, attendee: name, ...present({ ownTitle }) }),
    description: notesIn(eventType, responses.value),
    location: location.value,
    attendee: { name, email: email.value, timeZone, language, phoneNumber },
    guests: guests.value,
    responses: responses.value,
    metadata: body.metadata ?? {},
  };
}
