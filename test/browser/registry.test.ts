import { type CallbackServer, startCallback } from '../interop/callback-server.js';
import { authorizeUrl, exchange, me, refresh } from '../support/oauth.js';
import { type StartedService, startService, type TestClient } from '../support/service.js';
import { until } from '../support/until.js';
import { type Chromium, launchChromium } from './chromium.js';
import { signInWith } from './sign-in.js';
import { confirm } from './browser-fixture.js';

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

/** A new signed-in user in a browser of their own, on a page. */
async function at(path: string, { admin = false, javaScriptEnabled = true } = {}) {
  const user = await service.user(admin ? 'Ada Admin' : undefined);
  if (admin) await service.stores.accounts.accounts.setAdmin(user.account.id, true, { actor: 'test' });
  const visit = await chromium.visit({ javaScriptEnabled });
  await visit.page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await signInWith(visit.page, user);
  return visit;
}

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('in browsers %s', (_, javaScriptEnabled) => {
  test('a client is created, reviewed, used, changed without an outage, and removed; its secret is rotated', async () => {
    const developer = await at('/', { javaScriptEnabled });
    const admin = await at('/', { admin: true, javaScriptEnabled });
    const user = await at('/', { javaScriptEnabled });

    // Created.
    await developer.page.getByRole('link', { name: 'Your applications' }).first().click();
    await developer.page.getByRole('link', { name: 'Create a client' }).click();
    await developer.page.getByRole('textbox', { name: 'Name' }).fill('Journey Sync');
    await developer.page.getByLabel('Purpose').fill('Copies bookings.');
    await developer.page.getByLabel('Redirect URIs').fill(callback.uri);
    await developer.page.getByRole('checkbox', { name: 'PROFILE_READ', exact: false }).first().check();
    await developer.page.getByRole('button', { name: 'Create client' }).click();
    const clientSecret = await developer.page.locator('[data-secret]').innerText();
    const clientId = await developer.page.getByText(/^[0-9a-f]{64}$/).innerText();
    const client = (secret: string): TestClient => ({
      clientId,
      clientSecret: secret,
      status: 'approved',
      form: { name: '', purpose: '', kind: 'confidential', redirectUris: [callback.uri], scopes: [] },
    });
    await developer.page.getByRole('link', { name: 'I have copied it' }).click();
    expect(await developer.page.content()).not.toContain(clientSecret);

    // Reviewed.
    await admin.page.getByRole('link', { name: 'Review' }).first().click();
    await admin.page.locator(`a[href$="${clientId}"]`).click();
    await admin.page.getByRole('button', { name: 'Approve the client' }).click();
    await admin.page.getByText('was approved. Everyone').waitFor();

    // Used.
    await user.page.goto(authorizeUrl(service, client(clientSecret)));
    await user.page.getByRole('button', { name: 'Allow' }).click();
    await user.page.waitForURL(`${callback.uri}?**`);
    const code = new URL(user.page.url()).searchParams.get('code') ?? '';
    const { body: tokens } = await exchange(service, client(clientSecret), code);
    expect((await me(service, tokens.access_token)).status).toBe(200);

    // Rotated.
    await developer.page.reload();
    await developer.page.getByRole('button', { name: 'Add a second secret' }).click();
    const second = await developer.page.locator('[data-secret]').innerText();
    await developer.page.getByRole('link', { name: 'I have copied it' }).click();
    const renewed = await refresh(service, client(second), tokens.refresh_token);
    expect(renewed.status).toBe(200);
    await developer.page
      .getByRole('button', { name: `Remove secret ending in ${clientSecret.slice(-4)}` })
      .click();
    await confirm(developer.page);
    await developer.page.getByText('was removed. Requests with it').waitFor();
    expect((await refresh(service, client(clientSecret), renewed.body.refresh_token)).status).toBe(401);
    expect((await me(service, tokens.access_token)).status).toBe(200);

    // Changed: the approved redirect URI works until the verdict, then the new one too.
    const added = `${callback.uri}-two`;
    await developer.page.getByRole('link', { name: 'Edit' }).click();
    await developer.page.getByLabel('Redirect URIs').fill(`${callback.uri}\n${added}`);
    await developer.page.getByRole('button', { name: 'Save changes' }).click();
    await developer.page.getByText('wait for review. Until then').waitFor();
    const answers = async (uri: string) =>
      (await user.page.goto(authorizeUrl(service, client(second), { redirect_uri: uri })))?.status();
    expect([await answers(callback.uri), await answers(added)]).toEqual([200, 400]);
    await admin.page.reload();
    await admin.page.getByRole('button', { name: 'Approve the changes' }).click();
    await admin.page.getByText('are in effect.').waitFor();
    expect([await answers(callback.uri), await answers(added)]).toEqual([200, 200]);

    // Seen and removed.
    await user.page.goto(`${service.url}/settings/apps`);
    await user.page.getByRole('button', { name: 'Remove Journey Sync' }).click();
    await confirm(user.page);
    await user.page.getByText('no longer has access').waitFor();
    await until(async () => (await me(service, tokens.access_token)).status === 401);

    for (const { complaints, context } of [developer, admin, user]) {
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});
