/* Without an account, the zone of the browser: in times, and as the first zone of a new account. */
import { createBrowser } from '../support/browser.js';
import { waitForMails } from '../delivery/mail-outbox.js';
import { useService } from '../support/service.js';
import { type Chromium, launchChromium } from './chromium.js';

const service = useService();
let chromium: Chromium;
beforeAll(async () => {
  chromium = await launchChromium();
});
afterAll(() => chromium.close());

const TOKYO = { timezoneId: 'Asia/Tokyo', locale: 'de-DE' };

async function mailed(): Promise<void> {
  const { email } = await service.user();
  const browser = createBrowser(service.url);
  await browser.submit(await browser.get('/recover'), { email });
  await waitForMails(service, email);
}

test.each([
  [
    'with a script, in the zone and the language of the browser',
    true,
    /^\d+\. \S+ \d{4}, \d\d:\d\d Asia\/Tokyo$/,
  ],
  ['without one, in UTC', false, /^\d+ \S+ \d{4}, \d\d:\d\d UTC$/],
])('times for a visitor are %s', async (_, javaScriptEnabled, title) => {
  await mailed();
  const { page, context, complaints } = await chromium.visit({ ...TOKYO, javaScriptEnabled });
  await page.goto(`${service.url}/dev/outbox`);
  expect(await page.locator('time').first().getAttribute('title')).toMatch(title);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a new account begins in the zone of the browser', async () => {
  const { page, context, complaints } = await chromium.visit(TOKYO);
  const email = `zoe-${Date.now()}@example.com`;
  await page.goto(`${service.url}/sign-up`);
  await page.getByLabel('Name').fill('Zoe');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('seven quiet herons');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const account = await service.stores.accounts.accounts.findByEmail(email);
  expect([account?.timeZone, complaints]).toEqual(['Asia/Tokyo', []]);
  await context.close();
});
