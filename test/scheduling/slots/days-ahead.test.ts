/* The next days in hours of the clock, as a table: today, changes of the clocks, dates that differ, absences. */
import type { Hours } from '../../../src/scheduling/schedules/schedule.js';
import { daysAhead, localDate } from '../../../src/scheduling/slots/days-ahead.js';

const HOUR = 3_600_000;
const SATURDAY: Hours = {
  timeZone: 'America/New_York',
  availability: [
    { days: ['Saturday'], startTime: '22:00', endTime: '24:00' },
    { days: ['Sunday'], startTime: '00:00', endTime: '04:00' },
  ],
  overrides: [],
};
/** 21:30 on Saturday in New York; its clocks go forward at two o'clock on Sunday. */
const NOW = Date.parse('2030-03-10T02:30:00Z');

const hoursOf = (hours: Hours, absences: readonly (readonly [from: string, until: string])[] = []) => {
  const away = absences.map(([from, until]) => ({ from: Date.parse(from), until: Date.parse(until) }));
  return daysAhead(hours, away, NOW, 2).map(({ day, ranges, ...notes }) => [
    new Date(day * 24 * HOUR).toISOString().slice(0, 10),
    ranges.map(({ from, until }) => [from / HOUR, until / HOUR]),
    ...Object.entries(notes).flatMap(([note, holds]) => (holds ? [note] : [])),
  ]);
};

test.each([
  ['the day of its own clock first', SATURDAY, [], [[[22, 24]]], []],
  ['an absence in part', SATURDAY, [['2030-03-10T03:00Z', '2030-03-10T04:00Z']], [[[23, 24]], 'away'], []],
  [
    'an absence of two days',
    SATURDAY,
    [['2030-03-09T00:00Z', '2030-03-12T00:00Z']],
    [[], 'away'],
    [[], 'away'],
  ],
  [
    'a date that differs',
    { ...SATURDAY, overrides: [{ date: '2030-03-10', startTime: '00:00', endTime: '00:00' }] },
    [],
    [[[22, 24]]],
    [[], 'special'],
  ],
] as const)('%s', (_, hours, absences, today, tomorrow) => {
  // Two o'clock to three o'clock does not exist on Sunday.
  const sunday =
    tomorrow.length === 0
      ? [
          [
            [0, 2],
            [3, 4],
          ],
        ]
      : tomorrow;
  expect(hoursOf(hours, absences)).toEqual([
    ['2030-03-09', ...today],
    ['2030-03-10', ...sunday],
  ]);
});

test('the date is that of the time zone', () => {
  expect([localDate('America/New_York', NOW), localDate('UTC', NOW)]).toEqual(['2030-03-09', '2030-03-10']);
});
