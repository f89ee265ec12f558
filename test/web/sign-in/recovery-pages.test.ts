import { createBrowser } from '../../support/browser.js';
import { type StartedService, startService, type TestUser } from '../../support/service.js';
import { dump } from '../../support/dump.js';
import { me, tokensFor, visit } from '../../support/oauth.js';
import { mailsTo, nextMail, waitForMails } from '../../delivery/mail-outbox.js';

const NEW_PASSWORD = 'nine lanterns over Ystad';
const MINUTE = 60_000;

let service: StartedService;
let passed = 0;
beforeEach(async () => {
  passed = 0;
  service = await startService({ clock: () => Date.now() + passed });
});
afterEach(() => service.close());

async function ask(email: string) {
  const browser = createBrowser(service.url);
  return browser.submit(await browser.get('/recover'), { email });
}

const linkIn = (text: string): string => /http\S+\/recover\?token=\S+/.exec(text)?.[0] ?? '';

async function askedLink(user: TestUser, count = 1): Promise<string> {
  await ask(user.email);
  return linkIn((await nextMail(service, user.email, count)).text);
}

async function setPassword(link: string, password: string) {
  const browser = createBrowser(service.url);
  return browser.submit(await browser.get(link), { password });
}

const canSignIn = async (user: TestUser, password: string): Promise<boolean> =>
  (await createBrowser(service.url).signIn({ email: user.email, password })).status === 200;

