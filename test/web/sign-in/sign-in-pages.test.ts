import type { Backend } from '../../support/backend.js';
import { openBackend } from '../../support/backend.js';
import { ATTEMPT_LIMITS } from '../../../src/accounts/sign-in-rate-limit.js';
import { addAccount, browserFrom, PASSWORD, startSite } from '../accounts-fixture.js';
import type { Site, SiteOptions } from '../accounts-fixture.js';

const ACTOR = { actor: 'test' };

let backend: Backend;
let site: Site;

const limitOf = (attempts: number) => ({ attempts, windowSeconds: 900 });

const sites: Site[] = [];
async function start(options: SiteOptions = {}): Promise<Site> {
  const started = await startSite(backend.stores, backend.stores.secretKeys, options);
  sites.push(started);
  return started;
}

beforeAll(async () => {
  backend = await openBackend();
  site = await start();
});
afterAll(async () => {
  for (const started of sites) await started.close();
  await backend.close();
});

describe('signing in', () => {
  test('with address and password leads back to the requested page', async () => {
    await addAccount(backend.stores, 'ada@example.com');
    const browser = browserFrom(site.origin);
    const page = await browser.get('/sign-in?return_to=%2F%3Fx%3D1');
    const after = await browser.submit(page, { email: ' Ada@Example.com ', password: PASSWORD });
    expect(after.url).toBe(`${site.origin}/?x=1`);
    expect(await browser.signedInAs()).toBe('ada@example.com');
  });

  test('sets cookies that scripts cannot read and other sites cannot post with', async () => {
    await addAccount(backend.stores, 'cookie@example.com');
    const browser = browserFrom(site.origin);
    const response = await browser.post('/sign-in', { email: 'cookie@example.com', password: PASSWORD });
    expect(response.status).toBe(303);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^slotkey_session=[\w-]{22}\.[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/i,
      ),
      expect.stringMatching(/^slotkey_device=[\w.-]+; path=\/; expires=[^;]+; samesite=lax; httponly$/i),
    ]);
  });

  test('starts a new session each time and ends the previous one', async () => {
    await addAccount(backend.stores, 'again@example.com');
    const browser = browserFrom(site.origin);
    await browser.post('/sign-in', { email: 'again@example.com', password: PASSWORD });
    const first = (await browser.cookie('session')) ?? '';
    await browser.post('/sign-in', { email: 'again@example.com', password: PASSWORD });
    expect(await browser.cookie('session')).not.toBe(first);
    expect(await site.sessions.resume(first)).toBeUndefined();
  });

  test('never adopts a session id that an attacker planted', async () => {
    await addAccount(backend.stores, 'planted@example.com');
    const browser = browserFrom(site.origin);
    const planted = `${'A'.repeat(22)}.${'B'.repeat(43)}`;
    await browser.jar.setCookie(`slotkey_session=${planted}`, site.origin);
    await browser.post('/sign-in', { email: 'planted@example.com', password: PASSWORD });
    expect(await browser.cookie('session')).not.toBe(planted);
    expect(await browser.signedInAs()).toBe('planted@example.com');
  });

  test('survives a restart of the service', async () => {
    await addAccount(backend.stores, 'restart@example.com');
    const browser = browserFrom(site.origin);
    await browser.post('/sign-in', { email: 'restart@example.com', password: PASSWORD });
    const restarted = await start();
    const cookie = `slotkey_session=${(await browser.cookie('session')) ?? ''}`;
    const page = await fetch(restarted.origin, { headers: { cookie } });
    expect(await page.text()).toContain('restart@example.com');
  });

  test('never leads to another site', async () => {
    await addAccount(backend.stores, 'lured@example.com');
    const browser = browserFrom(site.origin);
    const fields = { email: 'lured@example.com', password: PASSWORD, return_to: '/.//evil.example/' };
    expect((await browser.post('/sign-in', fields)).headers.get('location')).toBe('/');
    const page = await browser.get('/sign-in?return_to=https%3A%2F%2Fevil.example');
    expect(page.html).not.toContain('evil.example');
  });

  test('again is offered to a signed-in user, who may also continue', async () => {
    await addAccount(backend.stores, 'switch@example.com');
    const browser = browserFrom(site.origin);
    await browser.post('/sign-in', { email: 'switch@example.com', password: PASSWORD });
    const page = await browser.get('/sign-in?return_to=%2Fx');
    expect(page.root.querySelector('.notice')?.text).toContain('switch@example.com');
    expect(page.root.querySelector('.notice a')?.getAttribute('href')).toBe('/x');
    const fresh = await browser.get('/sign-in?return_to=%2Fx&fresh=1&login_hint=ada%40example.com');
    expect(fresh.root.querySelector('.notice a')).toBeNull();
    expect(fresh.root.querySelector('#email')?.getAttribute('value')).toBe('ada@example.com');
  });

  test('with missing values marks the fields and keeps the input, except the password', async () => {
    const browser = browserFrom(site.origin);
    const before = site.hashed();
    const page = await browser.submit(await browser.get('/sign-in'), {
      email: 'ada',
      password: 'do not show me',
    });
    expect(page.status).toBe(422);
    expect(page.root.querySelector('#email')?.getAttribute('value')).toBe('ada');
    expect(page.root.querySelector('#email')?.getAttribute('aria-describedby')).toBe('email-fault');
    expect(page.root.querySelector('#email-fault')?.text).toContain('name@example.com');
    expect(page.html).not.toContain('do not show me');
    expect(site.hashed()).toBe(before);
  });
});

