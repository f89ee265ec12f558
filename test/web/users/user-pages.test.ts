/* Administrators find an account and change it; users who are not administrators: pages-matrix.test.ts. */
import { createBrowser, type Page } from '../../support/browser.js';
import { me, tokensFor, visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { formOf, mainText } from '../../clients/forms.js';

const USERS = '/admin/users';
const ACTOR = { actor: 'test' };
const PASSWORD = 'eleven quiet harbours';

/** How far the service is ahead of now, in milliseconds. */
let ahead = 0;
const service = useService({ clock: () => Date.now() + ahead });
let admin: Visitor;
beforeAll(async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  admin = await visit(service, user);
});

const pathOf = ({ user }: Visitor): string => `${USERS}/${user.account.id}`;

const act = async (visitor: Visitor, action: string): Promise<Page> => {
  const page = await admin.browser.get(pathOf(visitor));
  return admin.browser.submit(formOf(page, `${pathOf(visitor)}/${action}`), {});
};

const labels = (page: Page): readonly string[] =>
  page.root.querySelectorAll('.verdicts button').map(({ text }) => text.trim());

const isSignedIn = async ({ browser }: Visitor): Promise<boolean> =>
  (await browser.get('/settings/security')).url.endsWith('/settings/security');

test('lists the newest first, page by page, and finds parts of name, address and username', async () => {
  const people = [];
  for (let count = 0; count < 51; count += 1) people.push(await service.user(`Crowd ${count} Zoë`));
  const [first, last] = [people[0], people.at(-1)];
  const page = await admin.browser.get(`${USERS}?q=Zoë+CROWD`);
  const names = page.root.querySelectorAll('.rows li > a').map(({ text }) => text);
  expect([names.length, names[0]]).toEqual([50, last?.account.name]);
  const next = page.root.querySelector('nav[aria-label=Pages] a')?.getAttribute('href') ?? '';
  const rest = (await admin.browser.get(next)).root.querySelectorAll('.rows li > a');
  expect(rest.map(({ text }) => text)).toEqual([first?.account.name]);
  for (const words of [first?.email, first?.account.username]) {
    const found = await admin.browser.get(`${USERS}?q=${encodeURIComponent(words ?? '')}`);
    expect(mainText(found)).toContain(first?.account.name);
  }
  expect(mainText(await admin.browser.get(`${USERS}?q=nobody-has-this`))).toContain('No user found');
});

test('a disabled user has no access, neither in browsers nor through applications, until enabled', async () => {
  const [client, user] = [await service.client(), await visit(service)];
  const { access_token: token } = await tokensFor(service, client, user);
  const question = await admin.browser.get(pathOf(user));
  const asked = await admin.browser.ask(formOf(question, `${pathOf(user)}/disable`), {});
  expect(mainText(asked)).toContain('applications lose access within a second');
  expect((await me(service, token)).status).toBe(200);
  expect(mainText(await act(user, 'disable'))).toMatch(/The account of \u2068.+\u2069 is disabled\./);
  await until(async () => (await me(service, token)).status === 401);
  expect(await isSignedIn(user)).toBe(false);
  const page = await act(user, 'enable');
  expect(mainText(page)).toMatch(/The account of \u2068.+\u2069 is enabled\./);
  await until(async () => (await me(service, token)).status === 200);
});

test('signs a user out of every browser', async () => {
  const user = await visit(service);
  const other = createBrowser(service.url);
  await other.signIn(user.user);
  expect(mainText(await admin.browser.get(pathOf(user)))).toContain('Browsers signed in2');
  expect(mainText(await act(user, 'sign-out'))).toContain('signed out everywhere');
  expect([await isSignedIn(user), await isSignedIn({ ...user, browser: other })]).toEqual([false, false]);
});

test('creates a recovery link, shown once, with which the user sets a password', async () => {
  const user = await visit(service);
  const page = await act(user, 'recovery-link');
  const link = /http[^\s<"]+\/recover\?token=[^\s<"]+/.exec(page.html)?.[0] ?? '';
  expect(page.headers.get('cache-control')).toBe('no-store');
  const browser = createBrowser(service.url);
  const { email } = user.user;
  await browser.submit(await browser.get(link), { password: PASSWORD });
  expect((await browser.signIn({ email, password: PASSWORD })).url).toBe(`${service.url}/`);
});

test('makes an administrator, who sees the page, and takes the role away', async () => {
  const user = await visit(service);
  expect((await user.browser.get(USERS)).status).toBe(404);
  await act(user, 'make-admin');
  expect((await user.browser.get(USERS)).status).toBe(200);
  await act(user, 'remove-admin');
  expect((await user.browser.get(USERS)).status).toBe(404);
});

test('offers only what can be done, and nothing that would shut oneself out', async () => {
  const user = await visit(service);
  const page = await admin.browser.get(pathOf(user));
  expect(labels(page)).toEqual([
    'Sign out everywhere',
    'Create a recovery link',
    'Make an administrator',
    'Disable the account',
  ]);
  await act(user, 'disable');
  expect(labels(await admin.browser.get(pathOf(user)))).toEqual(['Enable the account']);
  const stale = await admin.browser.submit(formOf(page, `${pathOf(user)}/make-admin`), {});
  expect(stale.status).toBe(409);
  const own = await admin.browser.get(pathOf(admin));
  expect([labels(own), mainText(own).includes('This is your own account')]).toEqual([[], true]);
  const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
  const body = new URLSearchParams({ csrf, certain: 'yes' });
  const shut = await admin.browser.raw(`${pathOf(admin)}/disable`, { method: 'POST', body });
  expect(shut.status).toBe(409);
});

test('every action asks for a recent sign-in', async () => {
  const [plain, other, disabled] = [await visit(service), await visit(service), await visit(service)];
  const { accounts } = service.stores.accounts;
  await accounts.setAdmin(other.user.account.id, true, ACTOR);
  await accounts.setDisabled(disabled.user.account.id, true, ACTOR);
  const asked = new Set<string>();
  for (const user of [plain, other, disabled]) {
    ahead = 0;
    const page = await admin.browser.get(pathOf(user));
    const forms = page.root.querySelectorAll(`form[action^="${pathOf(user)}/"]`);
    ahead = 11 * 60_000;
    for (const action of forms.map((form) => form.getAttribute('action') ?? '')) {
      const question = await admin.browser.submit(formOf(page, action), {});
      expect([action, question.root.querySelector('h1')?.text]).toEqual([action, 'Confirm it is you']);
      asked.add(action.split('/').at(-1) ?? '');
    }
  }
  ahead = 0;
  expect(asked.size).toBe(6);
  expect(await accounts.findById(plain.user.account.id)).not.toHaveProperty('disabledAt');
});

test('an account that is not there is 404', async () => {
  for (const id of ['0', '999999', '99999999999', 'x'])
    expect((await admin.browser.get(`${USERS}/${id}`)).status).toBe(404);
});

test('every action is in the audit log with the administrator', async () => {
  const user = await visit(service);
  for (const action of ['sign-out', 'recovery-link', 'make-admin', 'remove-admin', 'disable', 'enable'])
    await act(user, action);
  const entries = (await service.stores.events.audit.list(undefined, 1000)).filter(
    ({ subject, actor }) =>
      subject === `account:${user.user.account.id}` && actor === `account:${admin.user.account.id}`,
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'account.sessions_ended',
    'account.recovery_issued',
    'account.made_admin',
    'account.admin_removed',
    'account.disabled',
    'account.enabled',
  ]);
});
