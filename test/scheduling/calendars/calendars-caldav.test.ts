/* Apple's calendars, with a local CalDAV server: busy times in slots, and bookings in the calendar. */
import { type CalendarFixture, openCalendarFixture, stamp } from './calendar-fixture.js';
import { calendar, event } from './files.js';
import { readCalendarFile } from '../../support/calendar-file.js';
import { type CaldavServer, startCaldav } from '../../support/radicale-server.js';
import { until } from '../../support/until.js';
import { ahead } from '../bookings/booking-fixture.js';
import { faulty } from '../caller.js';

let caldav: CaldavServer;
let fixture: CalendarFixture;
let home: string;
beforeAll(async () => {
  caldav = await startCaldav();
  [home] = [await caldav.makeCalendar('Home'), await caldav.makeCalendar('Work')];
  fixture = await openCalendarFixture({ APPLE_CALDAV_URL: caldav.url });
});
afterAll(async () => {
  await fixture.close();
  await caldav.stop();
});

const credentials = (password = caldav.password) =>
  fixture.owner.call<{ readonly id: number }>('POST', '/v2/calendars/apple/credentials', {
    username: caldav.username,
    password,
  });

const busy = (uid: string, days: number, from: string, to: string): string =>
  calendar(...event(`UID:${uid}`, `DTSTART:${stamp(days, from)}`, `DTEND:${stamp(days, to)}`));

/** The files of the calendar, once they are as expected. */
async function filesWhen(expected: (files: readonly string[]) => boolean): Promise<readonly string[]> {
  let files: readonly string[] = [];
  await until(async () => expected((files = await caldav.files(home))));
  return files;
}

test('an Apple account is connected with its app-specific password only', async () => {
  const wrong = await credentials('guessed');
  expect([wrong.status, faulty(wrong)]).toEqual([400, ['password']]);
  const { status, data } = await credentials();
  expect([status, data]).toEqual([
    201,
    {
      id: data.id,
      type: 'apple_calendar',
      userId: fixture.owner.id,
      teamId: null,
      appId: 'apple-calendar',
      invalid: false,
    },
  ]);
  const [found] = (await fixture.list()).connectedCalendars;
  expect(found).toMatchObject({
    integration: { type: 'apple_calendar', email: caldav.username },
    calendars: [
      { externalId: home, name: 'Home', primary: true, readOnly: false, isSelected: true },
      { name: 'Work', primary: false, isSelected: false },
    ],
  });
  const check = await fixture.owner.call('GET', '/v2/calendars/apple/check');
  expect([check.status, check.data]).toEqual([
    200,
    { integration: 'apple_calendar', credentialIds: [data.id] },
  ]);
  expect((await fixture.owner.call('GET', '/v2/calendars/google/check')).status).toBe(400);
});

test('events of selected calendars make the host unavailable, events of others do not', async () => {
  const type = await fixture.eventType();
  const work = home.replace('home', 'work');
  await caldav.put(home, 'busy.ics', busy('busy', 4, '09:00', '10:00'));
  await caldav.put(work, 'other.ics', busy('other', 4, '11:00', '12:00'));
  await fixture.refresh();
  expect(await fixture.free(type, 4)).not.toContain('09:00');
  expect(await fixture.free(type, 4)).toContain('11:00');
  const [found] = (await fixture.list()).connectedCalendars;
  const name = { integration: 'apple_calendar', externalId: work, credentialId: found?.credentialId };
  expect((await fixture.owner.call('POST', '/v2/selected-calendars', name)).status).toBe(201);
  await fixture.refresh();
  expect(await fixture.free(type, 4)).not.toContain('11:00');
});

