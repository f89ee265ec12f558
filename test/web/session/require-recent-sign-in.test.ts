import { CERTAIN } from '../../../views/parts/confirmation.js';
import { type Authenticator, createAuthenticator, type Lie } from '../../support/authenticator.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { addPasskey, creationQuestion, requestQuestion, SECURITY } from '../../support/passkeys.js';
import { type StartedService, startService, type TestUser } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';
import { GUARDED_FORMS, type GuardedForm, type Ready } from './guarded-forms.js';

const MINUTE = 60_000;
const ACTOR = { actor: 'test' };

/** Forms that a session is enough for, or that prove themselves who sends them. */
const OPEN_FORMS = [
  // Everybody books there, with or without an account.
  '/:username/:slug',
  // The signed link of a booking, for attendees without an account.
  '/bookings/:link/cancel',
  '/bookings/:link/reschedule',
  '/d/:link/:slug',
  '/org/:organizationSlug/team/:teamSlug/:slug',
  '/recover',
  '/recover/password',
  '/settings/developer/clients',
  '/settings/developer/clients/:id',
  '/settings/developer/clients/:id/revision/withdrawal',
  '/settings/developer/clients/:id/testers',
  '/settings/developer/clients/:id/testers/:accountId/removal',
  // What goes there names grants and secrets that have ended, and opens nothing.
  '/settings/developer/clients/:id/webhook',
  '/settings/developer/clients/:id/webhook/address',
  '/settings/developer/clients/:id/webhook/removal',
  '/settings/developer/clients/:id/webhook/secret',
  // A mailed link comes with it, or is sent once more to the address that there is.
  '/settings/security/address',
  '/settings/security/address/change/withdrawal',
  '/settings/security/address/link',
  '/settings/security/password',
  '/settings/security/sign-outs',
  '/sign-in',
  '/sign-in/passkey',
  '/sign-out',
  '/sign-up',
  '/team/:teamSlug/:slug',
];

/** Their suites show that they ask: they end sessions, or their reply is a file. */
const GUARDED_ELSEWHERE = [
  '/admin/jobs/:id/discard',
  '/admin/jobs/:id/retry',
  '/admin/users/:id/disable',
  '/admin/users/:id/enable',
  '/admin/users/:id/make-admin',
  '/admin/users/:id/recovery-link',
  '/admin/users/:id/remove-admin',
  '/admin/users/:id/sign-out',
  '/settings/account/deletion',
  '/settings/account/export',
  '/settings/security/address/change',
  '/settings/security/address/change/confirmation',
  '/settings/teams/:id/removal',
  '/settings/webhooks',
  '/settings/webhooks/:id/secret',
];

/** Where forms are sensitive enough that each has to be listed. */
const FORM_GROUPS = /^\/(?!auth|teams|settings)|^\/settings\/(?:developer|security)/;

let service: StartedService;
/** How far the service is ahead of now. */
let ahead = 0;
/** One per part: sign-ins from one client IP are counted. */
function ownService(): void {
  beforeAll(async () => {
    service = await startService({ clock: () => Date.now() + ahead });
  });
  afterAll(() => service.close());
}
beforeEach(() => {
  ahead = 0;
});

const asks = (page: Page): boolean => page.root.querySelector('h1')?.text === 'Confirm it is you';

const sessionCookie = async ({ jar }: Browser): Promise<string> =>
  (await jar.getCookies(service.url)).find(({ key }) => key.endsWith('_session'))?.value ?? '';

const rows = async (action: string | undefined): Promise<number> =>
  (await service.stores.events.audit.list(undefined, 100_000)).filter((entry) => entry.action === action)
    .length;

/** Everything but what the page itself adds. */
const keptIn = (page: Page): Record<string, string> =>
  Object.fromEntries(
    page.root
      .querySelectorAll('form input[type=hidden]')
      .map((field): [string, string] => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? ''])
      .filter(([name]) => !['csrf', 'confirm_passkey'].includes(name)),
  );

const confirm = (browser: Browser, page: Page, user: TestUser): Promise<Page> =>
  browser.submit(page, { confirm_password: user.password });

const roomOf = ({ route }: GuardedForm): string => route.split('/')[1] ?? '';

