import {
  isEndTime,
  isStartTime,
  overridesWithoutOverlaps,
  withoutOverlaps,
} from '../../../src/scheduling/schedules/rules.js';
import type { WeekDay } from '../../../src/scheduling/profile/store.js';
import type { DateOverride, WeeklyHours } from '../../../src/scheduling/schedules/schedule.js';

const on = (days: readonly WeekDay[], times: string): WeeklyHours => {
  const [startTime = '', endTime = ''] = times.split('-');
  return { days, startTime, endTime };
};

const at = (date: string, times: string): DateOverride => {
  const [startTime = '', endTime = ''] = times.split('-');
  return { date, startTime, endTime };
};

describe('a time of day', () => {
  test.each(['00:00', '09:05', '19:30', '23:59'])('%s can start and end working hours', (text) => {
    expect([isStartTime(text), isEndTime(text)]).toEqual([true, true]);
  });

  test('24:00 can only end working hours', () => {
    expect([isStartTime('24:00'), isEndTime('24:00')]).toEqual([false, true]);
  });

  test.each(['25:00', '24:01', '12:60', '9:00', '09:00:00', '0900', '', ' 09:00', '09:00\n', '٠٩:٠٠'])(
    '%j is invalid',
    (text) => expect([isStartTime(text), isEndTime(text)]).toEqual([false, false]),
  );
});

describe('weekly hours', () => {
  const AS_WRITTEN: readonly (readonly WeeklyHours[])[] = [
    [],
    [on(['Sunday', 'Monday'], '09:00-17:00')],
    [on(['Friday'], '09:00-12:00'), on(['Monday'], '09:00-12:00')],
    [on(['Monday'], '13:00-17:00'), on(['Monday'], '09:00-12:00')],
    [on(['Monday'], '12:00-17:00'), on(['Monday'], '09:00-12:00')],
    [on(['Monday'], '09:00-12:00'), on(['Tuesday'], '10:00-14:00')],
  ];

  test.each(AS_WRITTEN.map((hours) => [JSON.stringify(hours), hours] as const))(
    'stay as written if none overlap: %s',
    (_, hours) => expect(withoutOverlaps(hours)).toBe(hours),
  );

  const MERGED: readonly (readonly [string, readonly WeeklyHours[], readonly WeeklyHours[]])[] = [
    [
      'overlapping hours become one range',
      [on(['Monday'], '10:00-14:00'), on(['Monday'], '09:00-12:00')],
      [on(['Monday'], '09:00-14:00')],
    ],
    [
      'hours inside others are removed',
      [on(['Monday'], '09:00-17:00'), on(['Monday'], '10:00-11:00')],
      [on(['Monday'], '09:00-17:00')],
    ],
    [
      'a day with the same hours twice has them once',
      [on(['Monday', 'Tuesday'], '09:00-17:00'), on(['Tuesday', 'Friday'], '09:00-17:00')],
      [on(['Monday', 'Tuesday', 'Friday'], '09:00-17:00')],
    ],
    [
      'only days with overlaps change',
      [
        on(['Monday', 'Tuesday'], '09:00-12:00'),
        on(['Monday'], '11:00-15:00'),
        on(['Sunday'], '08:00-24:00'),
      ],
      [on(['Sunday'], '08:00-24:00'), on(['Monday'], '09:00-15:00'), on(['Tuesday'], '09:00-12:00')],
    ],
    [
      'hours that touch are merged when others of the week overlap',
      [on(['Monday'], '09:00-12:00'), on(['Monday'], '12:00-14:00'), on(['Monday'], '11:00-12:30')],
      [on(['Monday'], '09:00-14:00')],
    ],
  ];

  test.each(MERGED)('%s', (_, hours, expected) => expect(withoutOverlaps(hours)).toEqual(expected));
});

describe('overrides', () => {
  test('stay as written if none overlap on a date', () => {
    const overrides = [
      at('2030-02-01', '13:00-17:00'),
      at('2030-01-01', '00:00-00:00'),
      at('2030-02-01', '09:00-12:00'),
      at('2030-03-01', '10:00-14:00'),
    ];
    expect(overridesWithoutOverlaps(overrides)).toBe(overrides);
  });

  test('are merged and sorted by date if some overlap', () => {
    const overrides = [
      at('2030-02-01', '10:00-14:00'),
      at('2030-01-01', '00:00-00:00'),
      at('2030-02-01', '09:00-12:00'),
    ];
    expect(overridesWithoutOverlaps(overrides)).toEqual([
      at('2030-01-01', '00:00-00:00'),
      at('2030-02-01', '09:00-14:00'),
    ]);
  });

  test('without hours add nothing to other hours of the date', () => {
    const overrides = [at('2030-02-01', '09:00-12:00'), at('2030-02-01', '10:00-10:00')];
    expect(overridesWithoutOverlaps(overrides)).toEqual([at('2030-02-01', '09:00-12:00')]);
  });
});
