/*
 * What gives power to who knows it and stands in a path or a query: invite tokens, booking uids, private links, holds,
 * interaction ids, links from mails. No line of the log may have it, also not when the database fails.
 */
import { createLog } from '../../src/ops/log.js';
import type { ScopeName } from '../../src/scopes/catalogue.js';
import { nextMail } from '../delivery/mail-outbox.js';
import { ahead, attendee, openFixture, type Fixture } from '../scheduling/bookings/booking-fixture.js';
import { type Caller, callerFor } from '../scheduling/caller.js';
import { createBrowser, type Browser } from '../support/browser.js';
import { dump } from '../support/dump.js';
import { authorizeUrl } from '../support/oauth.js';

const SCOPES: readonly ScopeName[] = [
  'BOOKING_READ',
  'EVENT_TYPE_READ',
  'EVENT_TYPE_WRITE',
  'TEAM_MEMBERSHIP_WRITE',
];

const lines: string[] = [];
let fixture: Fixture;
let owner: Caller;
let browser: Browser;
beforeAll(async () => {
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  fixture = await openFixture({ log });
  const person = await fixture.service.user('Olga');
  owner = await callerFor(fixture.service, SCOPES, person);
  browser = createBrowser(fixture.service.url);
  await browser.signIn(person);
});
afterAll(() => fixture.close());

/** One that gives power, and the requests that name it. */
interface Secret {
  readonly value: string;
  /** As `GET /path`. Those to `/v2` carry the token of the owner. */
  readonly requests: readonly string[];
  readonly route: string;
  /** Stored as a hash: a dump has it neither. */
  readonly hashed?: true;
}

async function privateLink(): Promise<Secret> {
  const type = { title: 'Intro call', slug: 'intro', lengthInMinutes: 30, hidden: true };
  const { id } = (await owner.call<{ id: number }>('POST', '/v2/event-types', type)).data;
  const path = `/v2/event-types/${id}/private-links`;
  const { linkId } = (await owner.call<{ linkId: string }>('POST', path, {})).data;
  return {
    value: linkId,
    requests: [`PATCH ${path}/${linkId}`, `POST ${path}/${linkId}`],
    route: '/v2/event-types/:eventTypeId/private-links/:linkId',
  };
}

async function inviteToken(): Promise<Secret> {
  const { teams } = fixture.service.stores.teams;
  const team = { name: 'Desk', slugs: ['desk'], settings: {}, accepted: true, most: 100 };
  const made = await teams.create(owner.id, { organizationId: undefined, ...team }, { actor: 'test' });
  const id = typeof made === 'object' ? made.id : 0;
  const { token } = (await owner.call<{ token: string }>('POST', `/v2/teams/${id}/invite`, {})).data;
  const path = `/teams/join/${token}`;
  return {
    value: token,
    requests: [`GET ${path}`, `PUT ${path}`],
    route: '/teams/join/:token',
    hashed: true,
  };
}

async function bookings(): Promise<readonly Secret[]> {
  const seats = await fixture.eventType({
    seats: { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true },
  });
  const { uid, seatUid = '' } = await fixture.booked(seats);
  const reserve = { eventTypeId: seats.id, slotStart: ahead(8) };
  const held = await fixture.post<{ reservationUid: string }>('/v2/slots/reservations', reserve);
  const { reservationUid } = held.data;
  const one = `/v2/bookings/${uid}`;
  const reservation = `/v2/slots/reservations/${reservationUid}`;
  return [
    {
      value: uid,
      requests: [
        `GET ${one}`,
        `POST ${one}/cancel`,
        `DELETE ${one}/cancel`,
        `OPTIONS ${one}`,
        `GET /nowhere/${uid}`,
      ],
      route: '/v2/bookings/:bookingUid/cancel',
    },
    {
      value: seatUid,
      requests: [`GET /v2/bookings/by-seat/${seatUid}`],
      route: '/v2/bookings/by-seat/:seatUid',
    },
    {
      value: reservationUid,
      requests: [`GET ${reservation}`, `PUT ${reservation}`],
      route: '/v2/slots/reservations/:uid',
    },
  ];
}

/** Of the page of an attendee. */
async function attendeeLink(): Promise<Secret> {
  const email = 'linked@example.net';
  await fixture.booked(await fixture.eventType(), { start: ahead(9), attendee: { ...attendee, email } });
  const [mail] = await fixture.mails(email);
  const value = /\/bookings\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  return {
    value,
    requests: ['', '/cancel', '/reschedule'].flatMap((step) =>
      ['GET', 'POST', 'PUT'].map((method) => `${method} /bookings/${value}${step}`),
    ),
    route: '/bookings/:link/reschedule',
  };
}

async function interaction(): Promise<Secret> {
  const client = await fixture.service.client();
  const page = await browser.get(authorizeUrl(fixture.service, client));
  const { pathname } = new URL(page.url);
  const value = pathname.slice(pathname.lastIndexOf('/') + 1);
  return {
    value,
    requests: [`GET ${pathname}`, `PUT ${pathname}`, `GET /auth/oauth2/authorize/${value}`],
    route: '/auth/oauth2/interaction/:uid',
    hashed: true,
  };
}

async function recoveryLink(): Promise<Secret> {
  const person = await fixture.service.user('Rita');
  const visitor = createBrowser(fixture.service.url);
  await visitor.submit(await visitor.get('/recover'), { email: person.email });
  const { text } = await nextMail(fixture.service, person.email);
  const value = /\/recover\?token=(\S+)/.exec(text)?.[1] ?? '';
  return {
    value,
    requests: [`GET /recover?token=${value}`, `PUT /recover?token=${value}`],
    route: '/recover',
  };
}

async function send(request: string): Promise<void> {
  const [method = '', path = ''] = request.split(' ');
  if (path.startsWith('/v2/')) await owner.call(method, path);
  else await browser.raw(path, { method });
}

/** So that what reads them fails with an error nobody foresaw, whose message names its statement. */
const TABLES = ['booking', 'event_type', 'team_invite', 'account', 'slot_hold'];
async function rename(from: (table: string) => string, to: (table: string) => string): Promise<void> {
  const { db } = fixture.service.backend;
  for (const table of TABLES) await db.schema.renameTable(from(table), to(table));
}

test('the log names the route of every request, and no secret of its path, query or fault', async () => {
  const secrets = [
    await privateLink(),
    await inviteToken(),
    ...(await bookings()),
    await attendeeLink(),
    await interaction(),
    await recoveryLink(),
  ];
  for (const { value } of secrets) expect(value).toMatch(/^[\w.~-]{12,}$/);
  const stored = await dump(fixture.service.backend.env);
  await fixture.service.idle();
  const requests = secrets.flatMap((secret) => secret.requests);
  for (const request of requests) await send(request);
  await rename(
    (table) => table,
    (table) => `${table}_away`,
  );
  const before = lines.length;
  for (const request of requests) await send(request);
  await rename(
    (table) => `${table}_away`,
    (table) => table,
  );
  const logged = lines.join('\n');
  expect(lines.slice(before).join('\n')).toContain('"msg":"request failed"');
  const routes = secrets.map(({ route }) => route);
  expect(routes.filter((route) => !logged.includes(`"route":"${route}"`))).toEqual([]);
  expect(secrets.filter(({ value }) => logged.includes(value)).map(({ route }) => route)).toEqual([]);
  const inDump = secrets.filter(({ value, hashed }) => hashed && stored.includes(value));
  expect(inDump.map(({ route }) => route)).toEqual([]);
});
