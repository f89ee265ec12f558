/* Calendar feeds in the API, and their effect on slots and bookings. */
import { calendar, event } from './files.js';
import { type CalendarFixture, openCalendarFixture, stamp } from './calendar-fixture.js';
import { type FeedServer, startFeedServer } from './feed-server.js';
import { until } from '../../support/until.js';
import { ahead } from '../bookings/booking-fixture.js';
import { callerFor, faulty } from '../caller.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** No server listens there. */
const NOWHERE = 'http://127.0.0.1:9/';

let fixture: CalendarFixture;
let feeds: FeedServer;
beforeAll(async () => {
  [fixture, feeds] = [await openCalendarFixture({ APPLE_CALDAV_URL: NOWHERE }), await startFeedServer()];
});
afterAll(async () => {
  await fixture.close();
  await feeds.close();
});
beforeEach(() => feeds.answerWith(undefined));

let count = 0;
const busyAt = (days: number, from: string, to: string, ...more: readonly string[]): string =>
  calendar(
    ...event(`UID:${(count += 1)}`, `DTSTART:${stamp(days, from)}`, `DTEND:${stamp(days, to)}`, ...more),
  );

const save = (...urls: readonly string[]) =>
  fixture.owner.call<{ readonly id: number }>('POST', '/v2/calendars/ics-feed/save', { urls });

/** Saves feeds and reads their busy times. */
async function saveAndRead(...urls: readonly string[]): Promise<number> {
  const reply = await save(...urls);
  expect([reply.status, reply.error]).toEqual([201, undefined]);
  await fixture.refresh();
  return reply.data.id;
}

