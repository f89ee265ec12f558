/*
 * Every page in every role, from the table of pages: what `who` says holds for each, also for the next page that
 * somebody declares. What a page shows is tested beside it.
 */
import type { Page } from '../../src/web/page.js';
import { type Browser, createBrowser } from '../support/browser.js';
import { useService } from '../support/service.js';

const service = useService();

const ROLES = ['signed out', 'user', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** Asked by scripts, which cannot follow to the sign-in page. */
const FOR_SCRIPTS = ['/passkeys/confirmation', '/passkeys/registration'];
/** Nobody knows this authorization request; that is said before anybody is asked to sign in. */
const CONSENT = '/auth/oauth2/interaction/:uid';

const browsers = new Map<Role, Browser>();
beforeAll(async () => {
  for (const role of ROLES) browsers.set(role, createBrowser(service.url));
  const [user, admin] = [await service.person(), await service.person()];
  await service.stores.accounts.accounts.setAdmin(admin.account.id, true, { actor: 'test' });
  await browsers.get('user')?.signIn(user);
  await browsers.get('admin')?.signIn(admin);
});

const browserOf = (role: Role): Browser => {
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error(`nobody is ${role}`);
  return browser;
};

/** Ids that nobody has. */
const addressOf = ({ path }: Page): string => path.replace(/:\w+/g, '999999');
const nameOf = (page: Page): string => `${page.method} ${page.path}`;
const isSignIn = (response: Response): boolean =>
  response.headers.get('location')?.startsWith('/sign-in?return_to=') ?? false;

async function visit(page: Page, role: Role): Promise<Response> {
  const response = await browserOf(role).raw(addressOf(page));
  await response.arrayBuffer();
  return response;
}

/** What is wrong with an answer; undefined when it is as `who` says. */
function fault(page: Page, role: Role, response: Response): string | undefined {
  const { status } = response;
  const said = `${role}: ${nameOf(page)} answers ${status}`;
  if (status >= 500) return said;
  if (page.path === CONSENT) return status === 400 ? undefined : said;
  const mustSignIn = page.who !== 'anyone' && role === 'signed out';
  if (mustSignIn && FOR_SCRIPTS.includes(page.path)) return status === 401 ? undefined : said;
  if (mustSignIn !== isSignIn(response)) return said;
  const isHidden = page.who === 'admin' && role === 'user';
  return isHidden && status !== 404 ? said : undefined;
}

test.each(ROLES)('every page answers %s as the table says', async (role) => {
  const faults: string[] = [];
  for (const page of service.pages.filter(({ method }) => method === 'GET')) {
    const found = fault(page, role, await visit(page, role));
    if (found !== undefined) faults.push(found);
  }
  expect(faults).toEqual([]);
});

test.each(ROLES)('every form is refused to %s without the CSRF field', async (role) => {
  const faults: string[] = [];
  for (const page of service.pages.filter(({ method }) => method === 'POST')) {
    const init = { method: 'POST', body: new URLSearchParams({ csrf: '0.made-up' }) };
    const { status } = await browserOf(role).raw(addressOf(page), init);
    if (status !== 403) faults.push(`${nameOf(page)} answers ${status}`);
  }
  expect(faults).toEqual([]);
});

test.each(['user', 'admin'] as const)(
  'a form for a signed-in user is not taken from nobody: %s',
  async (who) => {
    const browser = createBrowser(service.url);
    const csrf =
      (await browser.get('/sign-in')).root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
    const faults: string[] = [];
    for (const page of service.pages.filter((one) => one.method === 'POST' && one.who === who)) {
      const init = { method: 'POST', body: new URLSearchParams({ csrf }) };
      const response = await browser.raw(addressOf(page), init);
      const target = page.path === CONSENT ? addressOf(page) : '/sign-in';
      if (response.status !== 303 || response.headers.get('location') !== target)
        faults.push(`${nameOf(page)} answers ${response.status}`);
    }
    expect(faults).toEqual([]);
  },
);

test('a form for administrators is 404 for every other user', async () => {
  const page = await browserOf('user').get('/settings/security');
  const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
  const forms = service.pages.filter(({ method, who }) => method === 'POST' && who === 'admin');
  expect(forms.length).toBeGreaterThan(0);
  for (const form of forms) {
    const init = { method: 'POST', body: new URLSearchParams({ csrf }) };
    expect((await browserOf('user').raw(addressOf(form), init)).status).toBe(404);
  }
});
