/* The meetings of bookings: made, moved and taken back at a provider, and told to everybody who comes. */
import { randomUUID } from 'node:crypto';
import type { Mail } from '../../../src/delivery/message-ports.js';
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { readCalendarFile } from '../../support/calendar-file.js';
import { until } from '../../support/until.js';
import { ahead, attendee, openFixture, type BookingView, type Fixture } from '../bookings/booking-fixture.js';
import type { Caller } from '../caller.js';
import { again, connect, type AppView } from './conferencing-fixture.js';
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
  host = await again(fixture.service, fixture.host.id, ['APPS_READ', 'APPS_WRITE']);
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
const another = (): string => ahead((day += 1));
const at = (integration: string): Partial<NewEventType> => ({
  locations: [{ type: 'integration', integration }],
});
const always = { type: 'always', blockUnconfirmedBookingsInBooker: true } as const;

interface Guest {
  readonly booking: BookingView;
  readonly email: string;
}
async function booked(change: Partial<NewEventType> = at('zoom'), body: object = {}): Promise<Guest> {
  const email = `grace-${randomUUID()}@example.net`;
  const type = await fixture.eventType(change);
  const start = another();
  return { email, booking: await fixture.booked(type, { start, attendee: { ...attendee, email }, ...body }) };
}

const read = async (uid: string): Promise<BookingView> =>
  (await fixture.host.call<BookingView>('GET', `/v2/bookings/${uid}`)).data;