describe('recovery', () => {
  test('is linked from the sign-in page and sets a new password with a link from a mail', async () => {
    const user = await service.user();
    expect((await createBrowser(service.url).get('/sign-in')).html).toContain('href="/recover"');
    const sent = await ask(` ${user.email.toUpperCase()} `);
    expect([sent.status, sent.url]).toEqual([200, `${service.url}/recover?sent=1`]);
    const link = linkIn((await nextMail(service, user.email)).text);
    const after = await setPassword(link, NEW_PASSWORD);
    expect(after.url).toContain(`${service.url}/sign-in?recovered=1&return_to=`);
    expect(after.root.text).toContain('Your password is set');
    expect(await canSignIn(user, NEW_PASSWORD)).toBe(true);
    expect(await canSignIn(user, user.password)).toBe(false);
  });

  test('ends every session and no connected application', async () => {
    const [client, user] = [await service.client(), await service.user()];
    const visitor = await visit(service, user);
    const tokens = await tokensFor(service, client, visitor);
    await ask(user.email);
    const mails = await waitForMails(service, user.email, 2);
    await setPassword(linkIn(mails.map(({ text }) => text).join('\n')), NEW_PASSWORD);
    expect((await visitor.browser.get('/settings/security')).url).toContain('/sign-in');
    expect((await me(service, tokens.access_token)).status).toBe(200);
  });

  test('is announced by mail and recorded in the audit log', async () => {
    const user = await service.user();
    await setPassword(await askedLink(user), NEW_PASSWORD);
    const mail = await nextMail(service, user.email, 2);
    expect(mail.subject).toBe('Your Slotkey password was changed');
    expect(mail.text).toContain('with a link for one use');
    const entries = await service.stores.events.audit.list(undefined, 1000);
    expect(entries.at(-1)).toMatchObject({
      action: 'account.recovered',
      subject: `account:${user.account.id}`,
    });
  });

  test('works once: of two concurrent attempts one sets the password, and the link is used up', async () => {
    const user = await service.user();
    const link = await askedLink(user);
    const send = async (which: string) => {
      const browser = createBrowser(service.url);
      const page = await browser.get(link);
      return () => browser.submit(page, { password: `${NEW_PASSWORD} ${which}` });
    };
    const both = [await send('one'), await send('two')];
    const answers = await Promise.all(both.map((go) => go()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await createBrowser(service.url).get(link)).status).toBe(404);
  });

  test('uses up every other link of the account', async () => {
    const user = await service.user();
    const [first, second] = [await askedLink(user), await askedLink(user, 2)];
    expect(first).not.toBe(second);
    await setPassword(first, NEW_PASSWORD);
    expect((await createBrowser(service.url).get(second)).status).toBe(404);
  });

  test('works for fifteen minutes, also when the page was opened in time', async () => {
    const user = await service.user();
    const link = await askedLink(user);
    const browser = createBrowser(service.url);
    passed = 14 * MINUTE;
    const page = await browser.get(link);
    expect(page.status).toBe(200);
    passed = 15 * MINUTE + 1000;
    expect((await browser.submit(page, { password: NEW_PASSWORD })).status).toBe(404);
    expect((await browser.get(link)).root.text).toContain('does not work any more');
    expect(await canSignIn(user, user.password)).toBe(true);
  });

  test('does not use up the link by opening it, nor by a password that is refused', async () => {
    const link = await askedLink(await service.user());
    await createBrowser(service.url).get(link);
    const refused = await setPassword(link, 'short');
    expect(refused.status).toBe(422);
    expect(refused.root.querySelector('#password-fault')?.text).toContain('at least 15');
    expect((await setPassword(link, NEW_PASSWORD)).url).toContain('recovered=1');
  });

  test('gives the same reply for every address, and sends mail only to accounts', async () => {
    const user = await service.user();
    const disabled = await service.user();
    await service.stores.accounts.accounts.setDisabled(disabled.account.id, true, { actor: 'cli' });
    const answers = [await ask(user.email), await ask('nobody@example.com'), await ask(disabled.email)];
    expect(new Set(answers.map(({ status, url }) => `${status} ${url}`)).size).toBe(1);
    expect(new Set(answers.map(({ html }) => html)).size).toBe(1);
    const last = await service.user();
    await ask(last.email);
    await waitForMails(service, last.email);
    expect(await mailsTo(service, user.email)).toHaveLength(1);
    expect(await mailsTo(service, 'nobody@example.com')).toEqual([]);
    expect(await mailsTo(service, disabled.email)).toEqual([]);
  });

  test('does the same work for every address', async () => {
    const user = await service.user();
    const asked: string[] = [];
    const { accounts, jobs } = service.backend.stores;
    const spied = { ...accounts.accounts };
    for (const name of ['findByEmail', 'credentials'] as const) {
      spied[name] = (email) => (asked.push(name), accounts.accounts[name](email) as never);
    }
    const stores = {
      ...service.backend.stores,
      accounts: { ...accounts, accounts: spied },
      jobs: { ...jobs, take: async () => [] },
    };
    const other = await startService({ backend: { ...service.backend, stores } });
    const browser = createBrowser(other.url);
    for (const email of [user.email, 'nobody@example.com'])
      await browser.submit(await browser.get('/recover'), { email });
    expect(asked).toEqual([]);
    await other.close();
  });

  test('is throttled for an address with and without an account alike', async () => {
    const user = await service.user();
    for (const email of [user.email, 'nobody@example.com']) {
      for (let attempts = 0; attempts < 3; attempts += 1) expect((await ask(email)).status).toBe(200);
      const refused = await ask(email);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    }
  });

  test('marks an invalid address', async () => {
    const page = await ask('not an address');
    expect(page.status).toBe(422);
    expect(page.root.querySelector('#email-fault')?.text).toContain('name@example.com');
  });

  test.each(['', 'x', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.abcde.AAAA`, 'x'.repeat(5000)])(
    'refuses any other token: %#',
    async (token) => {
      expect((await createBrowser(service.url).get(`/recover?token=${token}`)).status).toBe(404);
    },
  );

  test('of a token with another id is refused', async () => {
    const [one, other] = [await askedLink(await service.user()), await askedLink(await service.user())];
    const hash = one.slice(one.indexOf('token=') + 6 + 36);
    const forged = `${other.slice(0, other.indexOf('token=') + 6 + 36)}${hash}`;
    expect((await createBrowser(service.url).get(forged)).status).toBe(404);
  });

  test('refuses a form without its CSRF field', async () => {
    for (const path of ['/recover', '/recover/password']) {
      const body = new URLSearchParams({ email: 'ada@example.com' });
      expect((await createBrowser(service.url).raw(path, { method: 'POST', body })).status).toBe(403);
    }
  });

  test('stores no usable token, and no address without an account', async () => {
    const user = await service.user();
    const link = await askedLink(user);
    await ask('unknown@example.com');
    const token = new URL(link).searchParams.get('token') ?? '';
    const stored = await dump(service.backend.env);
    expect(stored).toContain(user.email);
    expect(stored).not.toContain(token.slice(-40));
    expect(stored).not.toContain('unknown@example.com');
  });
});
