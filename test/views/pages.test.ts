import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import type { HTMLElement } from 'node-html-parser';
import type { VNode } from 'preact';
import { ConsentPage } from '../../views/consent/consent.js';
import type { ConsentProps } from '../../views/consent/consent.js';
import { ErrorPage } from '../../views/error-page.js';
import { HomePage } from '../../views/home/home.js';
import { LimitPage } from '../../views/connected-apps/limit.js';
import type { LimitProps } from '../../views/connected-apps/limit.js';
import { renderPage } from '../../views/render.js';
import type { Shell } from '../../views/shell.js';
import { SignInPage } from '../../views/sign-in/sign-in.js';
import { SignedOutPage, SignOutPage } from '../../views/sign-in/sign-out.js';
import { SignUpPage } from '../../views/sign-in/sign-up.js';

/** A name that must be escaped. */
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)> ' & محمد ${'x'.repeat(150)}`;
const user = { name: HOSTILE, email: 'ada@example.com' };

const consent: ConsentProps = {
  serviceName: 'Slotkey',
  client: { name: HOSTILE, website: 'javascript:alert(1)', logoUrl: 'javascript:alert(1)', reviewed: false },
  user,
  switchAccountUrl: '/sign-in?fresh=1',
  redirectHost: 'app.acme.example',
  groups: [
    {
      level: 'user',
      heading: 'You',
      rows: [
        {
          area: 'Bookings',
          items: [
            { scope: 'BOOKING_READ', label: 'See your bookings', write: false, checked: true },
            { scope: 'BOOKING_WRITE', label: 'Change your bookings', write: true, checked: false },
          ],
        },
      ],
    },
    {
      level: 'team',
      heading: 'Your teams',
      rows: [
        {
          area: 'Team profile',
          items: [{ scope: 'TEAM_PROFILE_READ', label: 'See your teams', write: false, checked: true }],
        },
      ],
    },
  ],
  unrestricted: false,
  resources: {
    teams: {
      all: false,
      groups: [
        { id: 5, name: HOSTILE, organizationName: HOSTILE, checked: true },
        { id: 6, name: 'Front desk', checked: false },
      ],
    },
    organizations: { all: true, groups: [{ id: 3, name: HOSTILE, checked: false }] },
    closed: [HOSTILE],
    notGrantable: ['See all teams of your organization'],
  },
  notAble: 'See your password.',
  ends: [{ end: 'revoked', checked: true }],
  longest: '365 days',
  limits: 'After 365 days at the latest.',
  csrf: 'the csrf value',
  action: '/auth/oauth2/interaction/1',
};

const limits: LimitProps = {
  user,
  app: { id: 'the id', name: HOSTILE, logoUrl: 'javascript:alert(1)' },
  groups: consent.groups,
  unrestricted: false,
  offered: { organizations: consent.resources.organizations },
  chosen: { teams: [{ id: 5, name: HOSTILE, checked: true }], organizations: undefined },
  apps: '/settings/apps',
  removals: '/settings/apps/removals',
  csrf: 'the csrf value',
  action: '/settings/apps/1/limits',
  fault: HOSTILE,
};

const faults = { name: HOSTILE, email: HOSTILE, password: HOSTILE };
const form = { csrf: 'the csrf value', email: HOSTILE, faults, refusal: HOSTILE, returnTo: '/' };
const texts = { title: HOSTILE, message: HOSTILE, detail: HOSTILE, nextStep: HOSTILE, reference: HOSTILE };
const link = { to: 'javascript:alert(1)', label: HOSTILE, detail: HOSTILE };
const shell: Shell = { user, sections: [{ title: HOSTILE, items: [{ ...link, waiting: HOSTILE }] }] };

const PAGES: readonly (readonly [string, VNode])[] = [
  ['consent', ConsentPage({ ...consent, fault: HOSTILE })],
  ['consent of a legacy application', ConsentPage({ ...consent, unrestricted: true, groups: [] })],
  ['limits of an application', LimitPage(limits)],
  ['error', ErrorPage({ ...texts, developer: { parameter: HOSTILE, received: HOSTILE, fix: HOSTILE } })],
  ['home', HomePage({})],
  ['home of a user', HomePage({ user })],
  ['sign-in', SignInPage({ ...form, signedUp: true, fresh: false, choose: false, user })],
  ['sign-up', SignUpPage({ ...form, name: HOSTILE, passwordMinimum: 15 })],
  ['sign-out', SignOutPage({ csrf: 'the csrf value', user })],
  ['signed-out', SignedOutPage()],
];

const rendered = (page: VNode): HTMLElement => parse(renderPage(page, { shell }));

