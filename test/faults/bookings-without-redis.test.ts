/* People go on booking while Redis fails; what needs it is 503. */
import { ahead, attendee, openFixture } from '../scheduling/bookings/booking-fixture.js';
import type { BookingView, Fixture } from '../scheduling/bookings/booking-fixture.js';
import { openBackend } from '../support/backend.js';
import { startRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import { until } from '../support/until.js';

const PER_NETWORK = 6;

let redis: RedisServer;
let fixture: Fixture;
let closeBackend: () => Promise<void>;
beforeEach(async () => {
  redis = await startRedis({ args: ['--appendonly', 'yes'] });
  const backend = await openBackend({ REDIS_URL: redis.url() });
  closeBackend = backend.close;
  fixture = await openFixture({ backend, env: { BOOKINGS_PER_NETWORK: String(PER_NETWORK) } });
});
afterEach(async () => {
  await redis.stop();
  await fixture.close();
  await closeBackend();
});

const slots = async (eventTypeId: number): Promise<Response> =>
  fetch(`${fixture.service.url}/v2/slots?eventTypeId=${eventTypeId}&start=${ahead(2)}&end=${ahead(3)}`);

test.each<[string, () => Promise<void>, () => Promise<void>]>([
  ['is killed', () => redis.crash(), () => redis.restart()],
  ['does not answer', () => redis.freeze(), () => redis.thaw()],
])('when Redis %s, people book, move and cancel within a local limit', async (_, begin, end) => {
  const type = await fixture.eventType();
  await fixture.booked(type, { start: ahead(10) });
  await begin();
  expect((await slots(type.id)).status).toBe(200);
  const { uid } = await fixture.booked(type, { start: ahead(11) });
  const moved = await fixture.post(`/v2/bookings/${uid}/reschedule`, { start: ahead(12) });
  expect(moved.status).toBe(201);
  expect((await fixture.post(`/v2/bookings/${moved.data.uid}/cancel`, {})).status).toBe(200);
  const held = await fixture.post('/v2/slots/reservations', { eventTypeId: type.id, slotStart: ahead(13) });
  expect(held.status).toBe(201);
  const body = { start: ahead(14), eventTypeId: type.id, attendee };
  // A token cannot be verified.
  expect((await fixture.host.call<BookingView>('POST', '/v2/bookings', body)).status).toBe(503);
  for (let made = 2; made < PER_NETWORK; made += 1) await fixture.booked(type, { start: ahead(20 + made) });
  expect((await fixture.book(type, { start: ahead(40) })).status).toBe(429);
  await end();
  // Redis counted one booking before it failed.
  await until(async () => (await fixture.host.call('GET', '/v2/bookings')).status === 200);
  await until(async () => (await fixture.book(type, { start: ahead(41) })).status === 201);
});
