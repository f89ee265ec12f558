import { calendarFile } from '../../../../src/scheduling/bookings/calendar-files/ics.js';
import type { CalendarEvent } from '../../../../src/scheduling/bookings/calendar-files/ics.js';
import { readCalendarFile } from '../../../support/calendar-file.js';

const event = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'abc',
  sequence: 2,
  start: Date.UTC(2030, 0, 2, 9, 0),
  end: Date.UTC(2030, 0, 2, 10, 30),
  stamp: Date.UTC(2030, 0, 1),
  title: 'Intro call',
  status: 'CONFIRMED',
  attendees: [],
  ...change,
});

test('a calendar file has the time, the title and the attendees', () => {
  const [ada, grace] = [
    { name: 'Ada Lovelace', email: 'ada@example.org' },
    { name: 'Grace Hopper', email: 'grace+calls@example.net' },
  ];
  const whole = event({
    ...{ description: 'About compilers.', location: 'Main Street 1', url: 'https://meet.example/a?b=1,2;3' },
    ...{ organizer: ada, attendees: [{ ...ada, accepted: true }, grace] },
  });
  const file = calendarFile('REQUEST', whole);
  expect(file).toContain('\r\nDTSTART:20300102T090000Z\r\n');
  expect(file).toContain('\r\nDTSTAMP:20300101T000000Z\r\n');
  expect(readCalendarFile(file)).toEqual({
    ...{ method: 'REQUEST', uid: 'abc', sequence: 2, status: 'CONFIRMED', summary: 'Intro call' },
    ...{ description: 'About compilers.', location: 'Main Street 1', url: 'https://meet.example/a?b=1,2;3' },
    ...{ start: '2030-01-02T09:00:00.000Z', end: '2030-01-02T10:30:00.000Z', organizer: ada.email },
    attendees: { [ada.email]: ada.name, [grace.email]: grace.name },
    answers: { [ada.email]: 'ACCEPTED', [grace.email]: 'NEEDS-ACTION' },
  });
});

test('an attendee without an address has a name and an invalid address', () => {
  const read = readCalendarFile(calendarFile('PUBLISH', event({ organizer: { name: 'Ada' } })));
  expect(read.organizer).toBe('invalid:nomail');
});

const TEXTS: readonly string[] = [
  'commas, semicolons; back\\slashes: "quotes" and ^carets',
  'BEGIN:VEVENT\nEND:VCALENDAR',
  'x'.repeat(500),
  'Zoë '.repeat(60),
  '\u{1f469}\u200d\u{1f680}'.repeat(40),
  '\u05e9\u05dc\u05d5\u05dd'.repeat(30),
  'tab\tinside',
];

test.each(TEXTS)('texts in a calendar file are unchanged when they are read: %#', (text) => {
  const line = text.replace(/\n/g, ' ');
  const attendee = { name: line, email: 'a@example.org' };
  const file = calendarFile(
    'REQUEST',
    event({ title: text, description: text, location: text, attendees: [attendee] }),
  );
  const read = readCalendarFile(file);
  expect([read.summary, read.description, read.location]).toEqual([text, text, text]);
  expect(read.attendees).toEqual({ [attendee.email]: line });
});

test.each(TEXTS)('no line of a calendar file is longer than 75 octets, and all end with CRLF: %#', (text) => {
  const file = calendarFile(
    'REQUEST',
    event({ title: text, attendees: [{ name: text, email: 'a@example.org' }] }),
  );
  const lines = file.split('\r\n');
  expect(lines.pop()).toBe('');
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n]/);
    expect(Buffer.from(line).toString()).toBe(line);
  }
});

test('a line break in a name adds no line to a calendar file', () => {
  const attendees = [{ name: 'x"\r\nATTENDEE:mailto:evil@example.org', email: 'a"\r\nX-EVIL:1@example.org' }];
  const read = readCalendarFile(calendarFile('REQUEST', event({ title: 'a\r\nX-EVIL:1', attendees })));
  expect(read.summary).toBe('a\nX-EVIL:1');
  expect(Object.keys(read.attendees)).toHaveLength(1);
});