describe('the destination calendar', () => {
  async function choose(): Promise<void> {
    const name = { integration: 'apple_calendar', externalId: home };
    const reply = await fixture.owner.call('PUT', '/v2/destination-calendars', name);
    expect([reply.status, reply.data]).toMatchObject([200, { externalId: home, userId: fixture.owner.id }]);
  }
  beforeAll(async () => {
    await choose();
    const { destinationCalendar } = await fixture.list();
    expect(destinationCalendar).toMatchObject({ externalId: home, integration: 'apple_calendar' });
  });

  test('gets the event of a booking, which is moved and deleted with the booking', async () => {
    const type = await fixture.eventType();
    const before = (await caldav.files(home)).length;
    const booking = await fixture.booked(type, { start: ahead(8, '09:00') });
    const written = await filesWhen((files) => files.length === before + 1);
    const file = written.find((one) => one.includes('Intro call')) ?? '';
    expect(file).not.toContain('METHOD');
    expect(readCalendarFile(file)).toMatchObject({
      start: ahead(8, '09:00'),
      status: 'CONFIRMED',
      description: 'Grace Hopper <grace@example.net>',
      attendees: {},
    });
    await until(async () => (await references(booking.uid)).length === 1);
    const [reference] = await references(booking.uid);
    expect(reference).toMatchObject({ type: 'apple_calendar', destinationCalendarId: home });

    const moved = await fixture.post(`/v2/bookings/${booking.uid}/reschedule`, { start: ahead(8, '14:00') });
    expect(moved.status).toBe(201);
    const after = await filesWhen((files) => files.some((one) => one.includes(stamp(8, '14:00'))));
    expect(after).toHaveLength(before + 1);
    await until(async () => (await references(moved.data.uid)).length === 1);

    await fixture.post(`/v2/bookings/${moved.data.uid}/cancel`, { cancellationReason: 'Rain.' });
    await filesWhen((files) => files.length === before);
  });

  const references = async (uid: string) =>
    (await fixture.owner.call<readonly object[]>('GET', `/v2/bookings/${uid}/references`)).data;

  test('does not block the time of its own event twice, nor after the cancellation', async () => {
    const type = await fixture.eventType({ slotInterval: 30 });
    const booking = await fixture.booked(type, { start: ahead(9, '09:00') });
    await filesWhen((files) => files.some((one) => one.includes(stamp(9, '09:00'))));
    await fixture.refresh();
    expect(await fixture.free(type, 9)).not.toContain('09:00');
    const moved = await fixture.post(`/v2/bookings/${booking.uid}/reschedule`, { start: ahead(9, '09:30') });
    expect(moved.status).toBe(201);
    await filesWhen((files) => files.some((one) => one.includes(stamp(9, '09:30'))));
    await fixture.refresh();
    await fixture.post(`/v2/bookings/${moved.data.uid}/cancel`, { cancellationReason: 'Rain.' });
    expect(await fixture.free(type, 9)).toContain('09:00');
    await filesWhen((files) => !files.some((one) => one.includes(stamp(9, '09:30'))));
    await fixture.refresh();
    expect(await fixture.free(type, 9)).toContain('09:00');
  });

  test('replaces an event that an invitation created before', async () => {
    const type = await fixture.eventType();
    await fixture.service.stores.scheduling.calendars.chooseNone(fixture.owner.id, { actor: 'test' });
    const { uid, icsUid } = await fixture.booked(type, { start: ahead(10, '09:00') });
    await caldav.put(home, 'invited.ics', busy(String(icsUid), 10, '09:00', '10:00'));
    await choose();
    await fixture.post(`/v2/bookings/${uid}/reschedule`, { start: ahead(10, '15:00') });
    await filesWhen((files) => files.some((one) => one.includes(stamp(10, '15:00'))));
    const named = (await caldav.files(home)).filter((one) => one.includes(String(icsUid)));
    expect(named).toHaveLength(1);
  });

  test('returns an event in the common shape and edits it', async () => {
    await caldav.put(
      home,
      'lunch.ics',
      busy('lunch', 12, '12:00', '13:00').replace('DTSTAMP', 'SUMMARY:Lunch\r\nDTSTAMP'),
    );
    const read = await fixture.owner.call('GET', '/v2/calendars/apple/event/lunch');
    expect([read.status, read.data]).toEqual([
      200,
      expect.objectContaining({
        id: 'lunch',
        title: 'Lunch',
        start: { time: ahead(12, '12:00'), timeZone: 'UTC' },
        source: 'apple',
      }),
    ]);
    const change = {
      title: 'Late lunch',
      start: { time: ahead(12, '13:00') },
      end: { time: ahead(12, '14:00') },
    };
    const changed = await fixture.owner.call('PATCH', '/v2/calendars/apple/events/lunch', change);
    expect([changed.status, changed.data]).toMatchObject([200, { title: 'Late lunch', start: change.start }]);
    expect((await caldav.files(home)).join()).toContain('SUMMARY:Late lunch');
    expect((await fixture.owner.call('GET', '/v2/calendars/apple/event/nothing')).status).toBe(404);
    const faulted = await fixture.owner.call('PATCH', '/v2/calendars/apple/events/lunch', {
      start: { time: ahead(12, '14:00') },
      end: { time: ahead(12, '13:00') },
    });
    expect([faulted.status, faulty(faulted)]).toEqual([400, ['end']]);
  });

  test('is written after its server is available again', async () => {
    const type = await fixture.eventType();
    await caldav.freeze();
    const booking = await fixture.booked(type, { start: ahead(13, '09:00') });
    await caldav.thaw();
    await filesWhen((files) => files.some((one) => one.includes(stamp(13, '09:00'))));
    await until(async () => (await references(booking.uid)).length === 1);
  });
});

