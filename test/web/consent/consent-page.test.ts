/* docs/contract.md section 4: the consent page, and that only an answer of its user in its browser counts. */
import { editClient } from '../../../src/clients/edit.js';
import { createBrowser } from '../../support/browser.js';
import type { Browser, Page } from '../../support/browser.js';
import {
  authorize,
  authorizeUrl,
  codeFor,
  exchange,
  me,
  pkce,
  refresh,
  revoke,
  tokensFor,
  visit,
} from '../../support/oauth.js';
import type { Visitor } from '../../support/oauth.js';
import { sendRaw } from '../../support/raw-request.js';
import { mainText } from '../../clients/forms.js';
import { REDIRECT_URI, startService, type TestClient, useService } from '../../support/service.js';

const service = useService();
let client: TestClient;
let visitor: Visitor;
beforeAll(async () => {
  client = await service.client();
  visitor = await visit(service);
});

const BOTH = 'PROFILE_READ BOOKING_READ';

const boxes = (page: Page): Record<string, boolean> =>
  Object.fromEntries(
    page.root
      .querySelectorAll('input[name=scope]')
      .map((box) => [box.getAttribute('value') ?? '', box.hasAttribute('checked')] as const),
  );

const csrfOf = (page: Page): string =>
  page.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';

const isConsent = (page: Page): boolean => page.root.querySelector('button[value=allow]') !== null;

const open = (scope = BOTH, browser = visitor.browser): Promise<Page> =>
  browser.get(authorizeUrl(service, client, { scope }));

type Fields = readonly (readonly [string, string])[];

/** A form that no browser would send. */
const post = (
  browser: Browser,
  page: Page,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<Response> =>
  browser.raw(page.url, {
    method: 'POST',
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
    headers,
  });

async function codeBehind(browser: Browser, posted: Response): Promise<string> {
  expect(posted.status).toBe(303);
  const back = await browser.raw(posted.headers.get('location') ?? '');
  const location = back.headers.get('location') ?? '';
  expect(location.startsWith(`${REDIRECT_URI}?code=`)).toBe(true);
  return new URL(location).searchParams.get('code') ?? '';
}

describe('the consent page', () => {
  test('names the client, the account, the redirect host and how long access lasts', async () => {
    const page = await open();
    const { text } = page.root;
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    for (const message of [
      'Acme Sync',
      visitor.user.email,
      visitor.user.account.name,
      'client.example.com',
      '365 days',
    ]) {
      expect(text).toContain(message);
    }
    expect(boxes(page)).toEqual({ PROFILE_READ: true, BOOKING_READ: true });
  });

  test('names who develops the client', async () => {
    const { account } = await service.user('Olga <b>Owner');
    const theirs = await service.client({}, { ownerId: account.id });
    const page = await visitor.browser.get(authorizeUrl(service, theirs));
    expect(mainText(page)).toContain('Developed by Olga <b>Owner');
  });

  test('allows its form only the redirect origin as a target, and runs no script', async () => {
    const policy = (await open()).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self' https://client.example.com;");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
  });

  test('allows the scheme of an application on the device as a target', async () => {
    const native = await service.client({ kind: 'public', redirectUris: ['com.example.app:/cb'] });
    const page = await visitor.browser.get(
      authorizeUrl(service, native, { code_challenge: pkce().challenge }),
    );
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' com.example.app:;");
  });

  test('other pages allow only the origin of the service as a target of forms', async () => {
    const page = await visitor.browser.get('/sign-out');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self';");
  });

  test('escapes the name of the client', async () => {
    const named = await service.client({ name: '<img src=x onerror=alert(1)>' });
    const page = await visitor.browser.get(authorizeUrl(service, named));
    expect(page.html).toContain('&lt;img src=x');
    expect(page.html).not.toContain('<img src=x');
  });

  test('appears at every authorization, also for permissions that were allowed before', async () => {
    await tokensFor(service, client, visitor, { scope: BOTH });
    const again = await open();
    expect(isConsent(again)).toBe(true);
    expect(boxes(again)).toEqual({ PROFILE_READ: true, BOOKING_READ: true });
  });

  test('sets no cookie of an unused session', async () => {
    const browser = createBrowser(service.url);
    const first = await browser.raw(authorizeUrl(service, client));
    const namesOf = (of: Response) => of.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(namesOf(first).sort()).toEqual([
      'slotkey_interaction',
      'slotkey_interaction.sig',
      'slotkey_resume',
      'slotkey_resume.sig',
    ]);
    const signedIn = await visitor.browser.raw(authorizeUrl(service, client));
    expect(namesOf(signedIn)).toEqual(namesOf(first));
    for (const cookie of first.headers.getSetCookie()) {
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).toMatch(/; path=\/auth\/oauth2\/(interaction|authorize)\/[\w-]+/);
    }
  });

  test('has Secure cookies over https', async () => {
    const app = 'https://app.slotkey.example';
    const secured = await startService({ env: { APP_URL: app }, backend: service.backend });
    const path = authorizeUrl(secured, client).slice(secured.url.length);
    const { status, headers } = await sendRaw(secured.url, {
      path,
      headers: { host: 'app.slotkey.example' },
    });
    await secured.close();
    expect([status, headers['set-cookie']?.length]).toEqual([303, 4]);
    for (const cookie of headers['set-cookie'] ?? []) {
      expect(cookie).toMatch(/^__Secure-/);
      expect(cookie).toMatch(/; secure/i);
    }
  });
});

