import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { ahead, attendee, openFixture } from './booking-fixture.js';
import type { BookingView, Fixture } from './booking-fixture.js';
import { callerFor, faulty } from '../caller.js';
import type { Caller } from '../caller.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

let day = 30;
const another = (time?: string): string => ahead((day += 1), time);
const read = async (uid: string) => (await fixture.host.call<BookingView>('GET', `/v2/bookings/${uid}`)).data;
const created = async (change: Partial<NewEventType> = {}, body: object = {}): Promise<BookingView> =>
  fixture.booked(await fixture.eventType(change), { start: another(), ...body });

const cancel = (uid: string, body: object = {}) => fixture.post(`/v2/bookings/${uid}/cancel`, body);
const reschedule = (uid: string, body: object = {}) =>
  fixture.post(`/v2/bookings/${uid}/reschedule`, { start: another(), ...body });
const asHost = (what: 'cancel' | 'reschedule', uid: string, body: object = {}, host: Caller = fixture.host) =>
  host.call<BookingView>('POST', `/v2/bookings/${uid}/${what}`, body);

const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };
const attendeeNamed = (name: string) => ({ attendee: { ...attendee, name, email: `${name}@example.net` } });

describe('POST /v2/bookings/:bookingUid/cancel', () => {
  it('cancels, and frees the time', async () => {
    const booking = await created();
    const { status, data } = await cancel(booking.uid, { cancellationReason: 'I am ill.' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ uid: booking.uid, status: 'cancelled', cancellationReason: 'I am ill.' });
    expect(data).not.toHaveProperty('cancelledByEmail');
    expect(await read(booking.uid)).toEqual(data);
    const type = await fixture.eventType();
    expect((await fixture.book(type, { start: booking.start })).status).toBe(201);
    const audit = await fixture.service.stores.events.audit.list(undefined, 10_000);
    expect(audit.findLast(({ subject }) => subject === `booking:${booking.id}`)).toMatchObject({
      action: 'booking.cancelled',
      actor: 'public',
    });
  });

  it('accepts a request without a body', async () => {
    const { uid } = await created();
    expect((await fixture.post(`/v2/bookings/${uid}/cancel`)).status).toBe(200);
  });

  it('names the host who cancelled', async () => {
    const { uid, hosts } = await created();
    expect((await asHost('cancel', uid)).data['cancelledByEmail']).toBe(hosts[0]?.email);
  });

  it('does not name a host whose address is hidden', async () => {
    const member = await fixture.member({ proven: true });
    const { uid } = await created(
      { hideOrganizerEmail: true },
      { attendee: { ...attendee, email: member.email } },
    );
    expect((await asHost('cancel', uid)).data['cancelledByEmail']).toContain('@');
    const { data } = await member.call<BookingView>('GET', `/v2/bookings/${uid}`);
    expect(data.status).toBe('cancelled');
    expect(data).not.toHaveProperty('cancelledByEmail');
  });

  it('cancels only once', async () => {
    const { uid } = await created();
    await cancel(uid);
    const again = await cancel(uid);
    expect([again.status, again.error.code]).toEqual([400, 'ALREADY_CANCELLED']);
  });

  it('is refused to attendees where the event type disables cancelling', async () => {
    const { uid } = await created({ disableCancelling: { disabled: true } });
    const refused = await cancel(uid);
    expect([refused.status, refused.error.code]).toEqual([400, 'NOT_ALLOWED']);
    expect((await asHost('cancel', uid)).status).toBe(200);
  });

  it('refuses the rights of a host to a token without BOOKING_WRITE', async () => {
    const { service } = fixture;
    const email = `reader-${day}@example.net`;
    const owner = await service.user('Reader');
    const reader = await callerFor(service, ['BOOKING_READ'], owner);
    const terms = { ...(await fixture.eventType({ disableCancelling: { disabled: true } })) };
    const { id: _id, ownerId: _ownerId, teamId: _teamId, ...rest } = terms;
    const own = await service.stores.scheduling.eventTypes.create(
      reader.id,
      { terms: rest, most: 9 },
      { actor: 'test' },
    );
    if (typeof own !== 'object') throw new Error('not created');
    const start = `${another().slice(0, 10)}T10:00:00Z`;
    const weekday = new Date(start).getUTCDay() % 6 === 0 ? ahead(day + 2, '10:00') : start;
    const { uid } = await fixture.booked(own.eventType, { start: weekday, attendee: { ...attendee, email } });
    expect((await asHost('cancel', uid, {}, reader)).error.code).toBe('NOT_ALLOWED');
  });

  it('is refused naming each invalid property', async () => {
    const { uid } = await created();
    const refused = await cancel(uid, {
      cancellationReason: 'x'.repeat(2_001),
      cancelSubsequentBookings: 'yes',
    });
    expect(faulty(refused)).toEqual(['cancellationReason', 'cancelSubsequentBookings']);
    expect((await read(uid)).status).toBe('accepted');
    expect(faulty(await cancel(uid, { seatUid: 'no seat here' }))).toEqual(['seatUid']);
  });
});

