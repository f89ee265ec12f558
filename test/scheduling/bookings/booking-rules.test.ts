import type { Booking, BookingStatus } from '../../../src/scheduling/bookings/booking.js';
import { chooseLocation } from '../../../src/scheduling/bookings/creation/locations.js';
import { occurrences } from '../../../src/scheduling/bookings/creation/occurrences.js';
import { firstStatus } from '../../../src/scheduling/bookings/creation/placement.js';
import { codeIn, needsNoCode, type Proof } from '../../../src/scheduling/bookings/creation/booker-proof.js';
import { titleOf } from '../../../src/scheduling/bookings/creation/titles.js';
import { createPerHostQueue } from '../../../src/scheduling/bookings/creation/per-host-queue.js';
import { decide } from '../../../src/scheduling/bookings/transitions.js';
import type {
  ActionFacts,
  BookingAction,
  ChangeTerms,
} from '../../../src/scheduling/bookings/transitions.js';
import type { Location, Recurrence } from '../../../src/scheduling/event-types/event-type.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2030, 0, 1);

const booking = (status: BookingStatus, change: Partial<Booking> = {}) => ({
  status,
  start: NOW + 2 * HOUR,
  end: NOW + 3 * HOUR,
  rescheduledToUid: null,
  rescheduleRequested: false,
  ...change,
});

const TERMS: ChangeTerms = {
  disableCancelling: { disabled: false },
  disableRescheduling: { disabled: false },
  allowReschedulingPastBookings: false,
  allowReschedulingCancelledBookings: false,
};

const outcome = (
  existing: ReturnType<typeof booking>,
  action: BookingAction,
  { terms = {}, ...facts }: Partial<Omit<ActionFacts, 'terms'>> & { terms?: Partial<ChangeTerms> } = {},
): string => {
  const verdict = decide(existing, action, {
    now: NOW,
    byHost: false,
    terms: { ...TERMS, ...terms },
    ...facts,
  });
  return verdict.kind === 'next' ? verdict.status : verdict.reason;
};

describe('the proof of a booker’s address', () => {
  test.each([
    [false, false, false],
    [true, false, true],
    [false, true, true],
    [true, true, true],
  ])('is not required from host %s or attendee %s: %s', (byHost, isAttendee, exempt) => {
    expect(needsNoCode({ byHost, isAttendee })).toBe(exempt);
  });

  test.each<readonly [Proof, ReturnType<typeof codeIn>]>([
    [{ kind: 'exempt' }, {}],
    [{ kind: 'missing' }, { codeHashes: [] }],
    [{ kind: 'wrong' }, { codeHashes: [] }],
    [{ kind: 'right', codeHashes: ['newest', 'older'] }, { codeHashes: ['newest', 'older'] }],
  ])('%j is passed to the store as %j', (proof, order) => expect(codeIn(proof)).toEqual(order));
});