describe.each(['admin', 'settings'])('in /%s', (room) => {
  ownService();
  describe.each(GUARDED_FORMS.filter((form) => roomOf(form) === room))(
    'the form of $route',
    ({ action, prepare }) => {
      let ready: Ready;
      beforeEach(async () => {
        ready = await prepare(service);
      });

      test('is processed at once after a recent sign-in', async () => {
        const { browser, page, fields } = ready;
        ahead = 9 * MINUTE;
        const [before, cookie] = [await rows(action), await sessionCookie(browser)];
        expect(asks(await browser.submit(page, fields))).toBe(false);
        expect(await rows(action)).toBe(before + (action === undefined ? 0 : 1));
        expect(await sessionCookie(browser)).toBe(cookie);
      });

      test('waits with all its fields until the user of an older session confirms', async () => {
        const { browser, page, fields, user } = ready;
        const [before, cookie] = [await rows(action), await sessionCookie(browser)];
        ahead = 11 * MINUTE;
        const asked = await browser.submit(page, fields);
        expect([asked.status, asks(asked)]).toEqual([401, true]);
        expect(asked.headers.get('cache-control')).toBe('no-store');
        expect(keptIn(asked)).toMatchObject(fields);

        const wrong = await browser.submit(asked, { confirm_password: 'not the password' });
        expect([wrong.status, asks(wrong)]).toEqual([401, true]);
        expect(wrong.root.querySelector('#confirm_password-fault')?.text).toBe('This is not your password.');
        expect(keptIn(wrong)).toEqual(keptIn(asked));
        expect([await rows(action), await sessionCookie(browser)]).toEqual([before, cookie]);

        const taken = await confirm(browser, wrong, user);
        expect([taken.status < 300, asks(taken)]).toEqual([true, false]);
        expect(await rows(action)).toBe(before + (action === undefined ? 0 : 1));
        expect(await sessionCookie(browser)).not.toBe(cookie);
        const old = await fetch(service.url + SECURITY, {
          headers: { cookie: `slotkey_session=${cookie}` },
          redirect: 'manual',
        });
        expect(old.status).toBe(303);
      });

      test('cannot be bypassed', async () => {
        const { browser, page, fields } = ready;
        const before = await rows(action);
        ahead = 11 * MINUTE;
        const form = page.root.querySelector('form');
        const path = form?.getAttribute('action') ?? '';
        const csrf = form?.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
        // The answer of forms that ask first is no proof.
        const sent = { csrf, ...fields, [CERTAIN.name]: CERTAIN.value };
        const attempts: readonly RequestInit[] = [
          { method: 'POST', body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } },
          { method: 'POST', body: new URLSearchParams({ ...sent, confirm_password: '' }) },
          { method: 'POST', body: new URLSearchParams({ ...sent, confirm_passkey: '{}' }) },
          { method: 'POST', body: new URLSearchParams({ ...sent, confirmed: '1', confirmedAt: '9e99' }) },
          { method: 'PUT', body: new URLSearchParams(sent) },
          { method: 'HEAD' },
          { method: 'GET' },
        ];
        for (const attempt of attempts) {
          const { status } = await browser.raw(path, attempt);
          // Some forms have a page at their address.
          const withPage = attempt.method === 'GET' || attempt.method === 'HEAD' ? [200] : [];
          expect([303, 400, 401, 404, 405, ...withPage]).toContain(status);
        }
        for (const other of [`${path}/`, path.toUpperCase(), `/${path}`])
          await browser.raw(service.url + other, { method: 'POST', body: new URLSearchParams(sent) });
        expect(await rows(action)).toBe(before);
      });
    },
  );
});

describe('forms that need a recent sign-in', () => {
  ownService();

  test('are all listed here: a new form has to decide', () => {
    const posted = service.pages
      .filter(({ method }) => method === 'POST')
      .filter((page) => 'recentSignIn' in page || FORM_GROUPS.test(page.path))
      .map(({ path }) => path);
    const guarded = GUARDED_FORMS.map(({ route }) => route);
    expect(posted.toSorted()).toEqual([...guarded, ...GUARDED_ELSEWHERE, ...OPEN_FORMS].toSorted());
  });
});

/** An administrator whose session is older than ten minutes, and the page that asks them. */
async function askedForRejection(reason = 'Because.') {
  const [rejection] = GUARDED_FORMS.filter(({ route }) => route.endsWith(':id/rejection'));
  if (!rejection) throw new Error('there is no such form');
  const ready = await rejection.prepare(service);
  ahead = 11 * MINUTE;
  return { ...ready, asked: await ready.browser.submit(ready.page, { reason }) };
}

