/* The meetings of bookings: created, changed and deleted at a provider, with their links in mails. */
import { randomUUID } from 'node:crypto';
import type { Mail } from '../../../src/delivery/message-ports.js';
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { readCalendarFile } from '../../support/calendar-file.js';
import { type Received, startReceiver } from '../../support/receiver.js';
import { until } from '../../support/until.js';
import { ahead, attendee, openFixture, type BookingView, type Fixture } from '../bookings/booking-fixture.js';
import type { Caller } from '../caller.js';
import { callerAs, connect, type AppView } from './conferencing-fixture.js';
import { type MeetingProvider, startMeetingProvider } from './meeting-provider.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROOM = /^https:\/\/meet\.jit\.si\/[0-9a-f]{32}$/;

let provider: MeetingProvider;
let fixture: Fixture;
let host: Caller;
beforeAll(async () => {
  provider = await startMeetingProvider();
  fixture = await openFixture({ env: provider.env });
  host = await callerAs(fixture.service, fixture.host.id, ['APPS_READ', 'APPS_WRITE']);
});
afterAll(async () => {
  await fixture.close();
  await provider.close();
});
beforeEach(() => connect(fixture.service, provider, host));
afterEach(() => provider.answerWith(undefined));

let passed = 0;
function pass(milliseconds: number): void {
  passed += milliseconds;
  fixture.pass(milliseconds);
}

let day = 30;
const nextDay = (): string => ahead((day += 1));
const at = (integration: string): Partial<NewEventType> => ({
  locations: [{ type: 'integration', integration }],
});
const always = { type: 'always', blockUnconfirmedBookingsInBooker: true } as const;

interface BookedMeeting {
  readonly booking: BookingView;
  readonly email: string;
}
async function booked(change: Partial<NewEventType> = at('zoom'), body: object = {}): Promise<BookedMeeting> {
  const email = `grace-${randomUUID()}@example.net`;
  const type = await fixture.eventType(change);
  const start = nextDay();
  return { email, booking: await fixture.booked(type, { start, attendee: { ...attendee, email }, ...body }) };
}

const read = async (uid: string): Promise<BookingView> =>
  (await fixture.host.call<BookingView>('GET', `/v2/bookings/${uid}`)).data;
async function bookingWithLink(uid: string): Promise<BookingView> {
  await until(async () => (await read(uid)).location.startsWith('https://'));
  return read(uid);
}
const linkOf = (id: string): string | undefined => provider.meetings.get(id)?.link;
const meetingOf = ({ location }: BookingView) =>
  [...provider.meetings.values()].find(({ link }) => link === location);
const references = async (uid: string) =>
  (await fixture.host.call<readonly object[]>('GET', `/v2/bookings/${uid}/references`)).data;
const subjects = (mails: readonly Mail[]): readonly string[] =>
  mails.map(({ subject }) => subject.replace(/: .*/, ''));
const post = async (uid: string, action: string, body: object = {}): Promise<BookingView> => {
  const { status, data, text } = await fixture.post(`/v2/bookings/${uid}/${action}`, body);
  if (status > 201) throw new Error(text);
  return data;
};

const videoCallIn = ({ body }: Received): unknown => {
  const { payload } = JSON.parse(body) as { readonly payload: { readonly videoCallData?: unknown } };
  return payload.videoCallData;
};

describe('a room that needs no account', () => {
  test.each([['jitsi'], ['cal-video']])('is in the booking at once: %s', async (name) => {
    const { booking, email } = await booked(at(name));
    expect(booking).toMatchObject({ location: expect.stringMatching(ROOM), meetingUrl: booking.location });
    const [mail] = await fixture.mails(email);
    expect(mail?.text).toContain(booking.location);
    expect(readCalendarFile(mail?.attachments?.[0]?.content ?? '')).toMatchObject({ url: booking.location });
  });

  test('is different for each booking, and stays the same after rescheduling', async () => {
    const [{ booking }, { booking: other }] = [await booked(at('jitsi')), await booked(at('jitsi'))];
    expect(other.location).not.toBe(booking.location);
    const moved = await post(booking.uid, 'reschedule', { start: nextDay() });
    expect(moved.location).toBe(booking.location);
  });

  test('is used when the host has connected no account', async () => {
    const { booking } = await booked(at('office365-video'));
    expect(booking.location).toMatch(ROOM);
  });
});

