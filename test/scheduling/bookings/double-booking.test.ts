/*
 * Parallel requests for the same time at two replicas of the service. Where the database is a server, each
 * has connections of its own.
 */
import { randomUUID } from 'node:crypto';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import { holdRaw } from '../../support/raw-request.js';
import { backendName } from '../../support/backend.js';
import { openTwoReplicas, type TwoReplicas } from '../../support/two-replicas.js';
import { ahead, attendee, openFixture } from './booking-fixture.js';
import type { BookingView, Fixture } from './booking-fixture.js';
import type { Reply } from '../caller.js';
import { codeTo, otherThan } from '../verified-resources/verified-fixture.js';

let fixture: Fixture;
let two: TwoReplicas;
beforeAll(async () => {
  fixture = await openFixture();
  two = await openTwoReplicas(fixture.service);
});
afterAll(async () => {
  await fixture.close();
  await two.close();
});

const PARALLEL = 50;

interface BookingRequest {
  readonly path?: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All requests are sent up to the last byte before one is finished. A 503 is retried with the same idempotency key. */
async function sendInParallel(requests: readonly BookingRequest[]): Promise<readonly Reply<BookingView>[]> {
  const ask = async ({ path = '/v2/bookings', body, headers }: BookingRequest, at: number) => {
    const raw = {
      method: 'POST',
      path,
      headers: {
        host: new URL(two.urls[0] ?? '').host,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...headers,
      },
      body: JSON.stringify(body),
    };
    const origin = two.urls[at % two.urls.length] ?? '';
    let send = await holdRaw(origin, raw);
    return async (): Promise<Reply<BookingView>> => {
      let { status, text } = await send();
      while (status === 503) {
        send = await holdRaw(origin, raw);
        ({ status, text } = await send());
      }
      return { ...(JSON.parse(text) as Reply<BookingView>), status, text };
    };
  };
  const held = await Promise.all(requests.map(ask));
  return Promise.all(held.map((send) => send()));
}

const parallelBookings = (eventType: EventType, change: (at: number) => object): readonly BookingRequest[] =>
  Array.from({ length: PARALLEL }, (_, at) => ({
    body: {
      eventTypeId: eventType.id,
      start: ahead(7),
      attendee: { ...attendee, email: `booker-${at}@example.net` },
      ...change(at),
    },
  }));

const count = (replies: readonly Reply<unknown>[]): Readonly<Record<string, number>> => {
  const seen: Record<string, number> = {};
  for (const { status, error } of replies) {
    const what = status < 300 ? String(status) : `${status} ${error.code}`;
    seen[what] = (seen[what] ?? 0) + 1;
  }
  return seen;
};

describe(`fifty parallel requests on ${backendName}`, () => {
  it('book a time once', async () => {
    const type = await fixture.eventType();
    const replies = await sendInParallel(parallelBookings(type, () => ({ start: ahead(10) })));
    expect(count(replies)).toEqual({ 201: 1, '409 SLOT_TAKEN': PARALLEL - 1 });
  });

  it('book overlapping times of several event types once', async () => {
    const [one, two] = [
      await fixture.eventType({ slotInterval: 15 }),
      await fixture.eventType({ slotInterval: 15 }),
    ];
    const replies = await sendInParallel(
      parallelBookings(one, (at) => ({
        start: ahead(11, ['09:00', '09:15', '09:30', '09:45'][at % 4]),
        eventTypeId: at % 2 === 0 ? one.id : two.id,
      })),
    );
    expect(count(replies)).toEqual({ 201: 1, '409 SLOT_TAKEN': PARALLEL - 1 });
  });

  it('book each seat once', async () => {
    const seats = { seatsPerTimeSlot: 7, showAttendeeInfo: false, showAvailabilityCount: true };
    const type = await fixture.eventType({ seats });
    const replies = await sendInParallel(parallelBookings(type, () => ({ start: ahead(12) })));
    expect(count(replies)).toEqual({ 201: 7, '409 NO_SEATS_LEFT': PARALLEL - 7 });
    const created = replies.filter(({ status }) => status === 201).map(({ data }) => data);
    expect(new Set(created.map(({ uid }) => uid)).size).toBe(1);
    expect(new Set(created.map(({ seatUid }) => seatUid)).size).toBe(7);
    const { data } = await fixture.host.call<BookingView>('GET', `/v2/bookings/${created[0]?.uid}`);
    expect(data.attendees).toHaveLength(7);
  });

  it('compare at most five codes, and then refuse also the right one', async () => {
    const type = await fixture.eventType({ requiresBookerEmailVerification: true });
    const body = { eventTypeId: type.id, start: ahead(14), attendee };
    expect(count([await fixture.post('/v2/bookings', body)])).toEqual({
      '400 EMAIL_VERIFICATION_REQUIRED': 1,
    });
    const code = await codeTo(fixture.service, attendee.email);
    const guess = (at: number) => ({ ...body, emailVerificationCode: otherThan(code, at) });
    const replies = await sendInParallel(parallelBookings(type, (at) => guess(at + 1)));
    expect(count(replies)).toEqual({ '400 EMAIL_VERIFICATION_FAILED': PARALLEL });
    expect(count([await fixture.post('/v2/bookings', guess(0))])).toEqual({
      '400 EMAIL_VERIFICATION_FAILED': 1,
    });
  });

  it('do not exceed the limit of a day', async () => {
    const type = await fixture.eventType({ bookingLimitsCount: { day: 3 }, lengthInMinutes: 15 });
    const slots = Array.from({ length: PARALLEL }, (_, at) => {
      const minutes = at * 15;
      return ahead(
        13,
        `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
      );
    });
    const replies = await sendInParallel(parallelBookings(type, (at) => ({ start: slots[at] })));
    expect(count(replies)).toEqual({ 201: 3, '409 BOOKING_LIMIT_REACHED': PARALLEL - 3 });
  });

  it('do not exceed the limit of a booker', async () => {
    const type = await fixture.eventType({
      lengthInMinutes: 15,
      bookerActiveBookingsLimit: { maximumActiveBookings: 2, offerReschedule: true },
    });
    const replies = await sendInParallel(
      parallelBookings(type, (at) => ({
        attendee,
        start: ahead(14 + Math.floor(at / 20), `${10 + (at % 10)}:00`),
      })),
    );
    const { 201: created, ...refused } = count(replies);
    expect(created).toBe(2);
    expect(Object.keys(refused).sort()).toEqual(
      ['409 BOOKER_LIMIT_REACHED', '409 SLOT_TAKEN'].filter((what) => what in refused),
    );
  });

  it('with the same idempotency key book once and get the same reply', async () => {
    const type = await fixture.eventType();
    const requests = parallelBookings(type, () => ({ start: ahead(20), attendee }));
    const replies = await sendInParallel(
      requests.map((request) => ({ ...request, headers: { 'idempotency-key': 'only once' } })),
    );
    expect(count(replies)).toEqual({ 201: PARALLEL });
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  it('reschedule one booking to the same time', async () => {
    const type = await fixture.eventType({ lengthInMinutes: 15 });
    const uids: string[] = [];
    for (let at = 0; at < 20; at += 1)
      uids.push((await fixture.booked(type, { start: ahead(21, `${String(at).padStart(2, '0')}:00`) })).uid);
    const path = (uid: string): string => `/v2/bookings/${uid}/reschedule`;
    const replies = await sendInParallel(
      uids.map((uid) => ({ path: path(uid), body: { start: ahead(22) } })),
    );
    expect(count(replies)).toEqual({ 201: 1, '409 SLOT_TAKEN': uids.length - 1 });
  });

  it('either cancel or reschedule a booking', async () => {
    const type = await fixture.eventType();
    const { uid } = await fixture.booked(type, { start: ahead(23) });
    const replies = await sendInParallel([
      ...Array.from({ length: 5 }, () => ({ path: `/v2/bookings/${uid}/cancel`, body: {} })),
      ...Array.from({ length: 5 }, (_, at) => ({
        path: `/v2/bookings/${uid}/reschedule`,
        body: { start: ahead(24, `1${at}:00`) },
      })),
    ]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(9);
  });
});
