/* Public pages count as the public endpoints do, by client IP. */
import { randomUUID } from 'node:crypto';
import { ahead } from '../../scheduling/bookings/booking-fixture.js';
import { createBrowser } from '../../support/browser.js';
import { type Fixture, formOf, noticeOn, openFixture, visitOf } from './booking-fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture({ env: { BOOKINGS_PER_NETWORK: '2', READS_PER_NETWORK: '12' } });
});
afterAll(() => fixture.close());

const person = () => ({ name: 'Grace Hopper', email: `grace-${randomUUID()}@example.net` });

test('bookings by page and by API are one count, and then there is a page that says how long to wait', async () => {
  const visit = await visitOf(fixture);
  const form = await formOf(visit, ahead(9));
  await fixture.booked(visit.eventType, { start: ahead(10) });
  expect(noticeOn(await visit.browser.submit(form, person()))).toBe('Booked');
  const next = await formOf(visit, ahead(11));
  const refused = await visit.browser.submit(next, person());
  expect([refused.status, refused.html.includes('Wait ')]).toEqual([429, true]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fixture.book(visit.eventType, { start: ahead(12) })).status).toBe(429);
});

test('reads are one count with the public lists', async () => {
  const browser = createBrowser(fixture.service.url);
  const statuses = new Set<number>();
  for (let reads = 0; reads < 13; reads += 1)
    statuses.add((await browser.get(`/${fixture.username}`)).status);
  expect([...statuses]).toEqual([200, 429]);
  const list = await fetch(`${fixture.service.url}/v2/event-types?username=${fixture.username}`);
  expect(list.status).toBe(429);
});
