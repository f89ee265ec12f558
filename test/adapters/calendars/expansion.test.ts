/* Busy times of calendar files, as a table; endless and broken files; limits of the thread. */
import { createExpander } from '../../../adapters/calendars/expander.js';
import { expand, FileFault } from '../../../adapters/calendars/expansion.js';
import { WINDOWS_ZONES } from '../../../adapters/calendars/windows-zones.js';
import { zoneNamed } from '../../../adapters/calendars/zones.js';
import { calendar, CUSTOM_ZONE, event } from '../../scheduling/calendars/files.js';

const WINDOW = { from: Date.UTC(2030, 0, 1), until: Date.UTC(2030, 1, 1), timeZone: 'America/New_York' };

const spans = (...texts: readonly string[]): readonly string[] =>
  expand({ ...WINDOW, texts })
    .spans.map(({ from, until }) => `${new Date(from).toISOString()}/${new Date(until).toISOString()}`)
    .map((span) => span.replaceAll(':00.000Z', '').replaceAll('2030-01-', ''))
    .sort();

const one = (...lines: readonly string[]): readonly string[] => spans(calendar(...event(...lines)));

const HOUR = ['DTSTART:20300107T090000Z', 'DTEND:20300107T100000Z'] as const;

const CASES: readonly (readonly [title: string, lines: readonly string[], busy: readonly string[]])[] = [
  ['an hour in UTC', HOUR, ['07T09:00/07T10:00']],
  ['a length instead of an end', ['DTSTART:20300107T090000Z', 'DURATION:PT90M'], ['07T09:00/07T10:30']],
  ['an event without a length', ['DTSTART:20300107T090000Z'], []],
  ['an event that is free', [...HOUR, 'TRANSP:TRANSPARENT'], []],
  ['a cancelled event', [...HOUR, 'STATUS:CANCELLED'], []],
  ['an event that is free in Outlook', [...HOUR, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
  ['a tentative event', [...HOUR, 'STATUS:TENTATIVE'], ['07T09:00/07T10:00']],
  [
    'a zone of the tz database without its definition',
    ['DTSTART;TZID=Europe/Berlin:20300107T090000', 'DTEND;TZID=Europe/Berlin:20300107T100000'],
    ['07T08:00/07T09:00'],
  ],
  [
    'an end in another zone than the start',
    ['DTSTART;TZID=Europe/Berlin:20300107T090000', 'DTEND;TZID=America/New_York:20300107T120000'],
    ['07T08:00/07T17:00'],
  ],
  [
    'a time without a zone, in the zone of the owner',
    ['DTSTART:20300107T090000', 'DTEND:20300107T100000'],
    ['07T14:00/07T15:00'],
  ],
  [
    'a zone of Windows without its definition',
    ['DTSTART;TZID=W. Europe Standard Time:20300107T090000', 'DURATION:PT1H'],
    ['07T08:00/07T09:00'],
  ],
  [
    'a zone with a globally unique name',
    ['DTSTART;TZID=/example.org/2030/America/Sao_Paulo:20300107T090000', 'DURATION:PT1H'],
    ['07T12:00/07T13:00'],
  ],
  ['an all-day event', ['DTSTART;VALUE=DATE:20300107'], ['07T05:00/08T05:00']],
  [
    'an all-day event over several days',
    ['DTSTART;VALUE=DATE:20300107', 'DTEND;VALUE=DATE:20300110'],
    ['07T05:00/10T05:00'],
  ],
  [
    'every day, four times',
    [...HOUR, 'RRULE:FREQ=DAILY;COUNT=4'],
    ['07T09:00/07T10:00', '08T09:00/08T10:00', '09T09:00/09T10:00', '10T09:00/10T10:00'],
  ],
  [
    'a weekly rule over years, in a window of a month',
    ['DTSTART:20200106T090000Z', 'DTEND:20200106T100000Z', 'RRULE:FREQ=WEEKLY'],
    ['07T09:00/07T10:00', '14T09:00/14T10:00', '21T09:00/21T10:00', '28T09:00/28T10:00'],
  ],
  [
    'a rule with excluded days',
    [...HOUR, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20300108T090000Z'],
    ['07T09:00/07T10:00', '09T09:00/09T10:00'],
  ],
  [
    'a rule with an additional day',
    [...HOUR, 'RRULE:FREQ=DAILY;COUNT=1', 'RDATE:20300120T120000Z'],
    ['07T09:00/07T10:00', '20T12:00/20T13:00'],
  ],
  ['an event before the window', ['DTSTART:20291230T090000Z', 'DTEND:20291230T100000Z'], []],
  [
    'an event that overlaps the window',
    ['DTSTART:20291231T230000Z', 'DTEND:20300101T010000Z'],
    ['2029-12-31T23:00/01T01:00'],
  ],
];

test.each(CASES)('busy times of %s', (_, lines, busy) => {
  expect(one(...lines)).toEqual(busy);
});

describe('a calendar file', () => {
  test('can define its time zones', () => {
    const lines = event('DTSTART;TZID=Office:20300107T090000', 'DURATION:PT1H');
    expect(spans(calendar(...CUSTOM_ZONE, ...lines))).toEqual(['07T08:00/07T09:00']);
  });

  test('contains a recurring event at its wall clock time', () => {
    const rule = event('DTSTART;TZID=Europe/Berlin:20291020T090000', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY');
    expect(spans(calendar(...rule))).toEqual(['20T08:00/20T09:00']);
    const summer = expand({
      ...WINDOW,
      from: Date.UTC(2030, 5, 1),
      until: Date.UTC(2030, 6, 1),
      texts: [calendar(...rule)],
    });
    expect(new Date(summer.spans[0]?.from ?? 0).toISOString()).toBe('2030-06-20T07:00:00.000Z');
  });

  test('can move, free and cancel single occurrences of a rule', () => {
    const master = event(...HOUR, 'RRULE:FREQ=DAILY;COUNT=5');
    const moved = event(
      'RECURRENCE-ID:20300108T090000Z',
      'DTSTART:20300108T150000Z',
      'DTEND:20300108T160000Z',
    );
    const off = event(
      'RECURRENCE-ID:20300109T090000Z',
      'DTSTART:20300109T090000Z',
      'DURATION:PT1H',
      'STATUS:CANCELLED',
    );
    const free = event(
      'RECURRENCE-ID:20300110T090000Z',
      'DTSTART:20300110T090000Z',
      'DURATION:PT1H',
      'TRANSP:TRANSPARENT',
    );
    expect(spans(calendar(...master, ...moved, ...off, ...free))).toEqual([
      '07T09:00/07T10:00',
      '08T15:00/08T16:00',
      '11T09:00/11T10:00',
    ]);
  });

  test('has an occurrence that was moved into the window', () => {
    const master = event(...HOUR, 'RRULE:FREQ=WEEKLY');
    const moved = event('RECURRENCE-ID:20300204T090000Z', 'DTSTART:20300130T090000Z', 'DURATION:PT1H');
    expect(spans(calendar(...master, ...moved))).toContain('30T09:00/30T10:00');
  });

  test('can contain one occurrence without its rule', () => {
    const alone = event('RECURRENCE-ID:20300108T090000Z', 'DTSTART:20300108T150000Z', 'DURATION:PT1H');
    expect(spans(calendar(...alone))).toEqual(['08T15:00/08T16:00']);
  });

  test('can have a name, and a time zone for times without one', () => {
    const lines = [
      'X-WR-TIMEZONE:Asia/Tokyo',
      'X-WR-CALNAME:Team',
      ...event('DTSTART:20300107T090000', 'DURATION:PT1H'),
    ];
    expect(spans(calendar(...lines))).toEqual(['07T00:00/07T01:00']);
    expect(expand({ ...WINDOW, texts: [calendar(...lines)] }).name).toBe('Team');
  });

  test('with a rule that matches no day contains its first occurrence', () => {
    expect(one(...HOUR, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')).toEqual(['07T09:00/07T10:00']);
  });

  test.each([
    ['a time', ['DTSTART;TZID=Mars/Base:20300107T090000', 'DURATION:PT1H'], []],
    ['an end', ['DTSTART:20300107T090000Z', 'DTEND;TZID=Mars/Base:20300107T100000'], []],
    ['all times', ['DTSTART:20300107T090000', 'DURATION:PT1H'], ['X-WR-TIMEZONE:Mars/Base']],
  ])('with %s in an unknown zone is refused, while UTC times can be read', (_, lines, head) => {
    expect(() => spans(calendar(...head, ...event(...lines)))).toThrow(/unknown time zone.*Mars\/Base/);
    expect(spans(calendar(...head, ...event(...HOUR)))).toEqual(['07T09:00/07T10:00']);
  });

  test('can name any Windows time zone', () => {
    expect(WINDOWS_ZONES.size).toBeGreaterThan(130);
    for (const [windows, zone] of WINDOWS_ZONES) {
      expect(zoneNamed(windows.toUpperCase())).toBe(zone);
      expect(zone).toMatch(/^[A-Z]/);
    }
  });

  test('with one unreadable event contains the others', () => {
    const broken = event('UID:broken', 'DTSTART:someday', 'DURATION:PT1H');
    expect(spans(calendar(...broken, ...event(...HOUR)))).toEqual(['07T09:00/07T10:00']);
  });

  test.each([
    ['a web page', '<!doctype html><title>Sign in</title>', 'it is a web page, not a calendar file'],
    ['something else', 'Not found', 'it is not a calendar file'],
    [
      'half of one',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART',
      'it is a damaged or incomplete calendar file',
    ],
    ['nothing', '', 'it is not a calendar file'],
  ])('is not %s', (_, text, message) => {
    expect(() => spans(text)).toThrow(new FileFault(message));
  });

  test('with too many events is refused', () => {
    const many = Array.from({ length: 10_001 }, (_, at) => event(`UID:${at}`, ...HOUR)).flat();
    expect(() => spans(calendar(...many))).toThrow('more than 10000 events');
    expect(() => one(...HOUR, 'RRULE:FREQ=SECONDLY')).toThrow('more than 10000 events');
    expect(() => one('DTSTART:20280101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')).toThrow(
      '10000 events',
    );
  });
});

describe('a calendar file that is read in a worker thread', () => {
  const expander = createExpander();
  const inThread = (text: string) => expander({ ...WINDOW, texts: [text] });

  test('has the same result', async () => {
    const text = calendar(...event(...HOUR));
    expect(await inThread(text)).toEqual(expand({ ...WINDOW, texts: [text] }));
    await expect(inThread('Not found')).rejects.toMatchObject({ reason: 'unreadable' });
  });

  test('is aborted when it is endless, while others are read', async () => {
    const lines = [
      'DTSTART:19700101T000000Z',
      'DURATION:PT1S',
      'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    ];
    const withShortLimit = createExpander(3_000);
    const endless = expect(
      withShortLimit({ ...WINDOW, texts: [calendar(...event(...lines))] }),
    ).rejects.toMatchObject({ reason: 'unreadable' });
    expect((await inThread(calendar(...event(...HOUR)))).spans).toHaveLength(1);
    await endless;
  });
});
