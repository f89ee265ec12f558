/* Attendees and guests of a booking over HTTP. Permissions are tested in bookings-host.test.ts. */
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { ahead, attendee, openFixture } from './booking-fixture.js';
import type { BookingView, AttendeeView, Fixture } from './booking-fixture.js';
import { faulty } from '../caller.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

interface Numbered extends AttendeeView {
  readonly id: number;
  readonly bookingId?: number;
}

let day = 30;
const another = (): string => ahead((day += 1));
const created = async (change: Partial<NewEventType> = {}, body: object = {}): Promise<BookingView> =>
  fixture.booked(await fixture.eventType(change), { start: another(), ...body });
const read = async (uid: string): Promise<BookingView> =>
  (await fixture.host.call<BookingView>('GET', `/v2/bookings/${uid}`)).data;
const list = (uid: string, caller = fixture.host) =>
  caller.call<readonly Numbered[]>('GET', `/v2/bookings/${uid}/attendees`);
const add = (uid: string, body: object) =>
  fixture.host.call<Numbered>('POST', `/v2/bookings/${uid}/attendees`, body);
const invite = (uid: string, guests: unknown) =>
  fixture.host.call<BookingView>('POST', `/v2/bookings/${uid}/guests`, { guests });

const alan = { name: 'Alan Turing', email: 'alan@example.net', timeZone: 'Europe/London' };
const seats = { seatsPerTimeSlot: 2, showAttendeeInfo: false, showAvailabilityCount: true };

describe('the attendees of a booking', () => {
  it('are listed, and read one by one', async () => {
    const { uid } = await created();
    const { status, data } = await list(uid);
    const expected = { ...attendee, displayEmail: attendee.email, language: 'en', absent: false };
    expect([status, data]).toEqual([200, [{ ...expected, id: expect.any(Number) }]]);
    const one = await fixture.host.call('GET', `/v2/bookings/${uid}/attendees/${data[0]?.id}`);
    expect(one.data).toEqual(data[0]);
  });

  it('are not found by other users or under another booking', async () => {
    const [{ uid }, other] = [await created(), await created()];
    const [foreign] = (await list(other.uid)).data;
    const nonMember = await fixture.member({ proven: true });
    expect((await list(uid, nonMember)).status).toBe(404);
    expect((await list('none')).status).toBe(404);
    for (const id of [foreign?.id, 2 ** 31, 2 ** 40])
      expect((await fixture.host.call('GET', `/v2/bookings/${uid}/attendees/${id}`)).status).toBe(404);
    const refused = await fixture.host.call('GET', `/v2/bookings/${uid}/attendees/x`);
    expect([refused.status, faulty(refused)]).toEqual([400, ['attendeeId']]);
  });

  it('see only themselves when they have seats', async () => {
    const member = await fixture.member({ proven: true });
    const type = await fixture.eventType({ seats });
    const start = another();
    const { uid } = await fixture.booked(type, { start });
    await fixture.booked(type, { start, attendee: { ...attendee, email: member.email } });
    expect((await list(uid)).data).toHaveLength(2);
    expect((await list(uid, member)).data.map(({ email }) => email)).toEqual([member.email]);
  });
});