describe('the answer', () => {
  test('Cancel is access_denied, with state and iss', async () => {
    const { left } = await visitor.browser.submit(await open(), {}, 'cancel');
    expect(left?.href.startsWith(`${REDIRECT_URI}?error=access_denied&`)).toBe(true);
    expect(left?.searchParams.get('error_description')).toMatch(/\S/);
    expect(left?.searchParams.get('state')).toBe('a state');
    expect(left?.searchParams.get('iss')).toBe(service.config.issuerUrl);
    expect(left?.searchParams.has('code')).toBe(false);
  });

  test('grants only the ticked scopes', async () => {
    const { code } = await authorize(service, client, visitor.user, {
      browser: visitor.browser,
      params: { scope: 'PROFILE_READ BOOKING_READ BOOKING_WRITE' },
      tick: ['BOOKING_READ'],
    });
    const { body } = await exchange(service, client, code);
    expect(body.scope).toBe('BOOKING_READ');
    const refused = await me(service, body.access_token);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    expect(refused.headers.get('www-authenticate')).toContain('scope="PROFILE_READ"');
    expect((await refresh(service, client, body.refresh_token)).body.scope).toBe('BOOKING_READ');
  });

  test('with nothing ticked shows the page again with the same boxes', async () => {
    const again = await visitor.browser.submit(await open(), { scope: [] }, 'allow');
    expect([again.status, again.left]).toEqual([422, undefined]);
    expect(boxes(again)).toEqual({ PROFILE_READ: false, BOOKING_READ: false });
    expect(again.root.text).toContain('Nothing is ticked');
    expect(again.headers.get('content-security-policy')).toContain('https://client.example.com');
    const { left } = await visitor.browser.submit(again, { scope: ['PROFILE_READ'] }, 'allow');
    const { body } = await exchange(service, client, left?.searchParams.get('code') ?? '');
    expect(body.scope).toBe('PROFILE_READ');
  });

  test('without a decision shows the page again with what was ticked', async () => {
    const page = await open();
    const again = await visitor.browser.submit(page, { scope: ['BOOKING_READ'] });
    expect(again.status).toBe(422);
    expect(boxes(again)).toEqual({ PROFILE_READ: false, BOOKING_READ: true });
  });

  test('never grants scopes that were added to the form', async () => {
    const page = await open('PROFILE_READ');
    const smuggled = ['BOOKING_WRITE', 'ORG_PROFILE_WRITE', '*', 'PROFILE_READ,BOOKING_READ', 'NOPE'];
    const fields: Fields = [
      ['csrf', csrfOf(page)],
      ['decision', 'allow'],
      ...['PROFILE_READ', ...smuggled].map((name): [string, string] => ['scope', name]),
    ];
    const code = await codeBehind(visitor.browser, await post(visitor.browser, page, fields));
    expect((await exchange(service, client, code)).body.scope).toBe('PROFILE_READ');

    const only = await open('PROFILE_READ');
    const refused = await visitor.browser.submit(only, { scope: smuggled }, 'allow');
    expect([refused.status, refused.left]).toEqual([422, undefined]);
  });

  test('ignores scopes in the address of the form', async () => {
    const page = await open('PROFILE_READ');
    const answered = await visitor.browser.raw(`${page.url}?scope=BOOKING_WRITE&client_id=x`, {
      method: 'POST',
      body: new URLSearchParams({ csrf: csrfOf(page), decision: 'allow', scope: 'PROFILE_READ' }),
    });
    const code = await codeBehind(visitor.browser, answered);
    expect((await exchange(service, client, code)).body.scope).toBe('PROFILE_READ');
  });
});

