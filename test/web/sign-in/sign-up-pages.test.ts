import { createBrowser } from '../../support/browser.js';
import type { Backend } from '../../support/backend.js';
import { openBackend } from '../../support/backend.js';
import { ATTEMPT_LIMITS } from '../../../src/accounts/sign-in-rate-limit.js';
import { addAccount, browserFrom, PASSWORD, startSite } from '../accounts-fixture.js';
import type { Site } from '../accounts-fixture.js';

let backend: Backend;
let site: Site;
let strict: Site | undefined;
let zones = 0;

beforeAll(async () => {
  backend = await openBackend();
  site = await startSite(backend.stores, backend.stores.secretKeys);
});
afterAll(async () => {
  await site.close();
  await strict?.close();
  await backend.close();
});

describe('signing up', () => {
  test('creates an account that can sign in, and continues to the requested page', async () => {
    const browser = createBrowser(site.origin);
    const form = await browser.get('/sign-up?return_to=%2F%3Fx%3D1');
    const page = await browser.submit(form, {
      name: ' Zoe\u0308 ',
      email: 'zoe@example.com',
      password: PASSWORD,
    });
    expect(page.root.querySelector('h1')?.text).toBe('Sign in');
    expect(await backend.stores.accounts.accounts.findByEmail('zoe@example.com')).toMatchObject({
      name: 'Zo\u00eb',
      admin: false,
    });
    const after = await browser.signIn({ email: 'zoe@example.com', password: PASSWORD }, page);
    expect(after.url).toBe(`${site.origin}/?x=1`);
    expect(after.html).toContain('zoe@example.com');
  });

  test('accepts an address of another script, which signs in however it is spelled', async () => {
    const browser = createBrowser(site.origin);
    const typed = 'Jo\u0308rg@Mu\u0308ller.example';
    await browser.submit(await browser.get('/sign-up'), { name: 'Jörg', email: typed, password: PASSWORD });
    const account = await backend.stores.accounts.accounts.findByEmail(typed);
    expect(account?.email).toBe('Jörg@müller.example');
    const others = ['jörg@MÜLLER.example', 'JÖRG@xn--mller-kva.example'];
    for (const email of others) {
      const page = await createBrowser(site.origin).signIn({ email, password: PASSWORD });
      expect([page.status, page.url]).toEqual([200, `${site.origin}/`]);
    }
  });

  test.each([
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['US/Eastern', 'US/Eastern'],
    ['', 'UTC'],
    ['Mars/Olympus', 'UTC'],
    ['+02:00', 'UTC'],
    [`Europe/${'x'.repeat(1_000)}`, 'UTC'],
  ])(
    'in a browser in the time zone "%s" begins in %s, as does the first schedule',
    async (sent, timeZone) => {
      const email = `zone-${(zones += 1)}@example.com`;
      const fields = { name: 'Zoe', email, password: PASSWORD, time_zone: sent };
      await browserFrom(site.origin).post('/sign-up', fields);
      const { accounts, scheduling } = backend.stores;
      const account = await accounts.accounts.findByEmail(email);
      expect(account?.timeZone).toBe(timeZone);
      expect(await scheduling.schedules.findDefault(account?.id ?? 0)).toMatchObject({ timeZone });
    },
  );

  test('does not disclose whether an address is taken: same reply, same work, and the account is unchanged', async () => {
    await addAccount(backend.stores, 'taken@example.com', 'The First');
    const answers = [];
    for (const email of ['taken@example.com', 'TAKEN@example.com', 'free@example.com']) {
      const browser = createBrowser(site.origin);
      const before = site.hashed();
      const fields = { name: 'The Second', email, password: 'nine brown badgers' };
      const page = await browser.submit(await browser.get('/sign-up'), fields);
      const html = page.html.replace(/name="csrf" value="[^"]+"/g, '');
      answers.push({ status: page.status, url: page.url, html, hashed: site.hashed() - before });
    }
    expect(answers[0]).toMatchObject({ status: 200, hashed: 1 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await backend.stores.accounts.accounts.findByEmail('taken@example.com')).toMatchObject({
      name: 'The First',
    });
    const browser = createBrowser(site.origin);
    const refused = await browser.signIn({ email: 'taken@example.com', password: 'nine brown badgers' });
    expect(refused.status).toBe(401);
    expect((await browser.signIn({ email: 'taken@example.com', password: PASSWORD })).status).toBe(200);
  });

  test('marks every invalid field, keeps the input except the password, and creates no account', async () => {
    const browser = createBrowser(site.origin);
    const fields = { name: '<b>\u202e</b>', email: 'x@', password: 'hunter2hunter2' };
    const page = await browser.submit(await browser.get('/sign-up'), fields);
    expect(page.status).toBe(422);
    for (const field of ['name', 'email', 'password']) {
      const control = page.root.querySelector(`#${field}`);
      expect(control?.getAttribute('aria-invalid')).toBe('true');
      for (const id of control?.getAttribute('aria-describedby')?.split(' ') ?? ['']) {
        expect(page.root.querySelector(`#${id}`)?.text).toBeTruthy();
      }
    }
    expect(page.html).toContain('value="&lt;b>\u202e&lt;/b>"');
    expect(page.html).not.toContain('hunter2');
    expect(await backend.stores.accounts.accounts.findByEmail('x@')).toBeUndefined();
  });

  test('refuses a password made of the user’s name', async () => {
    const browser = createBrowser(site.origin);
    const fields = { name: 'Grace Hopper', email: 'grace@example.com', password: 'gracehopper1906!' };
    const page = await browser.submit(await browser.get('/sign-up'), fields);
    expect(page.root.querySelector('#password-fault')?.text).toMatch(/easy to guess/);
  });

  test('is limited for each client IP', async () => {
    const limits = { ...ATTEMPT_LIMITS, signUpClientIp: { attempts: 1, windowSeconds: 900 } };
    strict = await startSite(backend.stores, backend.stores.secretKeys, { limits });
    const browser = createBrowser(strict.origin);
    const statuses: number[] = [];
    for (const email of ['one@example.com', 'two@example.com']) {
      const page = await browser.get('/sign-up');
      const csrf = page.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
      const body = new URLSearchParams({ csrf, name: 'One', email, password: PASSWORD });
      const headers = { 'x-forwarded-for': '198.51.100.20' };
      const response = await browser.raw('/sign-up', { method: 'POST', body, headers });
      statuses.push(response.status);
      if (response.status === 429) expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(statuses).toEqual([303, 429]);
    expect(await backend.stores.accounts.accounts.findByEmail('two@example.com')).toBeUndefined();
  });

  test('is recorded with a visitor as the actor', async () => {
    const entries = await backend.stores.events.audit.list(undefined, 100);
    const zoe = await backend.stores.accounts.accounts.findByEmail('zoe@example.com');
    expect(entries).toContainEqual(
      expect.objectContaining({
        actor: 'visitor',
        subject: `account:${zoe?.id ?? ''}`,
        clientIp: '127.0.0.1',
      }),
    );
  });
});
