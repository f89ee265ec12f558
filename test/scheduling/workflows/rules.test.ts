/* Occasions of workflows, their receivers and messages, as tables. */
import { cleanHtml, textOf } from '../../../src/delivery/workflow-html.js';
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import {
  dueTimeOf,
  occasionsOf,
  endedBookings,
  stillApplies,
} from '../../../src/scheduling/workflows/plan.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import { formReceivers, receiversOf } from '../../../src/scheduling/workflows/receivers.js';
import type { BookingTrigger, Trigger } from '../../../src/scheduling/workflows/store.js';
import {
  bookingValues,
  escapeHtml,
  fillIn,
  formValues,
  unsupportedVariablesIn,
} from '../../../src/scheduling/workflows/templates.js';

const HOUR = 3_600_000;
const START = Date.UTC(2030, 0, 2, 9);

const attendee = (id: number, change: Partial<Booking['attendees'][number]> = {}) => ({
  ...{ id, name: 'Grace Brewster Hopper', email: `grace-${id}@example.net`, timeZone: 'UTC', language: 'en' },
  ...{ phoneNumber: null, absent: false, seatUid: null, responses: null, metadata: null },
  ...change,
});

const booking = (change: Partial<Booking> = {}): Booking => ({
  ...{ id: 1, uid: 'u', eventTypeId: 7, eventType: null, title: 'Intro <call>', description: '' },
  ...{ status: 'accepted', start: START, end: START + HOUR, guests: [], location: null },
  hosts: [{ id: 3, name: 'Ben Franklin', email: 'ben@example.net', username: 'ben', timeZone: 'UTC' }],
  attendees: [attendee(1)],
  ...{ responses: {}, metadata: {}, icsUid: 'i', icsSequence: 4, recurringUid: null, seats: null },
  ...{ rescheduledFromUid: null, rescheduledToUid: null, rescheduleRequested: false, reason: null },
  ...{ reschedulingReason: null, changedByEmail: null, absentHost: false },
  discloses: { hostEmail: true, attendees: false },
  ...{ createdAt: START - 48 * HOUR, updatedAt: START - 48 * HOUR },
  ...change,
});

const receiversFor = (
  done: ChangedBooking['done'],
  change: Partial<Booking> = {},
  more: Partial<ChangedBooking> = {},
): ChangedBooking => ({
  done,
  booking: booking(change),
  ...more,
});
const keys = (...happened: readonly ChangedBooking[]) => occasionsOf(happened).map(({ key }) => key);
const absence = (set: object, absences: readonly { readonly id: number; readonly absent: boolean }[] = []) =>
  receiversFor('absence_marked', {}, { change: { uid: 'u', done: 'absence_marked', set, absences } });

test.each<readonly [label: string, changed: ChangedBooking, expected: readonly string[]]>([
  ['made', receiversFor('created'), ['newEvent', 'beforeEvent', 'afterEvent']],
  ['asked for', receiversFor('created', { status: 'pending' }), ['bookingRequested']],
  [
    'moved',
    receiversFor('created', { rescheduledFromUid: 'x' }),
    ['rescheduleEvent', 'beforeEvent', 'afterEvent'],
  ],
  ['accepted', receiversFor('accepted'), ['newEvent', 'beforeEvent', 'afterEvent']],
  ['declined', receiversFor('rejected', { status: 'rejected' }), ['bookingRejected']],
  ['cancelled', receiversFor('cancelled', { status: 'cancelled' }), ['eventCancelled']],
  ['called off', receiversFor('reschedule_requested', { status: 'cancelled' }), ['eventCancelled']],
  ['left for another time', receiversFor('rescheduled', { status: 'cancelled' }), []],
  ['left by one', receiversFor('seat_cancelled'), []],
  ['left by the last', receiversFor('seat_cancelled', { status: 'cancelled' }), ['eventCancelled']],
  ['somewhere else', receiversFor('location_changed'), []],
  [
    'missed by its host',
    absence({ absentHost: true }),
    ['bookingNoShowUpdated:4', 'afterHostsCalVideoNoShow'],
  ],
  [
    'missed by its booker',
    absence({}, [{ id: 1, absent: true }]),
    ['bookingNoShowUpdated:4', 'afterGuestsCalVideoNoShow'],
  ],
  [
    'attended after all',
    absence({ absentHost: false }, [{ id: 1, absent: false }]),
    ['bookingNoShowUpdated:4'],
  ],
])('a booking that is %s is an occasion', (_, changed, expected) => {
  expect(keys(changed)).toEqual(expected);
});

test('a seat is an occasion of its attendee, and bookings of a recurrence share one', () => {
  const seats = [attendee(1, { seatUid: 'a' }), attendee(2, { seatUid: 'b' })];
  expect(keys(receiversFor('seat_taken', { attendees: seats, seats: 2 }, { seatUid: 'b' }))).toEqual([
    'newEvent:2',
  ]);
  const two = [1, 2].map((id) => receiversFor('created', { id, recurringUid: 'r' }));
  expect(keys(...two)).toEqual(['newEvent', 'beforeEvent', 'afterEvent', 'beforeEvent', 'afterEvent']);
});

