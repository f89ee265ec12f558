/* Concurrent edits of one client, and edits in old sessions, on two replicas. */
import type { Page } from 'playwright-core';
import type { TestClient, TestUser } from '../support/service.js';
import { press } from './registry-steps.js';
import { expectAppearance, openRegistryFixture, type RegistryFixture } from './registry-fixture.js';

let fixture: RegistryFixture;
let owner: TestUser;
let admin: TestUser;
beforeAll(async () => {
  fixture = await openRegistryFixture();
  [owner, admin] = [await fixture.service.user('Olga Owner'), await fixture.administrator()];
});
afterEach(() => expect(fixture.complaints()).toEqual([]));
afterAll(() => fixture.close());

const registered = (approved = true): Promise<TestClient> =>
  fixture.service.client({ website: 'https://client.example.com' }, { ownerId: owner.account.id, approved });

const settings = ({ clientId }: TestClient): string => `/settings/developer/clients/${clientId}`;
const review = ({ clientId }: TestClient): string => `/admin/clients/${clientId}`;

/** Another browser of the owner, with the form of the client open. */
const editing = (client: TestClient): Promise<Page> => fixture.signedIn(owner, `${settings(client)}/edit`);

async function save(page: Page, fields: Readonly<Record<string, string>>): Promise<number> {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value);
  return press(page, 'Save changes');
}

test('of two concurrent edits the later one gets a conflict, and neither loses its input', async () => {
  const client = await registered();
  const [first, second] = [await editing(client), await editing(client)];
  expect(await save(first, { Purpose: 'Copies bookings, and cancels them too.' })).toBe(303);
  await first.getByText('are in effect.').waitFor();

  expect(await save(second, { Name: 'Acme Typed', Purpose: 'Reminds people.' })).toBe(409);
  await second.getByRole('alert').getByText('the client was changed while you edited it').waitFor();
  await second.locator('del', { hasText: 'Copies bookings, and cancels them too.' }).waitFor();
  await second.locator('ins', { hasText: 'Reminds people.' }).waitFor();
  expect(await second.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Acme Typed');
  await expectAppearance(second, 'edited-meanwhile');
  const record = await fixture.service.stores.clients.records.find(client.clientId);
  expect(record?.client).toMatchObject({
    name: 'Acme Sync',
    purpose: 'Copies bookings, and cancels them too.',
  });

  expect(await save(second, { Purpose: 'Copies bookings, and cancels them too.' })).toBe(303);
  await second.getByText('wait for review. Until then').waitFor();
  const after = await fixture.service.stores.clients.records.find(client.clientId);
  expect(after).toMatchObject({
    client: { name: 'Acme Sync', purpose: 'Copies bookings, and cancels them too.' },
    proposal: { name: 'Acme Typed' },
  });
});

test('a verdict on changes that have changed since is rejected, and decides nothing', async () => {
  const client = await registered();
  const developer = await editing(client);
  await save(developer, { Name: 'Acme Once' });
  const administrator = await fixture.signedIn(admin, review(client));
  await developer.getByRole('link', { name: 'Edit' }).click();
  await save(developer, { Name: 'Acme Twice' });

  expect(await press(administrator, 'Approve the changes')).toBe(409);
  await administrator.getByRole('alert').getByText('Nothing was decided').waitFor();
  await administrator.locator('ins', { hasText: 'Acme Twice' }).waitFor();
  await expectAppearance(administrator, 'verdict-refused');
  const record = await fixture.service.stores.clients.records.find(client.clientId);
  expect(record).toMatchObject({ client: { name: 'Acme Sync' }, proposal: { name: 'Acme Twice' } });
  expect(await press(administrator, 'Approve the changes')).toBe(303);
  await administrator.getByRole('heading', { level: 1, name: 'Acme Twice' }).waitFor();
});

test('an old session has to be confirmed before a verdict, and keeps its reason', async () => {
  const client = await registered(false);
  const administrator = await fixture.signedIn(admin, review(client));
  await administrator.getByLabel('Reason').fill('The website is empty.\nShow what you do.');
  fixture.later(11 * 60_000);
  expect(await press(administrator, 'Reject the client')).toBe(401);
  await administrator.getByRole('heading', { name: 'Confirm it is you' }).waitFor();
  await expectAppearance(administrator, 'verdict-confirm');
  await administrator.getByLabel('Your password').fill(admin.password);
  expect(await press(administrator, 'Confirm')).toBe(303);
  await administrator.getByText('was rejected. Nobody can use it.').waitFor();
  await expectAppearance(administrator, 'rejected');
  const record = await fixture.service.stores.clients.records.find(client.clientId);
  expect(record?.client).toMatchObject({
    status: 'rejected',
    statusReason: 'The website is empty.\nShow what you do.',
  });
});
