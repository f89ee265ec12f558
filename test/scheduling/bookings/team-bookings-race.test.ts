/*
 * Parallel bookings of a team at two replicas of the service: each gets the next host that is free, and no host is booked
 * twice. Where the database is a server, each replica has its own connections.
 */
import { backendName } from '../../support/backend.js';
import { openTwoReplicas, type TwoReplicas } from '../../support/two-replicas.js';
import { ahead, attendee, type BookingView } from './booking-fixture.js';
import type { Reply } from '../caller.js';
import { hosts, openTeamFixture, type TeamFixture } from '../team-fixture.js';

let fixture: TeamFixture;
let two: TwoReplicas;
beforeAll(async () => {
  fixture = await openTeamFixture();
  two = await openTwoReplicas(fixture.service);
});
afterAll(async () => {
  await fixture.close();
  await two.close();
});

const PARALLEL = 51;
const allHosts = () => [fixture.ada, fixture.ben, fixture.cleo];
const roundRobin = () =>
  fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(...allHosts()) });
const hostIds = ({ hosts: all }: BookingView) => all.map(({ id }) => id);
const hour = (at: number) => `${String(at % 24).padStart(2, '0')}:00`;

/** A 503 is retried. */
async function bookWithRetries(body: object, origin: string | undefined): Promise<Reply<BookingView>> {
  let reply = await fixture.book(body, origin);
  while (reply.status === 503) reply = await fixture.book(body, origin);
  return reply;
}

const bookInParallel = (
  bookingOf: (at: number) => { readonly eventTypeId: number; readonly start: string },
) =>
  Promise.all(
    Array.from({ length: PARALLEL }, (_, at) =>
      bookWithRetries(
        { ...bookingOf(at), attendee: { ...attendee, email: `booker-${at}@example.net` } },
        two.urls[at % two.urls.length],
      ),
    ),
  );

const created = (replies: readonly Reply<BookingView>[]) =>
  replies.filter(({ status }) => status === 201).map(({ data }) => data);
const perHost = (all: readonly BookingView[]) =>
  allHosts().map(({ id }) => all.filter((booking) => hostIds(booking).includes(id)).length);
const hostTimes = (all: readonly BookingView[]) =>
  all.flatMap((booking) => hostIds(booking).map((id) => `${booking.start} ${id}`));

describe(`fifty-one parallel requests on ${backendName}`, () => {
  test('for different times are shared equally by three hosts', async () => {
    const { id: eventTypeId } = await roundRobin();
    const replies = await bookInParallel((at) => ({
      eventTypeId,
      start: ahead(60 + Math.floor(at / 24), hour(at)),
    }));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(perHost(created(replies))).toEqual([17, 17, 17]);
  });

  test('for seventeen times book all three hosts at each, and none twice', async () => {
    const { id: eventTypeId } = await roundRobin();
    const replies = await bookInParallel((at) => ({ eventTypeId, start: ahead(70, hour(at % 17)) }));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(perHost(created(replies))).toEqual([17, 17, 17]);
    expect(new Set(hostTimes(created(replies))).size).toBe(PARALLEL);
  });

  test('for one time book a collective event once, and a round robin once for each host', async () => {
    const together = await fixture.createEventType({ hosts: hosts(...allHosts()) });
    const counts = [];
    for (const [{ id: eventTypeId }, days] of [
      [together, 80],
      [await roundRobin(), 81],
    ] as const) {
      const replies = await bookInParallel(() => ({ eventTypeId, start: ahead(days) }));
      counts.push(created(replies).length);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    }
    expect(counts).toEqual([1, 3]);
  });

  test('for event types with overlapping hosts never book a host twice', async () => {
    const { ada, ben, cleo } = fixture;
    const types = [
      await fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(ada, ben) }),
      await fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(cleo, ben) }),
      await fixture.createEventType({ hosts: hosts(ben, ada) }),
    ];
    const replies = await bookInParallel((at) => ({
      eventTypeId: types[at % types.length]?.id ?? 0,
      start: ahead(82, hour(at % 5)),
    }));
    const all = hostTimes(created(replies));
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(15);
  });
});