describe('an unknown address, a wrong password and a disabled account', () => {
  test('are indistinguishable by status, page, headers and work done', async () => {
    await addAccount(backend.stores, 'real@example.com');
    const disabled = await addAccount(backend.stores, 'gone@example.com');
    await backend.stores.accounts.accounts.setDisabled(disabled.id, true, ACTOR);
    const browser = browserFrom(site.origin);
    const attempts = [
      ['nobody@example.com', PASSWORD],
      ['real@example.com', 'seven quiet egrets'],
      ['gone@example.com', PASSWORD],
      ['gone@example.com', 'seven quiet egrets'],
    ] as const;
    const answers = [];
    for (const [email, password] of attempts) {
      const before = site.hashed();
      const response = await browser.post('/sign-in', { email, password });
      const page = (await response.text()).replaceAll(email, 'ADDRESS');
      const headers = [...response.headers.keys()].sort();
      answers.push({ status: response.status, page, headers, hashed: site.hashed() - before });
    }
    expect(answers[0]).toMatchObject({ status: 401, hashed: 1 });
    expect(answers[0]?.page).toContain('The e-mail address or the password is not right.');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await browser.cookie('session')).toBeUndefined();
  });

  test('disabling an account signs its user out everywhere at once', async () => {
    const account = await addAccount(backend.stores, 'later@example.com');
    const browser = browserFrom(site.origin);
    await browser.post('/sign-in', { email: 'later@example.com', password: PASSWORD });
    await backend.stores.accounts.accounts.setDisabled(account.id, true, ACTOR);
    expect(await browser.signedInAs()).toBeUndefined();
  });
});

