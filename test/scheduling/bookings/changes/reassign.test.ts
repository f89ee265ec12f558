import type { HostRotation } from '../../../../src/scheduling/bookings/creation/assignment.js';
import { chooseHost } from '../../../../src/scheduling/bookings/changes/reassign.js';
import type { MoveFacts } from '../../../../src/scheduling/bookings/store.js';
import { newTerms } from '../../../../src/scheduling/event-types/rules.js';
import type { Busy, Host } from '../../../../src/scheduling/slots/slot.js';

const HOUR = 3_600_000;
const START = Date.UTC(2030, 0, 1, 9);
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const busy = (from: number): Busy => ({ from, until: from + HOUR });

const host = (accountId: number, change: Partial<Host> = {}): Host => ({
  accountId,
  hours: {
    timeZone: 'UTC',
    availability: [{ days: DAYS, startTime: '00:00', endTime: '24:00' }],
    overrides: [],
  },
  weekStart: 'Monday',
  busy: [],
  away: [],
  limits: {},
  ...change,
});

const rotationOf = (accountId: number, change: Partial<HostRotation> = {}): HostRotation => ({
  ...{ accountId, mandatory: false, priority: 'medium', weight: 100, bookings: 0, lastBookedAt: null },
  ...change,
});

function facts(
  hosts: readonly Host[],
  rotation = hosts.map(({ accountId }) => rotationOf(accountId)),
): MoveFacts {
  const terms = newTerms({
    title: 'Intro call',
    slug: 'intro',
    lengthInMinutes: 60,
    minimumBookingNotice: 9_999,
  });
  const eventType = { ...terms, id: 1, ownerId: null, teamId: 1 };
  const existing = { start: START, end: START + HOUR, hosts: [{ id: 1 }] };
  // The decision reads only the hosts and the times of a booking.
  return { eventType, hosts, rotation, held: [], booking: existing } as unknown as MoveFacts;
}

const now = START - HOUR;

describe('the new host of a reassigned booking', () => {
  test('is the next of the rotation, never the current host', () => {
    const hosts = [host(1), host(2), host(3)];
    const rotation = [rotationOf(1), rotationOf(2, { bookings: 5 }), rotationOf(3, { bookings: 4 })];
    expect(chooseHost(facts(hosts, rotation), { now })).toBe(3);
    expect(chooseHost(facts(hosts, rotation), { now, toId: 2 })).toBe(2);
  });

  test('is never a mandatory host', () => {
    const rotation = [rotationOf(1), rotationOf(2, { mandatory: true }), rotationOf(3, { bookings: 9 })];
    const request = facts([host(1), host(2), host(3)], rotation);
    expect(chooseHost(request, { now })).toBe(3);
    expect(() => chooseHost(request, { now, toId: 2 })).toThrow('must be another host');
  });

  test.each<readonly [string, Partial<Host>]>([
    ['is busy then', { busy: [busy(START)] }],
    ['is away', { away: [{ from: START - HOUR, until: START + 9 * HOUR }] }],
    ['does not work then', { hours: { timeZone: 'UTC', availability: [], overrides: [] } }],
  ])('is never one who %s', (_, change) => {
    const hosts = [host(1), host(2, change)];
    for (const toId of [undefined, 2])
      expect(() => chooseHost(facts(hosts), { now, ...(toId && { toId }) })).toThrow(
        'No other host of this event type is free at this time.',
      );
  });

  test('is one of the hosts of the event type', () => {
    for (const toId of [1, 7])
      expect(() => chooseHost(facts([host(1), host(2)]), { now, toId })).toThrow(
        'must be another host of this event type',
      );
  });
});
