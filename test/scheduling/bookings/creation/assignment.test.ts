/* The order of hosts in a round robin, as a table. */
import {
  nextHost,
  chooseHosts,
  withRotation,
} from '../../../../src/scheduling/bookings/creation/assignment.js';
import type { HostRotation } from '../../../../src/scheduling/bookings/creation/assignment.js';

const rotationOf = (accountId: number, change: Partial<HostRotation> = {}): HostRotation => ({
  accountId,
  mandatory: false,
  priority: 'medium',
  weight: 100,
  bookings: 0,
  lastBookedAt: null,
  ...change,
});

type Row = readonly [why: string, hosts: readonly HostRotation[], next: number | undefined];

const ROWS: readonly Row[] = [
  ['nobody is there', [], undefined],
  ['of equals the lowest number', [rotationOf(3), rotationOf(1), rotationOf(2)], 1],
  ['who was booked least', [rotationOf(1, { bookings: 2 }), rotationOf(2, { bookings: 1 })], 2],
  [
    'with the fewest bookings for their weight',
    [rotationOf(1, { bookings: 3, weight: 200 }), rotationOf(2, { bookings: 2, weight: 100 })],
    1,
  ],
  [
    'with the least recent booking among equal shares',
    [rotationOf(1, { bookings: 1, lastBookedAt: 20 }), rotationOf(2, { bookings: 1, lastBookedAt: 10 })],
    2,
  ],
  ['without any booking', [rotationOf(1, { lastBookedAt: 10 }), rotationOf(2)], 2],
  [
    'with the highest priority, whatever their bookings',
    [
      rotationOf(1, { priority: 'low' }),
      rotationOf(2, { priority: 'highest', bookings: 9 }),
      rotationOf(3, { priority: 'high' }),
    ],
    2,
  ],
];

test.each(ROWS)('the next host of a round robin is the one %s', (_, hosts, next) => {
  expect(nextHost(hosts)?.accountId).toBe(next);
  expect(nextHost(hosts.toReversed())?.accountId).toBe(next);
});

describe('the hosts of a round robin booking', () => {
  const slot = (...accountIds: readonly number[]) => ({ accountIds });

  test('are all hosts without a rotation', () => {
    expect(chooseHosts(slot(3, 1), undefined)).toEqual([3, 1]);
  });

  test('include only free ones, also when a busy one is next', () => {
    const rotation = [rotationOf(1), rotationOf(2, { bookings: 5 }), rotationOf(3, { bookings: 4 })];
    expect(chooseHosts(slot(2, 3), rotation)).toEqual([3]);
  });

  test('are the mandatory ones and one of the others', () => {
    const rotation = [
      rotationOf(1, { mandatory: true, bookings: 50 }),
      rotationOf(2, { bookings: 1 }),
      rotationOf(3),
    ];
    expect(chooseHosts(slot(1, 2, 3), rotation)).toEqual([1, 3]);
    expect(chooseHosts(slot(1), [rotationOf(1, { mandatory: true })])).toEqual([1]);
  });

  test('stay the same while they are free', () => {
    const rotation = [rotationOf(1), rotationOf(2, { bookings: 9 })];
    expect(chooseHosts(slot(1, 2), rotation, [2])).toEqual([2]);
    expect(chooseHosts(slot(1), rotation, [2])).toEqual([1]);
  });
});

test('bookings of a round robin follow the weights of its hosts', () => {
  let rotation: readonly HostRotation[] = [
    rotationOf(1, { weight: 300 }),
    rotationOf(2, { weight: 200 }),
    rotationOf(3, { weight: 100 }),
  ];
  for (let booking = 0; booking < 1_200; booking += 1) {
    rotation = withRotation(rotation, chooseHosts({ accountIds: [1, 2, 3] }, rotation)) ?? [];
  }
  expect(rotation.map(({ bookings }) => bookings)).toEqual([600, 400, 200]);
});

test('a thousand bookings of a round robin are shared evenly, also when each host is away half of the time', () => {
  const ids = [1, 2, 3, 4, 5];
  let rotation: readonly HostRotation[] = ids.map((id) => rotationOf(id));
  for (let booking = 0; booking < 1_000; booking += 1) {
    // Each time another three of the five are free.
    const accountIds = ids.filter((id) => (id + booking) % 5 < 3);
    rotation = withRotation(rotation, chooseHosts({ accountIds }, rotation)) ?? [];
  }
  for (const { bookings } of rotation) expect(Math.abs(bookings - 200)).toBeLessThanOrEqual(1);
});
