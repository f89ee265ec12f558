import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { type Chromium, launchChromium } from './chromium.js';
import { type Demonstration, startDemonstration } from './demonstration.js';
import { signInWith } from './sign-in.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let demonstration: Demonstration;
let chromium: Chromium;
beforeAll(async () => {
  [demonstration, chromium] = await Promise.all([startDemonstration(), launchChromium()]);
});
afterAll(async () => {
  await chromium.close();
  await demonstration.close();
});

async function openOperation(page: Page, tag: string, id: string): Promise<void> {
  await page.locator(`.opblock-tag[data-tag="${tag}"]`).click();
  await page.locator(`#operations-${tag.replaceAll(' ', '_')}-${id} .opblock-summary-control`).click();
  await page.locator('.responses-wrapper').first().waitFor();
}

async function authorizeIn(page: Page): Promise<void> {
  await page.locator('.btn.authorize').first().click();
  await page.locator('label[for^="PROFILE_READ-"]').first().click();
  const opened = page.waitForEvent('popup');
  await page.locator('.auth-btn-wrapper .authorize').click();
  const popup = await opened;
  await popup.waitForURL('**/sign-in?**');
  await signInWith(popup, demonstration.user);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Allow' }).click();
  await closed;
  await page.locator('.auth-btn-wrapper .btn-done').click();
}

describe('the API reference', () => {
  test('authorizes as the playground’s client and sends a request', async () => {
    const { page, context, complaints } = await chromium.visit();
    await page.goto(`${demonstration.url}/v2/docs`);
    await authorizeIn(page);
    await openOperation(page, 'Profile', 'getMe');
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table .response').waitFor();
    const answer = await page.locator('.live-responses-table').first().innerText();
    expect(answer).toContain('200');
    expect(answer).toContain(demonstration.user.email);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)('is accessible: %s, %i pixels wide', async (colorScheme, width) => {
    const viewport = { width, height: 900 };
    const { page, context } = await chromium.visit({ colorScheme, viewport, bypassCSP: true });
    await page.goto(`${demonstration.url}/v2/docs`);
    await openOperation(page, 'Event types', 'patchEventTypesByEventTypeId');
    await page.addScriptTag({ content: AXE });
    const violations = await page.evaluate(
      `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
         .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].target.join(' ')))`,
    );
    expect(violations).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await context.close();
  });

  test('links to the OpenAPI document where there is no JavaScript', async () => {
    const { page, context } = await chromium.visit({ javaScriptEnabled: false });
    await page.goto(`${demonstration.url}/v2/docs`);
    expect(await page.locator('noscript').innerText()).toContain('needs JavaScript');
    expect(await page.locator('noscript a').getAttribute('href')).toBe('/v2/openapi.json');
    await context.close();
  });
});
