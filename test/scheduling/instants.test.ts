import type { z } from 'zod';
import { instant, moment, momentIn, momentInUtc } from '../../src/scheduling/instants.js';

const read = (schema: z.ZodType, value: unknown): unknown => {
  const { data, error } = schema.safeParse(value);
  return data ?? error?.issues.map(({ code }) => code);
};

describe('an instant', () => {
  test.each([
    ['2030-05-01T09:00:00Z', Date.UTC(2030, 4, 1, 9)],
    ['2030-05-01t09:00:00z', Date.UTC(2030, 4, 1, 9)],
    ['2030-05-01T09:00Z', Date.UTC(2030, 4, 1, 9)],
    ['2030-05-01T09:00:00.999Z', Date.UTC(2030, 4, 1, 9, 0, 0, 999)],
    ['2030-05-01T11:00:00+02:00', Date.UTC(2030, 4, 1, 9)],
    ['2030-05-01T11:00+02:00', Date.UTC(2030, 4, 1, 9)],
    ['2030-05-01T09:00:00', Date.UTC(2030, 4, 1, 9)],
    ['2030-05-01T09:00', Date.UTC(2030, 4, 1, 9)],
    ['2032-02-29T00:00:00-03:30', Date.UTC(2032, 1, 29, 3, 30)],
  ])('%s is one', (text, at) => expect(read(instant, text)).toBe(at));

  test.each([
    '2030-05-01',
    '2030-02-29T09:00:00Z',
    '2030-05-01T25:00:00Z',
    '2030-05-01T09:00:00+0200',
    '2030-05-01 09:00:00Z',
    '1903856400000',
    'tomorrow',
    '',
    7,
    null,
    ['2030-05-01T09:00:00Z'],
  ])('%j is none', (value) => {
    const { error } = instant.safeParse(value);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^must be a date and time of RFC 3339/),
    ]);
  });
});

describe('a date', () => {
  test('is a whole day in a time zone', () => {
    expect(read(moment, '2030-03-31')).toBe('2030-03-31');
    expect(momentIn('2030-03-31', 'Europe/Berlin', 'first')).toBe(Date.UTC(2030, 2, 30, 23));
    expect(momentIn('2030-03-31', 'Europe/Berlin', 'last')).toBe(Date.UTC(2030, 2, 31, 22));
    expect(read(momentInUtc('first'), '2030-03-31')).toBe(Date.UTC(2030, 2, 31));
    expect(read(momentInUtc('last'), '2030-03-31')).toBe(Date.UTC(2030, 3, 1));
  });

  test('stays an instant where one was sent', () => {
    expect(read(moment, '2030-03-31T09:00')).toBe(Date.UTC(2030, 2, 31, 9));
    expect(momentIn(7, 'Europe/Berlin', 'last')).toBe(7);
  });

  test.each(['2030-02-30', '2030-2-1', '20300201', ''])('%j is none', (text) => {
    expect(moment.safeParse(text).success).toBe(false);
  });
});