describe('each authorization is one grant', () => {
  test('two installations of one client by one user are independent', async () => {
    const one = await tokensFor(service, client, visitor);
    const two = await tokensFor(service, client, visitor);
    expect((await revoke(service, client, one.refresh_token)).status).toBe(200);
    expect((await me(service, one.access_token)).status).toBe(401);
    expect((await me(service, two.access_token)).status).toBe(200);
    expect((await refresh(service, client, one.refresh_token)).status).toBe(400);
    expect((await refresh(service, client, two.refresh_token)).status).toBe(200);
  });

  test('a later one does not widen an earlier one', async () => {
    const narrow = await tokensFor(service, client, visitor, { scope: 'PROFILE_READ' });
    await tokensFor(service, client, visitor, { scope: BOTH });
    expect((await refresh(service, client, narrow.refresh_token)).body.scope).toBe('PROFILE_READ');
    expect((await refresh(service, client, narrow.refresh_token, { scope: 'BOOKING_READ' })).body.error).toBe(
      'invalid_scope',
    );
  });
});

describe('an answer from another browser, site or user does not count', () => {
  const allow = (csrf: string): Fields => [
    ['csrf', csrf],
    ['decision', 'allow'],
    ['scope', 'PROFILE_READ'],
  ];

  async function expectRefused(response: Response, status: number): Promise<void> {
    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('Reference');
  }

  test('without the CSRF field, or with another one', async () => {
    const page = await open();
    await expectRefused(await post(visitor.browser, page, allow('').slice(1)), 403);
    await expectRefused(await post(visitor.browser, page, allow('x')), 403);
    const nonMember = await visit(service);
    await expectRefused(
      await post(visitor.browser, page, allow(csrfOf(await open(BOTH, nonMember.browser)))),
      403,
    );
    await codeBehind(visitor.browser, await post(visitor.browser, page, allow(csrfOf(page))));
  });

  test('from a page of another site', async () => {
    const page = await open();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      await expectRefused(await post(visitor.browser, page, allow(csrfOf(page)), headers), 403);
    }
  });

  test('from another browser that knows the address and the field', async () => {
    const page = await open();
    await expectRefused(await post(createBrowser(service.url), page, allow(csrfOf(page))), 403);
    const other = await visit(service, visitor.user);
    await expectRefused(await post(other.browser, page, allow(csrfOf(page))), 403);
  });

  test('from another browser, where the request is unknown, also for the same user', async () => {
    const page = await open();
    const other = await visit(service, visitor.user);
    const own = await open(BOTH, other.browser);
    await expectRefused(await post(other.browser, page, allow(csrfOf(own))), 400);
    await expectRefused(await other.browser.raw(page.url), 400);
  });

  test('from a signed-in attacker, for a request of the victim', async () => {
    const attacker = await visit(service);
    const page = await open(BOTH, attacker.browser);
    await expectRefused(await visitor.browser.raw(page.url), 400);
    const wayBack = page.url.replace('/interaction/', '/authorize/');
    await expectRefused(await visitor.browser.raw(wayBack), 400);
  });

  test('resuming without an answer leads to the consent page again, never to a code', async () => {
    const page = await open();
    const back = await visitor.browser.raw(page.url.replace('/interaction/', '/authorize/'));
    expect(back.headers.get('location') ?? '').not.toContain('code=');
  });

  test('a user who signs out after Allow is asked again, and so is another user who signs in', async () => {
    const leaver = await visit(service);
    const page = await open(BOTH, leaver.browser);
    const allowed = await post(leaver.browser, page, allow(csrfOf(page)));
    await leaver.browser.submit(await leaver.browser.get('/sign-out'), {});
    const stopped = await leaver.browser.get(allowed.headers.get('location') ?? '');
    expect(stopped.left).toBeUndefined();
    expect(new URL(stopped.url).pathname).toBe('/sign-in');

    const swapped = await visit(service);
    const theirs = await open(BOTH, swapped.browser);
    const yes = await post(swapped.browser, theirs, allow(csrfOf(theirs)));
    await swapped.browser.submit(await swapped.browser.get('/sign-out'), {});
    await swapped.browser.signIn(await service.user());
    const end = await swapped.browser.get(yes.headers.get('location') ?? '');
    expect([end.left?.searchParams.get('error'), end.left?.searchParams.has('code')]).toEqual([
      'access_denied',
      false,
    ]);
  });
});

