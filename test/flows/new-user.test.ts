/*
 * What a new user does on the pages alone: an account, a calendar, an event type, a booking of somebody without an account
 * who moves and cancels it, and an application that another person approves, which is used and removed again.
 */
import type { ClientForm } from '../../src/clients/rules.js';
import { formOf, mainText } from '../clients/forms.js';
import { waitForMails } from '../delivery/mail-outbox.js';
import { calendar } from '../scheduling/calendars/files.js';
import { type CalendarStandIns, openCalendarStandIns } from '../scheduling/calendars/stand-ins.js';
import { type Backend, openBackend } from '../support/backend.js';
import { type Browser, createBrowser, type Page } from '../support/browser.js';
import { authorizeUrl, exchange, me, visit } from '../support/oauth.js';
import { REDIRECT_URI, type StartedService, startService, type TestClient } from '../support/service.js';
import { until } from '../support/until.js';
import { daysOn, linkTo, noticeOn, timesOn } from '../web/booking-page/booking-fixture.js';

const EMAIL = 'nora@example.com';
const PASSWORD = 'nine lanterns over Ystad';
const APPLICATION: ClientForm = {
  name: 'Coffee counter',
  purpose: 'Counts the cups.',
  kind: 'confidential',
  redirectUris: [REDIRECT_URI],
  scopes: ['PROFILE_READ', 'BOOKING_READ'],
};
const ATTENDEE = { name: 'Grace Hopper', email: 'grace@example.net' };

let calendars: CalendarStandIns;
let backend: Backend;
let service: StartedService;
beforeAll(async () => {
  calendars = await openCalendarStandIns();
  backend = await openBackend(calendars.env);
  service = await startService({ backend });
});
afterAll(async () => {
  await service.close();
  await backend.close();
  await calendars.close();
});

/** The last address that was mailed, of pages below `path`. */
async function mailed(address: string, path: string): Promise<string> {
  await service.idle();
  const texts = (await waitForMails(service, address)).map(({ text }) => text);
  const links = texts.map((text) => new RegExp(`http\\S+${path}\\S+`).exec(text)?.[0]);
  return links.find((link) => link !== undefined) ?? '';
}

/** Follows the navigation, as users do. */
async function open(browser: Browser, label: string): Promise<Page> {
  const { root } = await browser.get('/');
  const link = root.querySelectorAll('nav a').find(({ text }) => text.trim().startsWith(label));
  return browser.get(link?.getAttribute('href') ?? `no link ${label}`);
}

async function signUp(browser: Browser): Promise<void> {
  const fields = { name: 'Nora Newcomer', email: EMAIL, password: PASSWORD };
  const signIn = await browser.submit(await browser.get('/sign-up'), fields);
  await browser.signIn({ email: EMAIL, password: PASSWORD }, signIn);
  await browser.submit(await browser.get(await mailed(EMAIL, '/settings/security/address')), {});
}

/** Of the public page of a new event type. */
async function makeEventType(browser: Browser): Promise<string> {
  const list = await open(browser, 'Event types');
  const form = await browser.get(linkTo(list, 'Create an event type'));
  const made = await browser.submit(formOf(form, '/event-types'), { title: 'Coffee', length: '30' });
  expect(noticeOn(made)).toContain('is created. Its link is below.');
  return (await open(browser, 'Event types')).root.querySelector('[data-copy] code')?.text ?? '';
}

async function book(browser: Browser, address: string): Promise<Page> {
  const month = await browser.get(address);
  const day = await browser.get(linkTo(month, daysOn(month)[0] ?? ''));
  const form = await browser.get(linkTo(day, timesOn(day)[0] ?? ''));
  return browser.submit(form, ATTENDEE);
}

