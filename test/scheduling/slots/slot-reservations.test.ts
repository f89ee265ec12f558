/* `/v2/slots/reservations` over HTTP: a slot is held for a few minutes. */
import { newTerms } from '../../../src/scheduling/event-types/rules.js';
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { type TestUser, useService } from '../../support/service.js';
import { type Caller, callerFor, faulty, type Reply } from '../caller.js';

const ACTOR = { actor: 'test' };
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const MINUTE = 60_000;
/** Bookings too far ahead are refused. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

interface ReservationView {
  readonly eventTypeId: number;
  readonly slotStart: string;
  readonly slotEnd: string;
  readonly slotDuration: number;
  readonly reservationUid: string;
  readonly reservationDuration: number;
  readonly reservationUntil: string;
}

/** Reservations are limited for a client IP, so that each test calls from its own. */
let clientIp = '';
let clientIps = 0;
let later = 0;
const service = useService({ env: { TRUSTED_PROXIES: '127.0.0.1/32' }, clock: () => Date.now() + later });
let ada: TestUser;
let host: Caller;
let nonMember: Caller;
beforeAll(async () => {
  ada = await service.user('Ada Lovelace');
  const hours = { name: 'Open', timeZone: 'UTC', overrides: [], isDefault: true };
  const availability = [{ days: DAYS, startTime: '00:00', endTime: '24:00' }];
  await service.stores.scheduling.schedules.create(ada.account.id, { ...hours, availability }, ACTOR);
  host = await callerFor(service, ['PROFILE_READ'], ada);
  nonMember = await callerFor(service, ['PROFILE_READ']);
});
beforeEach(() => {
  clientIp = `192.0.2.${(clientIps += 1)}`;
});
afterEach(() => {
  later = 0;
});

let count = 0;
async function eventType(change: Partial<NewEventType> = {}): Promise<number> {
  const slug = `intro-${(count += 1)}`;
  const terms = newTerms({ title: 'Intro call', slug, lengthInMinutes: 60, ...change });
  const created = await service.stores.scheduling.eventTypes.create(
    ada.account.id,
    { terms, most: 200 },
    ACTOR,
  );
  if (typeof created !== 'object') throw new Error(`not created: ${created}`);
  return created.eventType.id;
}

