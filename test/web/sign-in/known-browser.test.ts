/* Browsers that have signed in to an account before: guesses of others do not lock their users out. */
import { ATTEMPT_LIMITS } from '../../../src/accounts/sign-in-rate-limit.js';
import { type Backend, openBackend } from '../../support/backend.js';
import {
  addAccount,
  browserFrom,
  PASSWORD,
  type Site,
  startSite,
  type VisitingBrowser,
} from '../accounts-fixture.js';

const DAY = 86_400_000;
const NEW_PASSWORD = 'nine lanterns over Ystad';

const limitOf = (attempts: number) => ({ attempts, windowSeconds: 900 });
const LIMITS = {
  ...ATTEMPT_LIMITS,
  signInClientIp: limitOf(6),
  signInAccountFromClientIp: limitOf(3),
  signInAccount: limitOf(5),
  signInDevice: limitOf(3),
  recoveryAddress: limitOf(2),
  recoveryDevice: limitOf(1),
};

let backend: Backend;
let site: Site;
/** How far the service is ahead of now. */
let ahead = 0;
let users = 0;
let email: string;
let accountId: number;
let clientIp: string;
let known: VisitingBrowser;

beforeAll(async () => {
  backend = await openBackend();
  const clock = () => Date.now() + ahead;
  site = await startSite(backend.stores, backend.stores.secretKeys, { limits: LIMITS, clock });
});
afterAll(async () => {
  await site.close();
  await backend.close();
});
beforeEach(async () => {
  ahead = 0;
  users += 1;
  [email, clientIp] = [`known-${users}@example.com`, `203.0.113.${users}`];
  ({ id: accountId } = await addAccount(backend.stores, email));
  known = browserFrom(site.origin, clientIp);
  expect(await signIn()).toBe(303);
  await known.post('/sign-out', {});
});

const signIn = async (browser = known, password = PASSWORD): Promise<number> =>
  (await browser.post('/sign-in', { email, password })).status;

/** Guesses from the same client IP and from others, up to every limit. */
async function attack(): Promise<void> {
  for (const guesser of [
    browserFrom(site.origin, clientIp),
    browserFrom(site.origin),
    browserFrom(site.origin),
  ])
    for (let time = 0; time < 3; time += 1) await signIn(guesser, 'a guess');
  expect(await signIn(browserFrom(site.origin))).toBe(429);
}

const withDevice = async (value: string): Promise<VisitingBrowser> => {
  const browser = browserFrom(site.origin);
  await browser.jar.setCookie(`slotkey_device=${value}; path=/`, site.origin);
  return browser;
};

const device = async (): Promise<string> => (await known.cookie('device')) ?? '';

test('guesses from its client IP or from elsewhere do not lock its user out', async () => {
  await attack();
  expect(await signIn()).toBe(303);
  expect(await known.signedInAs()).toBe(email);
});

test('its own attempts are counted, and a success returns them', async () => {
  const statuses: number[] = [];
  for (const password of ['typo', 'typo', PASSWORD, 'typo', 'typo', 'typo', PASSWORD])
    statuses.push(await signIn(known, password));
  expect(statuses).toEqual([401, 401, 303, 401, 401, 401, 429]);
  expect(await signIn(browserFrom(site.origin))).toBe(303);
});

test('it remembers several accounts, but an account that never signed in there has no attempts of its own', async () => {
  await addAccount(backend.stores, `second-${email}`);
  await known.post('/sign-in', { email: `second-${email}`, password: PASSWORD });
  expect((await device()).split('~')).toHaveLength(2);
  await attack();
  expect(await signIn()).toBe(303);
  [email] = [`third-${email}`];
  await addAccount(backend.stores, email);
  await attack();
  expect(await signIn()).toBe(429);
});

test('its user changes the password while others guess', async () => {
  await signIn();
  await attack();
  const typed = { current_password: PASSWORD, password: NEW_PASSWORD };
  expect((await known.post('/settings/security/password', typed, '/settings/security')).status).toBe(303);
});

test('a new password ends the sessions and devices from before, and the browser that set it is known', async () => {
  await signIn();
  const [old, session] = [await device(), (await known.cookie('session')) ?? ''];
  const typed = { current_password: PASSWORD, password: NEW_PASSWORD };
  await known.post('/settings/security/password', typed, '/settings/security');
  expect(await site.sessions.resume(session)).toBeUndefined();
  expect(await known.signedInAs()).toBe(email);
  await attack();
  expect(await signIn(await withDevice(old), NEW_PASSWORD)).toBe(429);
  expect(await signIn(known, NEW_PASSWORD)).toBe(303);
});

test('a device ends after a year', async () => {
  await attack();
  ahead = 364 * DAY;
  const old = await device();
  expect(await signIn(await withDevice(old))).toBe(303);
  ahead = 366 * DAY;
  expect(await signIn(await withDevice(old))).toBe(429);
});

test('a device that was not issued here is none', async () => {
  await attack();
  const own = await device();
  const [issuedAt = '', id = '', ...hash] = own.split('.');
  const forged = [
    `${own.slice(0, -1)}${own.endsWith('A') ? 'Q' : 'A'}`,
    [Number.MAX_SAFE_INTEGER.toString(36), id, ...hash].join('.'),
    [issuedAt, id].join('.'),
    `${'x.'.repeat(5000)}~${own}`.slice(0, 7000),
  ];
  for (const value of forged) expect(await signIn(await withDevice(value))).toBe(429);
  expect(await signIn(await withDevice(`${'x~'.repeat(4)}${own}`))).toBe(303);
});

test('its user requests a link although others have requested too many', async () => {
  const request = async (browser: VisitingBrowser): Promise<number> =>
    (await browser.post('/recover', { email })).status;
  for (const status of [303, 303, 429]) expect(await request(browserFrom(site.origin))).toBe(status);
  // The mails for an unconfirmed address may go to another person.
  expect(await request(known)).toBe(429);
  await backend.db('account').where({ id: accountId }).update({ email_verified_at: new Date() });
  expect([await request(known), await request(known)]).toEqual([303, 429]);
});