describe('a meeting at a provider', () => {
  test.each([
    ['zoom', 'zoom_video'],
    ['google-meet', 'google_video'],
    ['office365-video', 'office365_video'],
  ])('is created for a booking, with its link in references and mails: %s', async (app, type) => {
    await connect(fixture.service, provider, host, { app });
    const { booking, email } = await booked(at(app));
    const found = await bookingWithLink(booking.uid);
    const meeting = meetingOf(found);
    expect(found).toMatchObject({ meetingUrl: meeting?.link });
    expect(await references(booking.uid)).toEqual([
      { id: expect.any(Number), type, eventUid: meeting?.id, destinationCalendarId: null },
    ]);
    const mails = await fixture.mails(email);
    expect(subjects(mails)).toEqual(['Confirmed']);
    expect(mails[0]?.text).toContain(meeting?.link);
    expect(readCalendarFile(mails[0]?.attachments?.[0]?.content ?? '')).toMatchObject({
      location: meeting?.link,
      url: meeting?.link,
    });
    await host.call('DELETE', `/v2/conferencing/${app}/disconnect`);
  });

  test('is in the payloads of webhooks, also after rescheduling', async () => {
    const receiver = await startReceiver();
    const webhooks = await callerAs(fixture.service, fixture.host.id, ['WEBHOOK_WRITE']);
    const triggers = ['BOOKING_RESCHEDULED', 'BOOKING_CANCELLED'];
    const body = { active: true, subscriberUrl: receiver.url, triggers };
    const { status, data } = await webhooks.call<{ readonly id: number }>('POST', '/v2/webhooks', body);
    expect(status).toBe(201);
    const { booking } = await booked();
    const meeting = meetingOf(await bookingWithLink(booking.uid));
    const moved = await post(booking.uid, 'reschedule', { start: nextDay() });
    await post(moved.uid, 'cancel');
    await until(() => Promise.resolve(receiver.received.length === 2));
    const room = (await booked(at('jitsi'))).booking;
    await post(room.uid, 'cancel');
    await until(() => Promise.resolve(receiver.received.length === 3));
    await webhooks.call('DELETE', `/v2/webhooks/${data.id}`);
    await receiver.close();
    expect(receiver.received.map(videoCallIn)).toEqual([
      { type: 'zoom_video', id: meeting?.id, password: '', url: meeting?.link },
      { type: 'zoom_video', id: meeting?.id, password: '', url: meeting?.link },
      { type: 'jitsi_video', id: room.location.slice(-32), password: '', url: room.location },
    ]);
  });

  test('has the title and time of the booking', async () => {
    const { booking } = await booked();
    const meeting = meetingOf(await bookingWithLink(booking.uid));
    expect(meeting?.fields).toMatchObject({
      topic: booking.title,
      type: 2,
      start_time: booking.start.replace('.000Z', 'Z'),
      duration: 60,
    });
  });

  test('is changed with its booking, without a change of its link', async () => {
    const { booking, email } = await booked();
    const { location } = await bookingWithLink(booking.uid);
    const start = nextDay();
    const moved = await post(booking.uid, 'reschedule', { start });
    expect(moved.location).toBe(location);
    const startTime = (): unknown => meetingOf(moved)?.fields['start_time'];
    await until(async () => startTime() === start.replace('.000Z', 'Z'));
    const mails = await fixture.mails(email, 2);
    expect(subjects(mails)).toEqual(['Moved', 'Confirmed']);
    expect(mails[0]?.text).toContain(location);
  });

  test('is deleted when its booking is cancelled', async () => {
    const { booking } = await booked();
    const meeting = meetingOf(await bookingWithLink(booking.uid));
    await post(booking.uid, 'cancel');
    await until(async () => linkOf(meeting?.id ?? '') === undefined);
    await until(async () => (await references(booking.uid)).length === 0);
  });

  test('is deleted when the booking gets another location', async () => {
    const { booking } = await booked();
    const meeting = meetingOf(await bookingWithLink(booking.uid));
    await fixture.host.call('PATCH', `/v2/bookings/${booking.uid}/location`, {
      location: { type: 'address', address: 'Harbour 1' },
    });
    await until(async () => linkOf(meeting?.id ?? '') === undefined);
    expect((await read(booking.uid)).location).toBe('Harbour 1');
  });

  test('is created when the booking is confirmed, not before', async () => {
    const { booking } = await booked({ ...at('zoom'), confirmationPolicy: always });
    expect(booking).toMatchObject({ status: 'pending', location: 'integrations:zoom' });
    await fixture.host.call('POST', `/v2/bookings/${booking.uid}/confirm`);
    expect(meetingOf(await bookingWithLink(booking.uid))).toBeDefined();
  });

  test('uses the default app of the host if the event type requires it', async () => {
    const type: Partial<NewEventType> = { locations: [{ type: 'organizersDefaultApp' }] };
    expect((await booked(type)).booking.location).toMatch(ROOM);
    await host.call('POST', '/v2/conferencing/zoom/default');
    const { booking } = await booked(type);
    expect(meetingOf(await bookingWithLink(booking.uid))).toBeDefined();
    await host.call('DELETE', '/v2/conferencing/zoom/disconnect');
    expect((await booked(type)).booking.location).toMatch(ROOM);
  });

  test('is shared by all seats of a booking', async () => {
    const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };
    const type = await fixture.eventType({ ...at('zoom'), seats });
    const start = nextDay();
    const first = await fixture.booked(type, { start });
    const { location } = await bookingWithLink(first.uid);
    const second = await fixture.booked(type, {
      start,
      attendee: { ...attendee, email: 'alan@example.net' },
    });
    expect([second.uid, second.location]).toEqual([first.uid, location]);
    const moved = await post(first.uid, 'reschedule', { start: nextDay(), seatUid: second.seatUid });
    expect((await bookingWithLink(moved.uid)).location).not.toBe(location);
    expect((await read(first.uid)).location).toBe(location);
  });
});

