/* The pages where people book, with a script, and with the keyboard alone. */
import type { Page } from 'playwright-core';
import { newTerms } from '../../src/scheduling/event-types/rules.js';
import { ahead } from '../scheduling/bookings/booking-fixture.js';
import { useService } from '../support/service.js';
import { type Chromium, launchChromium } from './chromium.js';

const ACTOR = { actor: 'test' };
const service = useService();
let chromium: Chromium;
let path: string;
beforeAll(async () => {
  const { account } = await service.user('Ada Lovelace');
  const terms = newTerms({ title: 'Intro call', slug: 'intro', lengthInMinutes: 60 });
  await service.stores.scheduling.eventTypes.create(account.id, { terms, most: 9 }, ACTOR);
  path = `${service.url}/${account.username}`;
  chromium = await launchChromium();
});
afterAll(() => chromium.close());

test('times are in the time zone of the browser, and the back button leaves the page', async () => {
  const { page, context, complaints } = await chromium.visit({ timezoneId: 'Asia/Tokyo' });
  await page.goto(path);
  await page.getByRole('link', { name: 'Intro call' }).click();
  await page.waitForURL(/timeZone=Asia%2FTokyo/);
  await page.getByText('Times are in Asia/Tokyo').waitFor();
  await page.goBack();
  expect(page.url()).toBe(path);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Moves the focus until it is on an element with this accessible name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const NAME = `(({ ariaLabel, labels, innerText }) => ariaLabel ?? labels?.[0]?.innerText ?? innerText)(document.activeElement)`;
  for (let stops = 0; stops < 80; stops += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await page.evaluate<string>(NAME))) return;
  }
  throw new Error(`no tab stop ${String(name)}`);
}

test('a person books with the keyboard alone', async () => {
  const { page, context, complaints } = await chromium.visit({ timezoneId: 'UTC' });
  await page.goto(path);
  const follow = async (name: RegExp, then: RegExp): Promise<void> => {
    await tabTo(page, name);
    await Promise.all([page.waitForURL(then), page.keyboard.press('Enter')]);
  };
  await follow(/^Intro call$/, /\/intro/);
  await page.waitForLoadState();
  const month = new Date(`${ahead(40).slice(0, 7)}-01T00:00:00Z`);
  const label = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(month);
  await page.goto(`${path}/intro?timeZone=UTC&month=${month.toISOString().slice(0, 7)}`);
  await follow(new RegExp(`${label}, \\d+ times$`), /date=.*#times$/);
  // The focus continues at the times, not at the top of the page.
  await page.keyboard.press('Tab');
  await Promise.all([page.waitForURL(/time=/), page.keyboard.press('Enter')]);
  await tabTo(page, /^Your name$/);
  await page.keyboard.type('Grace Hopper');
  await tabTo(page, /^Email address$/);
  await page.keyboard.type('grace@example.net');
  await Promise.all([page.waitForURL(/\/bookings\//), page.keyboard.press('Enter')]);
  await page.getByText('Booked', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