describe('trying passwords', () => {
  test('stops after ten attempts on one account from one client IP, right password or not', async () => {
    await addAccount(backend.stores, 'tried@example.com');
    await addAccount(backend.stores, 'neighbour@example.com');
    const browser = browserFrom(site.origin);
    for (let attempts = 0; attempts < 10; attempts += 1) {
      expect((await browser.post('/sign-in', { email: 'tried@example.com', password: 'wrong' })).status).toBe(
        401,
      );
    }
    const before = site.hashed();
    const refused = await browser.post('/sign-in', { email: 'Tried@example.com', password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    const page = await refused.text();
    expect(page).toContain('Too many attempts. Wait 15 minutes and try again.');
    expect(page).toContain('value="Tried@example.com"');
    expect(site.hashed()).toBe(before);
    expect(
      (await browser.post('/sign-in', { email: 'neighbour@example.com', password: PASSWORD })).status,
    ).toBe(303);
    const elsewhere = browserFrom(site.origin);
    expect(
      (await elsewhere.post('/sign-in', { email: 'tried@example.com', password: PASSWORD })).status,
    ).toBe(303);
  });

  test('from many client IPs stops at the limit of the account', async () => {
    const strict = await start({ limits: { ...ATTEMPT_LIMITS, signInAccount: limitOf(3) } });
    await addAccount(backend.stores, 'spread@example.com');
    const from = (password: string): Promise<Response> =>
      browserFrom(strict.origin).post('/sign-in', { email: 'spread@example.com', password });
    expect((await from(PASSWORD)).status).toBe(303);
    for (const guess of ['one', 'two', 'three']) expect((await from(guess)).status).toBe(401);
    expect((await from(PASSWORD)).status).toBe(429);
  });

  test('with the right password is limited too: each costs a hash', async () => {
    const strict = await start({ limits: { ...ATTEMPT_LIMITS, signInWork: limitOf(2) } });
    await addAccount(backend.stores, 'eager@example.com');
    const browser = browserFrom(strict.origin);
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1)
      statuses.push(
        (await browser.post('/sign-in', { email: 'eager@example.com', password: PASSWORD })).status,
      );
    expect(statuses).toEqual([303, 303, 429]);
  });

  test('is counted for addresses without an account, too', async () => {
    const limits = { ...ATTEMPT_LIMITS, signInAccountFromClientIp: limitOf(1) };
    const strict = await start({ limits });
    const browser = browserFrom(strict.origin);
    const attempt = { email: 'nobody-at-all@example.com', password: 'wrong' };
    const statuses = [await browser.post('/sign-in', attempt), await browser.post('/sign-in', attempt)];
    expect(statuses.map(({ status }) => status)).toEqual([401, 429]);
  });

  test('is no longer counted after a successful sign-in', async () => {
    const limits = { ...ATTEMPT_LIMITS, signInAccountFromClientIp: limitOf(2) };
    const strict = await start({ limits });
    await addAccount(backend.stores, 'typo@example.com');
    const browser = browserFrom(strict.origin);
    const statuses: number[] = [];
    for (const password of ['typo', PASSWORD, 'typo', PASSWORD]) {
      statuses.push((await browser.post('/sign-in', { email: 'typo@example.com', password })).status);
    }
    expect(statuses).toEqual([401, 303, 401, 303]);
  });

  test.each([
    ['address', '203.0.113.9', '203.0.113.9', '203.0.113.10'],
    ['IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1'],
    ['shortened IPv6 network', '2001:db9::1', '2001:db9:0:0:1::', '2001:db9:0:1::'],
  ])('is counted for one %s across accounts, and locks none of them', async (_, one, same, other) => {
    const limits = { ...ATTEMPT_LIMITS, signInClientIp: { attempts: 2, windowSeconds: 900 } };
    const strict = await start({ limits });
    await addAccount(backend.stores, `from-${one}@example.com`.replaceAll(':', '-'));
    const email = `from-${one}@example.com`.replaceAll(':', '-');
    const [first, second, third] = [one, same, other].map((clientIp) => browserFrom(strict.origin, clientIp));
    expect((await first?.post('/sign-in', { email: 'a@example.com', password: 'wrong' }))?.status).toBe(401);
    expect((await second?.post('/sign-in', { email: 'b@example.com', password: 'wrong' }))?.status).toBe(401);
    for (let attempts = 0; attempts < 11; attempts += 1) {
      expect((await second?.post('/sign-in', { email, password: 'wrong' }))?.status).toBe(429);
    }
    expect((await third?.post('/sign-in', { email, password: PASSWORD }))?.status).toBe(303);
  });
});

describe('the attempts of a client IP', () => {
  const limits = { ...ATTEMPT_LIMITS, signInClientIp: { attempts: 3, windowSeconds: 900 } };

  test('are not used up by successful sign-ins: an office behind one address', async () => {
    const strict = await start({ limits });
    const people = Array.from({ length: 5 }, (_, n) => `office-${n}@example.com`);
    for (const email of people) {
      await addAccount(backend.stores, email);
      const useCases = browserFrom(strict.origin, '198.51.100.7');
      expect((await useCases.post('/sign-in', { email, password: PASSWORD })).status).toBe(303);
    }
  });

  test('are not refunded by signing in between guesses', async () => {
    const strict = await start({ limits });
    await addAccount(backend.stores, 'guesser@example.com');
    const browser = browserFrom(strict.origin, '198.51.100.8');
    const sent = async (email: string, password: string): Promise<number> =>
      (await browser.post('/sign-in', { email, password })).status;
    const statuses: number[] = [];
    for (const n of [1, 2, 3]) {
      statuses.push(await sent(`victim-${n}@example.com`, 'a guess'));
      statuses.push(await sent('guesser@example.com', PASSWORD));
    }
    // The browser is known to the guesser's account alone.
    expect(statuses).toEqual([401, 303, 401, 303, 401, 303]);
    expect(await sent('victim-4@example.com', 'a guess')).toBe(429);
  });
});

describe('signing out', () => {
  test('asks first, then ends the session, also for a copied cookie', async () => {
    await addAccount(backend.stores, 'leaving@example.com');
    const browser = browserFrom(site.origin);
    await browser.post('/sign-in', { email: 'leaving@example.com', password: PASSWORD });
    const kept = (await browser.cookie('session')) ?? '';
    const question = await browser.get('/sign-out');
    expect(question.root.querySelector('h1')?.text).toBe('Sign out?');
    expect(await site.sessions.resume(kept)).toBeDefined();
    const after = await browser.submit(question, {});
    expect(after.root.querySelector('h1')?.text).toBe('You are signed out');
    expect(await browser.cookie('session')).toBeUndefined();
    expect(await site.sessions.resume(kept)).toBeUndefined();
  });

  test('leaves other browsers of the user signed in', async () => {
    await addAccount(backend.stores, 'two@example.com');
    const [one, other] = [browserFrom(site.origin), browserFrom(site.origin)];
    for (const browser of [one, other])
      await browser.post('/sign-in', { email: 'two@example.com', password: PASSWORD });
    await one.submit(await one.get('/sign-out'), {});
    expect(await other.signedInAs()).toBe('two@example.com');
  });
});

describe('behind https', () => {
  test('cookies are Secure and bound to the host', async () => {
    const secure = await start({ appUrl: 'https://app.example' });
    const { headers } = await secure.send({ path: '/sign-in', headers: { host: 'app.example' } });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-slotkey_browser=[\w-]{43}; path=\/; samesite=lax; secure; httponly$/i),
    ]);
  });
});
