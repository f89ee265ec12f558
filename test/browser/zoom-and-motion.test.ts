import { resolve } from 'node:path';
import { startCallback, type CallbackServer } from '../interop/callback-server.js';
import { authorizeUrl } from '../support/oauth.js';
import { type StartedService, startService } from '../support/service.js';
import { type Chromium, launchChromium } from './chromium.js';
import { signInWith } from './sign-in.js';

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

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test('at 400 % zoom on a small screen all pages fit without horizontal scrolling', async () => {
  // WCAG 2.2, 1.4.10: 1280 by 1024 pixels, four times as large.
  const { page, context, complaints } = await chromium.visit({
    viewport: { width: 320, height: 256 },
    deviceScaleFactor: 4,
  });
  const expectFits = async (name: string): Promise<void> => {
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    await page.screenshot({ path: resolve(`test/browser/screenshots/zoom-${name}.png`) });
  };
  const client = await service.client({ name: 'A'.repeat(100), redirectUris: [callback.uri] });
  await page.goto(authorizeUrl(service, client, { redirect_uri: callback.uri }));
  await expectFits('sign-in');
  await page.getByRole('link', { name: 'Create one' }).click();
  await expectFits('sign-up');
  await page.goBack();
  await signInWith(page, await service.user('Wolfeschlegelsteinhausenbergerdorff'));
  await expectFits('consent');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${callback.uri}?code=**`);
  await page.goto(`${service.url}/nowhere`);
  await expectFits('error');
  await page.goto(`${service.url}/`);
  await page.locator('.account-menu summary').click();
  await expectFits('account');
  expect(complaints).toEqual([]);
  await context.close();
});

test('text twice as large as the default fits on a phone', async () => {
  const { page, context } = await chromium.visit({ viewport: { width: 360, height: 640 } });
  await page.goto(`${service.url}/sign-up`);
  // As with a larger default font size in the browser: all sizes are relative to it.
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  expect(await page.evaluate(OVERFLOW)).toBe(0);
  expect(await page.evaluate('getComputedStyle(document.body).fontSize')).toBe('32px');
  await context.close();
});

test.each([
  ['who prefers reduced motion sees none', 'reduce', 0],
  ['without that preference sees only short fades', 'no-preference', 0.12],
] as const)('a user %s', async (_, reducedMotion, longest) => {
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
