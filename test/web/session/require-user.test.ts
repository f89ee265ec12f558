/* A form is theirs to whom it was shown: what becomes of it when the session behind it ended or changed meanwhile. */
import { formOf, mainText } from '../../clients/forms.js';
import { type Authenticator, createAuthenticator } from '../../support/authenticator.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { addPasskey, requestQuestion, SECURITY } from '../../support/passkeys.js';
import { type TestUser, useService } from '../../support/service.js';

const CLIENTS = '/settings/developer/clients';
const MINUTE = 60_000;

const service = useService({ clock: () => Date.now() + ahead });
let ahead = 0;
beforeEach(() => {
  ahead = 0;
});

const heading = (page: Page): string => page.root.querySelector('h1')?.text ?? '';
const prove = (browser: Browser, held: Page, { password }: TestUser): Promise<Page> =>
  browser.submit(held, { confirm_password: password });
const signOut = async ({ browser }: Visitor): Promise<unknown> =>
  browser.submit(await browser.get('/sign-out'), {});
const signIns = async ({ user: { account } }: Visitor): Promise<number> =>
  (await service.stores.events.audit.list(undefined, 10_000)).filter(
    ({ action, subject }) => action === 'account.signed_in' && subject === `account:${account.id}`,
  ).length;

/** Somebody with a client, its edit page open and something typed into it. */
async function editing() {
  const visitor = await visit(service);
  const { clientId } = await service.client({}, { ownerId: visitor.user.account.id });
  const page = formOf(await visitor.browser.get(`${CLIENTS}/${clientId}/edit`), clientId);
  const purpose = async () => (await service.stores.clients.records.find(clientId))?.client.purpose;
  const submit = () => visitor.browser.submit(page, { purpose: 'Typed “with care” & <b>long</b>.' });
  return { ...visitor, visitor, clientId, page, purpose, submit };
}

