import { type StartedService, startService } from '../support/service.js';
import { type Chromium, launchChromium } from './chromium.js';
import { signInWith } from './sign-in.js';

let service: StartedService;
let chromium: Chromium;
beforeAll(async () => {
  [service, chromium] = await Promise.all([startService(), launchChromium()]);
});
afterAll(async () => {
  await chromium.close();
  await service.close();
});

async function onClientPage(options: Parameters<Chromium['visit']>[0] = {}) {
  const owner = await service.user();
  const { clientId } = await service.client({}, { ownerId: owner.account.id });
  const visit = await chromium.visit(options);
  const path = `/settings/developer/clients/${clientId}`;
  await visit.page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await signInWith(visit.page, owner);
  return { ...visit, clientId };
}

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

test('a button copies the client ID and a new secret, and confirms it', async () => {
  const { page, context, complaints, clientId } = await onClientPage(CLIPBOARD);
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
  await page.getByRole('button', { name: 'Copy client ID' }).click();
  await page.locator('[aria-live=polite]', { hasText: 'Copied the client ID' }).waitFor();
  expect(await clipboard()).toBe(clientId);
  await page.getByRole('button', { name: 'Add a second secret' }).click();
  await page.getByRole('button', { name: 'Copy client secret' }).click();
  await page.getByText('Copied the client secret').waitFor();
  expect(await clipboard()).toBe(await page.locator('[data-secret]').textContent());
  expect(complaints).toEqual([]);
  await context.close();
});

test('without clipboard permission the page explains how to copy the text', async () => {
  const { page, context } = await onClientPage();
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`);
  await page.getByRole('button', { name: 'Copy client ID' }).click();
  await page.getByText('could not be copied. Select it and copy it by hand').waitFor();
  await context.close();
});

test('without JavaScript there is no button, and the text can be selected', async () => {
  const { page, context, clientId } = await onClientPage({ javaScriptEnabled: false });
  expect(await page.getByText(clientId).innerText()).toBe(clientId);
  expect(await page.getByRole('button', { name: 'Copy client ID' }).count()).toBe(0);
  await context.close();
});
