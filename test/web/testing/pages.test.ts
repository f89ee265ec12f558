/* The page on which a tester accepts, declines, and stops testing. */
import { testingPath } from '../../../src/clients/testers.js';
import { authorizeUrl, me, tokensFor, visit } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { mainText } from '../../clients/forms.js';

const ACTOR = { actor: 'test' };

const service = useService();

/** A tester of a pending client, who has not answered yet. */
async function invited() {
  const [owner, tester] = [await service.user('Olga Owner'), await visit(service)];
  const [ownerId, accountId] = [owner.account.id, tester.user.account.id];
  const form = { name: 'Acme <b>Sync</b>', website: 'https://acme.example' };
  const client = await service.client(form, { ownerId, approved: false });
  const { records } = service.stores.clients;
  await records.addTester(client.clientId, ownerId, { accountId, most: 20 }, ACTOR);
  return { client, ownerId, accountId, tester, path: testingPath(client.clientId), records };
}

test('names who invites, what the application is for, and that it is not reviewed', async () => {
  const { tester, path } = await invited();
  const page = await tester.browser.get(path);
  expect(page.status).toBe(200);
  for (const part of [
    'Acme <b>Sync</b>',
    'Olga Owner',
    'Copies bookings into Acme.',
    'Nobody here has reviewed',
  ])
    expect(mainText(page)).toContain(part);
  expect(page.root.querySelector('b')).toBeNull();
});

test('declining removes the invitation, and nothing can be authorized', async () => {
  const { client, tester, path, records } = await invited();
  const page = await tester.browser.submit(await tester.browser.get(path), {}, 'decline');
  expect([page.status, mainText(page)]).toEqual([200, expect.stringContaining('You do not test')]);
  expect(await records.testers(client.clientId)).toEqual([]);
  expect((await tester.browser.get(path)).status).toBe(404);
  expect((await tester.browser.get(authorizeUrl(service, client))).status).toBe(400);
});

test('a tester who stops ends what they allowed', async () => {
  const { client, tester, path } = await invited();
  await tester.browser.submit(await tester.browser.get(path), {}, 'accept');
  const tokens = await tokensFor(service, client, tester);
  await until(async () => (await me(service, tokens.access_token)).status === 200);
  const page = await tester.browser.get(path);
  expect(page.root.querySelector('h1')?.text).toContain('You test');
  await tester.browser.submit(page, {}, 'decline');
  await until(async () => (await me(service, tokens.access_token)).status === 401);
});

test('an invitation is for one account, and ends with a verdict or a withdrawal', async () => {
  const { client, ownerId, accountId, tester, path, records } = await invited();
  const page = await tester.browser.get(path);
  const other = await visit(service);
  expect((await other.browser.get(path)).status).toBe(404);
  expect((await other.browser.get(testingPath('unknown'))).status).toBe(404);
  await records.removeTester(client.clientId, ownerId, accountId, ACTOR);
  expect((await tester.browser.submit(page, {}, 'accept')).status).toBe(404);
  await records.addTester(client.clientId, ownerId, { accountId, most: 20 }, ACTOR);
  await service.stores.clients.clients.setStatus(client.clientId, 'approved', undefined, ACTOR);
  expect((await tester.browser.submit(page, {}, 'accept')).status).toBe(404);
});

test('a form without an answer changes nothing', async () => {
  const { client, tester, path, records } = await invited();
  const page = await tester.browser.submit(await tester.browser.get(path), {});
  expect(page.root.querySelector('h1')?.text).toContain('Test ');
  expect(await records.testers(client.clientId)).toMatchObject([{ accepted: false }]);
});