describe('POST /v2/bookings/:bookingUid/reschedule', () => {
  it('creates a new booking, and each booking names the other', async () => {
    const booking = await created({}, { guests: ['alan@example.net'], metadata: { crm: 'x' } });
    const start = another();
    const change = { start, rescheduledBy: 'grace@example.net', reschedulingReason: 'Too early.' };
    const { status, data } = await reschedule(booking.uid, change);
    expect(status).toBe(201);
    expect(data).toEqual({
      ...booking,
      id: expect.any(Number),
      uid: expect.any(String),
      start,
      end: start.replace('T09', 'T10'),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      rescheduledFromUid: booking.uid,
      rescheduledByEmail: 'grace@example.net',
      reschedulingReason: 'Too early.',
    });
    expect(data.uid).not.toBe(booking.uid);
    expect(await read(booking.uid)).toMatchObject({
      status: 'cancelled',
      start: booking.start,
      rescheduledToUid: data.uid,
      rescheduledByEmail: 'grace@example.net',
    });
  });

  it('accepts a time that overlaps the old one', async () => {
    const { uid, start } = await created({ slotInterval: 15 });
    const later = start.replace('09:00', '09:30');
    expect((await reschedule(uid, { start: later })).data).toMatchObject({ start: later });
  });

  it('changes nothing when the new time is taken', async () => {
    const [one, other] = [await created(), await created()];
    const refused = await reschedule(one.uid, { start: other.start });
    expect([refused.status, refused.error.code]).toEqual([409, 'SLOT_TAKEN']);
    expect(await read(one.uid)).toEqual(one);
  });

  it('is refused after the booking was rescheduled or cancelled', async () => {
    const { uid } = await created();
    await reschedule(uid);
    expect((await reschedule(uid)).error.code).toBe('ALREADY_RESCHEDULED');
    expect((await cancel(uid)).error.code).toBe('ALREADY_RESCHEDULED');
    const cancelled = await created();
    await cancel(cancelled.uid);
    expect((await reschedule(cancelled.uid)).error.code).toBe('ALREADY_CANCELLED');
  });

  it('reschedules a cancelled booking where the event type allows it', async () => {
    const { uid, start } = await created({ allowReschedulingCancelledBookings: true });
    await cancel(uid);
    expect((await reschedule(uid, { start })).data).toMatchObject({ status: 'accepted', start });
    expect((await reschedule(uid)).error.code).toBe('ALREADY_RESCHEDULED');
  });

  it('requires another confirmation by the host, unless the host reschedules', async () => {
    const confirmationPolicy = { type: 'always', blockUnconfirmedBookingsInBooker: true } as const;
    const { uid } = await created({ confirmationPolicy });
    const { data } = await asHost('reschedule', uid, { start: another() });
    expect(data.status).toBe('accepted');
    expect((await reschedule(data.uid)).data.status).toBe('pending');
  });

  it('is refused to attendees where the event type disables rescheduling', async () => {
    const never = await created({ disableRescheduling: { disabled: true } });
    expect((await reschedule(never.uid)).error.code).toBe('NOT_ALLOWED');
    const late = await created({ disableRescheduling: { disabled: true, minutesBefore: 500_000 } });
    expect((await reschedule(late.uid)).error.code).toBe('TOO_LATE');
    const early = await created({ disableRescheduling: { disabled: true, minutesBefore: 60 } });
    expect((await reschedule(early.uid)).status).toBe(201);
    expect((await asHost('reschedule', never.uid, { start: another() })).status).toBe(201);
  });

  it.each([
    ['no start', { start: undefined }],
    ['a past start', { start: '2020-01-01T00:00:00Z' }],
    ['a start without a time', { start: '2100-01-01' }],
  ])('requires a future start: %s', async (_, body) => {
    const { uid } = await created();
    const refused = await fixture.post(`/v2/bookings/${uid}/reschedule`, body);
    expect([refused.status, faulty(refused)]).toEqual([400, ['start']]);
  });

  it('requires another start', async () => {
    const { uid, start } = await created();
    expect((await reschedule(uid, { start })).status).toBe(400);
  });

  it('does not change the recurrence of the booking', async () => {
    const recurrence = { interval: 1, occurrences: 2, frequency: 'weekly' } as const;
    const type = await fixture.eventType({ recurrence });
    // At an hour that no other test uses: it recurs on the days of other tests.
    const body = { eventTypeId: type.id, attendee, start: another('20:00') };
    const { data } = await fixture.post<readonly BookingView[]>('/v2/bookings', body);
    const [first] = data;
    const moved = await reschedule(first?.uid ?? '');
    expect(moved.data['recurringBookingUid']).toBe(first?.['recurringBookingUid']);
    expect((await reschedule(String(first?.['recurringBookingUid']))).status).toBe(404);
  });

  it('is refused after the event type was deleted', async () => {
    const { service, host } = fixture;
    const type = await fixture.eventType();
    const { uid } = await fixture.booked(type, { start: another() });
    await service.stores.scheduling.eventTypes.remove(host.id, type.id, { actor: 'test' });
    expect((await reschedule(uid)).error.code).toBe('NOT_ALLOWED');
    expect(await read(uid)).toMatchObject({ status: 'accepted', eventType: null });
    expect((await cancel(uid)).status).toBe(200);
  });
});

