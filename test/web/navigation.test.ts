/* What of the navigation a user sees on a page, as a table; and that it leads to every page, by following links. */
import { parse } from 'node-html-parser';
import { readConfig } from '../../src/config/config.js';
import { createLog } from '../../src/ops/log.js';
import { serve, type RunningService } from '../../src/process/serve.js';
import { MOST_WAITING, navigationOf, navigationRows } from '../../src/web/navigation.js';
import type { Page } from '../../src/web/page.js';
import { openFixture, type Fixture } from '../support/backend.js';
import { type Browser, createBrowser } from '../support/browser.js';

const ROWS = navigationRows({
  settingsUrl: 'https://a.example/settings/developer',
  baseUrl: 'https://api.a.example',
  hasPlayground: true,
  hasOutbox: true,
});
const NOTHING = { bookings: 0, clients: 0 };
const USER = { isAdmin: false, waiting: NOTHING };
const ADMIN = { isAdmin: true, waiting: NOTHING };

describe('the navigation', () => {
  test('has the sections of the user, and Administration only for administrators', () => {
    const titles = ['You', 'Scheduling', 'Teams and organizations', 'Developers'];
    expect(navigationOf(ROWS, USER, '/').map(({ title }) => title)).toEqual(titles);
    expect(navigationOf(ROWS, ADMIN, '/').map(({ title }) => title)).toEqual([...titles, 'Administration']);
  });

  test.each([
    ['/', 'Your account', 'page'],
    ['/settings/security', 'Security', 'page'],
    ['/settings/security/passkeys/removal', 'Security', 'true'],
    ['/settings/securities', undefined, undefined],
    ['/settings/developer', 'Your applications', 'page'],
    ['/settings/developer/clients/1/edit', 'Your applications', 'true'],
    ['/settings/organizations/7/apps', 'Teams', 'true'],
    ['/settings/webhooks/1', 'Webhooks', 'true'],
    ['/admin/clients/1', 'Review', 'true'],
    ['/admin', 'Overview', 'page'],
    ['/admin/system', 'System', 'page'],
    ['/admin/jobs/1', 'Jobs', 'true'],
    ['/nowhere', undefined, undefined],
  ] as const)('marks for %s the entry %s as current: %s', (path, label, current) => {
    const items = navigationOf(ROWS, ADMIN, path).flatMap((section) => section.items);
    const marked = items.filter((item) => item.current !== undefined);
    expect(marked.map((item) => [item.label, item.current])).toEqual(label ? [[label, current]] : []);
  });

  test.each([
    [0, undefined],
    [1, '1'],
    [MOST_WAITING - 1, '99'],
    [MOST_WAITING, '99+'],
  ])('says with %s clients that wait for a review, or bookings for their host: %s', (count, text) => {
    for (const [name, label] of [
      ['clients', 'Review'],
      ['bookings', 'Bookings'],
    ] as const) {
      const waiting = { ...NOTHING, [name]: count };
      const items = navigationOf(ROWS, { isAdmin: true, waiting }, '/').flatMap((section) => section.items);
      const counted = items.filter((item) => item.waiting !== undefined);
      expect(counted.map((item) => [item.label, item.waiting])).toEqual(text ? [[label, text]] : []);
    }
  });
});

/** Forms of visitors, steps of a flow that are reached by a link in a mail or by a form, and other addresses of a page. */
const NOT_IN_IT: readonly string[] = [
  ...['/sign-in', '/sign-in/passkey', '/sign-up', '/recover'],
  ...['/passkeys/sign-in', '/passkeys/confirmation', '/passkeys/registration'],
  ...['/settings/security/address', '/settings/security/address/change/confirmation'],
  ...['/settings/security/passkeys', '/settings/security/passkeys/removal'],
  ...['/settings/security/access', '/settings/security/access/removal'],
  ...['/settings/account/export', '/settings/apps/removals', '/settings/teams/departures'],
  ...['/settings/developer/clients', '/playground/callback'],
];

