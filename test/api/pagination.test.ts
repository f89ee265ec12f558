import { paginationOf } from '../../src/api/pagination.js';

type Case = readonly [
  name: string,
  input: readonly [total: number, returned: number, take: number, skip: number],
  expected: object,
];

const CASES: readonly Case[] = [
  ['an empty list', [0, 0, 10, 0], { totalPages: 0, currentPage: 1, remainingItems: 0, hasNextPage: false }],
  [
    'the first of three pages',
    [25, 10, 10, 0],
    { totalPages: 3, currentPage: 1, remainingItems: 15, hasNextPage: true },
  ],
  ['the last of three pages', [25, 5, 10, 20], { currentPage: 3, remainingItems: 0, hasNextPage: false }],
  [
    'a page that starts inside another',
    [25, 10, 10, 5],
    { currentPage: 1, remainingItems: 10, hasPreviousPage: true },
  ],
  [
    'a page after the end',
    [25, 0, 10, 90],
    { currentPage: 10, remainingItems: 0, hasNextPage: false, returnedItems: 0 },
  ],
  ['the last of exactly full pages', [20, 10, 10, 10], { totalPages: 2, currentPage: 2, hasNextPage: false }],
];

test.each(CASES)('the pagination of %s is correct', (_, [total, returned, take, skip], expected) => {
  expect(paginationOf(total, returned, { take, skip })).toMatchObject({
    ...{ totalItems: total, returnedItems: returned, itemsPerPage: take, hasPreviousPage: skip > 0 },
    ...expected,
  });
});
