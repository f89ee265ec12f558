import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import type { AddedRecord } from '../../../src/scheduling/bookings/records/record-store.js';
import type { BookingDone } from '../../../src/scheduling/bookings/store.js';
import { newTerms } from '../../../src/scheduling/event-types/rules.js';
import { bookingWebhookEvents, changesMeeting } from '../../../src/scheduling/webhooks/booking-events.js';
import { bookingPayload } from '../../../src/scheduling/webhooks/booking-payload.js';
import type { BookingContext } from '../../../src/scheduling/webhooks/booking-payload.js';
import { formWebhookEvents } from '../../../src/scheduling/webhooks/form-events.js';
import { recordWebhookEvents } from '../../../src/scheduling/webhooks/record-events.js';
import { TRIGGERS, triggerFault } from '../../../src/events/triggers.js';
import { webhookInput } from '../../../src/scheduling/webhooks/schemas.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2030, 0, 1);
const host = {
  ...{ id: 5, name: 'Ada Lovelace', email: 'ada@example.com', username: 'ada', timeZone: 'Europe/London' },
};
const attendee = {
  ...{ id: 1, name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'America/New_York' },
  ...{ language: 'de', phoneNumber: null, absent: false, seatUid: null, responses: null, metadata: null },
};

const booking = (change: Partial<Booking> = {}): Booking => ({
  ...{ id: 91, uid: 'uid-1', eventTypeId: 7, eventType: { id: 7, slug: 'intro' }, title: 'Intro with Ada' },
  ...{ description: 'About compilers.', status: 'accepted', start: NOW + HOUR, end: NOW + 2 * HOUR },
  ...{ hosts: [host], attendees: [attendee], guests: ['alan@example.net'] },
  location: { type: 'link', value: 'https://meet.example.com/ada' },
  responses: { notes: 'About compilers.', people: 3 },
  ...{ metadata: { source: 'site' }, icsUid: 'ics-1', icsSequence: 2, recurringUid: null, seats: null },
  ...{ rescheduledFromUid: null, rescheduledToUid: null, rescheduleRequested: false, reason: null },
  ...{ reschedulingReason: null, changedByEmail: null, absentHost: false },
  ...{ discloses: { hostEmail: true, attendees: true }, createdAt: NOW, updatedAt: NOW },
  ...change,
});

const eventType = {
  ...newTerms({
    ...{ title: 'Intro call', slug: 'intro', lengthInMinutes: 60 },
    bookingFields: [{ type: 'number', slug: 'people', label: 'How many?', required: true }],
  }),
  ...{ id: 7, ownerId: 5, teamId: null },
};
const context: BookingContext = { eventType, readers: new Map([[5, { locale: 'fr', timeFormat: 24 }]]) };

describe('the triggers', () => {
  test.each(TRIGGERS.map((trigger) => [trigger]))('%s fires, or is refused with a reason', (trigger) => {
    const fault = triggerFault(trigger, false);
    const input = { active: true, subscriberUrl: 'https://r.example/', triggers: [trigger] };
    const { success, error } = webhookInput.safeParse(input);
    expect([success, error?.issues[0]?.message]).toEqual(
      fault === undefined ? [true, undefined] : [false, `this trigger ${fault}`],
    );
  });

  it('of an event type are those about bookings', () => {
    const both = TRIGGERS.filter((trigger) => triggerFault(trigger, true) === undefined);
    expect(both).toEqual([
      ...['BOOKING_CREATED', 'BOOKING_RESCHEDULED', 'BOOKING_REQUESTED', 'BOOKING_CANCELLED'],
      ...['BOOKING_REJECTED', 'BOOKING_NO_SHOW_UPDATED', 'MEETING_ENDED', 'MEETING_STARTED'],
      ...['RECORDING_READY', 'RECORDING_TRANSCRIPTION_GENERATED'],
    ]);
    expect(triggerFault('OOO_CREATED', true)).toContain('event type');
    expect(triggerFault('BOOKING_PAID', true)).toContain('not paid');
  });
});

