/* One event of a calendar file, in the shape that all calendars share, and changed in the file itself. */
import ICAL from 'ical.js';
import { present } from '../../src/present.js';
import type { EventEdit, ReadAttendee, UnifiedEvent } from '../../src/scheduling/calendars/provider.js';
import { instantIn } from './zones.js';

const STATUSES = {
  CONFIRMED: 'accepted',
  TENTATIVE: 'pending',
  CANCELLED: 'cancelled',
} as const;

const ANSWERS = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'pending',
  DECLINED: 'declined',
  'NEEDS-ACTION': 'needsAction',
} as const;

const known = <T extends string>(words: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

function calendarIn(file: string): ICAL.Component | undefined {
  try {
    return new ICAL.Component(ICAL.parse(file) as unknown[]);
  } catch {
    return undefined;
  }
}

const eventIn = (calendar: ICAL.Component): ICAL.Component | undefined =>
  calendar.getAllSubcomponents('vevent').find((event) => !event.hasProperty('recurrence-id'));

const textOf = (event: ICAL.Component, name: string): string | null => {
  const value: unknown = event.getFirstPropertyValue(name);
  return typeof value === 'string' && value !== '' ? value : null;
};

function timeOf(event: ICAL.Component, name: string, time: ICAL.Time): UnifiedEvent['start'] {
  const zone: unknown = event.getFirstProperty(name)?.getParameter('tzid');
  const timeZone = typeof zone === 'string' ? zone : 'UTC';
  const isPlaced = !time.isDate && time.zone !== ICAL.Timezone.localTimezone;
  const instant = isPlaced ? time.toUnixTime() * 1000 : instantIn(timeZone, 'UTC', time);
  return { time: new Date(instant).toISOString(), timeZone };
}

const emailOf = (property: ICAL.Property): string =>
  String(property.getFirstValue()).replace(/^mailto:/i, '');

const parameterOf = (property: ICAL.Property, name: string): string | undefined => {
  const value: unknown = property.getParameter(name);
  return typeof value === 'string' ? value : undefined;
};

function attendeeOf(property: ICAL.Property): ReadAttendee {
  const name = parameterOf(property, 'cn');
  const responseStatus = known(ANSWERS, parameterOf(property, 'partstat') ?? '');
  return {
    email: emailOf(property),
    ...present({ name, responseStatus }),
    ...(parameterOf(property, 'role') === 'OPT-PARTICIPANT' ? { optional: true } : {}),
  };
}

function organizerOf(event: ICAL.Component): UnifiedEvent['organizer'] {
  const property = event.getFirstProperty('organizer');
  if (property === null) return null;
  const name = parameterOf(property, 'cn');
  return { email: emailOf(property), ...present({ name }) };
}

/** Undefined for what is no calendar file with an event. */
export function readEvent(file: string): UnifiedEvent | undefined {
  const calendar = calendarIn(file);
  const component = calendar && eventIn(calendar);
  if (component === undefined) return undefined;
  const event = new ICAL.Event(component);
  return {
    id: event.uid,
    start: timeOf(component, 'dtstart', event.startDate),
    end: timeOf(component, component.hasProperty('dtend') ? 'dtend' : 'dtstart', event.endDate),
    title: textOf(component, 'summary') ?? '',
    description: textOf(component, 'description'),
    location: textOf(component, 'location'),
    link: textOf(component, 'url'),
    status: known(STATUSES, textOf(component, 'status') ?? '') ?? null,
    attendees: component.getAllProperties('attendee').map(attendeeOf),
    organizer: organizerOf(component),
  };
}

const WRITTEN = {
  accepted: 'CONFIRMED',
  pending: 'TENTATIVE',
  declined: 'CANCELLED',
  cancelled: 'CANCELLED',
} as const;

/** In UTC, which needs no definition of a zone in the file. */
function setTime(event: ICAL.Component, name: 'dtstart' | 'dtend', time: string): void {
  const property = event.getFirstProperty(name) ?? event.addPropertyWithValue(name, '');
  property.removeParameter('tzid');
  property.removeParameter('value');
  property.resetType('date-time');
  property.setValue(ICAL.Time.fromJSDate(new Date(time), true));
}

function setText(event: ICAL.Component, name: string, text: string | null): void {
  event.removeAllProperties(name);
  if (text !== null) event.addPropertyWithValue(name, text);
}

function setAttendees(event: ICAL.Component, attendees: NonNullable<EventEdit['attendees']>): void {
  event.removeAllProperties('attendee');
  for (const { email, name } of attendees) {
    if (email === undefined) continue;
    const property = event.addPropertyWithValue('attendee', `mailto:${email}`);
    if (name !== undefined) property.setParameter('cn', name);
  }
}

function setTimes(event: ICAL.Component, { start, end }: EventEdit): void {
  if (end?.time !== undefined) {
    event.removeAllProperties('duration');
    setTime(event, 'dtend', end.time);
  }
  if (start?.time !== undefined) setTime(event, 'dtstart', start.time);
}

/** What the edit does not name stays as it was, also what nobody here knows the meaning of. */
export function editedFile(file: string, edit: EventEdit): string {
  const calendar = calendarIn(file);
  const event = calendar && eventIn(calendar);
  if (calendar === undefined || event === undefined) return file;
  setTimes(event, edit);
  if (edit.title !== undefined) setText(event, 'summary', edit.title);
  if (edit.description !== undefined) setText(event, 'description', edit.description);
  if (edit.status) setText(event, 'status', WRITTEN[edit.status]);
  if (edit.attendees !== undefined) setAttendees(event, edit.attendees ?? []);
  const sequence = Number(event.getFirstPropertyValue('sequence') ?? 0);
  event.updatePropertyWithValue('sequence', sequence + 1);
  return calendar.toString();
}
