import type { Page } from 'playwright-core';
import { startCallback } from '../interop/callback-server.js';
import { authorizeUrl } from '../support/oauth.js';
import { useService } from '../support/service.js';
import { type Chromium, launchChromium, type Visit } from './chromium.js';
import { type Demonstration, startDemonstration } from './demonstration.js';
import { PAGE_STATES } from './page-states.js';
import type { BrowserFixture } from './browser-fixture.js';
import { signInWith } from './sign-in.js';

const service = useService();
let fixture: BrowserFixture;
let demonstration: Demonstration;
let chromium: Chromium;
let visit: Visit;
beforeAll(async () => {
  const callback = await startCallback();
  demonstration = await startDemonstration();
  fixture = { service, callback, demonstration, user: await service.user('Ada Lovelace') };
  chromium = await launchChromium();
});
beforeEach(async () => {
  visit = await chromium.visit();
});
afterEach(() => visit.context.close());
afterAll(async () => {
  await chromium.close();
  await demonstration.close();
  await fixture.callback.close();
});

interface Stop {
  readonly index: number;
  readonly name: string;
  readonly ring: boolean;
  readonly seen: boolean;
}

/** The focused element: its index in the document, and whether the focus is visible. */
const HERE = `(() => {
  const here = document.activeElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(here);
  const { top, left, bottom, right, width, height } = here.getBoundingClientRect();
  return {
    index: [...document.querySelectorAll('*')].indexOf(here),
    name: here === document.body ? '' : here.value || here.name || here.innerText,
    ring: outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 && !outlineColor.startsWith('rgba(0, 0, 0, 0'),
    // Pages scroll by whole pixels.
    seen: width > 0 && height > 0 && top > -1 && left > -1 && bottom < innerHeight + 1 && right < innerWidth + 1,
  };
})()`;

/** All tab stops, from the top of the page. */
async function stops(page: Page): Promise<readonly Stop[]> {
  await page.evaluate('document.activeElement.blur()');
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate<Stop>(HERE);
    if (stops.some(({ index }) => index === here.index)) break;
    if (here.name !== '') stops.push(here);
  }
  const first = stops.findIndex(({ name }) => name === 'Skip to content');
  return [...stops.slice(first), ...stops.slice(0, first)];
}

const FOCUSABLE = `[...document.querySelectorAll('*')].flatMap((element, index) =>
  element.checkVisibility() && !element.disabled &&
  element.matches('a[href], button, input:not([type=hidden], [type=radio]:not(:checked)), summary') ? [index] : [])`;

const VISITED = [
  'home-signed-out',
  'home-signed-in',
  'home-menu-open',
  'home-drawer-open',
  'sign-in',
  'sign-up-faults',
  'sign-out',
  'consent-all-scopes',
  'playground',
];

describe('with only a keyboard', () => {
  test.each(PAGE_STATES.filter(([name]) => VISITED.includes(name)))(
    'on %s the tab order is the reading order, and the focus is always visible',
    async (_, open) => {
      const { page } = visit;
      await open(page, fixture);
      const visited = await stops(page);
      expect(visited[0]?.name).toBe('Skip to content');
      expect(visited.map(({ index }) => index)).toEqual(await page.evaluate(FOCUSABLE));
      expect(visited.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
    },
  );

  test('the consent page has the order account, permissions, expiry, Allow, Cancel', async () => {
    const { page } = visit;
    const { service, callback, user } = fixture;
    const client = await service.client({ redirectUris: [callback.uri] });
    const scope = 'PROFILE_READ BOOKING_READ BOOKING_WRITE';
    await page.goto(authorizeUrl(service, client, { redirect_uri: callback.uri, scope }));
    await signInWith(page, user);
    const names = (await stops(page)).map(({ name }) => name.trim());
    expect(names.slice(0, 9)).toEqual([
      'Skip to content',
      'Slotkey',
      'Use another account',
      'BOOKING_READ',
      'BOOKING_WRITE',
      'PROFILE_READ',
      'revoked',
      'allow',
      'cancel',
    ]);
  });

  test('the first link skips the header', async () => {
    const { page } = visit;
    await page.goto(`${fixture.service.url}/`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Sign in');
  });

  test('the drawer of a phone leads to another page without scripts, and closes', async () => {
    const phone = { viewport: { width: 360, height: 640 }, javaScriptEnabled: false };
    const { page, context } = await chromium.visit(phone);
    await page.goto(`${fixture.service.url}/sign-in`);
    await signInWith(page, fixture.user);
    const link = page.locator('.navigation').getByRole('link', { name: 'Security' });
    const drawer = page.locator('.navigation > summary');
    expect(await link.isVisible()).toBe(false);
    await drawer.press('Enter');
    expect(await link.isVisible()).toBe(true);
    await drawer.press('Enter');
    expect(await link.isVisible()).toBe(false);
    await drawer.press('Enter');
    await link.press('Enter');
    await page.waitForURL('**/settings/security');
    expect(await link.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect([await link.isVisible(), await drawer.isVisible()]).toEqual([true, false]);
    expect(await link.getAttribute('aria-current')).toBe('page');
    await context.close();
  });

  test('the account menu opens and closes', async () => {
    const { page } = visit;
    await page.goto(`${fixture.service.url}/sign-in`);
    await signInWith(page, fixture.user);
    await page.locator('.account-menu summary').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('.account-panel').isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.locator('.account-panel').isVisible()).toBe(false);
  });
});