describe('a change of a booking', () => {
  const TABLE: readonly (readonly [BookingStatus, BookingAction, string])[] = [
    ['pending', 'accept', 'accepted'],
    ['pending', 'reject', 'rejected'],
    ['pending', 'cancel', 'cancelled'],
    ['pending', 'reschedule', 'cancelled'],
    ['pending', 'request_reschedule', 'cancelled'],
    ['pending', 'amend', 'pending'],
    ['pending', 'mark_absent', 'not_accepted'],
    ['accepted', 'accept', 'already_accepted'],
    ['accepted', 'reject', 'already_accepted'],
    ['accepted', 'cancel', 'cancelled'],
    ['accepted', 'reschedule', 'cancelled'],
    ['accepted', 'request_reschedule', 'cancelled'],
    ['accepted', 'amend', 'accepted'],
    ['accepted', 'mark_absent', 'not_started'],
    ['cancelled', 'accept', 'already_cancelled'],
    ['cancelled', 'reject', 'already_cancelled'],
    ['cancelled', 'cancel', 'already_cancelled'],
    ['cancelled', 'reschedule', 'already_cancelled'],
    ['cancelled', 'request_reschedule', 'already_cancelled'],
    ['cancelled', 'amend', 'already_cancelled'],
    ['cancelled', 'mark_absent', 'already_cancelled'],
    ['rejected', 'accept', 'already_rejected'],
    ['rejected', 'reject', 'already_rejected'],
    ['rejected', 'cancel', 'already_rejected'],
    ['rejected', 'reschedule', 'already_rejected'],
    ['rejected', 'request_reschedule', 'already_rejected'],
    ['rejected', 'amend', 'already_rejected'],
    ['rejected', 'mark_absent', 'already_rejected'],
  ];
  test.each(TABLE)('from %s with %s has the result %s', (status, action, expected) => {
    expect(outcome(booking(status), action)).toBe(expected);
    expect(outcome(booking(status), action, { byHost: true })).toBe(expected);
  });

  test('to another time is allowed early or late after the host requested it', () => {
    const request = booking('cancelled', { rescheduleRequested: true });
    const terms = { disableRescheduling: { disabled: true } };
    for (const now of [NOW, NOW + 9 * HOUR])
      expect(outcome(request, 'reschedule', { now, terms })).toBe('cancelled');
    expect(outcome(request, 'accept', { terms })).toBe('already_cancelled');
  });

  test('to mark absences is allowed once the booking has started', () => {
    expect(outcome(booking('accepted'), 'mark_absent', { now: NOW + 2 * HOUR - 1 })).toBe('not_started');
    for (const later of [2 * HOUR, 99 * HOUR])
      expect(outcome(booking('accepted'), 'mark_absent', { now: NOW + later })).toBe('accepted');
  });

  test.each(['accept', 'reject', 'cancel', 'reschedule'] as const)(
    'that was rescheduled is refused: %s',
    (action) => {
      const moved = booking('cancelled', { rescheduledToUid: 'new' });
      const terms = { allowReschedulingCancelledBookings: true };
      expect(outcome(moved, action, { terms, byHost: true })).toBe('already_rescheduled');
    },
  );

  test.each<readonly [BookingAction, number, string]>([
    ['cancel', 3 * HOUR - 1, 'cancelled'],
    ['cancel', 3 * HOUR, 'over'],
    ['accept', 3 * HOUR, 'over'],
    ['reschedule', 3 * HOUR, 'over'],
    ['reject', 3 * HOUR, 'rejected'],
    ['amend', 3 * HOUR, 'over'],
    ['request_reschedule', 3 * HOUR, 'over'],
  ])('with %s %d ms later has the result %s', (action, later, expected) => {
    expect(outcome(booking('pending'), action, { now: NOW + later })).toBe(expected);
  });

  test('by callers other than the host follows the rules of the event type', () => {
    const cases: readonly (readonly [BookingAction, Partial<ChangeTerms>, string])[] = [
      ['cancel', { disableCancelling: { disabled: true } }, 'disabled'],
      ['cancel', { disableCancelling: { disabled: false, minutesBefore: 999 } }, 'cancelled'],
      ['cancel', { disableCancelling: { disabled: true, minutesBefore: 120 } }, 'cancelled'],
      ['cancel', { disableCancelling: { disabled: true, minutesBefore: 121 } }, 'too_late'],
      ['reschedule', { disableRescheduling: { disabled: true } }, 'disabled'],
      ['reschedule', { disableRescheduling: { disabled: true, minutesBefore: 121 } }, 'too_late'],
      ['reschedule', { disableCancelling: { disabled: true } }, 'cancelled'],
    ];
    for (const [action, terms, expected] of cases) {
      expect([action, terms, outcome(booking('accepted'), action, { terms })]).toEqual([
        action,
        terms,
        expected,
      ]);
      expect(outcome(booking('accepted'), action, { terms, byHost: true })).toBe('cancelled');
    }
  });

  test('that is past or cancelled is possible where the event type allows it', () => {
    const now = NOW + 9 * HOUR;
    const past = { allowReschedulingPastBookings: true };
    expect(outcome(booking('accepted'), 'reschedule', { now, terms: past })).toBe('cancelled');
    expect(outcome(booking('cancelled'), 'reschedule', { now, terms: past })).toBe('already_cancelled');
    const cancelled = { allowReschedulingCancelledBookings: true };
    expect(outcome(booking('cancelled'), 'reschedule', { terms: cancelled })).toBe('cancelled');
    expect(outcome(booking('rejected'), 'reschedule', { terms: cancelled })).toBe('already_rejected');
  });
});

describe('the occurrences of a recurrence', () => {
  const at = (text: string): number => Date.parse(text);
  const starts = (first: string, count: number, recurrence: Omit<Recurrence, 'occurrences'>, zone: string) =>
    occurrences(at(first), count, recurrence, zone).map((start) =>
      new Date(start).toISOString().slice(0, 16),
    );

  test.each<readonly [string, Omit<Recurrence, 'occurrences'>, string, string, readonly string[]]>([
    [
      'at the same time of day for the host over a clock change',
      { interval: 1, frequency: 'weekly' },
      'Europe/Lisbon',
      '2030-03-25T09:00Z',
      ['2030-03-25T09:00', '2030-04-01T08:00', '2030-04-08T08:00'],
    ],
    [
      'after the gap when a clock change skips their time',
      { interval: 1, frequency: 'weekly' },
      'America/New_York',
      '2030-03-03T07:30Z',
      ['2030-03-03T07:30', '2030-03-10T07:30', '2030-03-17T06:30'],
    ],
    [
      'on the last day of shorter months, and on the same day of others',
      { interval: 1, frequency: 'monthly' },
      'UTC',
      '2030-01-31T09:00Z',
      ['2030-01-31T09:00', '2030-02-28T09:00', '2030-03-31T09:00'],
    ],
    [
      'every second year, from a leap day',
      { interval: 2, frequency: 'yearly' },
      'UTC',
      '2028-02-29T09:00Z',
      ['2028-02-29T09:00', '2030-02-28T09:00', '2032-02-29T09:00'],
    ],
    [
      'every third week',
      { interval: 3, frequency: 'weekly' },
      'Asia/Kathmandu',
      '2030-01-01T03:15Z',
      ['2030-01-01T03:15', '2030-01-22T03:15', '2030-02-12T03:15'],
    ],
  ])('are %s', (_, recurrence, zone, first, expected) => {
    expect(starts(first, 3, recurrence, zone)).toEqual(expected);
  });
});

