/*
 * A client manages the whole scheduling of a user with one access token: hours, an event type, slots, and bookings by
 * anonymous callers.
 */
import { useService } from '../support/service.js';
import { type Caller, callerFor } from './caller.js';

const SCOPES = [
  'SCHEDULE_READ',
  'SCHEDULE_WRITE',
  'EVENT_TYPE_READ',
  'EVENT_TYPE_WRITE',
  'BOOKING_READ',
  'BOOKING_WRITE',
] as const;

type Data = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status: number;
  readonly data: Data;
}

const service = useService();
let host: Caller;
beforeAll(async () => {
  host = await callerFor(service, SCOPES);
});

const asHost = (method: string, path: string, body?: object): Promise<Answer> =>
  host.call<Data>(method, `/v2${path}`, body);

async function asAnonymous(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${service.url}/v2${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const { data } = (await response.json()) as Pick<Answer, 'data'>;
  return { status: response.status, data };
}

const attendee = { name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'America/New_York' };

/** A Tuesday far enough ahead, `YYYY-MM-DD`. */
function tuesday(): string {
  const day = new Date(Date.now() + 14 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}

async function startsOn(date: string, eventTypeId: unknown): Promise<readonly string[]> {
  const query = new URLSearchParams({ eventTypeId: String(eventTypeId), start: date, end: date });
  const { status, data } = await asAnonymous('GET', `/slots?${query.toString()}`);
  expect(status).toBe(200);
  return ((data[date] ?? []) as readonly { readonly start: string }[]).map(({ start }) => start);
}

test('a client manages the whole scheduling of a user, from hours to bookings', async () => {
  const schedule = await asHost('POST', '/schedules', {
    name: 'Tuesdays',
    timeZone: 'UTC',
    isDefault: true,
    availability: [{ days: ['Tuesday'], startTime: '09:00', endTime: '12:00' }],
  });
  expect(schedule.status).toBe(201);
  const created = await asHost('POST', '/event-types', {
    title: 'Consultation',
    slug: 'consultation',
    lengthInMinutes: 60,
    scheduleId: schedule.data['id'],
    confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true },
  });
  expect(created.status).toBe(201);
  const { id: eventTypeId } = created.data;

  const date = tuesday();
  const [nine = '', ten = '', eleven = '', ...more] = await startsOn(date, eventTypeId);
  expect([nine, more]).toEqual([`${date}T09:00:00.000Z`, []]);

  const booked = await asAnonymous('POST', '/bookings', { eventTypeId, start: nine, attendee });
  expect(booked).toMatchObject({ status: 201, data: { status: 'pending' } });
  const uid = String(booked.data['uid']);
  expect(await startsOn(date, eventTypeId)).toEqual([ten, eleven]);

  const waiting = await asHost('GET', '/bookings?status=unconfirmed');
  expect(waiting.data).toMatchObject([{ uid, status: 'pending' }]);
  expect(await asHost('POST', `/bookings/${uid}/confirm`)).toMatchObject({
    status: 200,
    data: { uid, status: 'accepted' },
  });

  const moved = await asAnonymous('POST', `/bookings/${uid}/reschedule`, { start: eleven });
  expect(moved).toMatchObject({ status: 201, data: { rescheduledFromUid: uid } });
  const newUid = String(moved.data['uid']);
  expect((await asHost('GET', `/bookings/${uid}`)).data).toMatchObject({
    status: 'cancelled',
    rescheduledToUid: newUid,
  });
  expect(await startsOn(date, eventTypeId)).toEqual([nine, ten]);

  const cancelled = await asAnonymous('POST', `/bookings/${newUid}/cancel`, { cancellationReason: 'Ill' });
  expect(cancelled).toMatchObject({ status: 200, data: { status: 'cancelled', cancellationReason: 'Ill' } });
  expect(await startsOn(date, eventTypeId)).toEqual([nine, ten, eleven]);
});
