import { parse } from 'node-html-parser';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { me, tokensFor, visit } from '../../support/oauth.js';
import { type Replica, type StartedService, startService, type TestUser } from '../../support/service.js';

const PATH = '/settings/security';
const NEW_PASSWORD = 'nine lanterns over Ystad';

let service: StartedService;
/** One per part: sign-ins from one client IP are counted. */
function ownService(): void {
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
}

async function signedIn(user: TestUser, at: Pick<Replica, 'url'> = service): Promise<Browser> {
  const browser = createBrowser(at.url);
  await browser.signIn(user);
  return browser;
}

/** The page with one of its forms alone: the others are not sent. */
function withForm(page: Page, action: string, button = ''): Page {
  const found = page.root
    .querySelectorAll('form')
    .find((form) => form.getAttribute('action') === `${PATH}/${action}` && form.toString().includes(button));
  if (!found) throw new Error(`no form for ${action} ${button}`);
  return { ...page, root: parse(found.toString()) };
}

const textsOf = (page: Page, entries: string): readonly string[] =>
  page.root.querySelectorAll(entries).map(({ text }) => text.replace(/\s+/g, ' ').trim());

const rows = (page: Page): readonly string[] => textsOf(page, '.stacked .rows > li');

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get(PATH)).url.endsWith(PATH);

const changed = (
  browser: Browser,
  page: Page,
  fields: Readonly<{ current_password: string; password: string }>,
): Promise<Page> => browser.submit(withForm(page, 'password'), fields);

/** Audit entries of ended sessions. */
const endings = async ({ account }: TestUser): Promise<readonly unknown[]> =>
  (await service.stores.events.audit.list(undefined, 10_000))
    .filter(
      ({ action, subject }) => action === 'account.sessions_ended' && subject === `account:${account.id}`,
    )
    .map(({ facts }) => facts);

