/* Actions of hosts on their bookings over HTTP, which are refused to all other users. */
import type { ConfirmationPolicy } from '../../../src/scheduling/event-types/event-type.js';
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { ahead, attendee, openFixture } from './booking-fixture.js';
import type { BookingView, Fixture } from './booking-fixture.js';
import { type Caller, callerFor, faulty, type Reply } from '../caller.js';

let fixture: Fixture;
let nonMember: Caller;
let reader: Caller;
beforeAll(async () => {
  fixture = await openFixture();
  nonMember = await fixture.member({ proven: true });
  reader = await callerFor(fixture.service, ['BOOKING_READ']);
});
afterAll(() => fixture.close());

let day = 30;
const another = (time?: string): string => ahead((day += 1), time);
const read = async (uid: string): Promise<BookingView> =>
  (await fixture.host.call<BookingView>('GET', `/v2/bookings/${uid}`)).data;
const created = async (change: Partial<NewEventType> = {}, body: object = {}): Promise<BookingView> =>
  fixture.booked(await fixture.eventType(change), { start: another(), ...body });
const act = <D = BookingView>(
  uid: string,
  what: string,
  body?: object,
  caller = fixture.host,
): Promise<Reply<D>> =>
  caller.call<D>(what === 'location' ? 'PATCH' : 'POST', `/v2/bookings/${uid}/${what}`, body);

const always: ConfirmationPolicy = { type: 'always', blockUnconfirmedBookingsInBooker: true };
const pending = (body: object = {}) => created({ confirmationPolicy: always }, body);
const recurrence = { interval: 1, occurrences: 3, frequency: 'weekly' } as const;

const lastEntry = async (id: number) =>
  (await fixture.service.stores.events.audit.list(undefined, 100_000)).findLast(
    ({ subject }) => subject === `booking:${id}`,
  );

const expectRefusal = (reply: Reply<unknown>, status: number, code: string): void =>
  expect([reply.status, reply.error.code]).toEqual([status, code]);

/** Every action that requires a host, with a valid body. */
const ACTIONS: readonly (readonly [what: string, body: object | undefined])[] = [
  ['confirm', undefined],
  ['decline', { reason: 'No.' }],
  ['request-reschedule', { rescheduleReason: 'No.' }],
  ['location', { location: { type: 'address', address: 'Main Street 1' } }],
  ['mark-absent', { host: true }],
  ['attendees', { name: 'Alan', email: 'alan@example.net', timeZone: 'UTC' }],
  ['guests', { guests: [{ email: 'alan@example.net' }] }],
  ['reassign', undefined],
  ['reassign/7', { reason: 'Holidays.' }],
];

describe.each(ACTIONS)('the host action %s', (what, body) => {
  it('is refused to other users as if the booking did not exist', async () => {
    const booking = await pending();
    expectRefusal(await act(booking.uid, what, body, nonMember), 404, 'NOT_FOUND');
    expectRefusal(await act('none', what, body), 404, 'NOT_FOUND');
    expectRefusal(await act(booking.uid, what, body, reader), 403, 'INSUFFICIENT_SCOPE');
    expect(await read(booking.uid)).toEqual(booking);
  });

  it('is refused to attendees with 403', async () => {
    const member = await fixture.member({ proven: true });
    const booking = await pending({ attendee: { ...attendee, email: member.email } });
    expectRefusal(await act(booking.uid, what, body, member), 403, 'FORBIDDEN');
    expect(await read(booking.uid)).toEqual(booking);
  });
});