describe('the confirmation page', () => {
  ownService();

  test('appears in the eleventh minute and not before, and again ten minutes after a confirmation', async () => {
    const { browser, page, user } = await askedForRejection();
    ahead = 9.9 * MINUTE;
    expect(asks(await browser.submit(page, { reason: '' }))).toBe(false);
    ahead = 11 * MINUTE;
    await confirm(browser, await browser.submit(page, { reason: '' }), user);
    const form = formOf(await browser.get(new URL(page.url).pathname), '/rejection');
    ahead = 20 * MINUTE;
    expect(asks(await browser.submit(form, { reason: '' }))).toBe(false);
    ahead = 22 * MINUTE;
    expect(asks(await browser.submit(form, { reason: '' }))).toBe(true);
  });

  test('leads to a form with faults, which can be sent again at once', async () => {
    const { browser, user, asked } = await askedForRejection('');
    const faulty = await confirm(browser, asked, user);
    expect([faulty.status, mainText(faulty).includes('The reason')]).toEqual([422, true]);
    const done = await browser.submit(formOf(faulty, '/rejection'), { reason: 'Now with one.' });
    expect(done.url).toContain('done=rejection');
  });

  test('says when the password is missing', async () => {
    const { browser, asked } = await askedForRejection();
    const page = await browser.submit(asked, { confirm_password: '' });
    expect(page.root.querySelector('#confirm_password-fault')?.text).toBe('Enter your password.');
  });

  test('does not offer a passkey to a user without one', async () => {
    const { asked } = await askedForRejection();
    expect(asked.html).not.toContain('data-passkey');
  });

  test('keeps the session, its start and its position in the list', async () => {
    const { browser, user, asked } = await askedForRejection();
    await confirm(browser, asked, user);
    const listed = mainText(await browser.get(SECURITY));
    expect(listed.match(/This browser/g)).toHaveLength(1);
    expect(listed).toMatch(/Signed in 11 minutes ago, last seen just now/);
  });

  test('does not appear for users who may not send the form', async () => {
    const { page } = await askedForRejection();
    ahead = 0;
    const nonMember = createBrowser(service.url);
    await nonMember.signIn(await service.user());
    const csrf =
      (await nonMember.get('/sign-out')).root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
    ahead = 11 * MINUTE;
    const path = page.root.querySelector('form')?.getAttribute('action') ?? '';
    const body = new URLSearchParams({ csrf, reason: 'x', version: '1' });
    expect((await nonMember.raw(path, { method: 'POST', body })).status).toBe(404);
  });

  test('redirects a user whose account was disabled meanwhile to sign in', async () => {
    const { browser, user, asked } = await askedForRejection();
    const csrf = asked.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
    await service.stores.accounts.accounts.setDisabled(user.account.id, true, ACTOR);
    const path = asked.root.querySelector('form')?.getAttribute('action') ?? '';
    const body = new URLSearchParams({ csrf, confirm_password: user.password });
    const response = await browser.raw(path, { method: 'POST', body, headers: { origin: service.url } });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/sign-in']);
  });
});