test('a cancelled booking has no pending occasions', () => {
  const happened = [
    receiversFor('rescheduled', { id: 1, status: 'cancelled' }),
    receiversFor('created', { id: 2 }),
  ];
  expect(endedBookings([...happened, receiversFor('rejected', { id: 3, status: 'rejected' })])).toEqual([
    1, 3,
  ]);
});

const trigger = (type: BookingTrigger, hours?: number): Trigger<BookingTrigger> => ({
  type,
  offset: hours === undefined ? null : { value: hours, unit: 'hour' },
});

test.each<readonly [BookingTrigger, number | undefined, number | undefined]>([
  ['beforeEvent', 24, START - 24 * HOUR],
  ['beforeEvent', 48, undefined],
  ['beforeEvent', 72, undefined],
  ['afterEvent', 1, START + 2 * HOUR],
  ['newEvent', undefined, START - 48 * HOUR],
  ['afterHostsCalVideoNoShow', 1, START + HOUR],
])('the due time of %s follows an offset of %s hours', (type, hours, moment) => {
  expect(dueTimeOf(trigger(type, hours), booking())).toBe(moment);
});

test('an offset counts in its own unit', () => {
  const of = (value: number, unit: 'minute' | 'day') =>
    dueTimeOf({ type: 'afterEvent', offset: { value, unit } }, booking());
  expect([of(5, 'minute'), of(2, 'day')]).toEqual([START + HOUR + 300_000, START + 49 * HOUR]);
});

test('a no-show that is marked late is due at once', () => {
  const late = booking({ updatedAt: START + 5 * HOUR });
  expect(dueTimeOf(trigger('afterGuestsCalVideoNoShow', 1), late)).toBe(START + 5 * HOUR);
});

test.each<readonly [BookingTrigger, Partial<Booking>, hoursFromStart: number, boolean]>([
  ['beforeEvent', {}, -1, true],
  ['beforeEvent', {}, 0, false],
  ['beforeEvent', { status: 'cancelled' }, -1, false],
  ['afterEvent', {}, 500, true],
  ['afterEvent', { status: 'cancelled' }, 2, false],
  ['newEvent', {}, 0, true],
  ['newEvent', {}, 1, false],
  ['rescheduleEvent', { status: 'cancelled' }, -1, false],
  ['eventCancelled', { status: 'cancelled' }, -1, true],
  ['eventCancelled', { status: 'cancelled' }, 2, false],
  ['bookingRequested', { status: 'pending' }, -1, true],
  ['bookingRequested', {}, -1, false],
  ['bookingRejected', { status: 'rejected' }, -1, true],
  ['afterHostsCalVideoNoShow', { absentHost: true }, 2, true],
  ['afterHostsCalVideoNoShow', {}, 2, false],
  ['afterGuestsCalVideoNoShow', { attendees: [attendee(1, { absent: true })] }, 2, true],
  ['afterGuestsCalVideoNoShow', {}, 2, false],
])('%s applies to a booking that is %j, %s hours after its start: %s', (type, change, hours, holds) => {
  expect(stillApplies(type, booking(change), START + hours * HOUR)).toBe(holds);
});

describe('a step', () => {
  const about = { trigger: 'beforeEvent', attendeeId: null } as const;
  const full = booking({
    attendees: [
      attendee(1, { email: 'Ada@example.net', phoneNumber: '+351210000001' }),
      attendee(2, { email: '' }),
      attendee(3, { email: 'ada@example.net ' }),
      attendee(4, { absent: true }),
    ],
    guests: ['guest@example.net', 'ADA@example.net'],
  });

  test.each([
    ['email_host', about, [{ host: 3 }]],
    ['email_attendee', about, [{ attendee: 1 }, { attendee: 4 }, { guest: 0 }]],
    ['email_attendee', { ...about, attendeeId: 4 }, [{ attendee: 4 }]],
    ['email_attendee', { ...about, trigger: 'afterGuestsCalVideoNoShow' }, [{ attendee: 4 }]],
    ['email_attendee', { ...about, trigger: 'bookingRequested' }, [{ attendee: 1 }, { attendee: 4 }]],
    ['email_address', about, [{ fixed: 'email' }]],
    ['sms_attendee', about, [{ attendee: 1 }]],
    ['sms_number', about, [{ fixed: 'phone' }]],
  ] as const)('of %s about %j', (action, occasion, expected) => {
    expect(receiversOf({ action }, full, occasion)).toEqual(expected);
  });

  test('is sent to the respondent of a form at the address in an answer', () => {
    const answer = (type: string, value: unknown) => ({ identifier: type, type, value });
    const form = { name: 'Form', hasBooking: false, answers: [answer('email', 'a@example.net')] };
    expect(formReceivers({ action: 'email_attendee' }, form)).toEqual([{ respondent: 'email' }]);
    expect(formReceivers({ action: 'sms_attendee' }, form)).toEqual([]);
    expect(formReceivers({ action: 'email_address' }, form)).toEqual([{ fixed: 'email' }]);
  });
});

