/*
 * An account that somebody opened with the address of another person: nothing that they left in it outlives the moment
 * in which the owner of the address takes it over.
 */
import { recoveryLink } from '../../../src/accounts/recovery-link.js';
import { createSessions } from '../../../src/accounts/session.js';
import { createKeyRing } from '../../../src/keys/key-ring.js';
import { createAuthenticator } from '../../support/authenticator.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { authorize, authorizeUrl, codeFor, exchange, me, tokensFor, visit } from '../../support/oauth.js';
import { addPasskey, signInByPasskey } from '../../support/passkeys.js';
import { type TestUser, useService } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';
import { waitForMails } from '../../delivery/mail-outbox.js';

const PASSWORD = 'nine lanterns over Ystad';
const NEW_PASSWORD = 'eleven quiet harbours';
const SECURITY = '/settings/security';
const REFUSAL = 'The e-mail address or the password is not right.';

const service = useService();

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get(SECURITY)).url.endsWith(SECURITY);

const linkIn = (text: string, path: string): string =>
  new RegExp(`http\\S+${path}\\?token=\\S+`).exec(text)?.[0] ?? '';

async function mailedLink(email: string, path: string): Promise<string> {
  await service.idle();
  const texts = (await waitForMails(service, email)).map(({ text }) => linkIn(text, path));
  return texts.findLast((link) => link !== '') ?? '';
}

let people = 0;
async function signUp() {
  const email = `taken-over-${(people += 1)}@example.com`;
  const browser = createBrowser(service.url);
  await browser.submit(await browser.get('/sign-up'), { name: 'Nora Newcomer', email, password: PASSWORD });
  await browser.signIn({ email, password: PASSWORD });
  const account = await service.stores.accounts.accounts.findByEmail(email);
  if (account === undefined) throw new Error('nobody signed up');
  return { email, password: PASSWORD, browser, account };
}

const withPasskey = async (browser: Browser) => {
  const authenticator = createAuthenticator(service.url);
  expect((await addPasskey(browser, authenticator)).root.text).toContain('is added.');
  return authenticator;
};

async function recover(email: string, link?: string): Promise<Page> {
  const browser = createBrowser(service.url);
  await browser.submit(await browser.get('/recover'), { email });
  const way = link ?? (await mailedLink(email, '/recover'));
  const asked = await browser.submit(await browser.get(way), { password: NEW_PASSWORD });
  return browser.submit(asked, { email, password: NEW_PASSWORD });
}

/** As a release without the check left it: tokens of an account with an unconfirmed address. */
async function unconfirmedWithGrants() {
  const person = await service.user();
  const [client, visitor] = [await service.client(), await visit(service, person)];
  const tokens = await tokensFor(service, client, visitor);
  const code = await codeFor(service, client, visitor);
  await service.backend.db('account').where({ id: person.account.id }).update({ email_verified_at: null });
  return { person, client, visitor, tokens, code };
}

describe('a recovery of an account with an unconfirmed address', () => {
  test('ends the sessions and passkeys from before and says so on the page', async () => {
    const { email, browser } = await signUp();
    const authenticator = await withPasskey(browser);
    const page = await recover(email);
    expect(page.url).toBe(`${service.url}/settings/security/access?since=first-proof`);
    expect(mainText(page)).toContain('All from before has ended');
    expect(mainText(page)).toContain('There is no passkey.');
    expect(await isSignedIn(browser)).toBe(false);
    const again = await signInByPasskey(createBrowser(service.url), authenticator);
    expect([again.status, mainText(again)]).toEqual([401, expect.stringContaining(REFUSAL)]);
  });

  test('ends tokens, and codes that still wait', async () => {
    const { person, client, tokens, code } = await unconfirmedWithGrants();
    await recover(person.email);
    expect((await me(service, tokens.access_token)).status).toBe(401);
    expect((await exchange(service, client, code)).body.error).toBe('invalid_grant');
    const ended = (await service.stores.events.audit.list(undefined, 1000)).filter(
      ({ action, facts }) => action === 'grant.revoked' && facts['accountId'] === person.account.id,
    );
    expect(ended.map(({ facts }) => facts['endedBy'])).toEqual(['recovery', 'recovery']);
  });

  test('ends connected calendars, which would receive its bookings', async () => {
    const { email, account } = await signUp();
    const connection = { account_id: account.id, kind: 'ics', identity: 'x', credential: 'x' };
    await service.backend.db('calendar_connection').insert(connection);
    await recover(email);
    const left = await service.backend.db('calendar_connection').where({ account_id: account.id });
    expect(left).toEqual([]);
  });

  test('ends them too when an operator handed the link over, which proves no address', async () => {
    const { email, browser, account } = await signUp();
    const authenticator = await withPasskey(browser);
    const { recoveries, accounts } = service.stores.accounts;
    const id = crypto.randomUUID();
    await recoveries.issue(
      { id, accountId: account.id, expiresAt: new Date(Date.now() + 60_000) },
      { actor: 'cli' },
    );
    await recover(email, recoveryLink(service.url, createKeyRing(service.backend.stores.secretKeys), id));
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signInByPasskey(createBrowser(service.url), authenticator)).status).toBe(401);
    expect((await accounts.findById(account.id))?.emailVerifiedAt).toBeUndefined();
  });

  test('leaves no session to a sign-in that was under way with the old password', async () => {
    const { email, account } = await signUp();
    const { artifacts, secretKeys } = service.backend.stores;
    const sessions = createSessions({ artifacts, keys: createKeyRing(secretKeys), clock: Date.now });
    await recover(email);
    const origin = { clientIp: '192.0.2.1', browser: 'Firefox' };
    const cookie = await sessions.start(account.id, origin, account.accessGeneration);
    const headers = { cookie: `slotkey_session=${cookie}` };
    const response = await fetch(`${service.url}${SECURITY}`, { headers, redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/sign-in'),
    ]);
  });

  test('leaves no passkey to a browser that was adding one meanwhile', async () => {
    const { email, account } = await signUp();
    await recover(email);
    const passkey = { id: 'late', name: 'Late', publicKey: 'key', counter: 0, transports: [] };
    const { passkeys } = service.stores.accounts;
    expect(await passkeys.add(account, passkey, 20, { actor: 'test' })).toBe('not_found');
  });
});

