/* The address of an account is confirmed with a link from a mail, and not verified before. */
import { testingPath } from '../../../src/clients/testers.js';
import { createBrowser } from '../../support/browser.js';
import { authorizeUrl, visit } from '../../support/oauth.js';
import type { Visitor } from '../../support/oauth.js';
import { dump } from '../../support/dump.js';
import { useService } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';
import { mailsTo, nextMail } from '../../delivery/mail-outbox.js';

const PASSWORD = 'nine lanterns over Ystad';
const DAY = 24 * 60 * 60_000;

const service = useService({ clock: () => Date.now() + passed });
let passed = 0;
afterEach(() => {
  passed = 0;
});

const linkIn = (text: string): string =>
  /http\S+\/settings\/security\/address\?token=\S+/.exec(text)?.[0] ?? '';

let people = 0;
/** Signed up through the form, and signed in. */
async function newcomer(email = `newcomer-${(people += 1)}@example.com`) {
  const browser = createBrowser(service.url);
  const fields = { name: 'Nora Newcomer', email, password: PASSWORD };
  await browser.submit(await browser.get('/sign-up'), fields);
  await browser.signIn({ email, password: PASSWORD });
  const account = await service.stores.accounts.accounts.findByEmail(email);
  if (account === undefined) throw new Error('nobody signed up');
  const confirmed = async () =>
    (await service.stores.accounts.accounts.findById(account.id))?.emailVerifiedAt !== undefined;
  const link = async (count = 1): Promise<string> => linkIn((await nextMail(service, email, count)).text);
  return { email, browser, account, confirmed, link };
}

const sendAgain = async ({ browser }: Pick<Visitor, 'browser'>) =>
  browser.submit(formOf(await browser.get('/settings/security'), '/address/link'), {});

describe('a new account', () => {
  test('works at once, shows that its address is not confirmed, and confirms it with the link', async () => {
    const { browser, link, confirmed, email, account } = await newcomer();
    const home = mainText(await browser.get('/'));
    expect(home).toContain('Confirm your e-mail address');
    expect(home).toContain(email);
    expect(mainText(await browser.get('/settings/security'))).toContain('Not confirmed');
    const page = await browser.get(await link());
    expect(mainText(page)).toContain(email);
    expect(await confirmed()).toBe(false);
    const after = await browser.submit(page, {});
    expect(after.url).toBe(`${service.url}/settings/security?done=address`);
    expect(mainText(after)).toContain('Your e-mail address is confirmed.');
    expect(mainText(after)).not.toContain('Send the link again');
    expect(mainText(await browser.get('/'))).not.toContain('Confirm your e-mail address');
    const entries = await service.stores.events.audit.list(undefined, 1000);
    expect(entries.at(-1)).toMatchObject({
      actor: `account:${account.id}`,
      action: 'account.email_verified',
      subject: `account:${account.id}`,
    });
  });

  test('has no verified address in /v2/me before the confirmation', async () => {
    const { email, account } = await newcomer();
    const profile = async () =>
      (await service.stores.scheduling.profiles.profile(account.id))?.emailVerifiedAt;
    expect(await profile()).toBeNull();
    const recoverer = createBrowser(service.url);
    await recoverer.submit(await recoverer.get('/recover'), { email });
    const text = (await nextMail(service, email, 2)).text;
    const way = /http\S+\/recover\?token=\S+/.exec(text)?.[0] ?? '';
    await recoverer.submit(await recoverer.get(way), { password: 'eleven quiet harbours' });
    expect(await profile()).toBeInstanceOf(Date);
  });

  test('for a taken address sends no mail to it', async () => {
    const { email, link } = await newcomer();
    await link();
    const browser = createBrowser(service.url);
    const answer = await browser.submit(await browser.get('/sign-up'), {
      name: 'X Y',
      email,
      password: PASSWORD,
    });
    expect(answer.url).toContain('/sign-in?signed_up=1');
    // The mail of the next account is queued after it.
    await (await newcomer()).link();
    expect(await mailsTo(service, email)).toHaveLength(1);
  });
});

