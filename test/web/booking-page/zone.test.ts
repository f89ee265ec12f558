/* In which time zone the pages show times: chosen, of the reader, or of the host. */
import { createBrowser, type Page } from '../../support/browser.js';
import { daysOn, type Fixture, linkTo, openFixture, timesOn, visitOf } from './booking-fixture.js';

const ACTOR = { actor: 'test' };

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
  const { profiles } = fixture.service.stores.scheduling;
  await profiles.changeProfile(fixture.host.id, { timeZone: 'Europe/Berlin', weekStart: 'Monday' }, ACTOR);
});
afterAll(() => fixture.close());

const zoneOn = ({ root }: Page): string => root.querySelector('.booking-zone .strong')?.text ?? '';
const noteOn = ({ root }: Page): string | undefined => root.querySelector('.booking-zone .hint')?.text;
const hasScript = ({ html }: Page): boolean => html.includes('time-zone');

test('signed out it is that of the host, named, which a script of the page may replace', async () => {
  const { browser, path } = await visitOf(fixture);
  const page = await browser.get(path);
  expect([zoneOn(page), noteOn(page)]).toEqual(['Europe/Berlin', 'The time zone of the host']);
  expect(hasScript(page)).toBe(true);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(page.root.querySelector('.month th .unseen')?.text).toBe('Monday');
});

test('signed in it is that of the reader', async () => {
  const { path } = await visitOf(fixture);
  const user = await fixture.service.user('Rita Reader');
  const change = { timeZone: 'America/New_York' };
  await fixture.service.stores.scheduling.profiles.changeProfile(user.account.id, change, ACTOR);
  const browser = createBrowser(fixture.service.url);
  await browser.signIn(user);
  const page = await browser.get(path);
  expect([zoneOn(page), noteOn(page)]).toEqual(['America/New York', 'Your time zone']);
  expect(hasScript(page)).toBe(false);
});

test('chosen with the form it stays in every address, up to the booking', async () => {
  const { browser, path } = await visitOf(fixture);
  const page = await browser.get(path);
  const form = page.root.querySelector('.booking-zone form');
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['get', path]);
  const chosen = await browser.get(`${path}?timeZone=Asia/Kolkata`);
  expect([zoneOn(chosen), noteOn(chosen), hasScript(chosen)]).toEqual(['Asia/Kolkata', undefined, false]);
  const day = await browser.get(linkTo(chosen, daysOn(chosen)[1] ?? ''));
  expect(timesOn(day)[0]).toMatch(/:30$/);
  const details = await browser.get(linkTo(day, timesOn(day)[0] ?? ''));
  expect(details.html).toContain('(Asia/Kolkata)');
  const booked = await browser.submit(details, { name: 'Grace', email: 'grace@example.net' });
  expect(booked.root.querySelector('dl')?.text).toContain('(Asia/Kolkata)');
});

test('is fixed where the event type says so', async () => {
  const { browser, path } = await visitOf(fixture, { lockTimeZoneToggleOnBookingPage: true });
  const page = await browser.get(`${path}?timeZone=Asia/Kolkata`);
  expect(page.root.querySelector('.booking-zone')?.text).toContain('Europe/Berlin');
  expect(page.root.querySelector('.booking-zone form')).toBeNull();
});