describe('the initial status of a booking', () => {
  const blockUnconfirmedBookingsInBooker = true;
  const soon = {
    type: 'time',
    noticeThreshold: { unit: 'hours', count: 2 },
    blockUnconfirmedBookingsInBooker,
  } as const;
  const always = { type: 'always', blockUnconfirmedBookingsInBooker } as const;
  test.each([
    ['is accepted without a policy', {}, HOUR, false, 'accepted'],
    ['is pending with the policy always', { confirmationPolicy: always }, 900 * HOUR, false, 'pending'],
    [
      'is accepted when the host books, also with the policy always',
      { confirmationPolicy: always },
      HOUR,
      true,
      'accepted',
    ],
    ['is pending when it starts soon', { confirmationPolicy: soon }, 2 * HOUR - 1, false, 'pending'],
    ['is accepted when it does not start soon', { confirmationPolicy: soon }, 2 * HOUR, false, 'accepted'],
  ] as const)('%s', (_, eventType, ahead, byHost, expected) => {
    expect(firstStatus(eventType, NOW + ahead, { now: NOW, byHost })).toBe(expected);
  });
});

describe('the title of a booking', () => {
  const names = { host: 'Ada', attendee: 'Grace' };
  const seats = { seatsPerTimeSlot: 2, showAttendeeInfo: false, showAvailabilityCount: false };
  test.each([
    [{ title: 'Call' }, 'Call between Ada and Grace'],
    [{ title: 'Call', seats }, 'Call with Ada'],
    [
      { title: 'Call', customName: '{Scheduler} & {Organiser}, {Event type title} {else}' },
      'Grace & Ada, Call {else}',
    ],
    [{ title: 'Call', customName: '{Scheduler}', seats }, 'guests'],
    [{ title: 'Call', customName: '{constructor} {' }, '{constructor} {'],
  ])('for %j is %j', (eventType, expected) => {
    expect(titleOf({ eventType, ...names })).toBe(expected);
  });
  test('is the one from the booker where the event type has a field for it', () => {
    expect(titleOf({ eventType: { title: 'Call' }, ...names, ownTitle: 'Bugs' })).toBe('Bugs');
  });
});

describe('the location of a booking', () => {
  const OFFERS: readonly Location[] = [
    { type: 'link', link: 'https://one.example', public: true },
    { type: 'link', link: 'https://two.example', public: false },
    { type: 'integration', integration: 'jitsi' },
    { type: 'attendeePhone' },
    { type: 'organizersDefaultApp' },
  ];
  test.each([
    [undefined, { type: 'link', value: 'https://one.example' }],
    [{ type: 'link' }, { type: 'link', value: 'https://one.example' }],
    [
      { type: 'link', value: 'https://two.example' },
      { type: 'link', value: 'https://two.example' },
    ],
    [{ type: 'link', value: 'https://bad.example' }, undefined],
    [
      { type: 'integration', integration: 'jitsi' },
      { type: 'integration', value: 'jitsi' },
    ],
    [{ type: 'integration', integration: 'zoom' }, undefined],
    [
      { type: 'attendeePhone', value: '+12125550100' },
      { type: 'attendeePhone', value: '+12125550100' },
    ],
    [{ type: 'attendeePhone' }, undefined],
    [{ type: 'organizersDefaultApp' }, { type: 'organizersDefaultApp' }],
    [{ type: 'address' }, undefined],
  ] as const)('requested as %j is %j', (request, expected) => {
    const choice = chooseLocation(OFFERS, request);
    expect(choice.kind === 'chosen' ? choice.location : undefined).toEqual(expected);
  });
  test('is empty when the event type offers none', () => {
    expect(chooseLocation([])).toEqual({ kind: 'chosen', location: null });
    expect(chooseLocation([], { type: 'link' }).kind).toBe('refused');
  });
});

describe('the queue of a host', () => {
  test('processes bookings one after the other, and does not wait for those of another host', async () => {
    const perHost = createPerHostQueue();
    const seen: string[] = [];
    let open: () => void = () => undefined;
    const first = perHost(1, () => new Promise<void>((resolve) => (open = resolve)));
    const second = perHost(1, async () => void seen.push('second'));
    await perHost(2, async () => void seen.push('other'));
    expect(seen).toEqual(['other']);
    open();
    await Promise.all([first, second]);
    expect(seen).toEqual(['other', 'second']);
  });
});
