import { type Authenticator, createAuthenticator, type Lie } from '../../support/authenticator.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { authorizeUrl } from '../../support/oauth.js';
import {
  addPasskey,
  creationQuestion,
  requestQuestion,
  SECURITY,
  signInByPasskey,
} from '../../support/passkeys.js';
import { type Replica, type StartedService, startService, type TestUser } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';
import { waitForMails } from '../../delivery/mail-outbox.js';

const REFUSAL = 'The e-mail address or the password is not right.';
const MINUTE = 60_000;

let service: StartedService;
/** How far the service is ahead of now. */
let ahead: number;
/** One per part: sign-ins from one client IP are counted. */
function ownService(): void {
  beforeAll(async () => {
    service = await startService({ clock: () => Date.now() + ahead });
  });
  afterAll(() => service.close());
}
beforeEach(() => {
  ahead = 0;
});

const newAuthenticator = (counting?: boolean): Authenticator => createAuthenticator(service.url, counting);

async function signedIn(user: TestUser, at: Pick<Replica, 'url'> = service): Promise<Browser> {
  const browser = createBrowser(at.url);
  await browser.signIn(user);
  return browser;
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get(SECURITY)).url.endsWith(SECURITY);

/** Somebody with a passkey, and the browser it was added in. */
async function withPasskey(authenticator = newAuthenticator()) {
  const user = await service.user();
  const browser = await signedIn(user);
  const page = await addPasskey(browser, authenticator);
  expect(mainText(page)).toContain('is added.');
  return { user, browser, authenticator, page };
}

const rowsOf = async (user: TestUser, action: string) =>
  (await service.stores.events.audit.list(undefined, 10_000)).filter(
    (entry) => entry.subject === `account:${user.account.id}` && entry.action === action,
  );

const names = async (browser: Browser): Promise<readonly string[]> =>
  (await browser.get(SECURITY)).root
    .querySelectorAll('.rows > li')
    .filter((row) => row.innerHTML.includes('/removal'))
    .map((row) => row.querySelector('.strong')?.text ?? '');

