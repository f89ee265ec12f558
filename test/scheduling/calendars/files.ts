/* Calendar files as other programs write them, from the lines of their events. */

export const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');

export const event = (...lines: readonly string[]): readonly string[] => [
  'BEGIN:VEVENT',
  ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:event-1']),
  'DTSTAMP:20300101T000000Z',
  ...lines,
  'END:VEVENT',
];

/** A zone with a custom name: UTC+1, and UTC+2 from April to October. */
export const CUSTOM_ZONE: readonly string[] = [
  'BEGIN:VTIMEZONE',
  'TZID:Office',
  'BEGIN:STANDARD',
  'DTSTART:20001001T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20000401T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];
