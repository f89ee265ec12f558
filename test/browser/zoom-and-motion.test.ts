import { resolve } from 'node:path';
import { startCallback, type CallbackServer } from '../interop/callback-server.js';
import { authorizeUrl } from '../support/oauth.js';
import { type StartedService, startService } from '../support/service.js';
import { type Chromium, launchChromium } from './chromium.js';
import { signInWith } from './person.js';

let service: StartedService;
let callback: CallbackServer;
let chromium: Chromium;
beforeAll(async () => {
  [service, callback, chromium] = await Promise.all([startService(), startCallback(), launchChromium()]);
});
afterAll(async () => {
  await chromium.close();
  await callback.close();
  await service.close();
});

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test('at 400 % zoom on a small screen the whole way is still there, without scrolling sideways', async () => {
  // WCAG 2.2, 1.4.10: 1280 by 1024 pixels, four times as large.
  const { page, context, complaints } = await chromium.visit({
    viewport: { width: 320, height: 256 },
    deviceScaleFactor: 4,
  });
  const shown = async (name: string): Promise<void> => {
    expect(await page.evaluate(SIDEWAYS)).toBe(0);
    await page.screenshot({ path: resolve(`test/browser/screenshots/zoom-${name}.png`) });
  };
  const client = await service.client({ name: 'A'.repeat(100), redirectUris: [callback.uri] });
  await page.goto(authorizeUrl(service, client, { redirect_uri: callback.uri }));
  await shown('sign-in');
  await page.getByRole('link', { name: 'Create one' }).click();
  await shown('sign-up');
  await page.goBack();
  await signInWith(page, await service.person('Wolfeschlegelsteinhausenbergerdorff'));
  await shown('consent');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${callback.uri}?code=**`);
  await page.goto(`${service.url}/nowhere`);
  await shown('error');
  await page.goto(`${service.url}/`);
  await page.locator('summary').click();
  await shown('account');
  expect(complaints).toEqual([]);
  await context.close();
});

test('text twice as large as the browser’s default breaks nothing on a phone', async () => {
  const { page, context } = await chromium.visit({ viewport: { width: 360, height: 640 } });
  await page.goto(`${service.url}/sign-up`);
  // What a person's own default font size does: all sizes are relative to it.
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  expect(await page.evaluate(SIDEWAYS)).toBe(0);
  expect(await page.evaluate('getComputedStyle(document.body).fontSize')).toBe('32px');
  await context.close();
});

test.each([
  ['who wants less motion sees none', 'reduce', 0],
  ['others see nothing longer than a short fade', 'no-preference', 0.12],
] as const)('a person %s', async (_, reducedMotion, longest) => {
  const { page, context } = await chromium.visit({ reducedMotion });
  for (const path of ['/', '/sign-in', '/sign-up', '/nowhere']) {
    await page.goto(service.url + path);
    const seconds =
      await page.evaluate<number>(`Math.max(...[...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element);
      return [...transitionDuration.split(','), ...animationDuration.split(',')].map(parseFloat);
    }).filter((duration) => !isNaN(duration)))`);
    expect(seconds).toBeLessThanOrEqual(longest);
  }
  await context.close();
});
