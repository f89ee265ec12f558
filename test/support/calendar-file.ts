/* Reads calendar files with ical.js, independently of the code under test. */
import ICAL from 'ical.js';

export interface ReadEvent {
  readonly method: string;
  readonly uid: string;
  readonly sequence: number;
  readonly status: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly location: string | undefined;
  readonly url: string | undefined;
  /** ISO 8601 in UTC. */
  readonly start: string;
  readonly end: string;
  readonly organizer: string | undefined;
  /** Names by address. */
  readonly attendees: Readonly<Record<string, string>>;
  /** PARTSTAT by address. */
  readonly answers: Readonly<Record<string, string>>;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const instant = (value: unknown): string => {
  if (!(value instanceof ICAL.Time)) throw new Error('not a time');
  return value.toJSDate().toISOString();
};

/** Throws unless the file has exactly one event. */
export function readCalendarFile(file: string): ReadEvent {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const event = calendar.getFirstSubcomponent('vevent');
  if (event === null || calendar.getAllSubcomponents().length !== 1) throw new Error('not one event');
  const value = (name: string): string | undefined => text(event.getFirstPropertyValue(name));
  const ofAttendees = (parameter: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      event
        .getAllProperties('attendee')
        .map((one) => [
          (text(one.getFirstValue()) ?? '').replace(/^mailto:/, ''),
          one.getFirstParameter(parameter),
        ]),
    );
  return {
    method: text(calendar.getFirstPropertyValue('method')) ?? '',
    uid: value('uid') ?? '',
    sequence: Number(event.getFirstPropertyValue('sequence')),
    status: value('status') ?? '',
    summary: value('summary') ?? '',
    description: value('description'),
    location: value('location'),
    url: value('url'),
    start: instant(event.getFirstPropertyValue('dtstart')),
    end: instant(event.getFirstPropertyValue('dtend')),
    organizer: value('organizer')?.replace(/^mailto:/, ''),
    attendees: ofAttendees('cn'),
    answers: ofAttendees('partstat'),
  };
}