test('a payload has all members that receivers expect', () => {
  expect(bookingPayload(booking(), context)).toEqual({
    ...{ type: 'intro', eventTitle: 'Intro call', eventDescription: '', requiresConfirmation: false },
    ...{ seatsShowAttendees: false, price: 0, currency: 'usd' },
    ...{ title: 'Intro with Ada', description: 'About compilers.', additionalNotes: 'About compilers.' },
    ...{ startTime: '2030-01-01T01:00:00.000Z', endTime: '2030-01-01T02:00:00.000Z', length: 60 },
    ...{ seatsPerTimeSlot: null, status: 'ACCEPTED', uid: 'uid-1', bookingId: 91, eventTypeId: 7 },
    ...{ iCalUID: 'ics-1', iCalSequence: 2, noShowHost: false, guests: ['alan@example.net'] },
    organizer: { ...host, utcOffset: 0, language: { locale: 'fr' }, timeFormat: 'HH:mm' },
    attendees: [
      {
        ...{ name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'America/New_York' },
        ...{ utcOffset: -300 },
        ...{ language: { locale: 'de' }, phoneNumber: null, noShow: false },
      },
    ],
    responses: {
      name: { label: 'your_name', value: 'Grace Hopper', isHidden: false },
      email: { label: 'email_address', value: 'grace@example.net', isHidden: false },
      notes: { label: 'additional_notes', value: 'About compilers.', isHidden: false },
      people: { label: 'How many?', value: 3, isHidden: false },
      guests: { label: 'additional_guests', value: ['alan@example.net'], isHidden: false },
      location: {
        label: 'location',
        value: { value: 'link', optionValue: 'https://meet.example.com/ada' },
        isHidden: false,
      },
    },
    userFieldsResponses: { people: { label: 'How many?', value: 3, isHidden: false } },
    location: 'https://meet.example.com/ada',
    metadata: { source: 'site', videoCallUrl: 'https://meet.example.com/ada' },
  });
});

test.each<[string, Partial<Booking>, Partial<BookingContext>, object]>([
  [
    'the actor and the reason of a cancellation',
    { status: 'cancelled', reason: 'Rain.', changedByEmail: 'grace@example.net' },
    {},
    { status: 'CANCELLED', cancellationReason: 'Rain.', cancelledBy: 'grace@example.net' },
  ],
  ['the reason of a rejection', { status: 'rejected', reason: 'No.' }, {}, { rejectionReason: 'No.' }],
  [
    'a request for another time',
    { status: 'cancelled', rescheduleRequested: true },
    {},
    { requestReschedule: true, cancellationReason: '' },
  ],
  [
    'the time before a reschedule',
    { rescheduledFromUid: 'uid-0', reschedulingReason: 'Later.', changedByEmail: 'grace@example.net' },
    { movedFrom: { id: 90, uid: 'uid-0', start: NOW, end: NOW + HOUR } },
    {
      ...{ rescheduleUid: 'uid-0', rescheduleId: 90, rescheduledBy: 'grace@example.net' },
      ...{ rescheduleStartTime: '2030-01-01T00:00:00.000Z', rescheduleEndTime: '2030-01-01T01:00:00.000Z' },
    },
  ],
  [
    'the team and its other hosts',
    { hosts: [host, { ...host, id: 6, name: 'Ben' }] },
    { team: { id: 3, name: 'Desk' } },
    { team: { id: 3, name: 'Desk', members: [expect.objectContaining({ id: 6, name: 'Ben' })] } },
  ],
  ['its recurrence', { recurringUid: 'r-1' }, {}, { recurringEventId: 'r-1' }],
])('a payload contains %s', (_, change, more, expected) => {
  expect(bookingPayload(booking(change), { ...context, ...more })).toMatchObject(expected);
});

test('a payload does not contain a deleted event type, location and hosts', () => {
  const bare = booking({ eventTypeId: null, eventType: null, location: null, hosts: [] });
  expect(bookingPayload(bare, { readers: new Map() })).toMatchObject({
    ...{ organizer: null, eventTypeId: null, location: '', metadata: { source: 'site' } },
    responses: { people: { label: 'people', value: 3 } },
  });
});

