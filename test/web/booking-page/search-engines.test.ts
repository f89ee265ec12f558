/* What search engines and cards of other sites get: the pages for everybody, and none of the others. */
import { createBrowser, type Page } from '../../support/browser.js';
import { ahead } from '../../scheduling/bookings/booking-fixture.js';
import { type Fixture, formOf, openFixture, type Visit, visitOf } from './booking-fixture.js';

let fixture: Fixture;
let visit: Visit;
beforeAll(async () => {
  fixture = await openFixture();
  visit = await visitOf(fixture, { title: 'First "talk"', description: 'We get to know each other.' });
});
afterAll(() => fixture.close());

const metaOn = ({ root }: Page, name: string): string | undefined =>
  root.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');

test('the page of an event type has a title, a description and one address', async () => {
  const page = await visit.browser.get(visit.path);
  expect(metaOn(page, 'robots')).toBeUndefined();
  expect(metaOn(page, 'og:title')).toBe('First "talk" · Ada Lovelace');
  expect(metaOn(page, 'description')).toBe('We get to know each other.');
  const address = `${fixture.service.url}${visit.path}`;
  expect(page.root.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(address);
});

test('the page of a user has them too', async () => {
  const page = await visit.browser.get(`/${fixture.username}`);
  expect(metaOn(page, 'og:description')).toBe('Book a time with Ada Lovelace');
  expect(metaOn(page, 'robots')).toBeUndefined();
});

test('steps, the form and all other pages are not indexed', async () => {
  const pages = [
    await visit.browser.get(`${visit.path}?month=${ahead(40).slice(0, 7)}`),
    await formOf(visit, ahead(9)),
    await visit.browser.get('/sign-in'),
    await visit.browser.get('/'),
    await visit.browser.get('/nobody-here'),
  ];
  expect(pages.map((page) => metaOn(page, 'robots'))).toEqual(pages.map(() => 'noindex'));
});

/** RFC 9309 section 2.2.2, for the rules that we write. */
function isAllowed(robots: string, address: string): boolean {
  const rules = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, rule = '']) => rule);
  return !rules.some((rule) => {
    if (rule === '/*?') return address.includes('?');
    return rule.endsWith('$') ? address === rule.slice(0, -1) : address.startsWith(rule);
  });
}

test('robots.txt allows these pages and closes every other one', async () => {
  const robots = (await createBrowser(fixture.service.url).get('/robots.txt')).html;
  const open = [`/${fixture.username}`, visit.path, '/team/sales/intro', '/settings-of-ada', '/'];
  expect(open.filter((address) => !isAllowed(robots, address))).toEqual([]);
  const underNames = ['/:username', '/team/:teamSlug', '/org/:organizationSlug', '/d/:link'];
  const others = fixture.service.pages
    .map(({ path }) => path)
    .filter((path) => path !== '/' && !underNames.some((name) => path.startsWith(name)));
  expect(others.length).toBeGreaterThan(50);
  expect(others.filter((path) => isAllowed(robots, path))).toEqual([]);
  expect([`${visit.path}?date=2027-01-01`, '/v2/slots'].filter((path) => isAllowed(robots, path))).toEqual(
    [],
  );
});