describe('wrong passwords on that page', () => {
  ownService();

  test('count with those at the sign-in form', async () => {
    const { browser, user, asked } = await askedForRejection();
    for (let attempts = 0; attempts < 10; attempts += 1)
      await browser.submit(asked, { confirm_password: `guess ${attempts}` });
    const throttled = await confirm(browser, asked, user);
    expect([throttled.status, Number(throttled.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect([asks(throttled), mainText(throttled).includes('Too many attempts.')]).toEqual([true, true]);
    expect(keptIn(throttled)).toMatchObject({ reason: 'Because.' });
    expect((await browser.signIn(user)).status).toBe(429);
    expect((await createBrowser(service.url).signIn(user)).status).toBe(200);
  });

  test('are no longer counted after the right one', async () => {
    const { browser, user, asked } = await askedForRejection();
    for (let attempts = 0; attempts < 9; attempts += 1)
      await browser.submit(asked, { confirm_password: `guess ${attempts}` });
    expect((await confirm(browser, asked, user)).url).toContain('done=rejection');
    expect((await createBrowser(service.url).signIn(user)).status).toBe(200);
  });
});

describe('a passkey on that page', () => {
  ownService();

  /** Somebody with a passkey, asked before removing it. */
  async function asked() {
    const user = await service.user();
    const browser = createBrowser(service.url);
    await browser.signIn(user);
    const authenticator = createAuthenticator(service.url);
    const form = formOf(await addPasskey(browser, authenticator), '/removal');
    ahead = 11 * MINUTE;
    const page = await browser.submit(form, { passkey: authenticator.credentialId() });
    const ask = () => requestQuestion(browser, 'confirmation');
    const send = (confirm_passkey: string) => browser.submit(page, { confirm_passkey });
    return { user, browser, authenticator, page, ask, send };
  }

  test('confirms like a password, and the form continues', async () => {
    const { browser, authenticator, page, ask, send } = await asked();
    expect(page.html).toContain('data-passkey="/passkeys/confirmation"');
    const cookie = await sessionCookie(browser);
    const question = await ask();
    expect(question).toMatchObject({ allowCredentials: [{ id: authenticator.credentialId() }] });
    const done = await send(authenticator.get(question, { userHandle: null }));
    expect(mainText(done)).toContain('It no longer signs you in.');
    expect(await sessionCookie(browser)).not.toBe(cookie);
  });

  test.each<[string, Lie]>([
    ['comes from another origin', { origin: 'https://elsewhere.example' }],
    ['is for another site', { rpId: 'elsewhere.example' }],
    ['verified nobody', { userVerified: false }],
    ['is signed with another key', { otherKey: true }],
    ['did not count on', { counter: 0 }],
    ['names somebody else', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
  ])('is refused when its answer %s', async (_, lie) => {
    const { authenticator, ask, send } = await asked();
    // The counter of a used passkey is above 0.
    if (lie.counter === 0) await useOnce(authenticator);
    const page = await send(authenticator.get(await ask(), lie));
    expect([page.status, asks(page)]).toEqual([401, true]);
    expect(mainText(page)).toContain('This passkey does not prove that it is you.');
  });

  async function useOnce(authenticator: Authenticator): Promise<void> {
    const browser = createBrowser(service.url);
    const page = formOf(await browser.get('/sign-in'), '/sign-in/passkey');
    await browser.submit(page, {
      passkey: authenticator.get(await requestQuestion(browser, 'sign-in')),
    });
  }

  test('is refused when it is another user’s', async () => {
    const [one, other] = [await asked(), ((ahead = 0), await asked())];
    const page = await one.send(other.authenticator.get(await one.ask()));
    expect([page.status, mainText(page).includes('does not prove')]).toEqual([401, true]);
  });

  test('confirms once, within five minutes, and not with the answer to a sign-in', async () => {
    const { browser, authenticator, ask, send } = await asked();
    const toSignIn = authenticator.get(await requestQuestion(browser, 'sign-in'));
    expect(mainText(await send(toSignIn))).toContain('That took too long.');
    const late = authenticator.get(await ask());
    ahead += 5 * MINUTE;
    expect(mainText(await send(late))).toContain('That took too long.');
    const wrong = authenticator.get(await ask(), { otherKey: true });
    await send(wrong);
    expect(mainText(await send(wrong))).toContain('That took too long.');
  });
});

describe('adding a passkey in an older session', () => {
  ownService();

  test('asks for confirmation before the device creates one, and keeps the name', async () => {
    const user = await service.user();
    const browser = createBrowser(service.url);
    await browser.signIn(user);
    const page = formOf(await browser.get(SECURITY), '/passkeys');
    ahead = 11 * MINUTE;
    expect((await browser.raw('/passkeys/registration')).status).toBe(401);
    const asked = await browser.submit(page, { passkey_name: 'Key ring' });
    expect(asks(asked)).toBe(true);
    const again = await confirm(browser, asked, user);
    expect(mainText(again)).toContain('Press “Add a passkey” again.');
    const form = formOf(again, '/passkeys');
    expect(form.root.querySelector('#passkey_name')?.getAttribute('value')).toBe('Key ring');
    const passkey = createAuthenticator(service.url).create(await creationQuestion(browser));
    expect(mainText(await browser.submit(form, { passkey }))).toContain('is added.');
  });
});
