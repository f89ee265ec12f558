/* What a reader of a booking is offered, and who is named before it is done, as tables. */
import { allowedActions } from '../../../src/scheduling/bookings/allowed-actions.js';
import type { Attendee } from '../../../src/scheduling/bookings/booking.js';
import type { VisibleBooking } from '../../../src/scheduling/bookings/lists/list-store.js';
import { recipientsOf } from '../../../src/scheduling/bookings/notifications/recipients.js';
import type { BookingDone } from '../../../src/scheduling/bookings/store.js';
import type { ChangeTerms } from '../../../src/scheduling/bookings/transitions.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2030, 0, 1);

const attendee = (id: number, name: string): Attendee => ({
  ...{ id, name, email: `${name}@example.net`, timeZone: 'UTC', language: 'en', phoneNumber: null },
  ...{ absent: false, seatUid: null, responses: null, metadata: null },
});

const booking = (change: Partial<VisibleBooking> = {}): VisibleBooking => ({
  ...{ id: 7, uid: 'uid', title: 'Intro', description: '', start: NOW + HOUR, end: NOW + 2 * HOUR },
  ...{ status: 'accepted', guests: ['guest@example.net'], location: null, responses: {}, metadata: {} },
  ...{ icsUid: 'ics', icsSequence: 0, recurringUid: null, seats: null, rescheduledFromUid: null },
  ...{ reschedulingReason: null, changedByEmail: null, eventTypeId: 1, eventType: { id: 1, slug: 'intro' } },
  hosts: [{ id: 1, name: 'Ada', email: 'ada@example.com', username: 'ada', timeZone: 'UTC' }],
  attendees: [attendee(1, 'Grace')],
  ...{ rescheduledToUid: null, rescheduleRequested: false, reason: null, absentHost: false },
  ...{ discloses: { hostEmail: true, attendees: false }, createdAt: NOW, updatedAt: NOW, asHost: true },
  ...change,
});

const TERMS: ChangeTerms = {
  disableCancelling: { disabled: false },
  disableRescheduling: { disabled: false },
  allowReschedulingPastBookings: false,
  allowReschedulingCancelledBookings: false,
};
const FIXED: ChangeTerms = { ...TERMS, disableCancelling: { disabled: true } };
const OVER = { start: NOW - 2 * HOUR, end: NOW - HOUR };
const ATTENDED = { asHost: false };

describe('what is offered', () => {
  test.each([
    [
      'a host, of a waiting booking',
      { status: 'pending' },
      TERMS,
      'accept reject reschedule request_reschedule amend cancel',
    ],
    ['a host, of an accepted one', {}, TERMS, 'reschedule request_reschedule amend cancel'],
    [
      'a host, while it takes place',
      { start: NOW - HOUR / 2 },
      TERMS,
      'reschedule request_reschedule amend mark_absent cancel',
    ],
    ['a host, afterwards', OVER, TERMS, 'mark_absent'],
    ['a host, who did not answer in time', { ...OVER, status: 'pending' }, TERMS, 'reject'],
    ['a host, once it is cancelled', { status: 'cancelled' }, TERMS, ''],
    ['a host, once it has moved', { rescheduledToUid: 'other' }, TERMS, ''],
    ['a host, without the event type', {}, undefined, 'request_reschedule amend cancel'],
    ['a host, whatever attendees may not', {}, FIXED, 'reschedule request_reschedule amend cancel'],
    ['an attendee', ATTENDED, TERMS, 'reschedule cancel'],
    ['an attendee, as the event type allows', ATTENDED, FIXED, 'reschedule'],
    ['an attendee, of a waiting booking', { ...ATTENDED, status: 'pending' }, TERMS, 'reschedule cancel'],
    [
      'an attendee who is asked for another time',
      { ...ATTENDED, status: 'cancelled', rescheduleRequested: true },
      TERMS,
      'reschedule',
    ],
    ['an attendee without a seat of their own', { ...ATTENDED, seats: 3 }, TERMS, ''],
  ] as const)('to %s', (_, change, terms, actions) => {
    const read = { booking: booking(change), ...(terms && { eventType: terms }) };
    expect(allowedActions(read, NOW).join(' ')).toBe(actions);
  });

  test('to an attendee with a seat', () => {
    const ownSeat = attendee(1, 'Grace');
    const read = { booking: booking({ ...ATTENDED, seats: 3 }), eventType: TERMS, ownSeat };
    expect(allowedActions(read, NOW)).toEqual(['reschedule', 'cancel']);
  });
});

describe('who gets a mail', () => {
  const namesFor = (done: BookingDone, change: Partial<VisibleBooking> = {}): string =>
    recipientsOf({ done, booking: booking(change), change: { uid: 'uid', done, set: {} } })
      .map(({ name }) => name)
      .join(' ');

  test.each([
    ['accepted', {}, 'Ada Grace guest@example.net'],
    ['rejected', {}, 'Ada Grace'],
    ['cancelled', {}, 'Ada Grace guest@example.net'],
    ['cancelled', { emailSettings: { disableEmailsToHosts: true } }, 'Grace guest@example.net'],
    ['cancelled', { emailSettings: { disableEmailsToAttendees: true } }, 'Ada'],
    ['location_changed', { status: 'pending' }, 'Ada Grace'],
    ['absence_marked', {}, ''],
  ] as const)('when it is %s, with %j', (done, change, names) => {
    expect(namesFor(done, change)).toBe(names);
  });
});