describe('a webhook event of a changed booking', () => {
  const triggersOf = (event: ChangedBooking) =>
    bookingWebhookEvents(event, context).map(({ trigger }) => trigger);
  const MEETING = ['MEETING_STARTED', 'MEETING_ENDED'];
  const moved = { rescheduledFromUid: 'uid-0' };
  const pending = { status: 'pending' } as const;
  const cancelled = { status: 'cancelled' } as const;

  test.each<[ChangedBooking['done'], Partial<Booking>, readonly string[]]>([
    ['created', {}, ['BOOKING_CREATED', ...MEETING]],
    ['created', pending, ['BOOKING_REQUESTED']],
    ['created', moved, ['BOOKING_RESCHEDULED', ...MEETING]],
    ['created', { ...moved, ...pending }, ['BOOKING_REQUESTED']],
    ['seat_taken', moved, ['BOOKING_CREATED', ...MEETING]],
    ['seat_taken', pending, ['BOOKING_REQUESTED']],
    ['accepted', {}, ['BOOKING_CREATED', ...MEETING]],
    ['rejected', { status: 'rejected' }, ['BOOKING_REJECTED']],
    ['cancelled', cancelled, ['BOOKING_CANCELLED']],
    ['reschedule_requested', cancelled, ['BOOKING_CANCELLED']],
    ['rescheduled', { ...cancelled, rescheduledToUid: 'uid-2' }, []],
    ['seat_cancelled', {}, ['BOOKING_CANCELLED', ...MEETING]],
    ['seat_moved', {}, MEETING],
    ['seat_moved', cancelled, []],
    ['absence_marked', {}, ['BOOKING_NO_SHOW_UPDATED']],
    ['location_changed', {}, MEETING],
    ['title_changed', {}, MEETING],
    ['attendee_added', {}, MEETING],
    ['guests_added', {}, MEETING],
    ['reassigned', {}, MEETING],
    ['reassigned', pending, []],
  ])('%s, %j: %j', (done, change, triggers) =>
    expect(triggersOf({ done, booking: booking(change) })).toEqual(triggers),
  );

  it('is a reschedule where a seat came from another booking', () => {
    const event = { done: 'seat_taken', booking: booking(), movedFromUid: 'uid-0' } as const;
    expect(triggersOf(event)[0]).toBe('BOOKING_RESCHEDULED');
  });

  it('schedules start and end of the meeting only in the future', () => {
    const at = (updatedAt: number) => triggersOf({ done: 'accepted', booking: booking({ updatedAt }) });
    expect(at(NOW + HOUR - 1)).toEqual(['BOOKING_CREATED', ...MEETING]);
    expect(at(NOW + HOUR)).toEqual(['BOOKING_CREATED', 'MEETING_ENDED']);
    expect(at(NOW + 2 * HOUR)).toEqual(['BOOKING_CREATED']);
  });

  it('uses one lane through all reschedules, and separate lanes for the meetings', () => {
    const [first, started, ended] = bookingWebhookEvents({ done: 'created', booking: booking() }, context);
    expect(first).toMatchObject({ lane: 'booking:ics-1', createdAt: new Date(NOW) });
    expect(first).not.toHaveProperty('dueAt');
    expect(started).toMatchObject({ lane: 'meeting:91', dueAt: new Date(NOW + HOUR) });
    expect(ended).toMatchObject({ lane: 'meeting:91', dueAt: new Date(NOW + 2 * HOUR) });
  });

  it('names the seat, with the answers of its attendee', () => {
    const seated = booking({
      seats: 3,
      responses: {},
      attendees: [
        { ...attendee, seatUid: 's-1', responses: { people: 1 } },
        { ...attendee, id: 2, name: 'Alan', seatUid: 's-2', responses: { people: 2 } },
      ],
    });
    const [takenSeat] = bookingWebhookEvents(
      { done: 'seat_taken', booking: seated, seatUid: 's-2' },
      context,
    );
    expect(takenSeat?.payload).toMatchObject({
      ...{ attendeeSeatId: 's-2', seatsPerTimeSlot: 3 },
      responses: { name: { value: 'Alan' }, people: { value: 2 } },
    });
    const change = { uid: 'uid-1', done: 'seat_cancelled', set: {}, freeSeat: 's-9' } as const;
    const [freed] = bookingWebhookEvents({ done: 'seat_cancelled', booking: seated, change }, context);
    expect(freed?.payload).toMatchObject({ attendeeSeatId: 's-9', status: 'ACCEPTED' });
  });

  it('names the absent participants', () => {
    const absent = booking({ absentHost: true, attendees: [{ ...attendee, absent: true }] });
    const [marked] = bookingWebhookEvents({ done: 'absence_marked', booking: absent }, context);
    expect(marked?.payload).toMatchObject({
      ...{ bookingUid: 'uid-1', message: 'absent: the host, grace@example.net', noShowHost: true },
      attendees: [{ email: 'grace@example.net', noShow: true }],
    });
  });

  it('cancels scheduled deliveries, unless the booking is new or only marked as a no-show', () => {
    const done: readonly BookingDone[] = ['cancelled', 'rescheduled', 'location_changed', 'reassigned'];
    const after = (one: ChangedBooking['done']) => changesMeeting({ done: one, booking: booking() });
    expect(done.map(after)).toEqual([true, true, true, true]);
    expect([after('created'), after('absence_marked')]).toEqual([false, false]);
  });
});