describe('POST /v2/bookings/:bookingUid/attendees', () => {
  it('adds an attendee', async () => {
    const booking = await created();
    const { status, data } = await add(booking.uid, { ...alan, phoneNumber: '+44 20 7946 0000' });
    expect(status).toBe(201);
    expect(data).toEqual({
      ...alan,
      ...{ displayEmail: alan.email, language: 'en', absent: false, phoneNumber: '+442079460000' },
      ...{ id: expect.any(Number), bookingId: booking.id },
    });
    expect((await read(booking.uid)).attendees.map(({ email }) => email)).toEqual([
      attendee.email,
      alan.email,
    ]);
  });

  it('refuses an attendee of the booking, also in parallel requests', async () => {
    const { uid } = await created();
    const answers = await Promise.all([add(uid, alan), add(uid, { ...alan, email: 'ALAN@example.net' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await list(uid)).data).toHaveLength(2);
  });

  it('assigns a free seat, and is refused when all are taken', async () => {
    const booking = await created({ seats });
    expect((await add(booking.uid, alan)).status).toBe(201);
    const full = await add(booking.uid, { ...alan, email: 'ada@example.net' });
    expect([full.status, full.error.code]).toEqual([409, 'NO_SEATS_LEFT']);
    const { attendees } = await read(booking.uid);
    expect(new Set(attendees.map(({ seatUid }) => seatUid)).size).toBe(2);
  });

  it('is refused naming each invalid property', async () => {
    const { uid } = await created();
    expect(faulty(await add(uid, {}))).toEqual(['name', 'email', 'timeZone']);
    const odd = { ...alan, email: 'x', phoneNumber: '1', language: 'xx' };
    expect(faulty(await add(uid, odd))).toEqual(['email', 'phoneNumber', 'language']);
    await fixture.post(`/v2/bookings/${uid}/cancel`);
    expect((await add(uid, alan)).error.code).toBe('ALREADY_CANCELLED');
  });
});

describe('POST /v2/bookings/:bookingUid/guests', () => {
  const guests = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ email: `guest-${from + at}@example.net` }));

  it('invites those who are not invited yet', async () => {
    const { uid } = await created({}, { guests: ['g@example.net'] });
    const named = [
      { email: 'G@example.net' },
      { email: attendee.email },
      { email: 'h@example.net', name: 'H' },
    ];
    const { status, data } = await invite(uid, named);
    expect([status, data['guests']]).toEqual([200, ['g@example.net', 'h@example.net']]);
    const again = await invite(uid, named);
    expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
  });

  it('stores the details of guests for mails and rescheduled bookings', async () => {
    const { uid } = await created({}, { guests: ['g@example.net'] });
    const email = `mary-${day}@example.net`;
    const mary = {
      email,
      name: 'Mary Somerville',
      timeZone: 'Asia/Tokyo',
      phoneNumber: '+351210000000',
      language: 'pt',
    };
    const { data } = await invite(uid, [mary, { email: 'plain@example.net' }]);
    const guests = ['g@example.net', email, 'plain@example.net'];
    expect(data).toMatchObject({ guests, guestDetails: [mary] });
    const [mail] = await fixture.mails(email, 1);
    expect(mail?.text).toContain('Asia/Tokyo');
    expect(mail?.attachments?.[0]?.content.replace(/\r\n /g, '')).toContain('CN="Mary Somerville"');
    const moved = await fixture.host.call<BookingView>('POST', `/v2/bookings/${uid}/reschedule`, {
      start: another(),
    });
    expect(await read(moved.data.uid)).toMatchObject({ guests, guestDetails: [mary] });
  });

  it('accepts ten guests in a request and thirty in all, also in parallel requests', async () => {
    const { uid } = await created();
    expect(faulty(await invite(uid, guests(0, 11)))).toEqual(['guests']);
    const answers = await Promise.all([0, 10, 20, 30].map((from) => invite(uid, guests(from, 10))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400]);
    expect((await read(uid))['guests']).toHaveLength(30);
  });

  it('is refused with 413 with ten thousand guests', async () => {
    const { uid } = await created();
    const refused = await invite(uid, guests(0, 10_000));
    expect([refused.status, refused.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await read(uid))['guests']).toEqual([]);
  });

  it('is refused naming each invalid property', async () => {
    const { uid } = await created();
    expect(faulty(await invite(uid, undefined))).toEqual(['guests']);
    expect(faulty(await invite(uid, []))).toEqual(['guests']);
    expect(faulty(await invite(uid, ['g@example.net']))).toEqual(['guests.0']);
    expect(faulty(await invite(uid, [{ email: 'g' }]))).toEqual(['guests.0.email']);
    const odd = { email: 'g@example.net', name: '', timeZone: 'Mars/Base', phoneNumber: '12', language: 'x' };
    expect(faulty(await invite(uid, [odd])).toSorted()).toEqual(
      ['language', 'name', 'phoneNumber', 'timeZone'].map((name) => `guests.0.${name}`),
    );
    const seated = await created({ seats });
    expect(faulty(await invite(seated.uid, guests(0, 1)))).toEqual(['guests']);
  });
});
