/* A request whose client closes its connection before the service has begun to change anything. */
import { ahead, attendee } from '../scheduling/bookings/booking-fixture.js';
import { type AbandonedFixture, openAbandonedFixture } from './abandoned-fixture.js';

let fixture: AbandonedFixture;
beforeAll(async () => {
  fixture = await openAbandonedFixture();
});
afterAll(() => fixture.close());

test('a booking that waited for the database is not made', async () => {
  const { id: eventTypeId } = await fixture.eventType();
  const body = { start: ahead(7), eventTypeId, attendee };
  await fixture.whileItWaits(() => fixture.sendAndLeave('POST', '/v2/bookings', body));
  await fixture.ended('"/v2/bookings"');
  const { db } = fixture.service.backend;
  expect(await db('booking').where({ event_type_id: eventTypeId })).toEqual([]);
});