describe.each(PAGES)('the page %s', (_, page) => {
  const root = rendered(page);
  const all = (selector: string): HTMLElement[] => root.querySelectorAll(selector);

  test('escapes all input: no markup, script or style', () => {
    expect(all('script:not([src]), style, iframe, object, base, [style]')).toEqual([]);
    const attributes = all('*').flatMap(({ attributes: values }) => Object.entries(values));
    expect(attributes.filter(([name]) => name.toLowerCase().startsWith('on'))).toEqual([]);
    const addresses = attributes.filter(([name]) => ['href', 'src', 'action', 'formaction'].includes(name));
    for (const [, value] of addresses) expect(value).toMatch(/^(?:\/(?!\/)|https?:\/\/|#main$)/);
  });

  test('has a language, a title, a skip link, one h1 and unique ids', () => {
    expect(root.querySelector('html')?.getAttribute('lang')).toBe('en');
    expect(root.querySelector('title')?.text).toMatch(/ · Slotkey$/);
    expect(root.querySelector('body > a')?.getAttribute('href')).toBe('#main');
    expect(all('h1')).toHaveLength(1);
    const ids = all('[id]').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('labels every control, and every reference to a description exists', () => {
    for (const control of all('input:not([type=hidden])')) {
      const labels = all('label').filter((label) => label.getAttribute('for') === control.id);
      expect(labels.length > 0 || control.closest('label') !== null).toBe(true);
    }
    for (const described of all('[aria-describedby], [aria-labelledby]')) {
      const ids =
        described.getAttribute('aria-describedby') ?? described.getAttribute('aria-labelledby') ?? '';
      for (const id of ids.split(' ')) expect(root.querySelector(`#${id}`)?.text).toBeTruthy();
    }
  });

  test('sends every form by POST with its CSRF field', () => {
    for (const sent of all('form')) {
      expect(sent.getAttribute('method')).toBe('post');
      expect(sent.querySelector('input[type=hidden][name=csrf]')?.getAttribute('value')).toBe(
        'the csrf value',
      );
    }
  });
});

describe('the consent page', () => {
  const root = rendered(ConsentPage(consent));

  test('is one form with a checkbox per scope, grouped by level, with one row per area', () => {
    const boxes = root.querySelectorAll('form input[type=checkbox][name=scope]');
    expect(boxes.map((box) => [box.getAttribute('value'), box.hasAttribute('checked')])).toEqual([
      ['BOOKING_READ', true],
      ['BOOKING_WRITE', false],
      ['TEAM_PROFILE_READ', true],
    ]);
    expect(root.querySelectorAll('.scopes legend').map(({ text }) => text)).toEqual(['You', 'Your teams']);
    expect(root.querySelectorAll('.scope-row').map((row) => row.querySelectorAll('input').length)).toEqual([
      2, 1,
    ]);
    const marked = root.querySelectorAll('label').filter(({ text }) => text.includes('makes changes'));
    expect(marked.map((label) => label.querySelector('input')?.getAttribute('value'))).toEqual([
      'BOOKING_WRITE',
    ]);
  });

  test('has two buttons for the decision, and names the host of the redirect URI', () => {
    const buttons = root.querySelectorAll('form button[name=decision]');
    expect(buttons.map((button) => [button.getAttribute('value'), button.text])).toEqual([
      ['allow', 'Allow'],
      ['cancel', 'Cancel'],
    ]);
    expect(root.querySelector('.question code')?.text).toBe('app.acme.example');
  });

  test('links the website and logo of the application only if they are http(s) URLs', () => {
    const client = {
      name: 'Acme',
      website: 'https://acme.example/',
      logoUrl: '/logos/1.png',
      reviewed: true,
    };
    const good = rendered(ConsentPage({ ...consent, client }));
    expect(good.querySelector('h1 a')?.getAttribute('href')).toBe('https://acme.example/');
    expect(good.querySelector('h1 a')?.getAttribute('rel')).toBe('noopener noreferrer');
    expect(good.querySelector('.marks img')?.getAttribute('src')).toBe('/logos/1.png');
    expect(root.querySelector('h1 a')).toBeNull();
    expect(root.querySelector('.marks .initial')?.text).toBe('"');
  });

  test('links the privacy policy and the terms, and names the e-mail address for users', () => {
    const links = {
      privacyPolicy: 'https://acme.example/privacy',
      termsOfService: 'https://acme.example/terms',
      supportEmail: 'help@acme.example',
    };
    const page = rendered(ConsentPage({ ...consent, client: { name: 'Acme', reviewed: true, ...links } }));
    const addresses = page.querySelectorAll('.question-links a').map((link) => link.getAttribute('href'));
    expect(addresses).toEqual([links.privacyPolicy, links.termsOfService]);
    expect(page.querySelector('.question-links')?.text).toContain(links.supportEmail);
    expect(root.querySelector('.question-links')).toBeNull();
  });

  test('says whether the application was reviewed', () => {
    expect(root.querySelector('.badge')?.text).toBe('Not reviewed yet');
    const reviewed = rendered(ConsentPage({ ...consent, client: { name: 'Acme', reviewed: true } }));
    expect(reviewed.querySelector('.badge')?.text).toBe('Reviewed by Slotkey');
  });

  test('warns of an application with full access, and has no checkboxes then', () => {
    const legacy = rendered(ConsentPage({ ...consent, unrestricted: true, groups: [] }));
    expect(legacy.querySelector('.notice-warning')?.text).toContain('do everything you can');
    expect(legacy.querySelectorAll('input[type=checkbox]')).toEqual([]);
  });
});

test('an error page without developer facts has no list of them', () => {
  expect(rendered(ErrorPage({ ...texts, title: 'Lost' })).querySelector('dl')).toBeNull();
});

test('no style sheet loads external resources', () => {
  for (const name of readdirSync('views/assets').filter((file) => file.endsWith('.css'))) {
    expect(readFileSync(`views/assets/${name}`, 'utf8')).not.toMatch(/@import|url\(/);
  }
});
