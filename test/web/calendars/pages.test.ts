/* `/settings/calendars` with real forms: connecting, choosing, disconnecting, and rejected input. */
import { parse } from 'node-html-parser';
import { calendar } from '../../scheduling/calendars/files.js';
import { type CalendarStandIns, openCalendarStandIns } from '../../scheduling/calendars/stand-ins.js';
import { openBackend } from '../../support/backend.js';
import type { Backend } from '../../support/backend.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { type StartedService, startService, type TestUser } from '../../support/service.js';

let fixture: CalendarStandIns;
let backend: Backend;
let service: StartedService;
let user: TestUser;
let browser: Browser;
beforeAll(async () => {
  fixture = await openCalendarStandIns();
  backend = await openBackend(fixture.env);
  service = await startService({ backend });
  user = await service.user('Ada Lovelace');
  browser = createBrowser(service.url);
  await browser.signIn(user);
});
afterAll(async () => {
  await service.close();
  await backend.close();
  await fixture.close();
});

const open = (): Promise<Page> => browser.get('/settings/calendars');

/** The page with only one of its forms. */
function formOf(page: Page, action: string): Page {
  const form = page.root
    .querySelectorAll('form')
    .find((one) => one.getAttribute('action')?.startsWith(action));
  if (form === undefined) throw new Error(`no form for ${action}: ${page.root.text}`);
  return { ...page, root: parse(form.outerHTML) };
}
const send = async (action: string, fields: Parameters<Browser['submit']>[1]): Promise<Page> =>
  browser.submit(formOf(await open(), action), fields);

const FEEDS = '/settings/calendars/feeds';

test('signed-out users are redirected to the sign-in page', async () => {
  const page = await createBrowser(service.url).get('/settings/calendars');
  expect(new URL(page.url).pathname).toBe('/sign-in');
});

test('feeds are saved, and invalid ones are returned with the input', async () => {
  expect((await open()).root.text).toContain('No calendar is connected');
  const good = fixture.feeds.publish('of-ada', calendar('X-WR-CALNAME:Football'));
  const urls = `${good}\nhttps://\n`;
  const refused = await send(FEEDS, { urls });
  expect(refused.status).toBe(422);
  expect(refused.root.text).toContain('Line 2: is not a URL');
  expect(refused.root.querySelector('textarea')?.text.trim()).toBe(urls.trim());
  const saved = await send(FEEDS, { urls: good });
  expect([saved.status, saved.url]).toEqual([200, `${service.url}/settings/calendars`]);
  expect(saved.root.text).toContain('Football');
  expect(saved.html).not.toContain('of-ada');
});

test('feeds are added to the saved ones, and removed one by one', async () => {
  const other = fixture.feeds.publish('second-of-ada', calendar('X-WR-CALNAME:Chess'));
  const added = await send(FEEDS, { urls: other });
  for (const name of ['Football', 'Chess']) expect(added.root.text).toContain(name);
  const remove = added.root
    .querySelectorAll('form')
    .find((form) => form.text.includes('Remove Chess'))
    ?.getAttribute('action');
  const removed = await send(remove ?? '', {});
  expect(removed.root.text).toContain('Football');
  expect(removed.root.querySelector('.notice')?.text).toContain('Chess\u2069 is removed');
  expect((await open()).root.text).not.toContain('Chess');
});

test('an Apple account is connected, and its password is never rendered', async () => {
  const username = 'ada@example.com';
  const page = await send('/settings/calendars/apple', { username, password: 'app-specific' });
  expect(page.root.text).toContain('Home');
  expect(page.html).not.toContain('app-specific"');
});

test('Google Calendar is connected by signing in there', async () => {
  const leaving = await browser.get('/settings/calendars/sign-in/google');
  expect(leaving.left?.origin).toBe(fixture.provider.url);
  const back = await browser.get(
    `/v2/calendars/google/save?${fixture.provider.consent(leaving.left?.href ?? '')}`,
  );
  expect(back.root.text).toContain('Google Calendar is connected.');
  expect(back.root.text).toContain('Holidays');
});

test('a revoked connection says since when, with a link to reconnect it', async () => {
  const {
    scheduling: { calendars, calendarCredentials },
  } = service.stores;
  const all = (await calendars.list(user.account.id))?.connections ?? [];
  for (const { id, kind, sealedAccess } of all)
    if (kind !== 'ics')
      await calendarCredentials.invalidate(id, sealedAccess, new Date(Date.now() - 3 * 3_600_000 - 60_000));
  const page = await open();
  expect(page.root.text.match(/Access revoked\s+Ended 3 hours ago/g)).toHaveLength(2);
  const hrefs = page.root.querySelectorAll('a').map((link) => link.getAttribute('href'));
  expect(hrefs).toContain('/settings/calendars#username');
  expect(page.root.querySelector('#username')).not.toBeNull();
  expect(hrefs.filter((to) => to === '/settings/calendars/sign-in/google')).toHaveLength(2);
  await send('/settings/calendars/apple', { username: 'ada@example.com', password: 'app-specific' });
  const leaving = await browser.get('/settings/calendars/sign-in/google');
  const back = await browser.get(
    `/v2/calendars/google/save?${fixture.provider.consent(leaving.left?.href ?? '')}`,
  );
  expect(back.root.text).not.toContain('Access revoked');
});

test('selected calendars, the destination and the outage behaviour are chosen in one form', async () => {
  const list = async () => service.stores.scheduling.calendars.list(user.account.id);
  const all = (await list())?.connections.flatMap(({ calendars }) => calendars) ?? [];
  const [home, holidays] = [
    all.find(({ name }) => name === 'Home'),
    all.find(({ name }) => name === 'Holidays'),
  ];
  const choices = { selected: [String(holidays?.id)], destination: String(home?.id), outage: 'last_known' };
  const page = await send('/settings/calendars/choices', choices);
  expect(page.root.text).toContain('Your choices are saved.');
  const after = await list();
  expect([after?.destinationId, after?.outage]).toEqual([home?.id, 'last_known']);
  const selected = after?.connections.flatMap(({ calendars }) =>
    calendars.filter(({ selected }) => selected),
  );
  expect(selected?.map(({ name }) => name)).toEqual(['Holidays']);
  await send('/settings/calendars/choices', { destination: '' });
  expect((await list())?.destinationId).toBeNull();
});

test('a calendar is disconnected after a question that names the consequence', async () => {
  const action = '/settings/calendars/connections/apple';
  const question = await browser.ask(formOf(await open(), action), {});
  expect(question.root.querySelector('h1')?.text).toBe('Disconnect Apple Calendar?');
  expect(question.root.querySelector('.notice')?.text).toMatch(
    /^\d+ calendars? no longer makes? you unavailable/,
  );
  expect((await open()).root.text).toContain('Disconnect Apple Calendar');
  const page = await send(action, {});
  expect(page.root.text).toContain('The connection to Apple Calendar is deleted');
  expect(page.root.text).not.toContain('Disconnect Apple Calendar');
});