describe('POST /v2/bookings/:bookingUid/confirm', () => {
  it('accepts a pending booking once', async () => {
    const booking = await pending();
    const { status, data } = await act(booking.uid, 'confirm');
    expect([status, data.status]).toEqual([200, 'accepted']);
    expect(data).toEqual({ ...booking, status: 'accepted', updatedAt: expect.any(String) });
    expect(await read(booking.uid)).toEqual(data);
    expect(await lastEntry(booking.id)).toMatchObject({
      action: 'booking.accepted',
      actor: `account:${fixture.host.id}`,
    });
    expectRefusal(await act(booking.uid, 'confirm'), 400, 'ALREADY_ACCEPTED');
    expectRefusal(await act(booking.uid, 'decline'), 400, 'ALREADY_ACCEPTED');
  });

  it('is refused for cancelled, declined and moved bookings', async () => {
    const [one, two, three] = [await pending(), await pending(), await pending()];
    await fixture.post(`/v2/bookings/${one.uid}/cancel`);
    await act(two.uid, 'decline');
    await fixture.post(`/v2/bookings/${three.uid}/reschedule`, { start: another() });
    expectRefusal(await act(one.uid, 'confirm'), 400, 'ALREADY_CANCELLED');
    expectRefusal(await act(two.uid, 'confirm'), 400, 'ALREADY_REJECTED');
    expectRefusal(await act(three.uid, 'confirm'), 400, 'ALREADY_RESCHEDULED');
  });

  it('accepts all of a recurrence by its own uid, or one of them', async () => {
    const type = await fixture.eventType({ confirmationPolicy: always, recurrence });
    const start = another();
    day += 21;
    const body = { start, eventTypeId: type.id, attendee };
    const { data } = await fixture.post<readonly BookingView[]>('/v2/bookings', body);
    const [first] = data;
    expect((await act(first?.uid ?? '', 'confirm')).data).toMatchObject({
      uid: first?.uid,
      status: 'accepted',
    });
    const all = await act<readonly BookingView[]>(String(first?.['recurringBookingUid']), 'confirm');
    expect(all.data.map(({ uid }) => uid)).toEqual(data.slice(1).map(({ uid }) => uid));
    const result = await fixture.host.call<readonly BookingView[]>(
      'GET',
      `/v2/bookings/${String(first?.['recurringBookingUid'])}`,
    );
    expect(result.data.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it('accepts one of several pending bookings of a time', async () => {
    const confirmationPolicy = { ...always, blockUnconfirmedBookingsInBooker: false };
    const type = await fixture.eventType({ confirmationPolicy, afterEventBuffer: 30, slotInterval: 30 });
    const start = another();
    const [one, two] = [await fixture.booked(type, { start }), await fixture.booked(type, { start })];
    const near = await fixture.booked(type, { start: start.replace('T09:00', 'T10:00') });
    const answers = await Promise.all([act(one.uid, 'confirm'), act(two.uid, 'confirm')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('SLOT_TAKEN');
    // Its buffer overlaps the next hour.
    expectRefusal(await act(near.uid, 'confirm'), 409, 'SLOT_TAKEN');
    expect((await read(near.uid)).status).toBe('pending');
  });

  it('succeeds for one of many parallel requests to confirm or decline', async () => {
    const booking = await pending();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => act(booking.uid, at % 2 === 0 ? 'confirm' : 'decline')),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect((await read(booking.uid)).status).toBe(won[0]?.data.status);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
  });
});

describe('POST /v2/bookings/:bookingUid/decline', () => {
  it('rejects with the reason, and frees the time', async () => {
    const booking = await pending();
    const { status, data } = await act(booking.uid, 'decline', { reason: ' I am away. ' });
    expect([status, data.status, data['cancellationReason']]).toEqual([200, 'rejected', 'I am away.']);
    expect((await fixture.book(await fixture.eventType(), { start: booking.start })).status).toBe(201);
  });

  it('accepts a request without a body, and validates one', async () => {
    const booking = await pending();
    expect(faulty(await act(booking.uid, 'decline', { reason: 7 }))).toEqual(['reason']);
    expect((await act(booking.uid, 'decline')).status).toBe(200);
  });
});

describe('POST /v2/bookings/:bookingUid/request-reschedule', () => {
  it('cancels, and lets the attendee choose another time whatever the event type allows', async () => {
    const booking = await created({ disableRescheduling: { disabled: true } });
    const request = await act(booking.uid, 'request-reschedule', { rescheduleReason: 'I am ill.' });
    expect([request.status, JSON.parse(request.text)]).toEqual([200, { status: 'success' }]);
    expect(await read(booking.uid)).toMatchObject({ status: 'cancelled', cancellationReason: 'I am ill.' });
    const start = another();
    const moved = await fixture.post(`/v2/bookings/${booking.uid}/reschedule`, { start });
    expect(moved.data).toMatchObject({ status: 'accepted', start, rescheduledFromUid: booking.uid });
    expectRefusal(await act(booking.uid, 'request-reschedule'), 400, 'ALREADY_RESCHEDULED');
  });

  it('is refused for a cancelled booking', async () => {
    const booking = await created();
    await fixture.post(`/v2/bookings/${booking.uid}/cancel`);
    expectRefusal(await act(booking.uid, 'request-reschedule'), 400, 'ALREADY_CANCELLED');
    expectRefusal(
      await fixture.post(`/v2/bookings/${booking.uid}/reschedule`, { start: another() }),
      400,
      'ALREADY_CANCELLED',
    );
  });
});

describe('PATCH /v2/bookings/:bookingUid/location', () => {
  it.each([
    [{ type: 'address', address: 'Main Street 1' }, 'Main Street 1'],
    [{ type: 'attendeeAddress', address: 'Harbour 2' }, 'Harbour 2'],
    [{ type: 'attendeeDefined', location: 'The pier' }, 'The pier'],
    [{ type: 'phone', phone: '+351 21 000 0000' }, '+351210000000'],
    [{ type: 'attendeePhone', phone: '+1 212 555 0100' }, '+12125550100'],
    [{ type: 'link', link: 'https://meet.example/x' }, 'https://meet.example/x'],
  ])('changes the location to %j', async (location, text) => {
    const booking = await created();
    const { status, data } = await act(booking.uid, 'location', { location });
    expect([status, data.location]).toEqual([200, text]);
    expect((await read(booking.uid)).location).toBe(text);
    expect((await lastEntry(booking.id))?.action).toBe('booking.location_changed');
  });

  it.each([
    ['location', {}],
    ['location.type', { location: { type: 'moon' } }],
    ['location.address', { location: { type: 'address' } }],
    ['location.link', { location: { type: 'link', link: 'javascript:alert(1)' } }],
    ['location.phone', { location: { type: 'phone', phone: '12' } }],
  ])('is refused naming %s in %j', async (property, body) => {
    const booking = await created();
    const refused = await act(booking.uid, 'location', body);
    expect([refused.status, faulty(refused)]).toEqual([400, [property]]);
    expect(await read(booking.uid)).toEqual(booking);
  });

  it('is refused for a cancelled booking', async () => {
    const booking = await created();
    await fixture.post(`/v2/bookings/${booking.uid}/cancel`);
    const location = { type: 'address', address: 'x' };
    expectRefusal(await act(booking.uid, 'location', { location }), 400, 'ALREADY_CANCELLED');
  });
});

describe('POST /v2/bookings/:bookingUid/mark-absent', () => {
  const soon = (): string => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 60_000).toISOString();

  it('marks absences once the booking has started', async () => {
    const type = await fixture.eventType({ minimumBookingNotice: 0, slotInterval: 1, lengthInMinutes: 1 });
    const booking = await fixture.booked(type, { start: soon() });
    const early = await act(booking.uid, 'mark-absent', { host: true });
    expectRefusal(early, 400, 'NOT_STARTED');
    fixture.pass(2 * 60_000);
    const anonymous = { attendees: [{ email: 'nobody@example.net', absent: true }] };
    expect(faulty(await act(booking.uid, 'mark-absent', anonymous))).toEqual(['attendees.0.email']);
    const absent = { host: true, attendees: [{ email: 'GRACE@example.net', absent: true }] };
    const { status, data } = await act(booking.uid, 'mark-absent', absent);
    expect(status).toBe(200);
    expect(data).toMatchObject({ absentHost: true, attendees: [{ email: attendee.email, absent: true }] });
    const back = await act(booking.uid, 'mark-absent', {
      attendees: [{ email: attendee.email, absent: false }],
    });
    expect(back.data).toMatchObject({ absentHost: true, attendees: [{ absent: false }] });
  });

  it('is refused naming what is missing', async () => {
    const { uid } = await created();
    expect(faulty(await act(uid, 'mark-absent', {}))).toEqual(['attendees']);
    expect(faulty(await act(uid, 'mark-absent', { attendees: [] }))).toEqual(['attendees']);
    expect(faulty(await act(uid, 'mark-absent', { attendees: [{ email: 'x', absent: 'yes' }] }))).toEqual([
      'attendees.0.email',
      'attendees.0.absent',
    ]);
  });

  it('is refused for a pending booking', async () => {
    const { uid } = await pending();
    expectRefusal(await act(uid, 'mark-absent', { host: true }), 400, 'NOT_ACCEPTED');
  });
});

describe('POST /v2/bookings/:bookingUid/reassign', () => {
  it.each(['reassign', 'reassign/7'])(
    'is refused where the event type has no other hosts: %s',
    async (what) => {
      const booking = await created();
      expectRefusal(await act(booking.uid, what), 400, 'NOT_ROUND_ROBIN');
      expect(await read(booking.uid)).toEqual(booking);
    },
  );
});