describe('a client that was edited between the question and the answer', () => {
  async function edit(of: TestClient, change: Partial<TestClient['form']>): Promise<void> {
    const record = await service.stores.clients.records.find(of.clientId);
    if (record === undefined) throw new Error('the client is gone');
    const form = { ...of.form, ...change };
    const saved = await editClient(
      service.stores.clients.records,
      { record, version: record.version, by: record.client.ownerId, form },
      { actor: 'test' },
    );
    expect(saved).toMatchObject({ kind: 'saved', immediate: true });
  }

  test('is granted no scope that was removed', async () => {
    const own = await service.client();
    const consent = await visitor.browser.get(authorizeUrl(service, own, { scope: BOTH }));
    await edit(own, { scopes: ['PROFILE_READ'] });
    const { left } = await visitor.browser.submit(consent, {}, 'allow');
    expect([left?.searchParams.get('error'), left?.searchParams.has('code')]).toEqual([
      'invalid_scope',
      false,
    ]);
  });

  test('gets no code at a redirect URI that was removed', async () => {
    const own = await service.client({ redirectUris: [REDIRECT_URI, 'https://client.example.com/old'] });
    const asked = authorizeUrl(service, own, { redirect_uri: 'https://client.example.com/old' });
    const consent = await visitor.browser.get(asked);
    await edit(own, { redirectUris: [REDIRECT_URI] });
    const answered = await visitor.browser.submit(consent, {}, 'allow');
    expect([answered.status, answered.left]).toEqual([400, undefined]);
    expect((await visitor.browser.get(asked)).status).toBe(400);
  });
});

describe('another account', () => {
  test('can be chosen on the page, and is then the one that grants', async () => {
    const second = await service.user('Second Person');
    const browser = (await visit(service)).browser;
    const page = await open('PROFILE_READ', browser);
    const link = page.root.querySelectorAll('a').find((found) => found.text.includes('another account'));
    const signIn = await browser.get(link?.getAttribute('href') ?? '');
    expect(new URL(signIn.url).pathname).toBe('/sign-in');
    const consent = await browser.signIn(second, signIn);
    expect(consent.root.text).toContain(second.email);
    const { left } = await browser.submit(consent, {}, 'allow');
    const { body } = await exchange(service, client, left?.searchParams.get('code') ?? '');
    const profile = (await (await me(service, body.access_token)).json()) as { data: { email: string } };
    expect(profile.data.email).toBe(second.email);
  });

  test('signed in meanwhile: the answer of the first user does not count, and the second is asked', async () => {
    const browser = (await visit(service)).browser;
    const page = await open(BOTH, browser);
    const second = await service.user();
    await browser.signIn(second);
    const asked = await browser.submit(page, {}, 'allow');
    expect([asked.status, asked.left, isConsent(asked)]).toEqual([200, undefined, true]);
    expect(asked.root.text).toContain(second.email);
    expect((await browser.submit(asked, {}, 'cancel')).left?.searchParams.get('error')).toBe('access_denied');
  });

  test('the same user signed in again meanwhile: the answer counts', async () => {
    const { browser, user } = await visit(service);
    const page = await open(BOTH, browser);
    await browser.signIn(user);
    expect((await browser.submit(page, {}, 'allow')).left?.searchParams.has('code')).toBe(true);
  });

  test('signed out meanwhile: the user signs in and is asked again', async () => {
    const { browser, user } = await visit(service);
    const page = await open(BOTH, browser);
    await browser.submit(await browser.get('/sign-out'), {});
    const signIn = await browser.submit(page, {}, 'allow');
    expect(new URL(signIn.url).pathname).toBe('/sign-in');
    const asked = await browser.signIn(user, signIn);
    expect((await browser.submit(asked, {}, 'allow')).left?.searchParams.has('code')).toBe(true);
  });

  test('two tabs at sign-in for one request both continue', async () => {
    const user = await service.user();
    const browser = createBrowser(service.url);
    const first = await browser.get(authorizeUrl(service, client));
    const second = await browser.get(first.url);
    const asked = await browser.signIn(user, first);
    expect([isConsent(asked), isConsent(await browser.signIn(user, second))]).toEqual([true, true]);
    expect((await browser.submit(asked, {}, 'allow')).left?.searchParams.has('code')).toBe(true);
  });

  test('login_hint is filled in where it is an address', async () => {
    const hint = 'ada+hint@example.com';
    const page = await createBrowser(service.url).get(authorizeUrl(service, client, { login_hint: hint }));
    expect(page.root.querySelector('input[name=email]')?.getAttribute('value')).toBe(hint);
  });
});

