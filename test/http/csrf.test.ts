import { createBrowser } from '../support/browser.js';
import type { Browser } from '../support/browser.js';
import type { Backend } from '../support/backend.js';
import { openBackend } from '../support/backend.js';
import { addAccount, PASSWORD, startSite } from '../web/accounts-fixture.js';
import type { Site } from '../web/accounts-fixture.js';

const USER = { email: 'ada@example.com', password: PASSWORD };

let backend: Backend;
let site: Site;

beforeAll(async () => {
  backend = await openBackend();
  site = await startSite(backend.stores, backend.stores.secretKeys);
  await addAccount(backend.stores, USER.email);
});
afterAll(async () => {
  await site.close();
  await backend.close();
});

async function tokenOf(browser: Browser, path = '/sign-in'): Promise<string> {
  const page = await browser.get(path);
  return page.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
}

const post = (browser: Browser, csrf: string, headers: Record<string, string> = {}): Promise<Response> =>
  browser.raw('/sign-in', { method: 'POST', body: new URLSearchParams({ csrf, ...USER }), headers });

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBe(403);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await response.text()).toContain('This form did not come from a page we showed in this browser');
}

describe('a form', () => {
  test('is accepted from the browser that requested it', async () => {
    const browser = createBrowser(site.origin);
    expect((await post(browser, await tokenOf(browser))).status).toBe(303);
  });

  test('is accepted from each of several open pages', async () => {
    const browser = createBrowser(site.origin);
    const [first, second] = [await tokenOf(browser), await tokenOf(browser, '/sign-up')];
    expect(second).toBe(first);
  });

  test.each([
    ['without the field', ''],
    ['with an invented value', 'abcde.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('is refused %s, before any password is verified', async (_, csrf) => {
    const browser = createBrowser(site.origin);
    await tokenOf(browser);
    const before = site.hashed();
    await expectRefused(await post(browser, csrf));
    expect(site.hashed()).toBe(before);
  });

  test('is refused with the value of another browser', async () => {
    const [victim, attacker] = [createBrowser(site.origin), createBrowser(site.origin)];
    await tokenOf(victim);
    await expectRefused(await post(victim, await tokenOf(attacker)));
  });

  test('is refused from a browser without the cookie, or with a forged one', async () => {
    const token = await tokenOf(createBrowser(site.origin));
    const [bare, forged] = [createBrowser(site.origin), createBrowser(site.origin)];
    await expectRefused(await post(bare, token));
    await forged.jar.setCookie('slotkey_browser=short', site.origin);
    await expectRefused(await post(forged, token));
  });

  test('to sign in is still accepted when a second tab has signed in first', async () => {
    const browser = createBrowser(site.origin);
    const before = await tokenOf(browser);
    expect((await post(browser, before)).status).toBe(303);
    expect((await post(browser, before)).status).toBe(303);
    expect((await post(browser, await tokenOf(browser))).status).toBe(303);
  });

  test('is refused when the account in it was changed', async () => {
    const browser = createBrowser(site.origin);
    const [account, ...hash] = (await tokenOf(browser)).split('.');
    expect(account).toBe('0');
    for (const other of ['1', '00', '-1', '', ' 0']) {
      await expectRefused(await post(browser, [other, ...hash].join('.')));
    }
    await expectRefused(await post(browser, hash.join('.')));
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that is not told', { origin: 'null' }],
    ['the same host on another port', { origin: 'http://localhost:1' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['something that is no site', { 'sec-fetch-site': 'nonsense' }],
  ])('is refused when the browser reports the origin %s', async (_, headers) => {
    const browser = createBrowser(site.origin);
    await expectRefused(await post(browser, await tokenOf(browser), headers));
  });

  test.each(['same-origin', 'same-site', 'none'])('is accepted when the browser reports %s', async (from) => {
    const browser = createBrowser(site.origin);
    const headers = { origin: site.origin, 'sec-fetch-site': from };
    expect((await post(browser, await tokenOf(browser), headers)).status).toBe(303);
  });

  test.each(['/sign-up', '/sign-out'])('of %s is refused too', async (path) => {
    const browser = createBrowser(site.origin);
    const fields = { name: 'Eve', email: 'eve@example.com', password: 'nine brown badgers' };
    await expectRefused(await browser.raw(path, { method: 'POST', body: new URLSearchParams(fields) }));
    expect(await backend.stores.accounts.accounts.findByEmail('eve@example.com')).toBeUndefined();
  });
});
