import { authorizeUrl, me, tokensFor, visit } from '../../support/oauth.js';
import { testingPath } from '../../../src/clients/testers.js';
import { useService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { formOf, mainText, sentTo } from '../../clients/forms.js';
import { nextMail } from '../../delivery/mail-outbox.js';

const service = useService();

const CONFIRMED = { emailVerified: true };

async function pending() {
  const owner = await visit(service);
  const client = await service.client({}, { ownerId: owner.user.account.id, approved: false });
  const path = `/settings/developer/clients/${client.clientId}`;
  const add = async (email: string) =>
    owner.browser.submit(formOf(await owner.browser.get(path), '/testers'), { email });
  const testerIds = async () => (await service.stores.clients.clients.find(client.clientId))?.testerIds ?? [];
  return { owner, client, path, add, testerIds };
}

describe('testers of a pending client', () => {
  test('are added by e-mail address, accept, and can use it until they are removed', async () => {
    const { owner, client, path, add, testerIds } = await pending();
    const tester = await visit(service, await service.user('Tess Tester', CONFIRMED));
    expect((await tester.browser.get(authorizeUrl(service, client))).status).toBe(400);
    const page = await add(` ${tester.user.email.toUpperCase()} `);
    expect(mainText(page)).toContain('is on its way');
    expect(mainText(page)).toMatch(/Tess Tester.*Has not accepted yet/s);
    expect((await tester.browser.get(authorizeUrl(service, client))).status).toBe(400);
    const invitation = await tester.browser.get(testingPath(client.clientId));
    const accepted = await tester.browser.submit(invitation, {}, 'accept');
    expect(mainText(accepted)).toContain('now. Start in the application itself.');
    expect(mainText(await owner.browser.get(path))).not.toContain('Has not accepted yet');
    const tokens = await tokensFor(service, client, tester);
    await until(async () => (await me(service, tokens.access_token)).status === 200);
    const [id = 0] = await testerIds();
    await owner.browser.submit(formOf(await owner.browser.get(path), `/testers/${id}/removal`), {});
    expect(await testerIds()).toEqual([]);
    await until(async () => (await me(service, tokens.access_token)).status === 401);
    expect((await tester.browser.get(authorizeUrl(service, client))).status).toBe(400);
  });

  test('get a mail that names the developer and says that the client is not reviewed', async () => {
    const { owner, client, add } = await pending();
    const tester = await service.user('Theo Tester', { emailVerified: true });
    await add(tester.email);
    const mail = await nextMail(service, tester.email);
    expect(mail.subject).toBe('You are invited to test Acme Sync');
    expect(mail.text).toContain(`${service.url}${testingPath(client.clientId)}`);
    expect(mail.text).toContain(owner.user.account.name);
    expect(mail.text).toContain('not reviewed this application yet');
    expect(mail.text).not.toContain('IP address');
  });

  test.each([
    [
      'without an account',
      async () => Promise.resolve('nobody@example.com'),
      'No account has confirmed this address',
    ],
    [
      'of a disabled account',
      async () => {
        const { account, email } = await service.user();
        await service.stores.accounts.accounts.setDisabled(account.id, true, { actor: 'test' });
        return email;
      },
      'No account has confirmed this address',
    ],
    [
      'that is not confirmed',
      async () => (await service.user('Una Unproven', { emailVerified: false })).email,
      'No account has confirmed this address',
    ],
    ['of the owner', undefined, 'You manage the client and can use it already'],
  ])('are refused for an address %s, and the input is kept', async (_, address, message) => {
    const { owner, add, testerIds } = await pending();
    const email = address ? await address() : owner.user.email;
    const page = await add(email);
    expect([page.status, page.root.querySelector('#email')?.getAttribute('value')]).toEqual([422, email]);
    expect(page.root.querySelector('#email-fault')?.text).toContain(message);
    expect(await testerIds()).toEqual([]);
  });

  test('are at most twenty', async () => {
    const { client, owner, add } = await pending();
    const actor = { actor: 'test' };
    for (let count = 0; count < 20; count += 1) {
      const account = await service.stores.accounts.accounts.create(
        { email: `tester-${count}-${client.clientId}@example.com`, name: 'T', passwordHash: 'none' },
        actor,
      );
      if (account === 'email_taken') throw new Error('the address is taken');
      const tester = { accountId: account.id, most: 20 };
      await service.stores.clients.records.addTester(client.clientId, owner.user.account.id, tester, actor);
    }
    const page = await add((await service.user('Late', CONFIRMED)).email);
    expect(page.status).toBe(422);
    expect(mainText(page)).toContain('There are 20 testers already');
    expect(await service.stores.clients.records.testers(client.clientId)).toHaveLength(20);
  });

  test('are limited to 40 lookups', async () => {
    const { owner, path } = await pending();
    const form = formOf(await owner.browser.get(path), '/testers');
    const texts: string[] = [];
    for (let attempt = 0; attempt < 41; attempt += 1)
      texts.push(mainText(await owner.browser.submit(form, { email: `nobody-${attempt}@example.com` })));
    expect(texts.slice(0, 40).every((text) => text.includes('No account has confirmed this address'))).toBe(
      true,
    );
    expect(texts[40]).toContain('Too many attempts. Wait 60 minutes');
  });

  test('are not offered for an approved client', async () => {
    const owner = await visit(service);
    const client = await service.client({}, { ownerId: owner.user.account.id });
    const path = `/settings/developer/clients/${client.clientId}`;
    const page = await owner.browser.get(path);
    expect(mainText(page)).not.toContain('Testers');
    const { email } = await service.user('Tess Tester', CONFIRMED);
    const answer = await owner.browser.submit(sentTo(formOf(page, '/secrets'), `${path}/testers`), { email });
    expect(answer.status).toBe(409);
    expect((await service.stores.clients.clients.find(client.clientId))?.testerIds).toEqual([]);
  });
});
