/*
 * Every page in every role, from the table of pages: the access that `who` declares holds for each. The contents of
 * pages have tests of their own.
 */
import type { Page } from '../../src/web/page.js';
import { type Browser, createBrowser } from '../support/browser.js';
import { useService } from '../support/service.js';

const service = useService();

const ROLES = ['signed out', 'user', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** Requested by scripts, which cannot follow a redirect to the sign-in page. */
const FOR_SCRIPTS = ['/passkeys/confirmation', '/passkeys/registration'];
/** An unknown authorization request is an error before the sign-in. */
const CONSENT = '/auth/oauth2/interaction/:uid';

const browsers = new Map<Role, Browser>();
beforeAll(async () => {
  for (const role of ROLES) browsers.set(role, createBrowser(service.url));
  const [user, admin] = [await service.user(), await service.user()];
  await service.stores.accounts.accounts.setAdmin(admin.account.id, true, { actor: 'test' });
  await browsers.get('user')?.signIn(user);
  await browsers.get('admin')?.signIn(admin);
});

const browserOf = (role: Role): Browser => {
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error(`no browser for ${role}`);
  return browser;
};

/** With unknown ids. */
const addressOf = ({ path }: Page): string => path.replace(/:\w+/g, '999999');
const nameOf = (page: Page): string => `${page.method} ${page.path}`;
const isSignIn = (response: Response): boolean =>
  response.headers.get('location')?.startsWith('/sign-in?return_to=') ?? false;

async function visit(page: Page, role: Role): Promise<Response> {
  const response = await browserOf(role).raw(addressOf(page));
  await response.arrayBuffer();
  return response;
}

/** Undefined when the response is as `who` declares. */
function fault(page: Page, role: Role, response: Response): string | undefined {
  const { status } = response;
  const message = `${role}: ${nameOf(page)} answers ${status}`;
  if (status >= 500) return message;
  if (page.path === CONSENT) return status === 400 ? undefined : message;
  const mustSignIn = page.who !== 'anyone' && role === 'signed out';
  if (mustSignIn && FOR_SCRIPTS.includes(page.path)) return status === 401 ? undefined : message;
  if (mustSignIn !== isSignIn(response)) return message;
  const isHidden = page.who === 'admin' && role === 'user';
  return isHidden && status !== 404 ? message : undefined;
}

test.each(ROLES)('every page answers the role "%s" as the table declares', async (role) => {
  const faults: string[] = [];
  for (const page of service.pages.filter(({ method }) => method === 'GET')) {
    const problem = fault(page, role, await visit(page, role));
    if (problem !== undefined) faults.push(problem);
  }
  expect(faults).toEqual([]);
});

/** Steps of an authorization, which an application may have opened in a window that it waits for. */
const IN_A_WINDOW = [CONSENT, '/settings/security/address/link'];

test('every page for a user, and no step of an authorization, is separated from who opened its window', async () => {
  const faults: string[] = [];
  for (const page of service.pages) {
    const body = new URLSearchParams({ csrf: '0.made-up' });
    const init = page.method === 'POST' ? { method: 'POST', body } : {};
    const { headers } = await browserOf('admin').raw(addressOf(page), init);
    const isSeparate = headers.get('cross-origin-opener-policy') === 'same-origin';
    const mustBe = page.who !== 'anyone' && !IN_A_WINDOW.includes(page.path);
    if (isSeparate !== mustBe) faults.push(nameOf(page));
  }
  expect(faults).toEqual([]);
});

test.each(ROLES)('every form without a valid CSRF field is refused for the role "%s"', async (role) => {
  const faults: string[] = [];
  for (const page of service.pages.filter(({ method }) => method === 'POST')) {
    const init = { method: 'POST', body: new URLSearchParams({ csrf: '0.made-up' }) };
    const { status } = await browserOf(role).raw(addressOf(page), init);
    if (status !== 403) faults.push(`${nameOf(page)} answers ${status}`);
  }
  expect(faults).toEqual([]);
});

test.each(['user', 'admin'] as const)('a form for the role %s is refused without a sign-in', async (who) => {
  const browser = createBrowser(service.url);
  const csrf = (await browser.get('/sign-in')).root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
  const faults: string[] = [];
  for (const page of service.pages) {
    if (page.method !== 'POST' || page.who !== who) continue;
    const init = { method: 'POST', body: new URLSearchParams({ csrf }) };
    const response = await browser.raw(addressOf(page), init);
    const target = page.form?.askAgain ? addressOf(page) : '/sign-in';
    if (response.status !== 303 || response.headers.get('location') !== target)
      faults.push(`${nameOf(page)} answers ${response.status}`);
  }
  expect(faults).toEqual([]);
});

test('a form for administrators is 404 for other users', async () => {
  const page = await browserOf('user').get('/settings/security');
  const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
  const forms = service.pages.filter(({ method, who }) => method === 'POST' && who === 'admin');
  expect(forms.length).toBeGreaterThan(0);
  for (const form of forms) {
    const init = { method: 'POST', body: new URLSearchParams({ csrf }) };
    expect((await browserOf('user').raw(addressOf(form), init)).status).toBe(404);
  }
});
