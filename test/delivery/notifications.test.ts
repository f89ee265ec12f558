import { createHash, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { createSmsGateway } from '../../adapters/sms/gateway.js';
import { addSecret, removeSecret } from '../../src/clients/rotate-secrets.js';
import { changeStatus } from '../../src/clients/review/review.js';
import { createOutboxSender } from '../../src/delivery/outbox.js';
import { createBrowser } from '../support/browser.js';
import { openMailFixture } from './mail-fixture.js';
import { authorize, authorizeUrl, visit } from '../support/oauth.js';
import { startService, useService } from '../support/service.js';
import { nextMail, waitForMails } from './mail-outbox.js';

const ADMIN = { actor: 'account:1', clientIp: '192.0.2.9' };

const service = useService();

const statusOf = (url: string, path: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(new URL(path, url), { headers: { host } }, ({ statusCode }) => resolve(statusCode)).on(
      'error',
      reject,
    );
  });

describe('the outbox', () => {
  test('lists mails newest first, as text', async () => {
    const user = await service.user();
    await service.stores.accounts.accounts.setPasswordHash(user.account.id, 'x', ADMIN);
    const client = await service.client({ name: 'Newest' }, { ownerId: user.account.id });
    await waitForMails(service, user.email);
    await addSecret(service.registry, client.clientId, ADMIN);
    const mails = await waitForMails(service, user.email, 2);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Newest has a new secret',
      'Your Slotkey password was changed',
    ]);
  });

  test('lists mails in the order in which they were due, whichever was sent first', async () => {
    const address = 'two-at-once@example.net';
    const carry = createOutboxSender({ outbox: service.stores.delivery.outbox, keys: service.registry.keys });
    for (const [subject, second] of [
      ['Second', 2],
      ['Third', 3],
      ['First', 1],
    ] as const)
      await carry({
        ...{ id: randomUUID(), to: { name: 'Zoë', address }, subject, text: '', html: '' },
        date: new Date(1000 * second),
      });
    const mails = await waitForMails(service, address, 3);
    expect(mails.map(({ subject }) => subject)).toEqual(['Third', 'Second', 'First']);
  });

  test('shows a mail as mail programs do, with no source of content but the style of our own mails', async () => {
    const user = await service.user();
    await service.stores.accounts.accounts.setPasswordHash(user.account.id, 'x', ADMIN);
    await waitForMails(service, user.email);
    const browser = createBrowser(service.url);
    const list = await browser.get('/dev/outbox');
    const link = list.root.querySelector('.cards li a[href^="/dev/outbox/"]')?.getAttribute('href') ?? '';
    const mail = await browser.get(link);
    expect(mail.root.querySelector('.lead')?.text).toContain('Your password was changed');
    const style = mail.root.querySelector('style')?.text ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = mail.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'; sandbox;`);
    expect((await browser.get('/dev/outbox/unknown')).status).toBe(404);
  });

  test('does not exist in production', async () => {
    const env = { NODE_ENV: 'production', SECRET_KEYS: 'h7Qk2mZp9Xv4Lw8Rt1Yc6Bn3Jd5Gf0Sa' };
    const production = await startService({ env, hosts: () => ({ BASE_URL: 'https://scheduling.example' }) });
    expect(await statusOf(production.url, '/dev/outbox', 'scheduling.example')).toBe(404);
    expect(await statusOf(production.url, '/sign-in', 'scheduling.example')).toBe(200);
    await production.close();
  });

  test('does not exist where there are a mail server and an SMS gateway', async () => {
    const mails = await openMailFixture();
    const { backend } = mails;
    const mailing = await startService({ backend });
    expect((await createBrowser(mailing.url).get('/dev/outbox')).status).toBe(200);
    await mailing.close();
    const sms = createSmsGateway({ url: 'http://127.0.0.1:9/' });
    const sending = await startService({ backend: { ...backend, stores: { ...mails.stores, sms } } });
    expect((await createBrowser(sending.url).get('/dev/outbox')).status).toBe(404);
    await sending.close();
    await mails.close();
  });
});