describe('adding a passkey', () => {
  ownService();

  test('lists it with its name, notifies its owner by mail, and records an event', async () => {
    const { user, browser, authenticator, page } = await withPasskey();
    expect(mainText(page)).toContain('is added. You can sign in with it');
    expect(mainText(page)).toMatch(/Phone\s*Added just now, not used yet/);
    expect(await names(browser)).toEqual(['Phone']);
    const [mail] = await waitForMails(service, user.email);
    expect(mail?.subject).toBe('A passkey was added to your Slotkey account');
    expect(mail?.text).toMatch(/Phone.*from the IP address 127\.0\.0\.1/s);
    const [row] = await rowsOf(user, 'passkey.added');
    expect(row).toMatchObject({
      actor: `account:${user.account.id}`,
      clientIp: '127.0.0.1',
      facts: { passkey: authenticator.credentialId(), name: 'Phone' },
    });
  });

  test('suggests the name of the browser, and keeps an invalid name for the next attempt', async () => {
    const browser = await signedIn(await service.user());
    const form = formOf(await browser.get(SECURITY), '/passkeys');
    expect(form.root.querySelector('#passkey_name')?.getAttribute('value')).toBe('Unknown browser');
    const long = 'x'.repeat(61);
    const page = await addPasskey(browser, newAuthenticator(), long);
    expect(page.status).toBe(422);
    expect(page.root.querySelector('#passkey_name')?.getAttribute('value')).toBe(long);
    expect(page.root.querySelector('#passkey_name-fault')?.text).toContain('at most 60');
    expect(await names(browser)).toEqual([]);
  });

  test('excludes devices that have a passkey already', async () => {
    const { browser, authenticator } = await withPasskey();
    expect(await creationQuestion(browser)).toMatchObject({
      excludeCredentials: [{ id: authenticator.credentialId() }],
    });
  });

  test.each<[string, Lie]>([
    ['from another origin', { origin: 'https://elsewhere.example' }],
    ['for another site', { rpId: 'elsewhere.example' }],
    ['without verifying anybody', { userVerified: false }],
    ['that answers a sign-in', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_, lie) => {
    const browser = await signedIn(await service.user());
    const page = await addPasskey(browser, newAuthenticator(), 'Phone', lie);
    expect(page.status).toBe(422);
    expect(mainText(page)).toContain('The answer of the device could not be used.');
    expect(await names(browser)).toEqual([]);
  });

  test('accepts an answer once, within five minutes', async () => {
    const browser = await signedIn(await service.user());
    const page = formOf(await browser.get(SECURITY), '/passkeys');
    const passkey = newAuthenticator().create(await creationQuestion(browser));
    expect(mainText(await browser.submit(page, { passkey }))).toContain('is added.');
    expect(mainText(await browser.submit(page, { passkey }))).toContain('That took too long.');
    const late = newAuthenticator().create(await creationQuestion(browser));
    ahead = 5 * MINUTE;
    expect(mainText(await browser.submit(page, { passkey: late }))).toContain('That took too long.');
    expect(await names(browser)).toHaveLength(1);
  });

  test('refuses an answer to a challenge of another user or session', async () => {
    const user = await service.user();
    const [here, there] = [await signedIn(user), await signedIn(user)];
    const passkey = newAuthenticator().create(await creationQuestion(there));
    const page = formOf(await here.get(SECURITY), '/passkeys');
    expect(mainText(await here.submit(page, { passkey }))).toContain('That took too long.');
  });

  test('refuses a passkey of another account', async () => {
    const { authenticator } = await withPasskey();
    const nonMember = await signedIn(await service.user());
    expect(mainText(await addPasskey(nonMember, authenticator))).toContain('already registered');
    expect(await names(nonMember)).toEqual([]);
  });

  test('is limited to twenty', async () => {
    const user = await service.user();
    const browser = await signedIn(user);
    const {
      accounts: { passkeys },
    } = service.stores;
    for (let count = 1; count <= 20; count += 1) {
      const given = { id: `${user.account.id}-${count}`, name: `Key ${count}`, publicKey: 'k' };
      await passkeys.add(user.account, { ...given, counter: 0, transports: [] }, 20, { actor: 'test' });
    }
    const full = await browser.get(SECURITY);
    expect(mainText(full)).toContain('You have 20 passkeys, the maximum.');
    expect(full.html).not.toContain('/passkeys/registration');
    const form = formOf(full, '/removal');
    form.root.querySelector('form')?.setAttribute('action', `${SECURITY}/passkeys`);
    const passkey = newAuthenticator().create(await creationQuestion(browser));
    const refused = await browser.submit(form, { passkey, passkey_name: 'One more' });
    expect([refused.status, mainText(refused).includes('the maximum number of passkeys')]).toEqual([
      422,
      true,
    ]);
    expect(await names(browser)).toHaveLength(20);
  });
});

describe('removing a passkey', () => {
  ownService();

  const remove = (browser: Browser, page: Page, id: string) =>
    browser.submit(formOf(page, '/removal'), { passkey: id });

  test('ends it at once, notifies its owner by mail, and records an event', async () => {
    const { user, browser, authenticator, page } = await withPasskey();
    const after = await remove(browser, page, authenticator.credentialId());
    expect(mainText(after)).toContain('is removed. It no longer');
    expect(await names(browser)).toEqual([]);
    const refused = await signInByPasskey(createBrowser(service.url), authenticator);
    expect([refused.status, mainText(refused).includes(REFUSAL)]).toEqual([401, true]);
    const [mail] = await waitForMails(service, user.email, 2);
    expect(mail?.subject).toBe('A passkey was removed from your Slotkey account');
    expect(await rowsOf(user, 'passkey.removed')).toHaveLength(1);
    expect((await remove(browser, page, authenticator.credentialId())).status).toBe(404);
  });

  test('is possible only for its owner', async () => {
    const { authenticator, browser } = await withPasskey();
    const nonMember = await withPasskey();
    const tried = await remove(nonMember.browser, nonMember.page, authenticator.credentialId());
    expect(tried.status).toBe(404);
    expect(await names(browser)).toEqual(['Phone']);
  });

  test.each(['passkeys', 'passkeys/removal'])('needs the CSRF field: %s', async (path) => {
    const { browser, authenticator } = await withPasskey();
    const body = new URLSearchParams({ passkey: authenticator.credentialId() });
    expect((await browser.raw(`${SECURITY}/${path}`, { method: 'POST', body })).status).toBe(403);
    expect((await browser.get(`${SECURITY}/${path}`)).url).toBe(service.url + SECURITY);
  });
});

describe('signing in with a passkey', () => {
  ownService();

  test('leads to the requested page in a new session, and records the method', async () => {
    const { user, authenticator, browser: first } = await withPasskey();
    const browser = createBrowser(service.url);
    const page = await browser.get(`/sign-in?return_to=${encodeURIComponent(`${SECURITY}?x=1`)}`);
    expect(page.root.querySelector('#email')?.getAttribute('autocomplete')).toBe('username webauthn');
    const after = await signInByPasskey(browser, authenticator, {}, page);
    expect(after.url).toBe(`${service.url}${SECURITY}?x=1`);
    expect(mainText(await first.get(SECURITY))).toMatch(/Phone\s*Added just now, last used just now/);
    const methods = (await rowsOf(user, 'account.signed_in')).map(({ facts }) => facts['method']);
    expect(methods).toEqual(['password', 'passkey']);
  });

  test('continues an authorization', async () => {
    const { authenticator } = await withPasskey();
    const browser = createBrowser(service.url);
    const page = await browser.get(authorizeUrl(service, await service.client({ name: 'Acme Sync' })));
    const consent = await signInByPasskey(browser, authenticator, {}, page);
    expect(mainText(consent)).toContain('wants to use your Slotkey account');
  });

  test('works on every replica, with a challenge from another one', async () => {
    const { authenticator } = await withPasskey();
    const replica = await service.replica();
    const browser = createBrowser(service.url);
    const page = formOf(await browser.get('/sign-in'), '/sign-in/passkey');
    const passkey = authenticator.get(await requestQuestion(browser, 'sign-in'));
    const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
    const send = (url: string) =>
      browser.raw(`${url}/sign-in/passkey`, {
        method: 'POST',
        body: new URLSearchParams({ csrf, passkey, return_to: '/' }),
        // Cookies are kept by name and not by port.
        headers: { origin: service.url },
      });
    const both = await Promise.all([send(service.url), send(replica.url)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 401]);
  });

  test('works repeatedly, also without a counter', async () => {
    for (const counting of [true, false]) {
      const { authenticator } = await withPasskey(newAuthenticator(counting));
      for (let count = 0; count < 3; count += 1) {
        const browser = createBrowser(service.url);
        await signInByPasskey(browser, authenticator);
        expect(await isSignedIn(browser)).toBe(true);
      }
    }
  });

  test('keeps working after a change of the password', async () => {
    const { user, authenticator } = await withPasskey();
    await service.stores.accounts.accounts.setPasswordHash(user.account.id, 'another hash', {
      actor: 'test',
    });
    const browser = createBrowser(service.url);
    await signInByPasskey(browser, authenticator);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('signing in with a passkey is refused', () => {
  ownService();

  async function expectRefused(page: Page, browser: Browser): Promise<void> {
    expect(page.status).toBe(401);
    expect(mainText(page)).toContain(REFUSAL);
    expect(await isSignedIn(browser)).toBe(false);
  }

  test.each<[string, Lie]>([
    ['from another origin', { origin: 'https://elsewhere.example' }],
    ['for another site', { rpId: 'elsewhere.example' }],
    ['when nobody was verified', { userVerified: false }],
    ['when nobody is named', { userHandle: null }],
    ['when somebody else is named', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
    ['with another key', { otherKey: true }],
    ['with an id nobody has', { credentialId: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['inside a frame', { crossOrigin: true }],
  ])('%s', async (_, lie) => {
    const { authenticator } = await withPasskey();
    const browser = createBrowser(service.url);
    await expectRefused(await signInByPasskey(browser, authenticator, lie), browser);
  });

  test('for a passkey of another account, signed with the key of the attacker', async () => {
    const [victim, thief] = [await withPasskey(), await withPasskey()];
    const browser = createBrowser(service.url);
    const lie = { credentialId: victim.authenticator.credentialId() };
    await expectRefused(await signInByPasskey(browser, thief.authenticator, lie), browser);
  });

  test('for a disabled account, with the same message as with a password', async () => {
    const { user, authenticator } = await withPasskey();
    await service.stores.accounts.accounts.setDisabled(user.account.id, true, { actor: 'test' });
    const browser = createBrowser(service.url);
    const message = (page: Page) => page.root.querySelector('.notice-title')?.text;
    const byPasskey = await signInByPasskey(browser, authenticator);
    await expectRefused(byPasskey, browser);
    expect(message(byPasskey)).toBe(message(await browser.signIn(user)));
    const unknown = await signInByPasskey(browser, authenticator, { credentialId: 'AAAA' });
    expect(mainText(unknown)).toBe(mainText(byPasskey));
  });

  test('when the counter did not grow, which is recorded for the operator', async () => {
    const { user, authenticator } = await withPasskey();
    await signInByPasskey(createBrowser(service.url), authenticator, { counter: 9 });
    const browser = createBrowser(service.url);
    for (const counter of [9, 3, 0])
      await expectRefused(await signInByPasskey(browser, authenticator, { counter }), browser);
    expect(await rowsOf(user, 'passkey.counter_regressed')).toHaveLength(3);
    await signInByPasskey(browser, authenticator, { counter: 10 });
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('the answer to a challenge', () => {
  ownService();

  const LATE = 'That took too long. Use the passkey again.';

  async function answered() {
    const { authenticator } = await withPasskey(newAuthenticator(false));
    const browser = createBrowser(service.url);
    const page = formOf(await browser.get('/sign-in'), '/sign-in/passkey');
    const passkey = authenticator.get(await requestQuestion(browser, 'sign-in'));
    return { authenticator, browser, page, passkey };
  }

  test('can be used once', async () => {
    const { browser, page, passkey } = await answered();
    await browser.submit(page, { passkey });
    expect(await isSignedIn(browser)).toBe(true);
    await browser.submit(await browser.get('/sign-out'), {});
    const again = await browser.submit(formOf(await browser.get('/sign-in'), '/passkey'), { passkey });
    expect([again.status, mainText(again).includes(LATE)]).toEqual([401, true]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('is valid only in the browser that requested it', async () => {
    const { passkey } = await answered();
    const thief = createBrowser(service.url);
    const page = await thief.submit(formOf(await thief.get('/sign-in'), '/passkey'), { passkey });
    expect([page.status, mainText(page).includes(LATE)]).toEqual([401, true]);
  });

  test('is valid for five minutes', async () => {
    const { browser, page, passkey } = await answered();
    ahead = 5 * MINUTE;
    expect(mainText(await browser.submit(page, { passkey }))).toContain(LATE);
  });

  test('is valid only for the purpose it was issued for', async () => {
    const { authenticator, browser, page } = await answered();
    const question = await requestQuestion(browser, 'sign-in');
    const passkey = authenticator.get(question, { challenge: 'bm90IG91cnM' });
    expect(mainText(await browser.submit(page, { passkey }))).toContain(LATE);
  });

  test.each(['', 'text', '{}', '[]', '{"id":"AAAA"}'])('is not %j', async (passkey) => {
    const { browser, page } = await answered();
    const refused = await browser.submit(page, { passkey });
    expect([refused.status, mainText(refused).includes(REFUSAL)]).toEqual([401, true]);
  });

  test('needs a browser with our cookie, and for settings a signed-in user', async () => {
    const browser = createBrowser(service.url);
    expect((await browser.raw('/passkeys/sign-in')).status).toBe(403);
    await browser.get('/sign-in');
    expect((await browser.raw('/passkeys/sign-in')).status).toBe(200);
    for (const purpose of ['confirmation', 'registration'])
      expect((await browser.raw(`/passkeys/${purpose}`)).status).toBe(401);
  });

  test('needs no stored challenge before the answer', async () => {
    const browser = createBrowser(service.url);
    await browser.get('/sign-in');
    const questions = [];
    for (let count = 0; count < 3; count += 1) questions.push(await requestQuestion(browser, 'sign-in'));
    expect(new Set(questions.map(({ challenge }) => challenge)).size).toBe(3);
    const response = await browser.raw('/passkeys/sign-in');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toContain('application/json');
  });
});

describe('attempts with a passkey', () => {
  ownService();

  test('are counted like those with a password, but do not lock each other out', async () => {
    const { user, authenticator } = await withPasskey();
    const browser = createBrowser(service.url);
    for (let attempts = 0; attempts < 10; attempts += 1)
      await signInByPasskey(browser, authenticator, { otherKey: true });
    const throttled = await signInByPasskey(browser, authenticator);
    expect([throttled.status, Number(throttled.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(mainText(throttled)).toContain('Too many attempts.');
    expect((await browser.signIn(user)).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('are counted with all others of the client IP', async () => {
    const { user } = await withPasskey();
    const browser = createBrowser(service.url);
    let last = 0;
    for (let attempts = 0; attempts <= 50 && last !== 429; attempts += 1) {
      const lie = { credentialId: `nobody${attempts}`, userHandle: 'AAAA' };
      last = (await signInByPasskey(browser, newAuthenticator(), lie)).status;
    }
    expect(last).toBe(429);
    expect((await browser.signIn(user)).status).toBe(429);
  });
});