describe('a connection', () => {
  test('with an expired token is refreshed', async () => {
    provider.expire();
    const before = provider.refreshes();
    const { booking } = await booked();
    expect(meetingOf(await bookingWithLink(booking.uid))).toBeDefined();
    expect(provider.refreshes()).toBe(before + 1);
  });

  test('that was revoked at the provider is replaced by a room', async () => {
    provider.revoke();
    const { booking, email } = await booked();
    const { location } = await bookingWithLink(booking.uid);
    expect(location).toMatch(ROOM);
    const mails = await fixture.mails(email);
    expect(subjects(mails)).toEqual(['Confirmed']);
    expect(mails[0]?.text).toContain(location);
    const { data } = await host.call<readonly AppView[]>('GET', '/v2/conferencing');
    expect(data.find(({ type }) => type === 'zoom_video')).toMatchObject({ invalid: true });
    expect((await booked()).booking.location).toMatch(ROOM);
  });

  test('that was disconnected does not change the links of its meetings', async () => {
    const { booking } = await booked();
    const { location } = await bookingWithLink(booking.uid);
    await host.call('DELETE', '/v2/conferencing/zoom/disconnect');
    const moved = await post(booking.uid, 'reschedule', { start: nextDay() });
    expect(moved.location).toMatch(ROOM);
    expect((await read(booking.uid)).location).toBe(location);
  });
});

// The tests below move the clock.
describe('an unavailable provider', () => {
  test('delays the mail a little, and another mail with the link follows', async () => {
    provider.answerWith(503);
    const { booking, email } = await booked();
    await fixture.service.idle();
    expect(provider.calls.at(-1)).toMatch(/ 503$/);
    expect((await read(booking.uid)).location).toBe('integrations:zoom');
    pass(2 * MINUTE);
    const [first] = await fixture.mails(email);
    expect(first?.text).toContain('Video call (Zoom), the link follows');
    // An attempt under way would count its pause from the later time.
    await fixture.service.idle();
    provider.answerWith(undefined);
    pass(30 * MINUTE);
    const { location } = await bookingWithLink(booking.uid);
    const mails = await fixture.mails(email, 2);
    // The first follows the clock of this test, the second that of the database: each is found by its subject.
    const [later, sooner] = ['Where you meet', 'Confirmed'].map((subject) =>
      mails.find((mail) => subjects([mail])[0] === subject),
    );
    expect([mails.length, later?.text]).toEqual([2, expect.stringContaining(location)]);
    const [before, after] = [sooner, later].map((mail) =>
      readCalendarFile(mail?.attachments?.[0]?.content ?? ''),
    );
    expect(after).toMatchObject({ uid: before?.uid, url: location });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
  });

  test('is replaced by a room when the connection ends meanwhile', async () => {
    provider.answerWith(503);
    const { booking } = await booked();
    await fixture.service.idle();
    expect(provider.calls.at(-1)).toMatch(/ 503$/);
    await host.call('DELETE', '/v2/conferencing/zoom/disconnect');
    provider.answerWith(undefined);
    pass(5 * MINUTE);
    expect((await bookingWithLink(booking.uid)).location).toMatch(ROOM);
  });

  test('is replaced by a room when the booking starts soon', async () => {
    provider.answerWith(500);
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 6 * HOUR;
    const type = await fixture.eventType(at('zoom'));
    const { uid } = await fixture.booked(type, { start: new Date(start).toISOString() });
    await fixture.service.idle();
    expect(provider.calls.at(-1)).toMatch(/ 500$/);
    pass(start - 10 * MINUTE - Date.now() - passed);
    // Tokens have expired by then.
    const link = async () =>
      (await fixture.service.stores.scheduling.bookings.find(uid, { viewerId: host.id }))[0]?.location?.link;
    await until(async () => (await link()) !== undefined);
    expect(await link()).toMatch(ROOM);
  });
});