describe('the security settings', () => {
  ownService();

  test('are available only after signing in', async () => {
    const browser = createBrowser(service.url);
    const page = await browser.get(PATH);
    expect(page.url).toContain('/sign-in?return_to=%2Fsettings%2Fsecurity');
    expect((await browser.signIn(await service.user(), page)).url).toBe(service.url + PATH);
  });

  test('are linked from the home page', async () => {
    const browser = await signedIn(await service.user());
    expect((await browser.get('/')).html).toContain(`href="${PATH}"`);
  });

  test('list every browser with its client IP, the current one first and marked', async () => {
    const user = await service.user();
    const phone = createBrowser(service.url);
    const form = await phone.get('/sign-in');
    const csrf = form.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
    await phone.raw('/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ csrf, email: user.email, password: user.password }),
      headers: { 'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605 Version/17 Safari/605' },
    });
    const [here, there, ...others] = textsOf(await (await signedIn(user)).get(PATH), '.stacked > li');
    expect(others).toEqual([]);
    expect(here).toContain('This browser');
    expect(here).not.toContain('Sign out');
    expect(there).toMatch(
      /^Safari on iOS ?From 127\.0\.0\.1 ?Signed in just now, last seen just now ?Sign out Safari/,
    );
  });

  test('group their sessions by device, and fold those after the third', async () => {
    const user = await service.user();
    for (let earlier = 1; earlier <= 4; earlier += 1) await signedIn(user);
    const page = await (await signedIn(user)).get(PATH);
    expect(page.root.querySelectorAll('.stacked h3').map(({ text }) => text)).toEqual(['Unknown browser']);
    expect(rows(page)).toHaveLength(5);
    expect(rows(page)[0]).toContain('This browser');
    expect(page.root.querySelectorAll('.stacked details .rows > li')).toHaveLength(2);
    expect(page.root.querySelector('.stacked summary')?.text).toBe('2 more sessions');
  });

  test('label each button with the start and client IP of its session', async () => {
    const user = await service.user();
    const yesterday = await startService({
      backend: service.backend,
      clock: () => Date.now() - 24 * 3_600_000,
    });
    await signedIn(user, yesterday);
    await yesterday.close();
    const [here] = [await signedIn(user), await signedIn(user)];
    const buttons = (await here.get(PATH)).root.querySelectorAll('.rows > li button[name=session]');
    const labels = buttons.map((button) => button.getAttribute('aria-label') ?? '');
    expect(new Set(labels).size).toBe(2);
    for (const [at, label] of labels.entries()) {
      expect(label.startsWith(buttons[at]?.text ?? '?')).toBe(true);
      expect(label).toMatch(/, signed in \d+ \w+ \d{4}, \d+:\d\d\s[ap]m UTC from 127\.0\.0\.1$/);
    }
  });

  test('sign out one browser, on every replica, and no other', async () => {
    const user = await service.user();
    const [here, lost, kept] = [await signedIn(user), await signedIn(user), await signedIn(user)];
    const lostId =
      (await lost.jar.getCookies(service.url))
        .find(({ key }) => key.endsWith('_session'))
        ?.value.slice(0, 22) ?? '';
    const page = await here.get(PATH);
    const after = await here.submit(withForm(page, 'sign-outs', lostId), {}, lostId);
    expect(after.root.text).toContain('Unknown browser is signed out.');
    expect(await isSignedIn(lost)).toBe(false);
    expect(await isSignedIn(kept)).toBe(true);
    const again = await here.submit(withForm(page, 'sign-outs', lostId), {}, lostId);
    expect(again.root.text).toContain('This browser is signed out already.');
    expect(await endings(user)).toEqual([{ browsers: ['Unknown browser'], others: false }]);
  });

  test('sign out all others at once', async () => {
    const user = await service.user();
    const [here, one, other] = [await signedIn(user), await signedIn(user), await signedIn(user)];
    const after = await here.submit(withForm(await here.get(PATH), 'sign-outs', 'others'), {}, 'others');
    expect(after.root.text).toContain('All other browsers are signed out.');
    expect(rows(after)).toHaveLength(1);
    expect(await endings(user)).toEqual([{ browsers: ['Unknown browser', 'Unknown browser'], others: true }]);
    expect([await isSignedIn(one), await isSignedIn(other), await isSignedIn(here)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('never sign out another user', async () => {
    const [victim, nonMember] = [await signedIn(await service.user()), await service.user()];
    const cookies = await victim.jar.getCookies(service.url);
    const id = cookies.find(({ key }) => key.endsWith('_session'))?.value.slice(0, 22) ?? '';
    const [browser] = [await signedIn(nonMember), await signedIn(nonMember)];
    const form = withForm(await browser.get(PATH), 'sign-outs', 'others');
    const answer = await browser.submit(form, { session: id });
    expect(answer.root.text).toContain('This browser is signed out already.');
    expect(await isSignedIn(victim)).toBe(true);
    expect(await endings(nonMember)).toEqual([]);
  });

  test.each(['sign-outs', 'password'])('refuse a form without its CSRF field: %s', async (action) => {
    const browser = await signedIn(await service.user());
    const body = new URLSearchParams({ session: 'others', current_password: 'x', password: 'y' });
    expect((await browser.raw(`${PATH}/${action}`, { method: 'POST', body })).status).toBe(403);
  });
});

describe('changing the password', () => {
  ownService();

  test('accepts the new one and not the old one, and ends every other session', async () => {
    const user = await service.user();
    const [here, elsewhere] = [await signedIn(user), await signedIn(user)];
    const before = await here.jar.getCookieString(service.url);
    const page = await here.get(PATH);
    const after = await changed(here, page, { current_password: user.password, password: NEW_PASSWORD });
    expect([after.status, after.url]).toEqual([200, `${service.url}${PATH}?done=password`]);
    expect(after.root.text).toContain('Your password is changed');
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(await signedIn(user))).toBe(false);
    expect(await isSignedIn(await signedIn({ ...user, password: NEW_PASSWORD }))).toBe(true);
    const old = await fetch(service.url + PATH, { headers: { cookie: before }, redirect: 'manual' });
    expect(old.status).toBe(303);
  });

  test('does not revoke tokens of connected applications', async () => {
    const [client, user] = [await service.client(), await service.user()];
    const tokens = await tokensFor(service, client, await visit(service, user));
    const browser = await signedIn(user);
    await changed(browser, await browser.get(PATH), {
      current_password: user.password,
      password: NEW_PASSWORD,
    });
    expect((await me(service, tokens.access_token)).status).toBe(200);
  });

  test('is recorded in the audit log, without the password', async () => {
    const user = await service.user();
    const browser = await signedIn(user);
    await changed(browser, await browser.get(PATH), {
      current_password: user.password,
      password: NEW_PASSWORD,
    });
    const entries = await service.stores.events.audit.list(undefined, 1000);
    const own = entries.filter(({ subject }) => subject === `account:${user.account.id}`);
    expect(own.at(-1)).toMatchObject({
      actor: `account:${user.account.id}`,
      clientIp: '127.0.0.1',
      action: 'account.password_changed',
      facts: {},
    });
  });

  test.each([
    [
      'the current password is wrong',
      'not my password',
      NEW_PASSWORD,
      'current_password',
      'not your current',
    ],
    ['the current password is missing', '', NEW_PASSWORD, 'current_password', 'Enter your current'],
    ['the new one is short', undefined, 'short', 'password', 'at least 15'],
    ['the new one is easy to guess', undefined, 'passwordpassword1', 'password', 'easy to guess'],
    ['the new one is the old one', undefined, undefined, 'password', 'your current password'],
  ])('is refused with the field marked when %s', async (_, current, password, field, message) => {
    const user = await service.user();
    const [here, elsewhere] = [await signedIn(user), await signedIn(user)];
    const typed = { current_password: current ?? user.password, password: password ?? user.password };
    const page = await changed(here, await here.get(PATH), typed);
    expect(page.status).toBe(422);
    expect(page.root.querySelector(`#${field}`)?.getAttribute('aria-invalid')).toBe('true');
    expect(page.root.querySelector(`#${field}-fault`)?.text).toContain(message);
    expect(page.html).not.toContain(`value="${typed.password}"`);
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect(await isSignedIn(await signedIn(user))).toBe(true);
  });
});

describe('changing the password repeatedly', () => {
  ownService();

  test('cannot be used to guess the current password', async () => {
    const user = await service.user();
    const browser = await signedIn(user);
    const page = await browser.get(PATH);
    for (let attempts = 0; attempts < 9; attempts += 1)
      await changed(browser, page, { current_password: `guess ${attempts}`, password: NEW_PASSWORD });
    const last = { current_password: 'guess', password: NEW_PASSWORD };
    expect((await changed(browser, page, last)).status).toBe(422);
    const throttled = await changed(browser, page, { ...last, current_password: user.password });
    expect([throttled.status, Number(throttled.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(throttled.root.text).toContain('Too many attempts');
  });

  test('succeeds once for two concurrent changes of the same password', async () => {
    const user = await service.user();
    const browser = await signedIn(user);
    const second = await signedIn(user);
    const pages = [await browser.get(PATH), await second.get(PATH)] as const;
    const current_password = user.password;
    const both = await Promise.all([
      changed(browser, pages[0], { current_password, password: `${NEW_PASSWORD} one` }),
      changed(second, pages[1], { current_password, password: `${NEW_PASSWORD} two` }),
    ]);
    expect(both.filter(({ url }) => url.endsWith('done=password'))).toHaveLength(1);
  });
});