describe('a repeated answer', () => {
  test('shows a page that says so, with the next step', async () => {
    const page = await open();
    await visitor.browser.submit(page, {}, 'allow');
    const again = await visitor.browser.submit(page, {}, 'allow');
    const wayBack = await visitor.browser.get(page.url.replace('/interaction/', '/authorize/'));
    for (const over of [again, wayBack, await visitor.browser.get(page.url)]) {
      expect([over.status, over.left]).toEqual([400, undefined]);
      expect(over.root.querySelector('h1')?.text).toBe('This request is over');
      expect(over.root.text).toContain('If you pressed Allow, the application may have access.');
      expect(over.root.querySelector('main a')?.getAttribute('href')).toBe('/settings/apps');
    }
  });

  test('by a double click gives one working authorization', async () => {
    const page = await open('PROFILE_READ');
    const fields: Fields = [
      ['csrf', csrfOf(page)],
      ['decision', 'allow'],
      ['scope', 'PROFILE_READ'],
    ];
    const posted = await Promise.all([1, 2].map(() => post(visitor.browser, page, fields)));
    const resumed = await Promise.all(
      posted.flatMap((response) => {
        const location = response.headers.get('location');
        return location === null ? [] : [visitor.browser.raw(location)];
      }),
    );
    const codes = resumed.flatMap((response) => {
      const location = response.headers.get('location') ?? '';
      return location.startsWith(REDIRECT_URI) ? [new URL(location).searchParams.get('code') ?? ''] : [];
    });
    expect(codes.length).toBeGreaterThan(0);
    const answers = await Promise.all(codes.map((code) => exchange(service, client, code)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect((await me(service, won[0]?.body.access_token ?? '')).status).toBe(200);
  });
});

describe('an unknown request', () => {
  test.each([
    ['on the consent page', '/auth/oauth2/interaction/'],
    ['on the way back', '/auth/oauth2/authorize/'],
  ])('is a page %s', async (_, path) => {
    const page = await visitor.browser.get(`${path}${'x'.repeat(43)}`);
    expect(page.status).toBe(400);
    expect(page.root.querySelector('h1')?.text).toBe('This request is over');
  });

  // The stores have their own clock, so the process that opens the request is set to the past instead.
  test.each([
    ['is still answered after 50 minutes', 50, 200],
    ['is a page after an hour', 61, 400],
  ])('%s', async (_, minutes, status) => {
    const clock = (): number => Date.now() - minutes * 60_000;
    const earlier = await startService({ backend: service.backend, clock });
    const own = await visit(earlier, visitor.user);
    const page = await own.browser.get(authorizeUrl(earlier, client));
    await earlier.close();
    expect(page.status).toBe(status);
    if (status === 400) expect(page.root.querySelector('h1')?.text).toBe('This request is over');
  });

  test('a forged cookie, or one of another request, is refused', async () => {
    const [one, two] = [await open(), await open()];
    const uid = one.url.split('/').at(-1) ?? '';
    const session = await visitor.browser.jar.getCookieString(new URL('/', service.url).href);
    const forged = `${session}; slotkey_interaction=${uid}; slotkey_interaction.sig=x`;
    expect((await fetch(one.url, { headers: { cookie: forged } })).status).toBe(400);
    const cookie = await visitor.browser.jar.getCookieString(two.url);
    expect((await fetch(one.url, { headers: { cookie } })).status).toBe(400);
    expect((await fetch(two.url, { headers: { cookie } })).status).toBe(200);
  });
});

test('a code of an authorization that was revoked before the exchange is invalid', async () => {
  const code = await codeFor(service, client, visitor);
  const families = await service.stores.artifacts.ownedBy('family', `account:${visitor.user.account.id}`);
  await Promise.all(families.map(({ key }) => service.stores.artifacts.remove('family', key)));
  const { status, body } = await exchange(service, client, code);
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
});