describe('seats of a booking', () => {
  const two = async (change: Partial<NewEventType> = {}) => {
    const type = await fixture.eventType({ seats, ...change });
    const start = another();
    const one = await fixture.booked(type, {
      start,
      ...attendeeNamed('grace'),
      bookingFieldsResponses: { notes: 'Hello.' },
    });
    const other = await fixture.booked(type, { start, ...attendeeNamed('alan') });
    return { type, start, one, other };
  };

  it('belong to one booking, and each attendee sees only their own', async () => {
    const { one, other } = await two();
    expect(other.uid).toBe(one.uid);
    expect(one.title).toBe('Intro call with Ada Lovelace');
    expect(one.attendees).toMatchObject([
      { name: 'grace', seatUid: one.seatUid, bookingFieldsResponses: { notes: 'Hello.', name: 'grace' } },
    ]);
    expect(other.attendees.map(({ name }) => name)).toEqual(['alan']);
    const whole = await read(one.uid);
    expect(whole.attendees.map(({ seatUid }) => seatUid)).toEqual([one.seatUid, other.seatUid]);
    expect(whole).not.toHaveProperty('seatUid');
  });

  it('show the other attendees where the event type does, but not their seat uids', async () => {
    const { one, other } = await two({ seats: { ...seats, showAttendeeInfo: true } });
    expect(other.attendees).toMatchObject([
      { name: 'grace', seatUid: '', bookingFieldsResponses: {} },
      { name: 'alan', seatUid: other.seatUid },
    ]);
    expect(JSON.stringify(other)).not.toContain(one.seatUid);
  });

  it('are refused when all are taken', async () => {
    const { type, start } = await two();
    await fixture.booked(type, { start, ...attendeeNamed('edsger') });
    const refused = await fixture.book(type, { start, ...attendeeNamed('late') });
    expect([refused.status, refused.error.code]).toEqual([409, 'NO_SEATS_LEFT']);
  });

  it('have no guests', async () => {
    const type = await fixture.eventType({ seats });
    const refused = await fixture.book(type, { start: another(), guests: ['a@example.net'] });
    expect(faulty(refused)).toEqual(['guests']);
  });

  it('are found by their uid', async () => {
    const { one } = await two();
    const result = await fixture.host.call<BookingView>('GET', `/v2/bookings/by-seat/${one.seatUid}`);
    expect(result.data).toMatchObject({ uid: one.uid, seatUid: one.seatUid });
    expect(result.data.attendees).toHaveLength(2);
    const member = await fixture.member({ proven: true });
    expect((await member.call('GET', `/v2/bookings/by-seat/${one.seatUid}`)).status).toBe(404);
  });

  it('are cancelled one by one, and the last one cancels the booking', async () => {
    const { type, start, one, other } = await two();
    const { status, data } = await cancel(one.uid, { seatUid: one.seatUid });
    expect([status, data.status, data.attendees]).toEqual([200, 'accepted', []]);
    expect((await read(one.uid)).attendees.map(({ name }) => name)).toEqual(['alan']);
    expect(faulty(await cancel(one.uid, { seatUid: one.seatUid }))).toEqual(['seatUid']);
    const last = await cancel(other.uid, { seatUid: other.seatUid, cancellationReason: 'Rain.' });
    expect(last.data).toMatchObject({ status: 'cancelled', cancellationReason: 'Rain.' });
    expect(last.data.attendees.map(({ name }) => name)).toEqual(['alan']);
    const again = await fixture.booked(type, { start, ...attendeeNamed('edsger') });
    expect(again.uid).not.toBe(one.uid);
  });

  it('are cancelled all at once by the host only', async () => {
    const { one } = await two();
    expect(faulty(await cancel(one.uid))).toEqual(['seatUid']);
    const { data } = await asHost('cancel', one.uid);
    expect([data.status, data.attendees.length]).toEqual(['cancelled', 2]);
  });

  it('are rescheduled one by one, and join the booking at the new time', async () => {
    const { type, one, other } = await two();
    const start = another();
    const existing = await fixture.booked(type, { start, ...attendeeNamed('edsger') });
    const moved = await reschedule(one.uid, { start, seatUid: one.seatUid });
    expect(moved.data).toMatchObject({ uid: existing.uid, seatUid: one.seatUid });
    expect(moved.data.attendees.map(({ name }) => name)).toEqual(['grace']);
    expect((await read(one.uid)).attendees.map(({ name }) => name)).toEqual(['alan']);
    const last = await reschedule(other.uid, { seatUid: other.seatUid });
    expect(last.data).toMatchObject({ rescheduledFromUid: one.uid, seatUid: other.seatUid });
    expect(await read(one.uid)).toMatchObject({ status: 'cancelled', rescheduledToUid: last.data.uid });
  });

  it('are never rescheduled to a full time', async () => {
    const { type, one } = await two();
    const start = another();
    for (const name of ['a', 'b', 'c']) await fixture.booked(type, { start, ...attendeeNamed(name) });
    const refused = await reschedule(one.uid, { start, seatUid: one.seatUid });
    expect([refused.status, refused.error.code]).toEqual([409, 'NO_SEATS_LEFT']);
    expect((await read(one.uid)).attendees).toHaveLength(2);
  });

  it('are rescheduled all at once by the host only, and their uids do not change', async () => {
    const { one, other } = await two();
    expect(faulty(await reschedule(one.uid))).toEqual(['seatUid']);
    const { data } = await asHost('reschedule', one.uid, { start: another() });
    expect(data.attendees.map(({ seatUid }) => seatUid)).toEqual([one.seatUid, other.seatUid]);
    expect((await read(one.uid)).attendees.map(({ name }) => name)).toEqual(['grace', 'alan']);
    const left = await cancel(data.uid, { seatUid: other.seatUid });
    expect(left.status).toBe(200);
  });
});
