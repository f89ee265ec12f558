/* The shell around the pages of a signed-in user: where it is, what it says, and what it costs. */
import type { HTMLElement } from 'node-html-parser';
import { type Browser, createBrowser, type Page } from '../support/browser.js';
import { authorizeUrl } from '../support/oauth.js';
import { statementsOf } from '../support/plans.js';
import { type TestUser, useService } from '../support/service.js';

const ACTOR = { actor: 'test' };
const LONG = 'N'.repeat(100);
const COUNT = /waiting from \(/;
/** Of bookings, for everybody; of clients, for administrators. */
const COUNTS = { user: 1, admin: 2 };

let ahead = 0;
const service = useService({ clock: () => Date.now() + ahead });
let user: TestUser;
let browser: Browser;
let admin: Browser;
beforeAll(async () => {
  user = await service.user('Uma User');
  const boss = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(boss.account.id, true, ACTOR);
  [browser, admin] = [createBrowser(service.url), createBrowser(service.url)];
  await browser.signIn(user);
  await admin.signIn(boss);
});

const hasShell = ({ root }: Page): boolean => root.querySelector('.navigation') !== null;
const crumbs = ({ root }: Page): HTMLElement[] => root.querySelectorAll('.crumbs .clipped');
const signedOut = () => createBrowser(service.url);

describe('the shell', () => {
  test('stands around pages and error pages of a signed-in user, after the skip link and the header', async () => {
    for (const path of ['/', '/settings/security', '/dev/outbox', '/nowhere', '/admin/clients']) {
      const page = await browser.get(path);
      expect([path, hasShell(page)]).toEqual([path, true]);
      const parts = page.root.querySelectorAll('body > *').map(({ tagName }) => tagName);
      expect(parts).toEqual(['A', 'HEADER', 'DETAILS', 'MAIN']);
    }
  });

  test('is not on pages for visitors, nor on their error pages', async () => {
    for (const path of ['/', '/sign-in', '/sign-up', '/recover', '/dev/outbox', '/nowhere'])
      expect([path, hasShell(await signedOut().get(path))]).toEqual([path, false]);
  });

  test('is not around a decision: consent, sign-in and sign-out', async () => {
    const client = await service.client();
    const consent = await browser.get(authorizeUrl(service, client));
    expect(consent.root.querySelector('h1')?.text).toContain(client.form.name);
    const unknown = await browser.get('/auth/oauth2/authorize?client_id=unknown');
    const [signIn, signOut] = [await browser.get('/sign-in'), await browser.get('/sign-out')];
    expect([consent, unknown, signIn, signOut].map(hasShell)).toEqual([false, false, false, false]);
  });

  test('is not around a form that waits for a proof of the user', async () => {
    const data = await browser.get('/settings/account');
    ahead = 11 * 60_000;
    const proof = await browser.submit(data, {});
    ahead = 0;
    expect([proof.status, hasShell(proof)]).toEqual([401, false]);
    expect(proof.root.querySelector('.account-menu')?.text).toContain('Uma User');
  });

  test('has in its breadcrumbs the page itself, and long names whole in the title', async () => {
    const { clientId } = await service.client({ name: LONG }, { ownerId: user.account.id });
    const page = await browser.get(`/settings/developer/clients/${clientId}/edit`);
    expect(crumbs(page).map((crumb) => crumb.getAttribute('title'))).toEqual([
      'Your applications',
      LONG,
      page.root.querySelector('title')?.text.replace(/ · Slotkey$/, ''),
    ]);
    expect(crumbs(page).map((crumb) => crumb.getAttribute('aria-current'))).toEqual([
      undefined,
      undefined,
      'page',
    ]);
    expect(crumbs(await browser.get('/settings/security'))).toEqual([]);
  });

  test('counts for administrators what waits for a review', async () => {
    const before = (await admin.get('/')).root.querySelector('.waiting')?.text ?? '0 waiting';
    await service.client({}, { approved: false });
    const after = (await admin.get('/')).root.querySelector('.waiting')?.text;
    expect(after).toBe(`${Number.parseInt(before) + 1} waiting`);
    expect((await browser.get('/')).root.querySelector('.waiting')).toBeNull();
  });
});

describe('the count costs', () => {
  const counts = async (of: Browser, path: string): Promise<number> => {
    const statements = await statementsOf(service.backend.db, () => of.get(path));
    return statements.filter(({ sql }) => COUNT.test(sql)).length;
  };

  test('two statements on a page of an administrator, and one for others', async () => {
    for (const path of ['/settings/security', '/nowhere']) {
      expect(await counts(admin, path)).toBe(COUNTS.admin);
      expect(await counts(browser, path)).toBe(COUNTS.user);
    }
  });

  test('nothing in an authorization, and nothing for a redirect', async () => {
    const client = await service.client();
    expect(await counts(admin, authorizeUrl(service, client))).toBe(0);
    const redirected = await statementsOf(service.backend.db, () => admin.raw('/settings/developer/clients'));
    expect(redirected.filter(({ sql }) => COUNT.test(sql))).toEqual([]);
  });
});
