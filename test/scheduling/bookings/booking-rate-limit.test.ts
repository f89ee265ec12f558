/* The limit of bookings without a token for a client IP. */
import { ahead, attendee, openFixture } from './booking-fixture.js';
import type { Fixture } from './booking-fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture({ env: { BOOKINGS_PER_NETWORK: '3', TRUSTED_PROXIES: '127.0.0.1/32' } });
});
afterAll(() => fixture.close());

const from = (clientIp: string) => ({ 'x-forwarded-for': clientIp });

test('bookings without a token are limited for a client IP within ten minutes, over all event types', async () => {
  const type = await fixture.eventType();
  const bodies = Array.from({ length: 6 }, (_, at) => ({
    start: ahead(30 + at),
    eventTypeId: type.id,
    attendee,
  }));
  const invalid = await fixture.post('/v2/bookings', { eventTypeId: type.id }, from('192.0.2.1'));
  expect(invalid.status).toBe(400);
  const answers = await Promise.all(
    bodies.map((body) => fixture.post('/v2/bookings', body, from('192.0.2.1'))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429]);
  const booking = answers.find(({ status }) => status === 201)?.data;
  const path = `/v2/bookings/${booking?.uid}/reschedule`;
  const move = { start: ahead(60) };
  const headers = { 'content-type': 'application/json', ...from('192.0.2.1') };
  const refused = await fetch(`${fixture.service.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(move),
  });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600);
  expect((await fixture.post(path, move, from('198.51.100.1'))).status).toBe(201);
});

test('bookings with a token are not limited by client IP', async () => {
  const type = await fixture.eventType();
  for (let at = 0; at < 5; at += 1) {
    const body = { start: ahead(80 + at), eventTypeId: type.id, attendee };
    expect((await fixture.host.call('POST', '/v2/bookings', body)).status).toBe(201);
  }
});
