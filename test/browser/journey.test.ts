import { waitForMails } from '../delivery/mail-outbox.js';
import { startCallback, type CallbackServer } from '../interop/callback-server.js';
import { authorizeUrl, exchange, me } from '../support/oauth.js';
import { type StartedService, startService, type TestClient } from '../support/service.js';
import { type Chromium, launchChromium } from './chromium.js';
import { signInWith } from './sign-in.js';

let service: StartedService;
let callback: CallbackServer;
let chromium: Chromium;
let client: TestClient;
beforeAll(async () => {
  [service, callback, chromium] = await Promise.all([startService(), startCallback(), launchChromium()]);
  client = await service.client({ name: 'Acme Sync', redirectUris: [callback.uri] });
});
afterAll(async () => {
  await chromium.close();
  await callback.close();
  await service.close();
});

const SCOPE = 'PROFILE_READ BOOKING_READ BOOKING_WRITE';
const startOf = (params: Readonly<Record<string, string>> = {}) =>
  authorizeUrl(service, client, { redirect_uri: callback.uri, scope: SCOPE, state: 'a b&c', ...params });

/** The scopes that the client gets for a code. */
async function granted(back: URL): Promise<string> {
  const code = back.searchParams.get('code') ?? '';
  const { status, body } = await exchange(service, client, code, { redirect_uri: callback.uri });
  expect(status).toBe(200);
  return body.scope;
}

async function confirmationLink(email: string): Promise<string> {
  const texts = (await waitForMails(service, email)).map(({ text }) => text);
  return /http\S+\/settings\/security\/address\?token=\S+/.exec(texts.join('\n'))?.[0] ?? '';
}

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a user in a browser %s', (_, javaScriptEnabled) => {
  test('signs up, is signed in, confirms the address, allows, and returns to the application', async () => {
    const { page, context, complaints } = await chromium.visit({ javaScriptEnabled });
    const mail = `ada-${String(javaScriptEnabled)}@example.com`;
    await page.goto(startOf());
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('E-mail address').fill(mail);
    await page.getByLabel('Password').fill('analytical engines run on steam');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Confirm your e-mail address' }).waitFor();
    await page.goto(await confirmationLink(mail));
    await page.getByRole('button', { name: 'Confirm' }).click();

    await page.getByRole('button', { name: 'Allow' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
      'Acme Sync wants to use your Slotkey account',
    );
    expect(await page.getByText(new URL(callback.uri).host, { exact: true }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback.uri}?**`);
    const back = new URL(page.url());
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      state: 'a b&c',
      iss: service.config.issuerUrl,
    });
    expect(await granted(back)).toBe(SCOPE);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('cancels, and the application gets access_denied', async () => {
    const { page, context, complaints } = await chromium.visit({ javaScriptEnabled });
    await page.goto(startOf());
    await signInWith(page, await service.user());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`${callback.uri}?**`);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('error')).toBe('access_denied');
    expect(searchParams.get('state')).toBe('a b&c');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('unticks everything and gets the consent page again with the same selection', async () => {
    const { page, context, complaints } = await chromium.visit({ javaScriptEnabled });
    await page.goto(startOf());
    await signInWith(page, await service.user());
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('alert').getByText('Nothing is ticked.').waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback.uri}?**`);
    expect(await granted(new URL(page.url()))).not.toContain(' ');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('uses another account on the consent page', async () => {
    const { page, context, complaints } = await chromium.visit({ javaScriptEnabled });
    const [first, second] = [await service.user('First One'), await service.user('Second One')];
    await page.goto(startOf());
    await signInWith(page, first);
    expect(await page.locator('.signed-in-as').innerText()).toContain(first.email);
    await page.getByRole('link', { name: 'Use another account' }).click();
    await signInWith(page, second);
    expect(await page.locator('.signed-in-as').innerText()).toContain(second.email);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback.uri}?**`);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const { body } = await exchange(service, client, code, { redirect_uri: callback.uri });
    const profile = await (await me(service, body.access_token)).json();
    expect(profile).toMatchObject({ data: { email: second.email } });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('gets an error page and no redirect when the redirect URI is not registered', async () => {
    const { page, context, complaints } = await chromium.visit({ javaScriptEnabled });
    const answered = await page.goto(startOf({ redirect_uri: `${callback.uri}/elsewhere` }));
    expect(answered?.status()).toBe(400);
    expect(answered?.headers()['location']).toBeUndefined();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
      'This application sent a wrong return address',
    );
    expect(await page.getByText(`${callback.uri}/elsewhere`).isVisible()).toBe(true);
    expect(page.url().startsWith(service.url)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('signs out, and has to sign in for the next application', async () => {
    const { page, context, complaints } = await chromium.visit({ javaScriptEnabled });
    await page.goto(`${service.url}/sign-in`);
    await signInWith(page, await service.user('Grace Hopper'));
    await page.getByText('Grace Hopper').first().click();
    await page.getByRole('link', { name: 'Sign out' }).first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.goto(startOf());
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test('a user with only a keyboard unticks one permission and allows the rest', async () => {
  const { page, context, complaints } = await chromium.visit();
  await page.goto(startOf());
  const { email, password } = await service.user();
  // The first field has the focus.
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Acme Sync' }).waitFor();

  const focused = () =>
    page.evaluate<string>('document.activeElement.value ?? document.activeElement.innerText');
  const tabTo = async (wanted: string): Promise<void> => {
    for (let presses = 0; presses < 30 && (await focused()) !== wanted; presses += 1)
      await page.keyboard.press('Tab');
    expect(await focused()).toBe(wanted);
  };
  await tabTo('BOOKING_WRITE');
  await page.keyboard.press('Space');
  await tabTo('allow');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${callback.uri}?**`);
  expect(await granted(new URL(page.url()))).toBe('PROFILE_READ BOOKING_READ');
  expect(complaints).toEqual([]);
  await context.close();
});

test('the consent form may redirect to the origin of the application and no other', async () => {
  const { page, context } = await chromium.visit();
  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/interaction/'))
      answers.push(response.headers()['content-security-policy'] ?? '');
  });
  await page.goto(startOf());
  await signInWith(page, await service.user());
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  const policy = answers.at(-1) ?? '';
  expect(policy).toContain(`form-action 'self' ${new URL(callback.uri).origin};`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|script-src|\*/);
  await context.close();
});