describe('following links in the demonstration', () => {
  let fixture: Fixture;
  let service: RunningService;
  let output = '';
  beforeAll(async () => {
    fixture = await openFixture();
    const config = readConfig({ NODE_ENV: 'test', PORT: '0', ...fixture.env });
    service = await serve(config, { log: createLog('silent'), print: (text) => void (output += text) });
  });
  afterAll(async () => {
    await service.close();
    await fixture.end();
  });

  async function signedIn(name: string): Promise<Browser> {
    const [, email = '', password = ''] = new RegExp(`(${name}@\\S+) +(\\S+)`).exec(output) ?? [];
    const browser = createBrowser(service.url);
    await browser.signIn({ email, password });
    return browser;
  }

  const PATTERNS = () => service.pages.filter(({ method }) => method === 'GET');
  const isAt = ({ path }: Page, address: string): boolean =>
    new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\./g, '\\.')}$`).test(address);

  /** Those that are no page are named themselves. */
  const patternOf = (address: string): string =>
    PATTERNS().find((page) => page.path === address)?.path ??
    PATTERNS().find((page) => isAt(page, address))?.path ??
    address;

  const pathsOf = (html: string, within: string): readonly string[] =>
    parse(html)
      .querySelectorAll(`${within} a[href]`)
      .map((link) => new URL(link.getAttribute('href') ?? '', service.url))
      .filter(({ origin }) => origin === service.url)
      .map(({ pathname }) => pathname);

  /** By pattern, how many clicks from the home page; and the pages without the same navigation as the home page. */
  async function crawl(browser: Browser) {
    const clicks = new Map([['/', 0]]);
    const other: string[] = [];
    const queue = ['/'];
    const navigation = pathsOf((await browser.get('/')).html, '.navigation');
    for (const address of queue) {
      const { html, status } = await browser.get(address);
      const distance = (clicks.get(patternOf(address)) ?? 0) + 1;
      if (status !== 200 || String(pathsOf(html, '.navigation')) !== String(navigation)) other.push(address);
      // The links in mails are for their recipients, and the reference is on the host of the API.
      const within = ['/dev/outbox', '/v2/docs'].includes(address) ? '.navigation' : 'body';
      for (const link of distance > 2 ? [] : pathsOf(html, within)) {
        if (clicks.has(patternOf(link))) continue;
        clicks.set(patternOf(link), distance);
        queue.push(link);
      }
    }
    return { clicks, other };
  }

  test.each(['admin', 'developer', 'maria'])('%s reaches every page within two clicks', async (name) => {
    const { clicks, other } = await crawl(await signedIn(name));
    const own = PATTERNS().filter(({ who }) => who !== 'admin' || name === 'admin');
    const destinations = own.map(({ path }) => path).filter((path) => !path.includes(':'));
    const missing = destinations.filter((path) => !clicks.has(path) && !NOT_IN_IT.includes(path));
    // Only who administers a team or an organization, as Maria does, makes routing forms.
    expect(missing).toEqual(name === 'maria' ? [] : ['/settings/routing-forms/new']);
    expect(NOT_IN_IT.filter((path) => !PATTERNS().some((page) => page.path === path))).toEqual([]);
    expect(clicks.has('/admin/clients/:id')).toBe(name === 'admin');
    // A question, a file, what is on the host of the API, and the page where others book the user.
    const without = ['/sign-out', '/admin/audit.jsonl', '/v2/docs', '/v2/openapi.json', '/:username'];
    const isWithout = (path: string): boolean =>
      without.some((one) => one === path || one === patternOf(path));
    expect(other.filter((path) => !isWithout(path))).toEqual([]);
  });

  test('the API reference leads back', async () => {
    const html = await (await fetch(`${service.url}/v2/docs`)).text();
    expect(pathsOf(html, 'header')).toEqual(['/', '/settings/developer', '/settings/webhooks']);
  });
});
