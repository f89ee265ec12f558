import { useService } from '../support/service.js';
import { type Chromium, launchChromium } from './chromium.js';
import { signInWith } from './sign-in.js';

const NEW = '/settings/developer/clients/new';
const service = useService();
let chromium: Chromium;
beforeAll(async () => {
  chromium = await launchChromium();
});
afterAll(() => chromium.close());

async function onForm(options: Parameters<Chromium['visit']>[0] = {}) {
  const visit = await chromium.visit(options);
  await visit.page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(NEW)}`);
  await signInWith(visit.page, await service.user());
  return visit;
}

test('the search shows the scopes it finds, announces how many, and keeps what is selected', async () => {
  const { page, context, complaints } = await onForm();
  const counters = () => page.locator('.scope-count:visible').allInnerTexts();
  const boxes = page.locator('[name=scopes]:visible');
  await page.getByText('Organization: everything').click();
  await page.getByRole('checkbox', { name: 'TEAM_WORKFLOW_READ' }).check();
  expect(await counters()).toEqual(['1 of 46 selected', '0 of 14', '1 of 18', '0 of 14']);
  const search = page.getByRole('searchbox', { name: 'Find a scope' });
  await search.fill('organization org_booking');
  await page.getByRole('status').getByText('2 of 46 scopes found').waitFor();
  expect(await boxes.evaluateAll((found) => found.map((box) => box.getAttribute('value')))).toEqual([
    'ORG_BOOKING_READ',
    'ORG_BOOKING_WRITE',
  ]);
  await page.getByRole('checkbox', { name: 'ORG_BOOKING_READ' }).check();
  expect(await counters()).toEqual(['2 of 46 selected', '1 of 14']);
  await search.press('Enter');
  await search.fill('no such scope');
  await page.getByText('No scope found').waitFor();
  await search.fill('');
  expect(await counters()).toEqual(['2 of 46 selected', '0 of 14', '1 of 18', '1 of 14']);
  // The level that was folded before the search is folded again.
  expect(await boxes.count()).toBe(32);
  expect([new URL(page.url()).pathname, complaints]).toEqual([NEW, []]);
  await context.close();
});

test('a preset brings the page back at the scopes; without a script there is no search', async () => {
  const { page, context } = await onForm({ javaScriptEnabled: false });
  expect(await page.getByLabel('Find a scope').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Read only' }).click();
  await page.getByText('“Read only” is selected: 7 scopes').waitFor();
  expect(new URL(page.url()).hash).toBe('#scopes');
  expect(await page.locator('#scopes:focus').count()).toBe(1);
  await context.close();
});