describe('the link', () => {
  test('asks a signed-out visitor to sign in first, and leads back', async () => {
    const { email, link, confirmed } = await newcomer();
    const elsewhere = createBrowser(service.url);
    const asked = await elsewhere.get(await link());
    expect(asked.url).toContain('/sign-in?return_to=');
    const page = await elsewhere.submit(asked, { email, password: PASSWORD });
    await elsewhere.submit(page, {});
    expect(await confirmed()).toBe(true);
  });

  test('confirms nothing for another account than the one it was sent for', async () => {
    const { link, confirmed } = await newcomer();
    const other = await newcomer();
    const page = await other.browser.get(await link());
    expect([page.status, mainText(page)]).toEqual([404, expect.stringContaining('does not work any more')]);
    const token = new URL(await link()).searchParams.get('token') ?? '';
    const own = await other.browser.get(await other.link());
    expect((await other.browser.submit(own, { token })).status).toBe(404);
    expect([await confirmed(), await other.confirmed()]).toEqual([false, false]);
  });

  test('works once, for three days', async () => {
    const { browser, link, confirmed } = await newcomer();
    passed = 3 * DAY - 60_000;
    const page = await browser.get(await link());
    expect(page.status).toBe(200);
    passed = 3 * DAY + 60_000;
    expect((await browser.submit(page, {})).status).toBe(404);
    expect(await confirmed()).toBe(false);
    passed = 0;
    const both = await Promise.all([browser.submit(page, {}), browser.submit(page, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await confirmed()).toBe(true);
  });

  test('recovers no account, and a recovery link confirms no address', async () => {
    const { browser, link, email } = await newcomer();
    const token = new URL(await link()).searchParams.get('token') ?? '';
    expect((await createBrowser(service.url).get(`/recover?token=${token}`)).status).toBe(404);
    const asking = createBrowser(service.url);
    await asking.submit(await asking.get('/recover'), { email });
    const way = /\/recover\?token=(\S+)/.exec((await nextMail(service, email, 2)).text)?.[1] ?? '';
    expect((await browser.get(`/settings/security/address?token=${way}`)).status).toBe(404);
  });

  test('is sent again from the security page, three times in a quarter of an hour', async () => {
    const visitor = await newcomer();
    await visitor.link();
    const first = await sendAgain(visitor);
    expect(mainText(first)).toContain('A mail with a link is on its way.');
    const again = await visitor.link(2);
    await sendAgain(visitor);
    await sendAgain(visitor);
    const refused = await sendAgain(visitor);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(mainText(refused)).toContain('Too many attempts.');
    await visitor.browser.submit(await visitor.browser.get(again), {});
    expect(await visitor.confirmed()).toBe(true);
  });

  test('is in no store', async () => {
    const { link } = await newcomer();
    const token = new URL(await link()).searchParams.get('token') ?? '';
    const [, secret = ''] = token.split(/\.(.*)/);
    expect(secret.length).toBeGreaterThan(40);
    expect(await dump(service.backend.env)).not.toContain(secret);
  });
});

test('an account with an unconfirmed address does not become a tester by it', async () => {
  const squatter = await newcomer('qa@partner.example');
  const owner = await visit(service);
  const client = await service.client({}, { ownerId: owner.user.account.id, approved: false });
  const path = `/settings/developer/clients/${client.clientId}`;
  const name = async () =>
    owner.browser.submit(formOf(await owner.browser.get(path), '/testers'), { email: squatter.email });
  const refused = await name();
  expect([refused.status, mainText(refused)]).toEqual([
    422,
    expect.stringContaining('No account has confirmed this address.'),
  ]);
  expect((await squatter.browser.get(authorizeUrl(service, client))).status).toBe(400);
  await squatter.browser.submit(await squatter.browser.get(await squatter.link()), {});
  expect((await name()).status).toBe(200);
  const invitation = await squatter.browser.get(testingPath(client.clientId));
  await squatter.browser.submit(invitation, {}, 'accept');
  expect((await squatter.browser.get(authorizeUrl(service, client))).status).toBe(200);
});