test('an unreachable Apple server is not reported as a wrong password', async () => {
  const reply = await fixture.owner.call('POST', '/v2/calendars/apple/credentials', {
    username: 'ada@example.com',
    password: 'app-specific',
  });
  expect([reply.status, reply.error.code]).toEqual([503, 'CALENDAR_UNREACHABLE']);
  expect(reply.error.message).toMatch(/^Apple's calendar server cannot be reached/);
  expect(faulty(reply)).toEqual([]);
});

describe('calendar feeds', () => {
  test('are saved, listed without their addresses, checked and disconnected', async () => {
    const url = feeds.publish('secret-of-ada', busyAt(3, '09:00', '10:00'));
    const reply = await save(url);
    const connection = {
      id: reply.data.id,
      type: 'ics-feed_calendar',
      userId: fixture.owner.id,
      teamId: null,
      appId: 'ics-feed',
      invalid: false,
    };
    expect([reply.status, reply.data]).toEqual([201, connection]);
    const listed = await fixture.owner.call('GET', '/v2/calendars');
    expect(listed.text).not.toContain('secret-of-ada');
    const [found] = (await fixture.list()).connectedCalendars;
    expect(found).toMatchObject({
      credentialId: connection.id,
      integration: { type: 'ics-feed_calendar', variant: 'calendar', categories: ['calendar'] },
      calendars: [{ name: '127.0.0.1', readOnly: true, isSelected: true, primary: false }],
    });
    const check = await fixture.owner.call('GET', '/v2/calendars/ics-feed/check');
    expect([check.status, check.data]).toEqual([
      200,
      { integration: 'ics-feed_calendar', credentialIds: [connection.id] },
    ]);
    const path = '/v2/calendars/ics-feed/disconnect';
    const disconnected = await fixture.owner.call('POST', path, { id: connection.id });
    expect([disconnected.status, disconnected.data]).toEqual([200, connection]);
    expect((await fixture.owner.call('POST', path, { id: connection.id })).status).toBe(404);
    expect((await fixture.list()).connectedCalendars).toEqual([]);
  });

  test('that cannot be read are each reported, and nothing is saved', async () => {
    const good = feeds.publish('good', busyAt(3, '09:00', '10:00'));
    const page = feeds.publish('page', '<!doctype html><title>Sign in</title>');
    const reply = await save(good, page, `${good}-missing`);
    expect([reply.status, faulty(reply)]).toEqual([400, ['urls.1', 'urls.2']]);
    expect(reply.error.message).toContain('it is a web page, not a calendar file');
    for (const url of [
      'feeds',
      'ftp://example.com/a.ics',
      'http://user:pass@127.0.0.1/',
      'http://10.1.2.3/a.ics',
    ])
      expect([url, (await save(url)).status]).toEqual([url, 400]);
    const many = Array.from({ length: 21 }, (_, at) => feeds.publish(`many-${at}`, calendar()));
    for (const urls of [[], many]) expect((await save(...urls)).status).toBe(400);
    expect((await fixture.list()).connectedCalendars).toEqual([]);
  });

  test('make the host unavailable in slots and bookings', async () => {
    const type = await fixture.eventType();
    await saveAndRead(feeds.publish('busy', busyAt(4, '09:30', '12:00')));
    const free = await fixture.free(type, 4);
    expect(free).toContain('08:00');
    for (const time of ['09:00', '10:00', '11:00']) expect(free).not.toContain(time);
    expect(free).toContain('12:00');
    expect((await fixture.book(type, { start: ahead(4, '09:00') })).status).toBe(409);
    expect((await fixture.book(type, { start: ahead(4, '12:00') })).status).toBe(201);
  });

  test('count only while they are selected', async () => {
    const type = await fixture.eventType();
    const credentialId = await saveAndRead(feeds.publish('chosen', busyAt(5, '09:00', '10:00')));
    const [feed] = (await fixture.list()).connectedCalendars[0]?.calendars ?? [];
    const name = { integration: 'ics-feed_calendar', externalId: feed?.externalId ?? '', credentialId };
    const query = new URLSearchParams({ ...name, credentialId: String(credentialId) }).toString();
    const off = await fixture.owner.call('DELETE', `/v2/selected-calendars?${query}`);
    expect([off.status, off.data]).toEqual([200, { userId: fixture.owner.id, ...name }]);
    expect(await fixture.free(type, 5)).toContain('09:00');
    const on = await fixture.owner.call('POST', '/v2/selected-calendars', name);
    expect([on.status, on.data]).toEqual([201, { userId: fixture.owner.id, ...name }]);
    expect(await fixture.free(type, 5)).not.toContain('09:00');
  });

  test('are read again only when they have changed', async () => {
    const type = await fixture.eventType();
    await saveAndRead(feeds.publish('changing', busyAt(6, '09:00', '10:00')));
    await fixture.refresh();
    expect(feeds.answers.at(-1)).toBe('304 /changing');
    expect(await fixture.free(type, 6)).not.toContain('09:00');
    feeds.publish('changing', busyAt(6, '11:00', '12:00'));
    await fixture.refresh();
    const free = await fixture.free(type, 6);
    expect([free.includes('09:00'), free.includes('11:00')]).toEqual([true, false]);
  });

  test('are read in the background after they are saved', async () => {
    const type = await fixture.eventType();
    await save(feeds.publish('by-itself', busyAt(8, '09:00', '10:00')));
    await until(async () => !(await fixture.free(type, 8)).includes('09:00'));
  });

  test('list their busy times in order, without titles', async () => {
    const lines = [
      ...event('UID:a', `DTSTART:${stamp(10, '09:00')}`, `DTEND:${stamp(10, '10:00')}`, 'SUMMARY:Secret'),
      ...event('UID:b', `DTSTART:${stamp(10, '09:30')}`, `DTEND:${stamp(10, '11:00')}`),
      ...event('UID:c', `DTSTART:${stamp(12, '09:30')}`, `DTEND:${stamp(12, '11:00')}`),
    ];
    const credentialId = await saveAndRead(feeds.publish('times', calendar(...lines)));
    const [feed] = (await fixture.list()).connectedCalendars[0]?.calendars ?? [];
    const busyTimes = (more: object = {}) =>
      fixture.owner.call(
        'GET',
        `/v2/calendars/busy-times?${new URLSearchParams({
          credentialId: String(credentialId),
          externalId: feed?.externalId ?? '',
          dateFrom: ahead(10).slice(0, 10),
          dateTo: ahead(11).slice(0, 10),
          ...more,
        }).toString()}`,
      );
    const reply = await busyTimes();
    const source = 'ics-feed_calendar';
    expect([reply.status, reply.data]).toEqual([
      200,
      [{ start: ahead(10, '09:00'), end: ahead(10, '11:00'), source }],
    ]);
    expect((await busyTimes({ dateTo: ahead(13) })).data).toHaveLength(2);
    expect(faulty(await busyTimes({ dateFrom: 'soon' }))).toEqual(['dateFrom']);
    expect(faulty(await busyTimes({ dateTo: ahead(9) }))).toEqual(['dateTo']);
    expect(faulty(await busyTimes({ credentialId: '999999' }))).toEqual(['externalId']);
  });

  test('are read of several calendars at once', async () => {
    const credentialId = await saveAndRead(
      feeds.publish('one', busyAt(10, '09:00', '10:00')),
      feeds.publish('other', busyAt(10, '07:00', '08:00')),
    );
    const saved = (await fixture.list()).connectedCalendars[0]?.calendars ?? [];
    const named = saved.flatMap(({ externalId }, at): [string, string][] => [
      [`calendarsToLoad[${at}][credentialId]`, String(credentialId)],
      [`calendarsToLoad[${at}][externalId]`, externalId],
    ]);
    const busyTimes = (...query: [string, string][]) =>
      fixture.owner.call<readonly { start: string }[]>(
        'GET',
        `/v2/calendars/busy-times?${new URLSearchParams(query).toString()}`,
      );
    const reply = await busyTimes(...named);
    expect([reply.status, reply.data.map(({ start }) => start)]).toEqual([
      200,
      [ahead(10, '07:00'), ahead(10, '09:00')],
    ]);
    expect((await busyTimes(...named, ...named.slice(0, 2))).status).toBe(400);
    expect(faulty(await busyTimes())).toEqual(['credentialId', 'externalId']);
    expect(faulty(await busyTimes(...named, ['credentialId', '1']))).toEqual(['credentialId']);
    expect(faulty(await busyTimes(...named.slice(0, 1)))).toEqual(['calendarsToLoad.0.externalId']);
    expect(faulty(await busyTimes(...named, ['calendarsToLoad[0][id]', '1']))).toEqual(['calendarsToLoad.0']);
    expect(faulty(await busyTimes(...named, ['calendarToLoad[0][id]', '1']))).toEqual([
      'calendarToLoad[0][id]',
    ]);
  });

  test('are added and removed one by one, also at the same moment', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((name) =>
      feeds.publish(`by-one-${name}`, busyAt(11, '09:00', '10:00')),
    );
    const path = '/v2/calendars/ics-feed/feeds';
    const add = (...urls: readonly (string | undefined)[]) =>
      fixture.owner.call<{ readonly id: number }>('POST', path, { urls });
    const ids = async () =>
      (await fixture.list()).connectedCalendars.flatMap(({ calendars }) =>
        calendars.map(({ externalId }) => externalId),
      );
    await save(one ?? '');
    const [first = ''] = await ids();
    const added = await Promise.all([add(two), add(three), add(one)]);
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await ids()).toHaveLength(3);
    await fixture.refresh();
    expect((await fixture.owner.call('GET', '/v2/calendars/ics-feed/check')).status).toBe(200);
    const unread = await add(`${one}-missing`);
    expect([unread.status, faulty(unread)]).toEqual([400, ['urls.0']]);
    const many = Array.from({ length: 18 }, (_, at) => feeds.publish(`more-${at}`, calendar()));
    expect((await add(...many)).status).toBe(409);
    const remove = (id: string) => fixture.owner.call('DELETE', `${path}/${id}`);
    expect((await remove(first)).status).toBe(200);
    expect((await remove(first)).status).toBe(404);
    const left = await ids();
    expect([left.length, left.includes(first)]).toEqual([2, false]);
    await Promise.all(left.map(remove));
    expect((await fixture.list()).connectedCalendars).toEqual([]);
  });

  test('are not found by other users', async () => {
    const credentialId = await saveAndRead(feeds.publish('mine', busyAt(3, '09:00', '10:00')));
    const [feed] = (await fixture.list()).connectedCalendars[0]?.calendars ?? [];
    const other = await callerFor(fixture.service, ['APPS_READ', 'APPS_WRITE']);
    const name = { integration: 'ics-feed_calendar', externalId: feed?.externalId ?? '', credentialId };
    expect((await other.call('POST', '/v2/selected-calendars', name)).status).toBe(400);
    expect((await other.call('POST', '/v2/calendars/ics-feed/disconnect', { id: credentialId })).status).toBe(
      404,
    );
    expect((await other.call('GET', '/v2/calendars/ics-feed/check')).status).toBe(400);
    const { data } = await other.call<{ readonly connectedCalendars: readonly unknown[] }>(
      'GET',
      '/v2/calendars',
    );
    expect(data.connectedCalendars).toEqual([]);
    expect((await fixture.list()).connectedCalendars).toHaveLength(1);
  });

  test('cannot be the destination of bookings', async () => {
    await saveAndRead(feeds.publish('receives', busyAt(3, '09:00', '10:00')));
    const [feed] = (await fixture.list()).connectedCalendars[0]?.calendars ?? [];
    const name = { integration: 'ics-feed_calendar', externalId: feed?.externalId };
    expect((await fixture.owner.call('PUT', '/v2/destination-calendars', name)).status).toBe(409);
    const delegated = { ...name, credentialId: 1, delegationCredentialId: 'of-the-domain' };
    for (const [method, path] of [
      ['PUT', '/v2/destination-calendars'],
      ['POST', '/v2/selected-calendars'],
    ] as const)
      expect(faulty(await fixture.owner.call(method, path, delegated))).toEqual(['delegationCredentialId']);
    const unknown = { ...name, externalId: 'feed-unknown' };
    expect(faulty(await fixture.owner.call('PUT', '/v2/destination-calendars', unknown))).toEqual([
      'externalId',
    ]);
  });

  test('that do not answer report it, count for an hour, and then make the host unavailable', async () => {
    const type = await fixture.eventType();
    await saveAndRead(feeds.publish('breaking', busyAt(9, '09:00', '10:00')));
    feeds.answerWith(500);
    await fixture.refresh();
    expect(await fixture.free(type, 9)).toContain('10:00');
    expect(await fixture.free(type, 9)).not.toContain('09:00');
    const [broken] = (await fixture.list()).connectedCalendars[0]?.calendars ?? [];
    expect(broken?.error).toMatchObject({ message: 'the calendar answered with the status 500' });
    for (const [status, message] of [
      [501, 'the calendar answered with the status 501'],
      [503, 'the calendar asks to come back later'],
    ] as const) {
      feeds.answerWith(status);
      const refused = await save(feeds.publish('away', calendar()));
      expect(refused.text).toContain(message);
    }
    fixture.pass(HOUR + MINUTE);
    await fixture.refresh();
    expect(await fixture.free(type, 9)).toEqual([]);
    expect((await fixture.book(type, { start: ahead(9, '15:00') })).status).toBe(409);
    await fixture.service.stores.scheduling.calendars.setOutage(fixture.owner.id, 'last_known', {
      actor: 'test',
    });
    expect(await fixture.free(type, 9)).toContain('10:00');
    expect(await fixture.free(type, 9)).not.toContain('09:00');
    await fixture.service.stores.scheduling.calendars.setOutage(fixture.owner.id, 'block', { actor: 'test' });
    feeds.answerWith(undefined);
    await fixture.refresh();
    expect(await fixture.free(type, 9)).toContain('10:00');
  });
});
