import type { Page } from 'playwright-core';
import { type StartedService, startService, type TestUser } from '../support/service.js';
import { type Chromium, launchChromium, type Visit } from './chromium.js';
import { signInWith } from './sign-in.js';
import { plugIn, type VirtualAuthenticator } from './virtual-authenticator.js';
import { confirm } from './browser-fixture.js';

const SECURITY = '/settings/security';
const MINUTE = 60_000;

let service: StartedService;
let chromium: Chromium;
let ahead = 0;
let visit: Visit;
beforeAll(async () => {
  [service, chromium] = await Promise.all([
    startService({ clock: () => Date.now() + ahead }),
    launchChromium(),
  ]);
});
beforeEach(async () => {
  ahead = 0;
  visit = await chromium.visit();
});
afterEach(() => visit.context.close());
afterAll(async () => {
  await chromium.close();
  await service.close();
});

async function goSignedIn(page: Page, user: TestUser): Promise<void> {
  await page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(SECURITY)}`);
  await signInWith(page, user);
}

/** A signed-in user who has just added a passkey. */
async function withPasskey(): Promise<{ user: TestUser; authenticator: VirtualAuthenticator }> {
  const { page } = visit;
  const [user, authenticator] = [await service.user('Ada Lovelace'), await plugIn(page)];
  await goSignedIn(page, user);
  await authenticator.attend(true);
  await page.getByLabel('Name of the new passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('is added. You can sign in with it').waitFor();
  await authenticator.attend(false);
  return { user, authenticator };
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${service.url}/sign-out`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
}

describe('a user with a passkey', () => {
  test('adds it, signs out, signs in with it by the button, confirms with it, and removes it', async () => {
    const { page, complaints } = visit;
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    const { authenticator } = await withPasskey();
    expect(await authenticator.count()).toBe(1);
    await signOut(page);

    await page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(SECURITY)}`);
    await authenticator.attend(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(`${service.url}${SECURITY}`);
    expect(await page.getByText('last used just now').isVisible()).toBe(true);
    await authenticator.attend(false);

    ahead = 11 * MINUTE;
    await page.getByRole('button', { name: /Remove .Laptop/ }).click();
    await confirm(page);
    await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor();
    await authenticator.attend(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('is removed. It no longer').waitFor();
    expect(await page.getByText('You have none yet.').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('gets it suggested in the address field', async () => {
    const { page, complaints } = visit;
    const { authenticator } = await withPasskey();
    await signOut(page);
    await authenticator.attend(true);
    await page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(SECURITY)}`);
    // The authenticator consents immediately, so there is nothing to choose.
    await page.waitForURL(`${service.url}${SECURITY}`);
    expect(complaints).toEqual([]);
  });

  test('cannot add a second one on the same device', async () => {
    const { page, complaints } = visit;
    const { authenticator } = await withPasskey();
    await authenticator.attend(true);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This device has a passkey for your account already.').waitFor();
    expect(await authenticator.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('cancels on the device, and then retries or uses the password', async () => {
    const { page, complaints } = visit;
    const { user, authenticator } = await withPasskey();
    await signOut(page);
    await page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(SECURITY)}`);
    await authenticator.recognise(false);
    await authenticator.attend(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('No passkey was used.').waitFor();
    expect(await page.getByRole('button', { name: 'Use a passkey' }).isEnabled()).toBe(true);
    await signInWith(page, user);
    expect(page.url()).toBe(service.url + SECURITY);
    expect(complaints).toEqual([]);
  });

  test('adds another one in an older session after confirming, and keeps the typed name', async () => {
    const { page, complaints } = visit;
    const [user, authenticator] = [await service.user(), await plugIn(page)];
    await goSignedIn(page, user);
    ahead = 11 * MINUTE;
    await page.getByLabel('Name of the new passkey').fill('Key ring');
    await page.getByLabel('Name of the new passkey').press('Enter');
    await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor();
    expect(await authenticator.count()).toBe(0);
    await page.getByLabel('Your password').fill(user.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Press “Add a passkey” again.').waitFor();
    expect(await page.getByLabel('Name of the new passkey').inputValue()).toBe('Key ring');
    await authenticator.attend(true);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('is added. You can sign in with it').waitFor();
    expect(await page.getByText('Key ring').first().isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });
});

describe('a browser without JavaScript', () => {
  test('shows no passkey button, and everything else works', async () => {
    const { user } = await withPasskey();
    const plain = await chromium.visit({ javaScriptEnabled: false });
    const { page } = plain;
    await page.goto(`${service.url}/sign-in`);
    expect(await page.getByRole('button', { name: 'Use a passkey' }).isVisible()).toBe(false);
    await goSignedIn(page, user);
    expect(await page.getByRole('button', { name: 'Add a passkey' }).isVisible()).toBe(false);
    expect(await page.locator('noscript p').innerText()).toBe('Adding a passkey needs JavaScript.');
    ahead = 11 * MINUTE;
    await page.getByRole('button', { name: /Remove .Laptop/ }).click();
    await confirm(page);
    await page.getByLabel('Your password').fill(user.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('is removed. It no longer').waitFor();
    expect(plain.complaints).toEqual([]);
    await plain.context.close();
  });
});