describe('a mail about a new authorization', () => {
  test('lists the permissions of the application, and links the page that removes it', async () => {
    const [client, user] = [await service.client({ name: 'Acme Sync' }), await service.user()];
    await authorize(service, client, user, { params: { scope: 'PROFILE_READ BOOKING_WRITE' } });
    const mail = await nextMail(service, user.email);
    expect(mail.subject).toBe('Acme Sync can now use your Slotkey account');
    expect(mail.text).toContain('See your profile');
    expect(mail.text).toContain('Confirm, decline, reassign and change your bookings');
    expect(mail.text).not.toContain('See your bookings');
    expect(mail.text).toContain(`${service.url}/settings/apps`);
    expect(mail.text).toContain('from the IP address 127.0.0.1');
  });

  test('of a legacy client without scopes says that it may do everything', async () => {
    const [client, user] = [await service.client({}, { legacy: true }), await service.user()];
    await authorize(service, client, user, { params: { scope: '' } });
    expect((await nextMail(service, user.email)).text).toContain('Do everything you can');
  });

  test('is not written when the user cancels', async () => {
    const [client, user] = [await service.client(), await service.user()];
    const browser = createBrowser(service.url);
    const question = await browser.signIn(user, await browser.get(authorizeUrl(service, client)));
    expect((await browser.submit(question, {}, 'cancel')).left?.search).toContain('access_denied');
    await service.stores.accounts.accounts.setPasswordHash(user.account.id, 'x', ADMIN);
    const mails = await waitForMails(service, user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Slotkey password was changed']);
  });
});

describe('mails about a client', () => {
  async function ownedClient(options: { approved: boolean }) {
    const owner = await service.user('Devi Developer');
    const client = await service.client({ name: 'Fresh Idea' }, { ownerId: owner.account.id, ...options });
    return { owner, client };
  }

  test('that was submitted go to every administrator, and to no other user', async () => {
    const [ada, ben, bystander] = [await service.user(), await service.user(), await service.user()];
    for (const { account } of [ada, ben])
      await service.stores.accounts.accounts.setAdmin(account.id, true, ADMIN);
    const { owner, client } = await ownedClient({ approved: false });
    for (const { email } of [ada, ben]) {
      const mail = await nextMail(service, email);
      expect(mail.subject).toBe('Fresh Idea waits for its review');
      expect(mail.text).toContain(`${service.url}/admin/clients/${client.clientId}`);
    }
    for (const { account } of [ada, ben])
      await service.stores.accounts.accounts.setAdmin(account.id, false, ADMIN);
    for (const { email, account } of [owner, bystander]) {
      await service.stores.accounts.accounts.setPasswordHash(account.id, 'x', ADMIN);
      expect(await waitForMails(service, email)).toHaveLength(1);
    }
  });

  test('that was changed after its rejection go to every administrator, once', async () => {
    const ada = await service.user();
    const { owner, client } = await ownedClient({ approved: false });
    const reject = { verdict: 'reject', reason: 'The website is empty.' } as const;
    await changeStatus(service.stores.clients.clients, client.clientId, reject, ADMIN);
    await service.stores.accounts.accounts.setAdmin(ada.account.id, true, ADMIN);
    const { browser } = await visit(service, owner);
    for (const purpose of ['A better one.', 'The best one.']) {
      const form = await browser.get(`/settings/developer/clients/${client.clientId}/edit`);
      await browser.submit(form, { purpose });
    }
    await service.stores.accounts.accounts.setPasswordHash(ada.account.id, 'x', ADMIN);
    const mails = await waitForMails(service, ada.email, 2);
    await service.stores.accounts.accounts.setAdmin(ada.account.id, false, ADMIN);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Fresh Idea was changed after its rejection',
      'Your Slotkey password was changed',
    ]);
    const mail = mails.find(({ subject }) => subject.startsWith('Fresh Idea'));
    expect(mail?.text).toContain('Nobody can use it until it is reviewed again.');
    expect(mail?.text).toContain(`${service.url}/admin/clients/${client.clientId}`);
  });

  test.each([
    ['approved', false, [{ verdict: 'approve' }], 'Fresh Idea is approved', 'Everybody can use it now'],
    [
      'rejected',
      false,
      [{ verdict: 'reject', reason: 'The website is empty.' }],
      'Fresh Idea was not approved',
      'The reason: The website is empty.',
    ],
    [
      'suspended',
      true,
      [{ verdict: 'suspend', reason: 'It sends spam.' }],
      'Fresh Idea is suspended',
      'The reason: It sends spam.',
    ],
    [
      'resumed',
      true,
      [{ verdict: 'suspend', reason: 'It sends spam.' }, { verdict: 'resume' }],
      'Fresh Idea works again',
      'no longer suspended',
    ],
  ] as const)(
    'that was %s go to its owner, with the reason',
    async (_, approved, verdicts, subject, message) => {
      const { owner, client } = await ownedClient({ approved });
      for (const verdict of verdicts)
        await changeStatus(service.stores.clients.clients, client.clientId, verdict, ADMIN);
      // Several workers send them, in no guaranteed order.
      const mails = await waitForMails(service, owner.email, verdicts.length);
      const mail = mails.find((one) => one.subject === subject);
      expect(mail?.text).toContain(message);
      expect(mail?.text).toContain(`${service.config.settingsUrl}/clients/${client.clientId}`);
    },
  );

  test('with an added or removed secret go to its owner, with only its last characters', async () => {
    const { owner, client } = await ownedClient({ approved: true });
    const added = await addSecret(service.registry, client.clientId, ADMIN);
    const made = await nextMail(service, owner.email);
    expect(made.subject).toBe('Fresh Idea has a new secret');
    expect(made.text).toContain(`ends in ${added.clientSecret.slice(-4)} was created`);
    expect(made.text).not.toContain(added.clientSecret);
    await removeSecret(service.registry, client.clientId, added.id, ADMIN);
    const gone = await nextMail(service, owner.email, 2);
    expect(gone.subject).toBe('A secret of Fresh Idea was removed');
    expect(gone.text).toContain('from the IP address 192.0.2.9');
    const page = await createBrowser(service.url).get('/dev/outbox');
    expect(page.html).not.toContain(added.clientSecret);
  });
});