async function settled(uid: string): Promise<BookingView> {
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
const post = async (uid: string, what: string, body: object = {}): Promise<BookingView> => {
  const { status, data, text } = await fixture.post(`/v2/bookings/${uid}/${what}`, body);
  if (status > 201) throw new Error(text);
  return data;
};

describe('a room that needs no account', () => {
  test.each([['jitsi'], ['cal-video']])('is in the booking from the first moment on: %s', async (name) => {
    const { booking, email } = await booked(at(name));
    expect(booking).toMatchObject({ location: expect.stringMatching(ROOM), meetingUrl: booking.location });
    const [mail] = await fixture.mails(email);
    expect(mail?.text).toContain(booking.location);
    expect(readCalendarFile(mail?.attachments?.[0]?.content ?? '')).toMatchObject({ url: booking.location });
  });

  test('is another one for each booking, and goes along when one moves', async () => {
    const [{ booking }, { booking: other }] = [await booked(at('jitsi')), await booked(at('jitsi'))];
    expect(other.location).not.toBe(booking.location);
    const moved = await post(booking.uid, 'reschedule', { start: another() });
    expect(moved.location).toBe(booking.location);
  });

  test('is where people meet whose host has connected nothing else', async () => {
    const { booking } = await booked(at('office365-video'));
    expect(booking.location).toMatch(ROOM);
  });
});

describe('a meeting at a provider', () => {
  test.each([
    ['zoom', 'zoom_video'],
    ['google-meet', 'google_video'],
    ['office365-video', 'office365_video'],
  ])('is made for a booking, and its link is in all that follows: %s', async (app, type) => {
    await connect(fixture.service, provider, host, { app });
    const { booking, email } = await booked(at(app));
    const shown = await settled(booking.uid);
    const meeting = meetingOf(shown);
    expect(shown).toMatchObject({ meetingUrl: meeting?.link });
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

  test('is told the title and the time', async () => {
    const { booking } = await booked();
    const meeting = meetingOf(await settled(booking.uid));
    expect(meeting?.told).toMatchObject({
      topic: booking.title,
      type: 2,
      start_time: booking.start.replace('.000Z', 'Z'),
      duration: 60,
    });
  });

  test('moves with its booking and keeps its link', async () => {
    const { booking, email } = await booked();
    const { location } = await settled(booking.uid);
    const start = another();
    const moved = await post(booking.uid, 'reschedule', { start });
    expect(moved.location).toBe(location);
    const told = (): unknown => meetingOf(moved)?.told['start_time'];
    await until(async () => told() === start.replace('.000Z', 'Z'));
    const mails = await fixture.mails(email, 2);
    expect(subjects(mails)).toEqual(['Moved', 'Confirmed']);
    expect(mails[0]?.text).toContain(location);
  });

  test('ends with its booking', async () => {
    const { booking } = await booked();
    const meeting = meetingOf(await settled(booking.uid));
    await post(booking.uid, 'cancel');
    await until(async () => linkOf(meeting?.id ?? '') === undefined);
    await until(async () => (await references(booking.uid)).length === 0);
  });

  test('ends when its host chooses another place', async () => {
    const { booking } = await booked();
    const meeting = meetingOf(await settled(booking.uid));
    await fixture.host.call('PATCH', `/v2/bookings/${booking.uid}/location`, {
      location: { type: 'address', address: 'Harbour 1' },
    });
    await until(async () => linkOf(meeting?.id ?? '') === undefined);
    expect((await read(booking.uid)).location).toBe('Harbour 1');
  });

  test('is made when its host confirms, and not before', async () => {
    const { booking } = await booked({ ...at('zoom'), confirmationPolicy: always });
    expect(booking).toMatchObject({ status: 'pending', location: 'integrations:zoom' });
    await fixture.host.call('POST', `/v2/bookings/${booking.uid}/confirm`);
    expect(meetingOf(await settled(booking.uid))).toBeDefined();
  });

  test('is of the default app of the host, where the event type asks for that', async () => {
    const type: Partial<NewEventType> = { locations: [{ type: 'organizersDefaultApp' }] };
    expect((await booked(type)).booking.location).toMatch(ROOM);
    await host.call('POST', '/v2/conferencing/zoom/default');
    const { booking } = await booked(type);
    expect(meetingOf(await settled(booking.uid))).toBeDefined();
    await host.call('DELETE', '/v2/conferencing/zoom/disconnect');
    expect((await booked(type)).booking.location).toMatch(ROOM);
  });

  test('is one for all who have a seat', async () => {
    const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };
    const type = await fixture.eventType({ ...at('zoom'), seats });
    const start = another();
    const first = await fixture.booked(type, { start });
    const { location } = await settled(first.uid);
    const second = await fixture.booked(type, {
      start,
      attendee: { ...attendee, email: 'alan@example.net' },
    });
    expect([second.uid, second.location]).toEqual([first.uid, location]);
    const moved = await post(first.uid, 'reschedule', { start: another(), seatUid: second.seatUid });
    expect((await settled(moved.uid)).location).not.toBe(location);
    expect((await read(first.uid)).location).toBe(location);
  });
});

describe('a connection', () => {
  test('whose token has ended is refreshed on the way', async () => {
    provider.expire();
    const before = provider.refreshes();
    const { booking } = await booked();
    expect(meetingOf(await settled(booking.uid))).toBeDefined();
    expect(provider.refreshes()).toBe(before + 1);
  });

  test('that the person took back at the provider leaves nobody without a place', async () => {
    provider.revoke();
    const { booking, email } = await booked();
    const { location } = await settled(booking.uid);
    expect(location).toMatch(ROOM);
    const mails = await fixture.mails(email);
    expect(subjects(mails)).toEqual(['Confirmed']);
    expect(mails[0]?.text).toContain(location);
    const { data } = await host.call<readonly AppView[]>('GET', '/v2/conferencing');
    expect(data.find(({ type }) => type === 'zoom_video')).toMatchObject({ invalid: true });
    expect((await booked()).booking.location).toMatch(ROOM);
  });

  test('that has ended leaves the links of the meetings it held', async () => {
    const { booking } = await booked();
    const { location } = await settled(booking.uid);
    await host.call('DELETE', '/v2/conferencing/zoom/disconnect');
    const moved = await post(booking.uid, 'reschedule', { start: another() });
    expect(moved.location).toMatch(ROOM);
    expect((await read(booking.uid)).location).toBe(location);
  });
});

// Time goes by from here on.
describe('a provider in trouble', () => {
  test('delays the mail a little, and the link follows in one of its own', async () => {
    provider.answerWith(503);
    const { booking, email } = await booked();
    await fixture.service.idle();
    expect(provider.calls.at(-1)).toMatch(/ 503$/);
    expect((await read(booking.uid)).location).toBe('integrations:zoom');
    pass(2 * MINUTE);
    const [first] = await fixture.mails(email);
    expect(first?.text).toContain('Video call (Zoom), the link follows');
    provider.answerWith(undefined);
    pass(30 * MINUTE);
    const { location } = await settled(booking.uid);
    const mails = await fixture.mails(email, 2);
    // The first was held back by this test's clock, the second is dated by the database's: each is found by its words.
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

  test('and then a connection that ends: nobody is left without a place', async () => {
    provider.answerWith(503);
    const { booking } = await booked();
    await fixture.service.idle();
    expect(provider.calls.at(-1)).toMatch(/ 503$/);
    await host.call('DELETE', '/v2/conferencing/zoom/disconnect');
    provider.answerWith(undefined);
    pass(5 * MINUTE);
    expect((await settled(booking.uid)).location).toMatch(ROOM);
  });

  test('is not waited for when people are about to meet', async () => {
    provider.answerWith(500);
    const start = Math.ceil(Date.now() / HOUR) * HOUR + 6 * HOUR;
    const type = await fixture.eventType(at('zoom'));
    const { uid } = await fixture.booked(type, { start: new Date(start).toISOString() });
    await fixture.service.idle();
    expect(provider.calls.at(-1)).toMatch(/ 500$/);
    pass(start - 10 * MINUTE - Date.now() - passed);
    // Tokens have ended by then.
    const link = async () =>
      (await fixture.service.stores.scheduling.bookings.find(uid, host.id))[0]?.location?.link;
    await until(async () => (await link()) !== undefined);
    expect(await link()).toMatch(ROOM);
  });
});