async function register(browser: Browser): Promise<TestClient> {
  const list = await open(browser, 'Your applications');
  const form = await browser.get(
    list.root.querySelector('a[href$="/clients/new"]')?.getAttribute('href') ?? '',
  );
  const { name, purpose, kind, scopes, redirectUris } = APPLICATION;
  const fields = { name, purpose, kind, scopes, redirect_uris: redirectUris.join('\n') };
  const made = await browser.submit(form, fields);
  expect(made.status).toBe(201);
  const [clientId = '', clientSecret = ''] = [/[0-9a-f]{64}/, /sk_[\w-]{43}/].map(
    (pattern) => pattern.exec(made.html)?.[0] ?? '',
  );
  return { clientId, clientSecret, status: 'pending', form: APPLICATION };
}

async function approve(clientId: string): Promise<void> {
  const admin = await visit(service, await service.user('Ada Admin'));
  const { accounts } = service.stores.accounts;
  await accounts.setAdmin(admin.user.account.id, true, { actor: 'test' });
  const queue = await open(admin.browser, 'Review');
  const page = await admin.browser.get(linkTo(queue, APPLICATION.name));
  const approved = await admin.browser.submit(formOf(page, `${clientId}/approval`), {});
  expect(noticeOn(approved)).toContain('was approved. Everyone can use it.');
}

test('from sign-up to an event type that others book, and to an application of their own', async () => {
  const nora = createBrowser(service.url);
  await signUp(nora);

  const feed = calendars.feeds.publish('of-nora', calendar('X-WR-CALNAME:Football'));
  const connected = await nora.submit(formOf(await open(nora, 'Calendars'), '/feeds'), { urls: feed });
  expect(mainText(connected)).toContain('Football');
  const link = await makeEventType(nora);

  const grace = createBrowser(service.url);
  expect(noticeOn(await book(grace, link))).toBe('Booked');
  expect(mainText(await open(nora, 'Bookings'))).toContain('Grace Hopper');
  const byMail = createBrowser(service.url);
  const booking = await byMail.get(await mailed(ATTENDEE.email, '/bookings/'));
  const times = await byMail.get(linkTo(booking, 'Move to another time'));
  const start = times.root.querySelector('input[name=start]')?.getAttribute('value') ?? '';
  const moved = await byMail.submit(times, { start });
  expect(noticeOn(moved)).toBe('Your booking has a new time');
  const cancelled = await byMail.submit(await byMail.get(linkTo(moved, 'Cancel the booking')), {});
  expect(noticeOn(cancelled)).toBe('This booking was cancelled');
  expect(mainText(await open(nora, 'Bookings'))).not.toContain('Grace Hopper');

  const client = await register(nora);
  await approve(client.clientId);
  const question = await nora.get(authorizeUrl(service, client, { scope: 'PROFILE_READ' }));
  const { left } = await nora.submit(question, {}, 'allow');
  const tokens = await exchange(service, client, left?.searchParams.get('code') ?? '');
  expect((await me(service, tokens.body.access_token)).status).toBe(200);

  const { access_token: token } = tokens.body;
  const calls = { headers: { authorization: `Bearer ${token}` } };
  expect((await fetch(`${service.url}/v2/schedules`, calls)).status).toBe(403);
  const application = await nora.get(linkTo(await open(nora, 'Your applications'), APPLICATION.name));
  const log = linkTo(application, 'View the request log');
  const refused = async () => mainText(await nora.get(log));
  await until(async () => (await refused()).includes('needs the scope SCHEDULE_READ'));
  const failed = mainText(await nora.get(linkTo(await nora.get(log), 'API call')));
  expect(failed).toContain('Enable SCHEDULE_READ for the client');

  const apps = await open(nora, 'Connected applications');
  const remove = apps.root.querySelector('form[action$="/removals"] button');
  await nora.submit(formOf(apps, '/removals'), {}, remove?.getAttribute('value'));
  expect(mainText(await open(nora, 'Connected applications'))).not.toContain(APPLICATION.name);
  expect((await me(service, tokens.body.access_token)).status).toBe(401);
});