describe('an event type with calendar settings', () => {
  const work = () => home.replace('home', 'work');
  const destinationCalendar = () => ({ integration: 'apple_calendar', externalId: work() });
  const findAt = (days: number) => async () => {
    const files = await caldav.files(work());
    return files.find((file) => file.includes(stamp(days, '09:00')));
  };

  async function fileAt(days: number): Promise<string> {
    const find = findAt(days);
    await until(async () => (await find()) !== undefined);
    return (await find()) ?? '';
  }

  test('writes bookings to its own destination calendar, without notes if they are hidden', async () => {
    const type = await fixture.eventType({
      destinationCalendar: destinationCalendar(),
      hideCalendarNotes: true,
    });
    const bookingFieldsResponses = { notes: 'My knee hurts.' };
    await fixture.booked(type, { start: ahead(14), bookingFieldsResponses });
    const file = await fileAt(14);
    expect(readCalendarFile(file).description).toBe('Grace Hopper <grace@example.net>');
    expect((await caldav.files(home)).join()).not.toContain(stamp(14, '09:00'));
  });

  test('writes only the time of bookings with hidden details', async () => {
    const locations = [{ type: 'address', address: '1 Secret Street', public: true }] as const;
    const type = await fixture.eventType({
      ...{ destinationCalendar: destinationCalendar(), hideCalendarEventDetails: true },
      locations,
    });
    await fixture.booked(type, { start: ahead(15), bookingFieldsResponses: { notes: 'My knee hurts.' } });
    const file = await fileAt(15);
    expect(file).toContain('SUMMARY:Busy\r\n');
    expect(file).toContain('CLASS:PRIVATE\r\n');
    expect(file).not.toMatch(/Grace|grace|knee|Secret|Intro/);
  });

  test('replaces the address of the host with that of the destination calendar in replies', async () => {
    const terms = { destinationCalendar: destinationCalendar(), hideOrganizerEmail: false };
    const usual = await fixture.booked(await fixture.eventType(terms), { start: ahead(16) });
    expect(usual.hosts[0]?.email).not.toBe(caldav.username);
    const type = await fixture.eventType({ ...terms, useDestinationCalendarEmail: true });
    const { hosts } = await fixture.booked(type, { start: ahead(17) });
    expect(hosts).toMatchObject([{ id: fixture.owner.id, email: caldav.username }]);
    expect(await fixture.mails(caldav.username, 1)).toHaveLength(1);
  });

  test('uses the destination calendar of the host after its own was disconnected', async () => {
    const type = await fixture.eventType({ destinationCalendar: destinationCalendar() });
    const {
      scheduling: { calendars },
    } = fixture.service.stores;
    const [connection] = (await calendars.list(fixture.owner.id))?.connections ?? [];
    if (connection === undefined) throw new Error('nothing is connected');
    const { kind, identity, sealedAccess } = connection;
    const remaining = connection.calendars.filter(({ externalId }) => externalId === home);
    await calendars.connect(
      fixture.owner.id,
      { kind, identity, sealedAccess, calendars: remaining },
      { actor: 'test' },
    );
    await fixture.booked(type, { start: ahead(18) });
    await filesWhen((files) => files.some((file) => file.includes(stamp(18, '09:00'))));
  });
});

test('disconnecting deletes the busy times and the choices of a connection', async () => {
  const type = await fixture.eventType();
  expect(await fixture.free(type, 4)).not.toContain('09:00');
  const [found] = (await fixture.list()).connectedCalendars;
  const disconnected = await fixture.owner.call('POST', '/v2/calendars/apple/disconnect', {
    id: found?.credentialId,
  });
  expect(disconnected.status).toBe(200);
  expect(await fixture.list()).toEqual({ connectedCalendars: [], destinationCalendar: null });
  expect(await fixture.free(type, 4)).toContain('09:00');
});
