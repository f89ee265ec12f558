/* Administrators look at the job queue, try again what was given up and discard it. */
import { randomUUID } from 'node:crypto';
import { formOf, mainText } from '../../clients/forms.js';
import { waitForMails } from '../../delivery/mail-outbox.js';
import { createBrowser, type Page } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';

const JOBS = '/admin/jobs';
const ACTOR = { actor: 'test' };

/** How far the service is ahead of now, in milliseconds. */
let ahead = 0;
const service = useService({ clock: () => Date.now() + ahead });
let admin: Visitor;
beforeAll(async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  admin = await visit(service, user);
});
beforeEach(() => service.backend.db('job').whereNotNull('dead_at').delete());

interface GivenUp {
  readonly kind?: string;
  readonly payload?: object;
  readonly reason?: string | null;
}

async function givenUp({ kind = 'conference', payload = { bookingId: 7 }, reason = null }: GivenUp = {}) {
  const id = randomUUID();
  const row = { id, kind, payload: JSON.stringify(payload), reason, tries: 8, dead_at: new Date() };
  await service.backend.db('job').insert(row);
  return id;
}

const act = async (id: string, action: string): Promise<Page> =>
  admin.browser.submit(formOf(await admin.browser.get(`${JOBS}/${id}`), `${id}/${action}`), {});

const rowsOf = (page: Page): readonly string[] =>
  page.root.querySelectorAll('.rows li > a').map(({ text }) => text.trim());

test('says that there is nothing to do', async () => {
  const page = await admin.browser.get(JOBS);
  expect(mainText(page)).toContain('nothing was given up');
  expect(mainText(page)).not.toContain('Failing webhooks');
});

test('lists what was given up, without addresses, page by page, and of one kind', async () => {
  for (let count = 0; count < 51; count += 1) await givenUp();
  const reason = '550 <ada@mail.example>: no such mailbox';
  await givenUp({ kind: 'booking', payload: { bookingIds: 'none' }, reason });
  const page = await admin.browser.get(JOBS);
  expect(rowsOf(page)).toHaveLength(50);
  expect(mainText(page)).toContain('51 given up');
  expect([page.html.includes('ada@'), page.html.includes('…@mail.example')]).toEqual([false, true]);
  const next = page.root.querySelector('nav[aria-label=Pages] a')?.getAttribute('href') ?? '';
  expect(rowsOf(await admin.browser.get(next))).toHaveLength(2);
  const ofKind = await admin.browser.get(`${JOBS}?kind=booking`);
  expect(rowsOf(ofKind)).toEqual(['Mail about a booking']);
  const none = await admin.browser.get(`${JOBS}?kind=nothing&after=rubbish`);
  expect([none.status, mainText(none).includes('No job of this kind')]).toEqual([200, true]);
});

test('names webhooks that fail by host and owner', async () => {
  const { account } = await service.user('Wendy Webhook');
  const webhook = { id: randomUUID(), account_id: account.id, triggers: [], active: true };
  const failing = { subscriber_url: 'https://r.example/secret-path', failing_since: new Date() };
  await service.backend.db('webhook').insert({ ...webhook, ...failing });
  const page = await admin.browser.get(JOBS);
  expect(page.root.querySelector(`a[href="/admin/users/${account.id}"]`)?.text).toBe('Wendy Webhook');
  expect([page.html.includes('r.example'), page.html.includes('secret-path')]).toEqual([true, false]);
  await service.backend.db('webhook').where({ id: webhook.id }).delete();
});

test('a job that is tried again is done', async () => {
  const user = await service.user();
  const [to, at] = [user.account.id, new Date().toISOString()];
  const payload = { about: 'account.password_changed', to, subject: `account:${to}`, at, facts: {} };
  const id = await givenUp({ kind: 'notification', payload });
  const asked = await admin.browser.ask(formOf(await admin.browser.get(`${JOBS}/${id}`), `${id}/retry`), {});
  expect(mainText(asked)).toContain('Try again: Mail about an event?');
  const done = await act(id, 'retry');
  expect([done.url.endsWith(`${JOBS}?done=retry`), mainText(done).includes('tried again now')]).toEqual([
    true,
    true,
  ]);
  const [mail] = await waitForMails(service, user.email, 1);
  expect(mail?.subject).toContain('password');
  expect((await admin.browser.get(`${JOBS}/${id}`)).status).toBe(404);
});

test('a job whose content is gone can only be discarded', async () => {
  const id = await givenUp({ kind: 'sms', payload: { until: '2030-01-01T00:00:00.000Z' } });
  const page = await admin.browser.get(`${JOBS}/${id}`);
  expect(page.root.querySelectorAll('.verdicts button').map(({ text }) => text.trim())).toEqual([
    'Discard the job',
  ]);
  expect(mainText(page)).toContain('It cannot be tried again');
  const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
  const body = new URLSearchParams({ csrf, certain: 'yes' });
  expect((await admin.browser.raw(`${JOBS}/${id}/retry`, { method: 'POST', body })).status).toBe(409);
  expect(mainText(await act(id, 'discard'))).toContain('The job was discarded.');
  expect(await service.stores.delivery.deadJobs.find(id)).toBeUndefined();
  const again = await admin.browser.raw(`${JOBS}/${id}/discard`, { method: 'POST', body });
  expect(again.status).toBe(404);
  const log = await admin.browser.get(`/admin/audit?subject=job:${id}`);
  expect(mainText(log)).toContain('job.discarded');
});

test('both actions ask for a recent sign-in', async () => {
  const id = await givenUp();
  for (const action of ['retry', 'discard']) {
    ahead = 0;
    const page = await admin.browser.get(`${JOBS}/${id}`);
    ahead = 11 * 60_000;
    const question = await admin.browser.submit(formOf(page, `${id}/${action}`), {});
    expect(question.root.querySelector('h1')?.text).toBe('Confirm it is you');
  }
  ahead = 0;
  expect(await service.stores.delivery.deadJobs.find(id)).toBeDefined();
});

test('other users find nothing', async () => {
  const browser = createBrowser(service.url);
  await browser.signIn(await service.user());
  for (const path of [JOBS, `${JOBS}/${await givenUp()}`]) expect((await browser.get(path)).status).toBe(404);
});
