/* One event as a calendar file (RFC 5545, RFC 5546). It imports neither bookings nor mails. */

export interface CalendarUser {
  readonly name: string;
  /** Absent when it is hidden. */
  readonly email?: string;
  /** Chose the time, or hosts it; who was only invited has not answered. */
  readonly accepted?: true;
}

export interface CalendarEvent {
  readonly uid: string;
  /** Calendars apply an event with a greater number than theirs. */
  readonly sequence: number;
  /** Milliseconds since the epoch, these and the others. */
  readonly start: number;
  readonly end: number;
  /** When this file was written. */
  readonly stamp: number;
  readonly title: string;
  readonly description?: string;
  readonly location?: string;
  readonly url?: string;
  /** Readers of a shared calendar see only the time (RFC 5545 section 3.8.1.3). */
  readonly isPrivate?: true;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly organizer?: CalendarUser;
  readonly attendees: readonly CalendarUser[];
}

/** `PUBLISH`: for information; the others are about an invitation (RFC 5546 section 1.4). */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

const LINE_OCTETS = 75;
const octets = (text: string): number => Buffer.byteLength(text, 'utf8');

/** RFC 5545 section 3.1: no line is longer, and no character is split. The space of a continuation line counts. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (octets(current) + octets(character) > LINE_OCTETS) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
}

/** RFC 5545 section 3.3.11. Texts contain no control characters. */
const text = (value: string): string =>
  value
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, (special) => `\\${special}`)
    .replace(/\n/g, '\\n');

/** RFC 6868: inside the quotes of a parameter these stand for a quote, a line break and the caret itself. */
const parameter = (value: string): string =>
  `"${value
    .replace(/\^/g, '^^')
    .replace(/"/g, "^'")
    .replace(/\s*[\r\n]+\s*/g, '^n')
    .replace(/[^\P{Cc}\t]/gu, '')}"`;

/** `20300102T090000Z` */
const utc = (instant: number): string =>
  new Date(instant)
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d{3}/, '');

/** RFC 6068. A calendar address is a URI; `invalid:nomail` is a known one without a mailbox. */
const address = ({ email }: CalendarUser): string =>
  email === undefined ? 'invalid:nomail' : `mailto:${email.replace(/[^\w@.+-]/gu, encodeURIComponent)}`;

const organizerLine = (user: CalendarUser): string => `ORGANIZER;CN=${parameter(user.name)}:${address(user)}`;

/** RFC 5545 section 3.2.12. Replies are not read. */
function attendeeLine(user: CalendarUser): string {
  const answer = user.accepted === true ? 'ACCEPTED' : 'NEEDS-ACTION';
  return `ATTENDEE;CN=${parameter(user.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=${answer};RSVP=FALSE:${address(user)}`;
}

/** A URI needs no other escapes: it is encoded already. */
const uri = (value: string): string => value.replace(/[\s\p{Cc}]/gu, encodeURIComponent);

function eventLines(event: CalendarEvent): readonly string[] {
  const { description, location, url, organizer, attendees } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${text(event.uid)}`,
    `DTSTAMP:${utc(event.stamp)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `SUMMARY:${text(event.title)}`,
    ...(description ? [`DESCRIPTION:${text(description)}`] : []),
    ...(location ? [`LOCATION:${text(location)}`] : []),
    ...(url ? [`URL:${uri(url)}`] : []),
    `STATUS:${event.status}`,
    ...(event.isPrivate ? ['CLASS:PRIVATE'] : []),
    ...(organizer ? [organizerLine(organizer)] : []),
    ...attendees.map(attendeeLine),
    'END:VEVENT',
  ];
}

/** Without a method it is stored in a calendar and not sent (RFC 4791 section 4.1). */
export function calendarFile(method: CalendarMethod | undefined, event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Slotkey//Bookings//EN',
    'CALSCALE:GREGORIAN',
    ...(method === undefined ? [] : [`METHOD:${method}`]),
    ...eventLines(event),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