describe('a form whose session ended', () => {
  test('waits on a page that asks for the password, and is then processed', async () => {
    const { visitor, browser, user, purpose, submit } = await editing();
    const before = [await purpose(), await signIns(visitor)];
    await signOut(visitor);
    const held = await submit();
    expect([held.status, heading(held)]).toEqual([401, 'Sign in to continue']);
    expect(mainText(held)).toContain(user.email);
    expect(held.headers.get('cache-control')).toBe('no-store');
    const wrong = await browser.submit(held, { confirm_password: 'not the password' });
    expect([wrong.status, heading(wrong)]).toEqual([401, 'Sign in to continue']);
    expect(wrong.root.querySelector('#confirm_password-fault')?.text).toBe('This is not your password.');
    expect([await purpose(), await signIns(visitor)]).toEqual(before);

    const saved = await prove(browser, wrong, user);
    expect([saved.status, saved.url.includes('done=saved')]).toEqual([200, true]);
    expect(await purpose()).toBe('Typed “with care” & <b>long</b>.');
    expect(await signIns(visitor)).toBe(Number(before[1]) + 1);
    expect((await browser.get(SECURITY)).url).toBe(service.url + SECURITY);
  });

  test('is refused from any other browser, and from another site', async () => {
    const { visitor, page, purpose } = await editing();
    const before = await purpose();
    await signOut(visitor);
    const nonMember = createBrowser(service.url);
    await nonMember.get('/sign-in');
    expect((await nonMember.submit(page, { purpose: 'x' })).status).toBe(403);
    const { browser, user } = visitor;
    const body = new URLSearchParams({
      csrf: page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '',
      confirm_password: user.password,
    });
    const path = page.root.querySelector('form')?.getAttribute('action') ?? '';
    const headers = { origin: 'https://evil.example' };
    expect((await browser.raw(path, { method: 'POST', body, headers })).status).toBe(403);
    expect(await purpose()).toBe(before);
  });

  test('needs the password of the account it was rendered for, under the limits of signing in', async () => {
    const { visitor, browser, user, submit } = await editing();
    const other = await service.user();
    await signOut(visitor);
    const held = await submit();
    expect((await prove(browser, held, other)).status).toBe(401);
    for (let attempts = 1; attempts < 10; attempts += 1)
      await browser.submit(held, { confirm_password: `guess ${attempts}` });
    const throttled = await prove(browser, held, user);
    expect([throttled.status, Number(throttled.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(throttled.root.querySelector('[name=purpose]')?.getAttribute('value')).toContain('with care');
  });

  test('continues with a passkey of that account', async () => {
    const { visitor, browser, purpose, submit } = await editing();
    const authenticator: Authenticator = createAuthenticator(service.url);
    await addPasskey(browser, authenticator);
    await signOut(visitor);
    const held = await submit();
    expect(held.html).toContain('data-passkey="/passkeys/sign-in"');
    const answer = authenticator.get(await requestQuestion(browser, 'sign-in'));
    const saved = await browser.submit(held, { confirm_passkey: answer });
    expect(saved.url).toContain('done=saved');
    expect(await purpose()).toContain('with care');
  });

  test('that needs a recent sign-in is processed after that one', async () => {
    const { visitor, browser, user, clientId } = await editing();
    const form = formOf(await browser.get(`${CLIENTS}/${clientId}`), '/secrets');
    await signOut(visitor);
    ahead = 11 * MINUTE;
    const added = await prove(browser, await browser.submit(form, {}), user);
    expect([added.status, mainText(added).includes('sk_')]).toEqual([201, true]);
  });

  test('is held without the passwords in it', async () => {
    const visitor = await visit(service);
    const form = formOf(await visitor.browser.get(SECURITY), '/password');
    await signOut(visitor);
    const typed = { current_password: visitor.user.password, password: 'eleven tall green towers' };
    const held = await visitor.browser.submit(form, typed);
    expect([held.status, heading(held)]).toEqual([401, 'Sign in to continue']);
    for (const secret of Object.values(typed)) expect(held.html).not.toContain(secret);
    const again = await prove(visitor.browser, held, visitor.user);
    expect([again.status, again.root.querySelector('#current_password-fault')?.text]).toEqual([
      422,
      'Enter your current password.',
    ]);
  });

  test('to remove an application continues as well, also when it is removed already', async () => {
    const visitor = await visit(service);
    const csrf = (await visitor.browser.get('/sign-out')).root.querySelector('[name=csrf]');
    const fields = { csrf: csrf?.getAttribute('value') ?? '', installation: 'gone-already' };
    await signOut(visitor);
    const answer = await visitor.browser.raw('/settings/apps/removals', {
      method: 'POST',
      body: new URLSearchParams({ ...fields, confirm_password: visitor.user.password }),
    });
    const page = await visitor.browser.get(answer.headers.get('location') ?? '');
    expect(mainText(page)).toContain('This application has no access any more.');
  });
});

describe('a form of another user of this browser', () => {
  test('is not processed for the current user, and waits for the user it was rendered for', async () => {
    const { browser, user, purpose, submit } = await editing();
    const before = await purpose();
    const other = await service.user();
    await browser.signIn(other);
    const held = await submit();
    expect([held.status, heading(held)]).toEqual([401, 'Sign in to continue']);
    expect(mainText(held)).toContain(`Password of \u2068${user.email}\u2069`);
    expect((await prove(browser, held, other)).status).toBe(401);
    expect(await purpose()).toBe(before);
    expect((await prove(browser, held, user)).url).toContain('done=saved');
    expect((await browser.get('/')).html).toContain(user.email);
  });

  test('that was rendered for an anonymous visitor has no effect', async () => {
    const browser = createBrowser(service.url);
    const csrf = (await browser.get('/sign-in')).root.querySelector('[name=csrf]')?.getAttribute('value');
    const user = await service.user();
    await browser.signIn(user);
    const body = new URLSearchParams({ csrf: csrf ?? '', session: 'others' });
    const answer = await browser.raw(`${SECURITY}/sign-outs`, { method: 'POST', body });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in']);
  });
});

describe('a form of the same user in a new session', () => {
  test('is processed after they sign in again', async () => {
    const { browser, user, submit } = await editing();
    await browser.signIn(user);
    expect((await submit()).url).toContain('done=saved');
  });

  test('is processed after they confirm in another tab', async () => {
    const { browser, user, clientId, submit } = await editing();
    const secrets = formOf(await browser.get(`${CLIENTS}/${clientId}`), '/secrets');
    ahead = 11 * MINUTE;
    const confirmed = await prove(browser, await browser.submit(secrets, {}), user);
    expect(confirmed.status).toBe(201);
    expect((await submit()).url).toContain('done=saved');
  });
});
