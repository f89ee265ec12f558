/* `/settings/conferencing` with real forms: accounts of a user and of their teams are connected, refused and reconnected. */
import { parse } from 'node-html-parser';
import {
  type MeetingProvider,
  startMeetingProvider,
} from '../../scheduling/conferencing/meeting-provider.js';
import type { AppOwner } from '../../../src/scheduling/conferencing/store.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { type StartedService, startService, type TestUser } from '../../support/service.js';
import { formOf } from '../../clients/forms.js';

const PATH = '/settings/conferencing';
const ACTOR = { actor: 'test' };
const HOUR = 3_600_000;

let provider: MeetingProvider;
let service: StartedService;
let user: TestUser;
let browser: Browser;
let teamId: number;
beforeAll(async () => {
  provider = await startMeetingProvider();
  service = await startService({ env: provider.env });
  user = await service.user('Ada Lovelace');
  browser = createBrowser(service.url);
  await browser.signIn(user);
  const input = { name: 'Harbour', slugs: ['harbour'], settings: {}, accepted: true, most: 9 };
  const newTeam = { organizationId: undefined, ...input };
  const team = await service.stores.teams.teams.create(user.account.id, newTeam, ACTOR);
  if (typeof team !== 'object') throw new Error('no team was created');
  teamId = team.id;
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const open = (): Promise<Page> => browser.get(PATH);
const linkOf = (page: Page, label: string): string => {
  const link = page.root.querySelectorAll('a').find(({ text }) => text.trim() === label);
  if (link === undefined) throw new Error(`no ${label}: ${page.root.text}`);
  return link.getAttribute('href') ?? '';
};

/** Follows the redirect to the provider, consents there and returns. */
async function consentAt(path: string, app = 'zoom'): Promise<Page> {
  const leaving = await browser.get(path);
  const query = new URLSearchParams(provider.consent(leaving.left?.href ?? '')).toString();
  return browser.get(`/v2/conferencing/${app}/oauth/callback?${query}`);
}
const end = (page: Page, action: string): Promise<Page> => browser.submit(formOf(page, action), {});
async function refuse(owner: AppOwner): Promise<void> {
  const {
    scheduling: { conferencing, conferencingCredentials },
  } = service.stores;
  const id = (await conferencing.list(owner))[0]?.id ?? 0;
  const { sealed = '' } = (await conferencingCredentials.read(id)) ?? {};
  await conferencingCredentials.invalidate(id, sealed, new Date(Date.now() - 2 * HOUR - 60_000));
}

test('signed-out users are redirected to the sign-in page', async () => {
  expect(new URL((await createBrowser(service.url).get(PATH)).url).pathname).toBe('/sign-in');
});

test('an account is connected, reported as revoked with a link to reconnect it, and disconnected', async () => {
  const first = await open();
  expect(first.root.text).toContain('You have not connected an account.');
  expect(first.root.text).toContain('meet.jit.si');
  const connected = await consentAt(linkOf(first, 'Connect Zoom'));
  expect(connected.root.text).toContain('Zoom is connected.');
  expect(connected.root.text).toContain('Disconnect Zoom');
  await refuse({ accountId: user.account.id });
  const revoked = await open();
  expect(revoked.root.text).toContain('Access revoked');
  expect(revoked.root.text).toContain('Ended 2 hours ago');
  const again = await consentAt(linkOf(revoked, 'Connect Zoom again'));
  expect(again.root.text).not.toContain('Access revoked');
  const question = await browser.ask(formOf(again, `${PATH}/own/zoom/end`), {});
  expect(question.root.querySelector('h1')?.text).toBe('Disconnect Zoom?');
  expect(question.root.querySelector('.notice')?.text).toContain('no longer get a meeting there');
  expect((await open()).root.text).toContain('Disconnect Zoom');
  const disconnected = await end(again, `${PATH}/own/zoom/end`);
  expect(disconnected.root.text).toContain('Zoom is disconnected.');
  expect(disconnected.root.text).not.toContain('Disconnect Zoom');
});

test('a user who denies access at the provider returns to a page that says so', async () => {
  const leaving = await browser.get(linkOf(await open(), 'Connect Google Meet'));
  const state = leaving.left?.searchParams.get('state') ?? '';
  const query = new URLSearchParams({ state, error: 'access_denied' }).toString();
  const back = await browser.get(`/v2/conferencing/google-meet/oauth/callback?${query}`);
  expect(back.root.text).toContain('The account was not connected.');
});

test('only administrators of a team see and change its accounts', async () => {
  const page = await open();
  expect(page.root.text).toContain('Accounts of Harbour');
  const path = `${PATH}/team-${teamId}/zoom`;
  const connected = await consentAt(`${path}/connect`);
  expect((await service.stores.scheduling.conferencing.list({ teamId })).map(({ app }) => app)).toEqual([
    'zoom',
  ]);
  const other = createBrowser(service.url);
  const otherUser = await service.user();
  await other.signIn(otherUser);
  const { id: accountId } = otherUser.account;
  await service.stores.scheduling.conferencing.connect({ accountId }, { app: 'jitsi', accountId }, ACTOR);
  const own = await other.get(PATH);
  expect(own.root.text).not.toContain('Harbour');
  expect((await other.get(`${path}/connect`)).status).toBe(404);
  const csrf = own.root.querySelector('input[name=csrf]')?.outerHTML ?? '';
  const form = `<form method="post" action="${path}/end">${csrf}</form>`;
  const foreign = await other.submit({ ...own, root: parse(form) }, {});
  expect([csrf === '', foreign.status]).toEqual([false, 404]);
  expect(await service.stores.scheduling.conferencing.list({ teamId })).toHaveLength(1);
  await end(connected, `${path}/end`);
  expect(await service.stores.scheduling.conferencing.list({ teamId })).toEqual([]);
});

test.each(['own/none/connect', 'own/jitsi/connect', 'team-0/zoom/connect', 'other/zoom/connect'])(
  '%s is refused',
  async (path) => {
    expect((await browser.get(`${PATH}/${path}`)).status).toBeGreaterThanOrEqual(400);
  },
);
