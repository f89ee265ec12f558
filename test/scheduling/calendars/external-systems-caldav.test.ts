/*
 * All external systems at once: an authorized application connects a calendar and registers a webhook, then an
 * anonymous caller books. The booking is written to the calendar, makes its time unavailable, fires the webhook and
 * sends an invitation.
 */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type CalendarFixture, openCalendarFixture, type CalendarsView, stamp } from './calendar-fixture.js';
import { calendar, event } from './files.js';
import { readCalendarFile } from '../../support/calendar-file.js';
import { tokensFor, visit } from '../../support/oauth.js';
import { type CaldavServer, startCaldav } from '../../support/radicale-server.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { until } from '../../support/until.js';
import { ahead, attendee } from '../bookings/booking-fixture.js';

const SECRET = 'a secret of sufficient length';
const SCOPES = [
  'APPS_READ',
  'APPS_WRITE',
  'BOOKING_READ',
  'EVENT_TYPE_WRITE',
  'SCHEDULE_WRITE',
  'WEBHOOK_WRITE',
];

let caldav: CaldavServer;
let receiver: Receiver;
let fixture: CalendarFixture;
let home: string;
/** Access token of a whole authorization. */
let token: string;
beforeAll(async () => {
  [caldav, receiver] = [await startCaldav(), await startReceiver()];
  home = await caldav.makeCalendar('Home');
  fixture = await openCalendarFixture({ APPLE_CALDAV_URL: caldav.url });
  const { service } = fixture;
  const client = await service.client({ scopes: SCOPES });
  const visitor = await visit(service);
  ({ access_token: token } = await tokensFor(service, client, visitor, { scope: SCOPES.join(' ') }));
});
afterAll(async () => {
  await fixture.close();
  await receiver.close();
  await caldav.stop();
});

async function call<D>(method: string, path: string, body?: object): Promise<D> {
  const response = await fetch(`${fixture.service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (JSON.parse(text) as { readonly data: D }).data;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

async function setUp(): Promise<{ readonly id: number }> {
  const availability = [{ days: DAYS, startTime: '08:00', endTime: '18:00' }];
  await call('POST', '/v2/schedules', { name: 'Day', timeZone: 'UTC', isDefault: true, availability });
  const { username, password } = caldav;
  await call('POST', '/v2/calendars/apple/credentials', { username, password });
  await call('PUT', '/v2/destination-calendars', { integration: 'apple_calendar', externalId: home });
  const triggers = ['BOOKING_CREATED', 'BOOKING_CANCELLED'];
  await call('POST', '/v2/webhooks', { active: true, subscriberUrl: receiver.url, triggers, secret: SECRET });
  return call('POST', '/v2/event-types', { title: 'Visit', slug: 'visit', lengthInMinutes: 60 });
}

/** Busy times are cached for a minute; requesting them later reads the calendar again. */
async function readCalendar(): Promise<void> {
  fixture.pass(5 * 60_000);
  const { connectedCalendars } = await call<CalendarsView>('GET', '/v2/calendars');
  const credentialId = String(connectedCalendars[0]?.credentialId);
  const query = new URLSearchParams({ credentialId, externalId: home }).toString();
  await call('GET', `/v2/calendars/busy-times?${query}`);
}

async function free(eventTypeId: number, days: number): Promise<readonly string[]> {
  const day = ahead(days).slice(0, 10);
  const query = new URLSearchParams({ eventTypeId: String(eventTypeId), start: day, end: day });
  const response = await fetch(`${fixture.service.url}/v2/slots?${query.toString()}`);
  const { data } = (await response.json()) as {
    readonly data: Readonly<Record<string, readonly { readonly start: string }[]>>;
  };
  return (data[day] ?? []).map(({ start }) => start.slice(11, 16));
}

/** Checks both signatures and returns the event. */
function verify({ headers, body }: Receiver['received'][number]) {
  const hex = createHmac('sha256', SECRET).update(body).digest('hex');
  expect(headers['x-cal-signature-256']).toBe(hex);
  const key = Buffer.from(SECRET).toString('base64');
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(key).verify(body, sent) as {
    readonly triggerEvent: string;
    readonly payload: { readonly uid: string; readonly title: string };
  };
}

test('a booking is written to the calendar, blocks its time, fires a webhook and sends an invitation', async () => {
  const { id: eventTypeId } = await setUp();
  expect(await free(eventTypeId, 5)).toContain('09:00');
  const body = { eventTypeId, start: ahead(5, '09:00'), attendee };
  const { status, data: booking } = await fixture.post('/v2/bookings', body);
  expect(status).toBe(201);

  let files: readonly string[] = [];
  await until(async () => (files = await caldav.files(home)).length === 1);
  expect(readCalendarFile(files[0] ?? '')).toMatchObject({ start: ahead(5, '09:00'), status: 'CONFIRMED' });
  expect(await free(eventTypeId, 5)).not.toContain('09:00');
  expect((await fixture.post('/v2/bookings', body)).error.code).toBe('SLOT_TAKEN');

  await until(() => Promise.resolve(receiver.received.length === 1));
  const [webhook] = receiver.received.map(verify);
  expect(webhook).toMatchObject({ triggerEvent: 'BOOKING_CREATED', payload: { uid: booking.uid } });

  const mails = await fixture.mails(attendee.email);
  const invitation = mails[0]?.attachments?.find(({ type }) => type.startsWith('text/calendar'));
  expect(readCalendarFile(invitation?.content ?? '')).toMatchObject({ start: ahead(5, '09:00') });

  const cancelled = await fixture.post(`/v2/bookings/${booking.uid}/cancel`, { cancellationReason: 'Rain.' });
  expect(cancelled.status).toBe(200);
  await until(async () => (await caldav.files(home)).length === 0);
  await until(() => Promise.resolve(receiver.received.length === 2));
  expect(receiver.received.map(verify).map(({ triggerEvent }) => triggerEvent)).toEqual([
    'BOOKING_CREATED',
    'BOOKING_CANCELLED',
  ]);
  expect(await free(eventTypeId, 5)).toContain('09:00');
});

test('an event in the calendar blocks its time', async () => {
  const { id: eventTypeId } = await call<{ readonly id: number }>('POST', '/v2/event-types', {
    ...{ title: 'Call', slug: 'call', lengthInMinutes: 60 },
  });
  const times = [`DTSTART:${stamp(6, '10:00')}`, `DTEND:${stamp(6, '11:00')}`];
  await caldav.put(home, 'dentist.ics', calendar(...event('UID:dentist', ...times)));
  await readCalendar();
  expect(await free(eventTypeId, 6)).not.toContain('10:00');
  const body = { eventTypeId, start: ahead(6, '10:00'), attendee };
  expect((await fixture.post('/v2/bookings', body)).error.code).toBe('SLOT_TAKEN');
});