describe('records of a booking', () => {
  const facts = {
    ...{ id: 'r1', roomName: 'room', startTs: 1, duration: 60, status: 'finished', shareToken: 't' },
  };
  const eventsOf = (added: AddedRecord) =>
    recordWebhookEvents(added, { booking: booking(), context, at: new Date(NOW) });

  test.each<[string, AddedRecord, object]>([
    [
      'RECORDING_READY',
      { kind: 'recording', facts: { ...facts, downloadLink: 'https://x.example/r' } },
      { uid: 'uid-1', downloadLink: 'https://x.example/r', recording: { id: 'r1' } },
    ],
    [
      'RECORDING_TRANSCRIPTION_GENERATED',
      { kind: 'transcript', facts: { link: 'https://x.example/t' } },
      { uid: 'uid-1', downloadLinks: { transcription: [{ link: 'https://x.example/t' }] } },
    ],
  ])('%s', (trigger, added, payload) => {
    expect(eventsOf(added)).toMatchObject([
      { trigger, payload, lane: 'booking:ics-1', createdAt: new Date(NOW) },
    ]);
  });

  test.each<[AddedRecord]>([
    [{ kind: 'recording', facts: { ...facts, status: 'in-progress' } }],
    [{ kind: 'recording', facts: { ...facts, error: 'lost' } }],
    [{ kind: 'reference', facts: { type: 'zoom_video', eventUid: 'z', destinationCalendarId: null } }],
  ])('%j fires no trigger', (added) => expect(eventsOf(added)).toEqual([]));
});

describe('a response to a routing form', () => {
  const form = {
    ...{ id: 'form-1', name: 'Where to?', groupId: 3, authorId: 5 },
    fields: ['size', 'formId', 'open'].map((identifier) => ({
      ...{ id: `f-${identifier}`, label: identifier, identifier, type: 'text' as const },
      ...{ required: false, options: [] },
    })),
  };
  const answers = {
    'f-size': { label: 'How big?', value: 'small' },
    'f-formId': { label: 'Which?', value: 'mine' },
    'f-old': { label: 'Gone', value: 'x' },
  };
  const response = { id: 12, answers, createdAt: NOW };
  const action = { kind: 'message', text: 'Thanks.' } as const;

  it('is sent by the identifiers of its questions, which never overwrite the form', () => {
    expect(formWebhookEvents({ form, response, action, fallback: false })).toEqual([
      {
        ...{ trigger: 'FORM_SUBMITTED', lane: 'form-response:12', createdAt: new Date(NOW) },
        payload: {
          ...{ formId: 'form-1', formName: 'Where to?', teamId: 3, responseId: 12, size: 'small' },
          responses: {
            size: { label: 'How big?', value: 'small', response: 'small' },
            formId: { label: 'Which?', value: 'mine', response: 'mine' },
          },
          chosenAction: action,
        },
      },
    ]);
  });

  it('is sent twice when no route fitted', () => {
    const [, missed] = formWebhookEvents({ form, response, action, fallback: true });
    expect(missed).toMatchObject({
      trigger: 'ROUTING_FORM_FALLBACK_HIT',
      payload: { form: { id: 'form-1', name: 'Where to?' }, fallbackAction: action, responseId: 12 },
    });
  });
});
