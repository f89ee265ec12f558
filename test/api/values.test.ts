import { z } from 'zod';
import { idInPath, listInQuery, page } from '../../src/api/values.js';

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

describe('a list in a query', () => {
  test.each([
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [
      ['a', 'b,c'],
      ['a', 'b', 'c'],
    ],
  ])('%j is a list', (sent, list) => expect(read(listInQuery('must be texts'), sent)).toEqual(list));

  test.each([{ x: 'a' }, ['a', { x: 'b' }], [['a']]])('%j is refused', (sent) => {
    expect(listInQuery('must be texts').safeParse(sent).success).toBe(false);
  });
});
