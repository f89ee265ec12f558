/* One event of a calendar file: read in the shape that all calendars share, and edited in place. */
import ICAL from 'ical.js';
import { present } from '../../src/present.js';
import type { EventEdit, EventAttendee, UnifiedEvent } from '../../src/scheduling/calendars/provider.js';
import { EVENT_STATUSES, ICAL_STATUSES, lookUp } from './event-values.js';
import { instantIn } from './zones.js';

const ANSWERS = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'pending',
  DECLINED: 'declined',
  'NEEDS-ACTION': 'needsAction',
} as const;

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
  const hasZone = !time.isDate && time.zone !== ICAL.Timezone.localTimezone;
  const instant = hasZone ? time.toUnixTime() * 1000 : instantIn(timeZone, 'UTC', time);
  return { time: new Date(instant).toISOString(), timeZone };
}

const parameterOf = (property: ICAL.Property, name: string): string | undefined => {
  const value: unknown = property.getParameter(name);
  return typeof value === 'string' ? value : undefined;
};

const contactOf = (property: ICAL.Property) => ({
  email: String(property.getFirstValue()).replace(/^mailto:/i, ''),
  ...present({ name: parameterOf(property, 'cn') }),
});

const attendeeOf = (property: ICAL.Property): EventAttendee => ({
  ...contactOf(property),
  ...present({
    responseStatus: lookUp(ANSWERS, parameterOf(property, 'partstat')),
    optional: parameterOf(property, 'role') === 'OPT-PARTICIPANT' || undefined,
  }),
});

/** Undefined for a file without an event. */
export function readEvent(file: string): UnifiedEvent | undefined {
  const calendar = calendarIn(file);
  const component = calendar && eventIn(calendar);
  if (component === undefined) return undefined;
  const event = new ICAL.Event(component);
  const organizer = component.getFirstProperty('organizer');
  return {
    id: event.uid,
    start: timeOf(component, 'dtstart', event.startDate),
    end: timeOf(component, component.hasProperty('dtend') ? 'dtend' : 'dtstart', event.endDate),
    title: textOf(component, 'summary') ?? '',
    description: textOf(component, 'description'),
    location: textOf(component, 'location'),
    link: textOf(component, 'url'),
    status: lookUp(EVENT_STATUSES, textOf(component, 'status') ?? '') ?? null,
    attendees: component.getAllProperties('attendee').map(attendeeOf),
    organizer: organizer && contactOf(organizer),
  };
}

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

/** Properties that the edit does not name stay, also unknown ones. */
export function editFile(file: string, edit: EventEdit): string {
  const calendar = calendarIn(file);
  const event = calendar && eventIn(calendar);
  if (calendar === undefined || event === undefined) return file;
  setTimes(event, edit);
  if (edit.title !== undefined) setText(event, 'summary', edit.title);
  if (edit.description !== undefined) setText(event, 'description', edit.description);
  if (edit.status) setText(event, 'status', ICAL_STATUSES[edit.status]);
  if (edit.attendees !== undefined) setAttendees(event, edit.attendees ?? []);
  const sequence = Number(event.getFirstPropertyValue('sequence') ?? 0);
  event.updatePropertyWithValue('sequence', sequence + 1);
  return calendar.toString();
}
