/* Windows that a page of another site opens: an authorization keeps its opener, the settings lose it. */
import { type CallbackServer, startCallback } from '../interop/callback-server.js';
import { authorizeUrl } from '../support/oauth.js';
import { type StartedService, startService } from '../support/service.js';
import { type Chromium, launchChromium, type Visit } from './chromium.js';
import { signInWith } from './sign-in.js';
import { until } from '../support/until.js';

let service: StartedService;
let callback: CallbackServer;
let chromium: Chromium;
let visit: Visit;
beforeAll(async () => {
  [service, callback, chromium] = await Promise.all([startService(), startCallback(), launchChromium()]);
});
beforeEach(async () => {
  visit = await chromium.visit();
  await visit.page.goto(callback.uri);
});
afterEach(() => visit.context.close());
afterAll(async () => {
  await chromium.close();
  await callback.close();
  await service.close();
});

async function openWindow(url: string) {
  const { page, context } = visit;
  const opening = context.waitForEvent('page');
  await page.evaluate(`void (globalThis.opened = window.open(${JSON.stringify(url)}))`);
  return opening;
}

const isWatched = async (): Promise<boolean> => !(await visit.page.evaluate<boolean>('opened.closed'));

test('an authorization, with a sign-in and a link to confirm the address, keeps its opener', async () => {
  const client = await service.client({ redirectUris: [callback.uri] });
  const user = await service.user('Ada Lovelace', { emailVerified: false });
  const opened = await openWindow(authorizeUrl(service, client, { redirect_uri: callback.uri }));
  await signInWith(opened, user);
  await opened.getByRole('button', { name: /send/i }).click();
  await opened.getByText(/on its way/).waitFor();
  await service.backend
    .db('account')
    .where({ id: user.account.id })
    .update({ email_verified_at: new Date() });
  await opened.reload();
  await opened.getByRole('button', { name: 'Allow' }).click();
  await opened.waitForURL(`${callback.uri}?code=**`);
  expect(await opened.evaluate<boolean>('window.opener !== null')).toBe(true);
  expect(await isWatched()).toBe(true);
});

test('the settings have no opener', async () => {
  const opened = await openWindow(`${service.url}/sign-in?return_to=%2Fsettings%2Fsecurity`);
  expect(await isWatched()).toBe(true);
  await signInWith(opened, await service.user());
  await opened.waitForURL(`${service.url}/settings/security`);
  expect(await opened.evaluate<boolean>('window.opener === null')).toBe(true);
  // The browser tells the opener afterwards.
  await until(async () => !(await isWatched()));
});
