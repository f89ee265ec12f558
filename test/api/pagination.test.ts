import { paginationOf } from '../../src/api/pagination.js';

type Case = readonly [
  name: string,
  given: readonly [total: number, returned: number, take: number, skip: number],
  expected: object,
];

const CASES: readonly Case[] = [
  ['nothing at all', [0, 0, 10, 0], { totalPages: 0, currentPage: 1, remainingItems: 0, hasNextPage: false }],
  [
    'the first of three',
    [25, 10, 10, 0],
    { totalPages: 3, currentPage: 1, remainingItems: 15, hasNextPage: true },
  ],
  ['the last of three', [25, 5, 10, 20], { currentPage: 3, remainingItems: 0, hasNextPage: false }],
  [
    'a page that begins inside another',
    [25, 10, 10, 5],
    { currentPage: 1, remainingItems: 10, hasPreviousPage: true },
  ],
  [
    'behind the end',
    [25, 0, 10, 90],
    { currentPage: 10, remainingItems: 0, hasNextPage: false, returnedItems: 0 },
  ],
  ['exactly full pages', [20, 10, 10, 10], { totalPages: 2, currentPage: 2, hasNextPage: false }],
];

test.each(CASES)('where a page stands: %s', (_, [total, returned, take, skip], expected) => {
  expect(paginationOf(total, returned, { take, skip })).toMatchObject({
    ...{ totalItems: total, returnedItems: returned, itemsPerPage: take, hasPreviousPage: skip > 0 },
    ...expected,
  });
});
