import { z } from 'zod';
import { idInPath, instant, page } from '../../src/api/values.js';

const read = (schema: z.ZodType, value: unknown): unknown => {
  const { data, error } = schema.safeParse(value);
  return data ?? error?.issues.map(({ message }) => message);
};

describe('an id in a URL', () => {
  test.each([
    ['1', 1],
    ['999999999999999', 999_999_999_999_999],
  ])('can be %s', (text, id) => expect(read(idInPath, text)).toBe(id));

  test.each(['0', '-1', '1.5', '0x1', '1e3', ' 1', '', 'first', '9'.repeat(16)])('cannot be %j', (text) => {
    expect(read(idInPath, text)).toEqual(['must be the number of an id']);
  });
});

describe('a page', () => {
  const query = z.object(page);

  test('defaults to the first 250', () => {
    expect(read(query, {})).toEqual({ take: 250, skip: 0 });
    expect(read(query, { take: '1', skip: '9000' })).toEqual({ take: 1, skip: 9_000 });
  });

  test.each(['0', '251', '-1', 'all', '1.5', '', ['1', '2']])('cannot take %j', (take) => {
    expect(read(query, { take })).toEqual(['must be a number from 1 to 250']);
  });

  test.each(['-1', 'x', '', ['0', '1']])('cannot skip %j', (skip) => {
    expect(read(query, { skip })).toEqual(['must be a number from 0 on']);
  });
});

describe('an instant', () => {
  test.each([
    ['2030-05-01T09:00:00Z', Date.UTC(2030, 4, 1, 9)],
    ['2030-05-01T09:00Z', Date.UTC(2030, 4, 1, 9)],
    ['2030-05-01T09:00:00.999Z', Date.UTC(2030, 4, 1, 9, 0, 0, 999)],
    ['2030-05-01T11:00:00+02:00', Date.UTC(2030, 4, 1, 9)],
    ['2032-02-29T00:00:00-03:30', Date.UTC(2032, 1, 29, 3, 30)],
  ])('can be %s', (text, at) => expect(read(instant, text)).toBe(at));

  test.each([
    '2030-05-01',
    '2030-05-01T09:00:00',
    '2030-02-29T09:00:00Z',
    '2030-05-01T25:00:00Z',
    '2030-05-01T09:00:00+0200',
    '1903856400000',
    'tomorrow',
    '',
    7,
    null,
  ])('cannot be %j', (value) => {
    expect(read(instant, value)).toEqual([expect.stringMatching(/^must be a date and time with its offset/)]);
  });
});