describe('the confirmation of an address', () => {
  const confirm = async (browser: Browser, email: string): Promise<Page> =>
    browser.submit(await browser.get(await mailedLink(email, '/settings/security/address')), {});

  test('keeps everything of an account that was signed in to once', async () => {
    const { email, browser } = await signUp();
    const authenticator = await withPasskey(browser);
    expect((await confirm(browser, email)).url).toContain('done=address');
    expect((await signInByPasskey(createBrowser(service.url), authenticator)).status).toBe(200);
  });

  test('ends everything but the own session when others were signed in before', async () => {
    const { email, password, browser: other } = await signUp();
    const authenticator = await withPasskey(other);
    const browser = createBrowser(service.url);
    await browser.signIn({ email, password });
    const after = await confirm(browser, email);
    expect([after.status, mainText(after)]).toEqual([
      200,
      expect.stringContaining('This account was signed in to more than once before'),
    ]);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect((await signInByPasskey(createBrowser(service.url), authenticator)).status).toBe(401);
  });

  test('ends what was allowed before', async () => {
    const { person, visitor, tokens } = await unconfirmedWithGrants();
    await visitor.browser.submit(formOf(await visitor.browser.get(SECURITY), '/address/link'), {});
    await confirm(visitor.browser, person.email);
    expect((await me(service, tokens.access_token)).status).toBe(401);
  });

  test('uses up recovery links from before', async () => {
    const { email, browser } = await signUp();
    const asking = createBrowser(service.url);
    await asking.submit(await asking.get('/recover'), { email });
    const link = await mailedLink(email, '/recover');
    await confirm(browser, email);
    expect((await asking.get(link)).status).toBe(404);
  });
});

describe('an account whose address is not confirmed', () => {
  test('is asked to confirm it before it can allow anything, and is led back', async () => {
    const [client, { email, browser }] = [await service.client(), await signUp()];
    const page = await browser.get(authorizeUrl(service, client));
    expect([page.status, mainText(page)]).toEqual([
      200,
      expect.stringContaining('confirm that this address is yours'),
    ]);
    expect(page.root.querySelector('[value=allow]')).toBeNull();
    const sent = await browser.submit(formOf(page, '/address/link'), {});
    expect([sent.url, mainText(sent)]).toEqual([
      `${page.url}?sent=1`,
      expect.stringContaining('is on its way'),
    ]);
    const back = await browser.submit(
      await browser.get(await mailedLink(email, '/settings/security/address')),
      {},
    );
    expect(back.url).toBe(page.url);
    const allowed = await browser.submit(back, {}, 'allow');
    expect(allowed.left?.searchParams.get('code')).toBeTruthy();
  });

  test('allows nothing by sending the form of the consent page', async () => {
    const [client, { browser }] = [await service.client(), await signUp()];
    const page = await browser.get(authorizeUrl(service, client));
    const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
    const body = new URLSearchParams({ csrf, decision: 'allow', scope: 'PROFILE_READ' });
    const answer = await browser.raw(page.url, { method: 'POST', body });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('confirm that this address'),
    ]);
  });

  test('can cancel', async () => {
    const [client, { browser }] = [await service.client(), await signUp()];
    const page = await browser.get(authorizeUrl(service, client));
    const answer = await browser.submit(formOf(page, new URL(page.url).pathname), {}, 'cancel');
    expect(answer.left?.searchParams.get('error')).toBe('access_denied');
  });
});

describe('after a later recovery', () => {
  test('one page shows passkeys and applications, and removes all of them', async () => {
    const person: TestUser = await service.user();
    const client = await service.client({ name: 'Left Behind' });
    const visitor = await visit(service, person);
    const tokens = await tokensFor(service, client, visitor);
    const { code } = await authorize(service, client, person, { browser: visitor.browser });
    const authenticator = await withPasskey(visitor.browser);
    const browser = createBrowser(service.url);
    await browser.submit(await browser.get('/recover'), { email: person.email });
    const asked = await browser.submit(await browser.get(await mailedLink(person.email, '/recover')), {
      password: NEW_PASSWORD,
    });
    const page = await browser.submit(asked, { email: person.email, password: NEW_PASSWORD });
    expect(page.url).toContain('/settings/security/access?since=recovery');
    expect(mainText(page)).toMatch(/Phone.*Left Behind.*not connected yet/s);
    expect((await me(service, tokens.access_token)).status).toBe(200);
    const after = await browser.submit(formOf(page, '/access/removal'), {});
    expect(mainText(after)).toContain('The passkeys and applications are removed');
    expect((await me(service, tokens.access_token)).status).toBe(401);
    expect((await exchange(service, client, code)).body.error).toBe('invalid_grant');
    expect((await signInByPasskey(createBrowser(service.url), authenticator)).status).toBe(401);
  });
});
