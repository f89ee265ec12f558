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

test('during a whole authorization every cookie is HttpOnly, SameSite and scoped to this host', async () => {
  const { page, context } = await chromium.visit();
  const set: string[] = [];
  page.on('response', async (response) => {
    for (const { name, value } of await response.headersArray())
      if (name.toLowerCase() === 'set-cookie') set.push(value);
  });
  const readable: string[] = [];
  const look = async () => readable.push(await page.evaluate<string>('document.cookie'));

  const client = await service.client({ redirectUris: [callback.uri] });
  await page.goto(authorizeUrl(service, client, { redirect_uri: callback.uri }));
  await look();
  await signInWith(page, await service.user());
  await look();
  const held = await context.cookies();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${callback.uri}?code=**`);
  await page.goto(`${service.url}/`);
  await look();

  expect(readable).toEqual(['', '', '']);
  expect(held.length).toBeGreaterThanOrEqual(3);
  for (const { name, httpOnly, sameSite, domain } of held) {
    expect({ name, httpOnly, sameSite, domain }).toEqual({
      name,
      httpOnly: true,
      sameSite: 'Lax',
      domain: 'localhost',
    });
    expect(name).toMatch(/^slotkey_[a-z]+(\.sig)?$/);
  }
  expect(set.filter((cookie) => !/; httponly/i.test(cookie) || !/; samesite=lax/i.test(cookie))).toEqual([]);
  expect(set.filter((cookie) => /unused|; domain=/i.test(cookie))).toEqual([]);
  // Cookies of the interaction are limited to its own path, and are gone once it is finished.
  const sent = (await context.cookies(service.url)).map(({ name }) => name).sort();
  expect(sent).toEqual(['slotkey_browser', 'slotkey_device', 'slotkey_session']);
  await context.close();
});

test('signing in gives a new session, and signing out leaves none', async () => {
  const { page, context } = await chromium.visit();
  const session = async () => (await context.cookies()).find(({ name }) => name.endsWith('session'))?.value;
  const user = await service.user();
  await page.goto(`${service.url}/sign-in`);
  await signInWith(page, user);
  const first = await session();
  await page.goto(`${service.url}/sign-in?fresh=1`);
  await signInWith(page, user);
  expect(await session()).not.toBe(first);
  await page.goto(`${service.url}/sign-out`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(await session()).toBeUndefined();
  await context.close();
});
