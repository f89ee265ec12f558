/* Another address for an account: it waits for the link by mail, and the old one is told and stays until then. */
import { createBrowser, type Page } from '../../support/browser.js';
import { tokensFor, visit, type Visitor } from '../../support/oauth.js';
import { dump } from '../../support/dump.js';
import { useService } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';
import { mailsTo, nextMail } from '../../delivery/mail-outbox.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const service = useService({ clock: () => Date.now() + passed });
let passed = 0;
afterEach(() => {
  passed = 0;
});

const FORM = '/settings/security/address/change';
const linkIn = (text: string): string => /http\S+\/change\/confirmation\?token=\S+/.exec(text)?.[0] ?? '';

let addresses = 0;
const newAddress = (): string => `moved-${(addresses += 1)}@example.net`;

const enter = async ({ browser }: Pick<Visitor, 'browser'>, email: string): Promise<Page> =>
  browser.submit(formOf(await browser.get(FORM), '/change'), { email });
const linkFor = async (email: string): Promise<string> => linkIn((await nextMail(service, email)).text);
const accountOf = async ({ user }: Pick<Visitor, 'user'>) =>
  service.stores.accounts.accounts.findById(user.account.id);

describe('another address', () => {
  test('waits for the link, while the old one stays and is notified', async () => {
    const visitor = await visit(service);
    const email = newAddress();
    const after = await enter(visitor, email);
    expect(mainText(after)).toContain('a mail with a link is on its way there');
    expect(mainText(after)).toContain(`${email} waits for its confirmation`);
    const notice = await nextMail(service, visitor.user.email);
    expect(notice.subject).toContain('is to have another e-mail address');
    expect(notice.text).not.toContain(email);
    expect((await accountOf(visitor))?.email).toBe(visitor.user.email);
    const elsewhere = createBrowser(service.url);
    expect((await elsewhere.signIn(visitor.user)).url).toBe(`${service.url}/`);
  });

  test('replaces the old one with the link: it signs in, other browsers and older links do not', async () => {
    const visitor = await visit(service);
    const other = createBrowser(service.url);
    await other.signIn(visitor.user);
    await other.submit(await other.get('/recover'), { email: visitor.user.email });
    const recovery = /http\S+\/recover\?token=\S+/.exec((await nextMail(service, visitor.user.email)).text);
    const email = newAddress();
    await enter(visitor, email);
    const page = await visitor.browser.get(await linkFor(email));
    expect(mainText(page)).toContain(email);
    expect(mainText(page)).toContain(visitor.user.email);
    const after = await visitor.browser.submit(page, {});
    expect([after.url, mainText(after)]).toEqual([
      `${service.url}/settings/security?done=email_changed`,
      expect.stringContaining('Your e-mail address is changed.'),
    ]);
    expect(mainText(after)).not.toContain('waits for its confirmation');
    expect(await accountOf(visitor)).toMatchObject({ email, emailVerifiedAt: expect.any(Date) as Date });
    expect((await other.get('/settings/security')).url).toContain('/sign-in');
    expect((await other.get(recovery?.[0] ?? '')).status).toBe(404);
    const { password } = visitor.user;
    const fresh = createBrowser(service.url);
    expect((await fresh.signIn({ email: visitor.user.email, password })).url).toContain('/sign-in');
    expect((await createBrowser(service.url).signIn({ email, password })).url).toBe(`${service.url}/`);
    const last = await nextMail(service, visitor.user.email, 3);
    expect(last.subject).toContain('has another e-mail address');
  });

  test('that another account has gets no mail, and the same reply', async () => {
    const [visitor, owner] = [await visit(service), await service.user()];
    const free = newAddress();
    const texts = [await enter(visitor, free), await enter(visitor, owner.email)].map((page) =>
      mainText(page).replaceAll(free, 'X').replaceAll(owner.email, 'X'),
    );
    expect(texts[0]).toBe(texts[1]);
    await service.idle();
    expect(await mailsTo(service, owner.email)).toEqual([]);
  });

  test('is refused when it is none, or the present one; and when too many mails went there', async () => {
    const visitor = await visit(service);
    for (const email of ['not an address', visitor.user.email.toUpperCase()])
      expect((await enter(visitor, email)).status).toBe(422);
    const email = newAddress();
    for (let count = 0; count < 3; count += 1) expect((await enter(visitor, email)).status).toBe(200);
    const refused = await enter(visitor, email);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('asks for a recent sign-in, when it is entered and when it is confirmed', async () => {
    const visitor = await visit(service);
    passed = 11 * MINUTE;
    const email = newAddress();
    const asked = await enter(visitor, email);
    expect(asked.status).toBe(401);
    const after = await visitor.browser.submit(asked, { confirm_password: visitor.user.password });
    expect(mainText(after)).toContain('waits for its confirmation');
    passed = 23 * MINUTE;
    const page = await visitor.browser.get(await linkFor(email));
    expect((await visitor.browser.submit(page, {})).status).toBe(401);
    expect((await accountOf(visitor))?.email).toBe(visitor.user.email);
  });
});

describe('the link', () => {
  test('works for its own account alone, once, for a day', async () => {
    const [visitor, other] = [await visit(service), await visit(service)];
    const email = newAddress();
    await enter(visitor, email);
    const link = await linkFor(email);
    expect((await other.browser.get(link)).status).toBe(404);
    const page = await visitor.browser.get(link);
    const both = await Promise.all([visitor.browser.submit(page, {}), visitor.browser.submit(page, {})]);
    expect(both.filter(({ url }) => url.endsWith('?done=email_changed'))).toHaveLength(1);
    expect((await accountOf(visitor))?.email).toBe(email);
    const later = newAddress();
    await enter(other, later);
    const over = await linkFor(later);
    passed = DAY + MINUTE;
    expect((await other.browser.get(over)).status).toBe(404);
    expect(await dump(service.backend.env)).not.toContain(new URL(link).searchParams.get('token')?.slice(37));
  });

  test('stops working when the change is stopped, replaced, or the account is recovered', async () => {
    const visitor = await visit(service);
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    await enter(visitor, first);
    const replaced = await linkFor(first);
    await enter(visitor, second);
    expect((await visitor.browser.get(replaced)).status).toBe(404);
    const stopped = await linkFor(second);
    const page = await visitor.browser.get('/settings/security');
    expect(mainText(await visitor.browser.submit(formOf(page, '/withdrawal'), {}))).toContain('is stopped');
    expect((await visitor.browser.get(stopped)).status).toBe(404);
    await enter(visitor, third);
    const outlived = await linkFor(third);
    const recovering = createBrowser(service.url);
    await recovering.submit(await recovering.get('/recover'), { email: visitor.user.email });
    const { text } = await nextMail(service, visitor.user.email, 4);
    const way = /http\S+\/recover\?token=\S+/.exec(text)?.[0] ?? '';
    const password = 'eleven quiet harbours';
    await recovering.submit(await recovering.get(way), { password });
    await visitor.browser.signIn({ email: visitor.user.email, password });
    expect((await visitor.browser.get(outlived)).status).toBe(404);
  });

  test('gives the address to one of two accounts that want it', async () => {
    const [one, other] = [await visit(service), await visit(service)];
    const email = newAddress();
    await enter(one, email);
    const first = await one.browser.get(await linkFor(email));
    await enter(other, email);
    const second = await other.browser.get(linkIn((await nextMail(service, email, 2)).text));
    const both = await Promise.all([one.browser.submit(first, {}), other.browser.submit(second, {})]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const owners = [await accountOf(one), await accountOf(other)].filter((found) => found?.email === email);
    expect(owners).toHaveLength(1);
  });
});

test('PATCH /v2/me asks for a new address, which waits like one from the page', async () => {
  const visitor = await visit(service);
  const { access_token: token } = await tokensFor(service, await service.client(), visitor, {
    scope: 'PROFILE_READ PROFILE_WRITE',
  });
  const email = newAddress();
  const patch = async (body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'PATCH', headers, body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/v2/me`, init);
    return { status: response.status, body: (await response.json()) as { data?: Record<string, unknown> } };
  };
  expect((await patch({ email: 'nobody' })).status).toBe(400);
  const reply = await patch({ email, bio: 'Moved.' });
  expect(reply).toMatchObject({ status: 200, body: { data: { email: visitor.user.email, bio: 'Moved.' } } });
  const page = await visitor.browser.get(await linkFor(email));
  await visitor.browser.submit(page, {});
  expect((await accountOf(visitor))?.email).toBe(email);
  expect((await patch({ bio: 'Still here.' })).body.data).toMatchObject({ email });
  for (let count = 0; count < 3; count += 1) await patch({ email: 'busy@example.net' });
  expect((await patch({ email: 'busy@example.net' })).status).toBe(429);
});