async function send<D = ReservationView>(
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<D> & { readonly headers: Headers }> {
  const response = await fetch(`${service.url}/v2${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': clientIp, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = JSON.parse(text) as Pick<Reply<D>, 'data' | 'error'>;
  return { ...answer, status: response.status, text, headers: response.headers };
}

const RESERVATIONS = '/slots/reservations';
const hold = (eventTypeId: number, slotStart: string, more: object = {}) =>
  send('POST', RESERVATIONS, { eventTypeId, slotStart, ...more });

async function reserve(eventTypeId: number, slotStart: string, more: object = {}): Promise<ReservationView> {
  const { status, data, text } = await hold(eventTypeId, slotStart, more);
  if (status !== 201) throw new Error(`not held: ${text}`);
  return data;
}

const attendee = { name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'UTC' };
const book = (eventTypeId: number, start: string, more: object = {}) =>
  send<{ readonly uid: string }>('POST', '/bookings', { eventTypeId, start, attendee, ...more });

type Slots = Readonly<Record<string, readonly { readonly start: string }[]>>;
async function isOffered(eventTypeId: number, start: string): Promise<boolean> {
  const end = new Date(Date.parse(start) + 1).toISOString();
  const { data } = await send<Slots>('GET', `/slots?eventTypeId=${eventTypeId}&start=${start}&end=${end}`);
  return Object.keys(data).length > 0;
}

let hours = 0;
/** An hour that no other test uses. */
const freshHour = (): string => new Date(Date.UTC(NEXT_YEAR, 8, 5, (hours += 3))).toISOString();

const minutesFromNow = (time: string): number => Math.round((Date.parse(time) - Date.now()) / MINUTE);

describe('a slot reservation', () => {
  test('lasts five minutes and removes the slot from the list', async () => {
    const [eventTypeId, slotStart] = [await eventType(), freshHour()];
    const { status, data, headers } = await hold(eventTypeId, slotStart);
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(data).toEqual({
      eventTypeId,
      slotStart,
      slotEnd: new Date(Date.parse(slotStart) + 60 * MINUTE).toISOString(),
      slotDuration: 60,
      reservationUid: expect.stringMatching(/^[\w-]{32}$/),
      reservationDuration: 5,
      reservationUntil: expect.any(String),
    });
    expect(minutesFromNow(data.reservationUntil)).toBe(5);
    expect(await isOffered(eventTypeId, slotStart)).toBe(false);
  });

  test('prevents other reservations of the slot and of overlapping ones with 409', async () => {
    const [eventTypeId, slotStart] = [await eventType({ slotInterval: 30 }), freshHour()];
    await reserve(eventTypeId, slotStart);
    clientIp = '198.51.100.1';
    const half = new Date(Date.parse(slotStart) + 30 * MINUTE).toISOString();
    for (const start of [slotStart, half]) {
      const { status, error } = await hold(eventTypeId, start);
      expect([status, error.code]).toEqual([409, 'SLOT_HELD']);
    }
    const { status, error } = await hold(await eventType(), slotStart);
    expect([status, error.code]).toEqual([409, 'SLOT_TAKEN']);
  });

  test('prevents bookings without its uid, also from the same client IP', async () => {
    const [eventTypeId, slotStart] = [await eventType(), freshHour()];
    const { reservationUid } = await reserve(eventTypeId, slotStart);
    const refused = await book(eventTypeId, slotStart);
    expect([refused.status, refused.error.code]).toEqual([409, 'SLOT_HELD']);
    expect((await book(eventTypeId, slotStart, { reservationUid: 'another' })).status).toBe(409);
    expect((await book(eventTypeId, slotStart, { reservationUid })).status).toBe(201);
  });

  test('allows moving a booking to its slot with its uid', async () => {
    const [eventTypeId, slotStart, start] = [await eventType(), freshHour(), freshHour()];
    const { uid } = (await book(eventTypeId, slotStart)).data;
    const { reservationUid } = await reserve(eventTypeId, start);
    const move = (body: object) => send('POST', `/bookings/${uid}/reschedule`, { start, ...body });
    expect((await move({})).status).toBe(409);
    expect((await move({ reservationUid })).status).toBe(201);
  });

  test('allows booking its slot with its uid, and is deleted then', async () => {
    const [eventTypeId, slotStart] = [await eventType(), freshHour()];
    const { reservationUid } = await reserve(eventTypeId, slotStart);
    clientIp = '198.51.100.3';
    expect((await book(eventTypeId, slotStart, { reservationUid })).status).toBe(201);
    expect((await send('GET', `${RESERVATIONS}/${reservationUid}`)).data).toBeNull();
  });

  test('succeeds for one of 20 parallel callers', async () => {
    const [eventTypeId, slotStart] = [await eventType(), freshHour()];
    const attempts = Array.from({ length: 20 }, (_, at) => {
      clientIp = `203.0.113.${at + 1}`;
      return hold(eventTypeId, slotStart);
    });
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  test('expires', async () => {
    const [eventTypeId, slotStart] = [await eventType(), freshHour()];
    const { reservationUid } = await reserve(eventTypeId, slotStart);
    later = 5 * MINUTE + 1_000;
    expect(await isOffered(eventTypeId, slotStart)).toBe(true);
    expect((await send('GET', `${RESERVATIONS}/${reservationUid}`)).data).toBeNull();
    expect(
      (await send('PATCH', `${RESERVATIONS}/${reservationUid}`, { eventTypeId, slotStart })).status,
    ).toBe(404);
    expect((await send('DELETE', `${RESERVATIONS}/${reservationUid}`)).status).toBe(404);
    expect((await hold(eventTypeId, slotStart)).status).toBe(201);
  });

  test('can be read by any caller with its uid', async () => {
    const created = await reserve(await eventType(), freshHour());
    const { status, data } = await send('GET', `${RESERVATIONS}/${created.reservationUid}`);
    const { reservationDuration: _duration, ...expected } = created;
    expect([status, data]).toEqual([200, expected]);
    expect(await send('GET', `${RESERVATIONS}/unknown`)).toMatchObject({ status: 200, data: null });
  });

  test('is released at once', async () => {
    const [eventTypeId, slotStart] = [await eventType(), freshHour()];
    const { reservationUid } = await reserve(eventTypeId, slotStart);
    const answer = await send('DELETE', `${RESERVATIONS}/${reservationUid}`);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { status: 'success' }]);
    expect(await isOffered(eventTypeId, slotStart)).toBe(true);
    expect((await send('DELETE', `${RESERVATIONS}/${reservationUid}`)).status).toBe(404);
  });

  test('can be prolonged, and moved to another slot', async () => {
    const [eventTypeId, slotStart, next] = [await eventType(), freshHour(), freshHour()];
    const created = await reserve(eventTypeId, slotStart);
    const path = `${RESERVATIONS}/${created.reservationUid}`;
    later = 3 * MINUTE;
    const longer = await send('PATCH', path, { eventTypeId, slotStart });
    expect(longer).toMatchObject({ status: 200, data: { slotStart, reservationDuration: 5 } });
    expect(minutesFromNow(longer.data.reservationUntil)).toBe(8);
    const moved = await send('PATCH', path, { eventTypeId, slotStart: next });
    expect(moved).toMatchObject({
      status: 200,
      data: { slotStart: next, reservationUid: created.reservationUid },
    });
    expect([await isOffered(eventTypeId, slotStart), await isOffered(eventTypeId, next)]).toEqual([
      true,
      false,
    ]);
  });

  test('is unchanged if it cannot be moved', async () => {
    const [eventTypeId, slotStart, taken] = [await eventType(), freshHour(), freshHour()];
    await reserve(eventTypeId, taken);
    const { reservationUid } = await reserve(eventTypeId, slotStart);
    const path = `${RESERVATIONS}/${reservationUid}`;
    expect((await send('PATCH', path, { eventTypeId, slotStart: taken })).status).toBe(409);
    expect((await send('GET', path)).data).toMatchObject({ slotStart });
    expect((await send('PATCH', `${RESERVATIONS}/unknown`, { eventTypeId, slotStart })).status).toBe(404);
  });

  test('takes one seat', async () => {
    const seats = { seatsPerTimeSlot: 2, showAttendeeInfo: false, showAvailabilityCount: true };
    const [eventTypeId, slotStart] = [await eventType({ seats }), freshHour()];
    await reserve(eventTypeId, slotStart);
    expect(await isOffered(eventTypeId, slotStart)).toBe(true);
    clientIp = '198.51.100.4';
    expect((await book(eventTypeId, slotStart)).status).toBe(201);
    expect(await isOffered(eventTypeId, slotStart)).toBe(false);
    clientIp = '198.51.100.5';
    expect((await book(eventTypeId, slotStart)).status).toBe(409);
  });

  test('is one of at most 20 of a client IP', async () => {
    const eventTypeId = await eventType();
    const start = Date.UTC(2050, 0, 1);
    const starts = Array.from({ length: 21 }, (_, at) => new Date(start + at * 60 * MINUTE).toISOString());
    const statuses: number[] = [];
    for (const slotStart of starts.slice(0, 20)) statuses.push((await hold(eventTypeId, slotStart)).status);
    expect(statuses).toEqual(Array(20).fill(201));
    const refused = await hold(eventTypeId, starts[20] ?? '');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
    clientIp = '198.51.100.6';
    expect((await hold(eventTypeId, starts[20] ?? '')).status).toBe(201);
  });
});

describe('an invalid slot reservation', () => {
  test.each([
    ['slotStart', { slotStart: '2050-09-05T09:10:00Z' }, 'NOT_A_SLOT'],
    ['slotStart', { slotStart: '2020-09-05T09:00:00Z' }, 'TOO_SOON'],
    ['slotStart', { slotStart: 'soon' }, 'BAD_REQUEST'],
    ['slotStart', { slotStart: '2100-01-02T09:00:00Z' }, 'BAD_REQUEST'],
    ['slotStart', { slotStart: '2050-09-05' }, 'BAD_REQUEST'],
    ['slotStart', { slotStart: undefined }, 'BAD_REQUEST'],
    ['slotDuration', { slotDuration: 45 }, 'BAD_REQUEST'],
    ['slotDuration', { slotDuration: '60' }, 'BAD_REQUEST'],
    ['reservationDuration', { reservationDuration: 0 }, 'BAD_REQUEST'],
    ['reservationDuration', { reservationDuration: 1_441 }, 'BAD_REQUEST'],
    ['eventTypeId', { eventTypeId: '1' }, 'BAD_REQUEST'],
  ])('is refused naming %s: %j', async (property, change, code) => {
    const body = { eventTypeId: await eventType(), slotStart: '2050-09-05T09:00:00Z', ...change };
    const answer = await send('POST', RESERVATIONS, body);
    expect([answer.status, answer.error.code, faulty(answer)]).toEqual([400, code, [property]]);
  });

  test('is refused without a token where the event type requires authentication', async () => {
    const body = {
      eventTypeId: await eventType({ bookingRequiresAuthentication: true }),
      slotStart: freshHour(),
    };
    expect((await send('POST', RESERVATIONS, body)).status).toBe(401);
    expect((await nonMember.call('POST', '/v2/slots/reservations', body)).status).toBe(201);
  });

  test('is refused with 404 for an unknown event type', async () => {
    expect((await hold(999_999, freshHour())).status).toBe(404);
  });

  test('is accepted with a length that the event type offers', async () => {
    const eventTypeId = await eventType({ lengthInMinutesOptions: [30, 60] });
    expect(await reserve(eventTypeId, freshHour(), { slotDuration: 30 })).toMatchObject({ slotDuration: 30 });
  });
});

describe('a slot reservation with its own duration', () => {
  const long = async () => ({
    eventTypeId: await eventType(),
    slotStart: freshHour(),
    reservationDuration: 45,
  });

  test('is available to the host and to members of a team of the host', async () => {
    const answer = await host.call<ReservationView>('POST', '/v2/slots/reservations', await long());
    expect(answer).toMatchObject({ status: 201, data: { reservationDuration: 45 } });
    expect(minutesFromNow(answer.data.reservationUntil)).toBe(45);
    expect((await nonMember.call('POST', '/v2/slots/reservations', await long())).status).toBe(403);
  });

  test('requires a valid token', async () => {
    const anonymous = await send('POST', RESERVATIONS, await long());
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Bearer'),
    ]);
    for (const authorization of ['Bearer unknown', 'Basic eDp5', 'Bearer']) {
      const { reservationDuration: _, ...body } = await long();
      expect((await send('POST', RESERVATIONS, body, { authorization })).status).toBe(401);
      expect(await isOffered(body.eventTypeId, body.slotStart)).toBe(true);
    }
  });

  test('belongs to the account, not to the client IP of the call', async () => {
    const { reservationDuration: _, ...body } = await long();
    expect((await host.call('POST', '/v2/slots/reservations', body)).status).toBe(201);
    const booking = { eventTypeId: body.eventTypeId, start: body.slotStart, attendee };
    // The address from which the client of the host calls, too.
    clientIp = '127.0.0.1';
    expect((await send('POST', '/bookings', booking)).status).toBe(409);
    expect((await host.call('POST', '/v2/bookings', booking)).status).toBe(201);
  });
});
