/* Private links lead to the page of their event type, and count each booking. */
import { randomUUID } from 'node:crypto';
import { limitsOf, type SentLimits } from '../../../src/scheduling/private-links/rules.js';
import { ahead } from '../../scheduling/bookings/booking-fixture.js';
import type { Page } from '../../support/browser.js';
import {
  type Fixture,
  formOf,
  noticeOn,
  openFixture,
  toForm,
  type Visit,
  visitOf,
} from './booking-fixture.js';

const HOUR = 3_600_000;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const person = () => ({ name: 'Grace Hopper', email: `grace-${randomUUID()}@example.net` });

async function linked(limits: SentLimits = {}): Promise<Visit> {
  const visit = await visitOf(fixture, { hidden: true });
  const id = randomUUID();
  const group = { accountId: fixture.host.id, eventTypeId: visit.eventType.id };
  const link = { id, most: 9, ...limitsOf(limits) };
  await fixture.service.stores.scheduling.privateLinks.create(group, link, { actor: 'test' });
  return { ...visit, path: `/d/${id}/${visit.eventType.slug}` };
}

const isGone = ({ status, html }: Page): boolean =>
  status === 404 && html.includes('This private link has expired or was used up.');

test('a link is followed step by step and works once, also for a form that is sent twice', async () => {
  const visit = await linked();
  const form = await toForm(visit);
  expect(form.root.querySelector('main form')?.getAttribute('action')).toBe(visit.path);
  const late = await formOf(visit, ahead(20));
  const typed = person();
  const booked = await visit.browser.submit(form, typed);
  expect(noticeOn(booked)).toBe('Booked');
  expect((await visit.browser.submit(form, typed)).url).toBe(booked.url);
  expect(isGone(await visit.browser.get(visit.path))).toBe(true);
  const refused = await visit.browser.submit(late, person());
  expect([refused.status, noticeOn(refused)]).toEqual([422, 'This private link has expired or was used up.']);
});

test('a link ends when its time is over', async () => {
  const visit = await linked({ expiresAt: Date.now() + 2 * HOUR });
  expect((await visit.browser.get(visit.path)).status).toBe(200);
  fixture.pass(3 * HOUR);
  expect(isGone(await visit.browser.get(visit.path))).toBe(true);
});

test('a link is for one event type, and not for search engines', async () => {
  const visit = await linked();
  const page = await visit.browser.get(visit.path);
  expect(page.root.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  for (const path of [visit.path.replace(/[^/]+$/, 'other'), '/d/unknown/intro', '/d/unknown'])
    expect([path, (await visit.browser.get(path)).status]).toEqual([path, 404]);
});