describe('a template', () => {
  const responses = { 'notes-for-us': '{EVENT_TIME} <b>', petNames: ['Rex', 'Tom'], agreed: true };
  const values = bookingValues(booking({ responses, location: { type: 'phone', value: '+351 1' } }), {
    timeZone: 'America/New_York',
    attendees: [attendee(1)],
  });

  test.each([
    ['{EVENT_NAME}', 'Intro <call>'],
    [
      '{EVENT_DATE}, {EVENT_TIME}–{EVENT_END_TIME} {TIMEZONE}',
      'Wednesday, 2 January 2030, 04:00–05:00 America/New_York',
    ],
    ['{ATTENDEE} {ATTENDEE_FIRST_NAME} {ATTENDEE_LAST_NAME}', 'Grace Brewster Hopper Grace Brewster Hopper'],
    ['{ORGANIZER} {ORGANIZER_FIRST_NAME}', 'Ben Franklin Ben'],
    ['{LOCATION}{MEETING_URL}', 'Phone: +351 1'],
    ['{NOTES_FOR_US}', '{EVENT_TIME} <b>'],
    ['{PETNAMES} {PET_NAMES} {AGREED}', 'Rex, Tom Rex, Tom yes'],
    ['[{NEVER_ASKED}] {lower} {} {A b}', '[] {lower} {} {A b}'],
  ])('%s', (template, expected) => {
    expect(fillIn(template, values)).toBe(expected);
  });

  test('does not replace variables in an answer', () => {
    const sly = bookingValues(booking({ responses: { eventName: 'Another', attendee: 'Eve' } }), {
      timeZone: 'UTC',
      attendees: [attendee(1)],
    });
    expect(fillIn('{EVENT_NAME} {ATTENDEE}', sly)).toBe('Intro <call> Grace Brewster Hopper');
  });

  test('escapes values in HTML, and removes scripts and remote content', () => {
    const html = fillIn('<p onclick="x()">{NOTES_FOR_US}</p>', values, escapeHtml);
    expect(html).toBe('<p onclick="x()">{EVENT_TIME} &lt;b&gt;</p>');
    expect(cleanHtml(html)).toBe('<p>{EVENT_TIME} &lt;b&gt;</p>');
    const hostile =
      '<script>x()</script><img src="https://e.example/1"><form><a href="javascript:x()">go</a></form>';
    expect(cleanHtml(hostile)).toBe('<a>go</a>');
    const link = fillIn('<a href="{MEETING}">go</a>', new Map([['MEETING', 'javascript:x()']]), escapeHtml);
    expect(cleanHtml(link)).toBe('<a>go</a>');
  });

  test('links to the pages of the attendee, where the reader has one', () => {
    const page = 'https://app.example/bookings/signed';
    const context = { timeZone: 'UTC', attendees: [attendee(1)] };
    const text = '[{CANCEL_URL}] [{RESCHEDULE_URL}]';
    expect(fillIn(text, bookingValues(booking({}), { ...context, page }))).toBe(
      `[${page}/cancel] [${page}/reschedule]`,
    );
    expect(fillIn(text, bookingValues(booking({}), context))).toBe('[] []');
  });

  test('has a plain text version', () => {
    const clean = cleanHtml(
      '<h1>Soon</h1>\n<p>Dear&nbsp;Grace &amp; &lt;Co&gt;,<br>see <a href="https://m.example/?a=1&amp;b=2">us</a></p><ul><li>one</li><li>two</li></ul>',
    );
    expect(textOf(clean)).toBe(
      'Soon\n\nDear Grace & <Co>,\nsee us (https://m.example/?a=1&b=2)\n\n- one\n\n- two',
    );
  });

  test('names variables of unsupported pages', () => {
    expect(unsupportedVariablesIn('{ATTENDEE} {CANCEL_URL} {RATING_URL}')).toEqual(['{RATING_URL}']);
  });

  test('of a form contains the answers', () => {
    const answers = [
      { identifier: 'name', type: 'text', value: 'Ada Lovelace' },
      { identifier: 'team-size', type: 'number', value: 5 },
      { identifier: 'mail', type: 'email', value: 'ada@example.net' },
    ];
    const of = formValues({ name: 'Who helps?', hasBooking: false, answers });
    expect(fillIn('{FORM_NAME} {ATTENDEE_FIRST_NAME} {TEAM_SIZE} {ATTENDEE_EMAIL}', of)).toBe(
      'Who helps? Ada 5 ada@example.net',
    );
  });
});
