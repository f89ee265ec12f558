import { createBrowser } from '../../support/browser.js';
import { authorizeUrl, me, tokensFor, visit } from '../../support/oauth.js';
import { type Service, useService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { formOf, mainText, sentTo } from '../../clients/forms.js';

const REVIEW = '/admin/clients';
const ACTOR = { actor: 'test' };

const service = useService();
let admin: Awaited<ReturnType<typeof visit>>;
beforeAll(async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  admin = await visit(service, user);
});

const VERDICTS = [
  'approval',
  'rejection',
  'suspension',
  'resumption',
  'revision/approval',
  'revision/rejection',
];

const statusOf = async (id: string) => (await service.stores.clients.clients.find(id))?.status;

async function requestReview(form: Parameters<Service['client']>[0] = {}, approved = false) {
  const owner = await service.user('Olga Owner');
  const client = await service.client(form, { ownerId: owner.account.id, approved });
  return { owner, client, id: client.clientId, path: `${REVIEW}/${client.clientId}` };
}

describe('the review pages', () => {
  test('are 404 for users who are not administrators, and are linked for administrators', async () => {
    const { id, path } = await requestReview();
    const { browser } = await visit(service);
    expect((await browser.get(REVIEW)).status).toBe(404);
    expect((await browser.get(path)).status).toBe(404);
    const form =
      (await browser.get('/sign-out')).root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
    for (const verdict of VERDICTS) {
      const body = new URLSearchParams({ csrf: form, version: '1', reason: 'because' });
      expect((await browser.raw(`${path}/${verdict}`, { method: 'POST', body })).status).toBe(404);
    }
    expect(await statusOf(id)).toBe('pending');
    expect((await browser.get('/')).html).not.toContain(REVIEW);
    expect((await admin.browser.get('/')).html).toContain(`href="${REVIEW}"`);
  });

  test('redirect visitors to the sign-in page', async () => {
    expect((await createBrowser(service.url).get(REVIEW)).url).toContain(
      '/sign-in?return_to=%2Fadmin%2Fclients',
    );
  });

  test('are 404 at once for a user who is no longer an administrator', async () => {
    const user = await service.user();
    await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
    const { browser } = await visit(service, user);
    expect((await browser.get(REVIEW)).status).toBe(200);
    await service.stores.accounts.accounts.setAdmin(user.account.id, false, ACTOR);
    expect((await browser.get(REVIEW)).status).toBe(404);
  });
});

describe('the review queue', () => {
  test('lists waiting clients with owner and age, and filters by status', async () => {
    const { id, owner } = await requestReview({ name: 'Waiting One' });
    const approved = await requestReview({ name: 'Approved One' }, true);
    const waiting = await admin.browser.get(REVIEW);
    expect(mainText(waiting)).toMatch(/Waiting One.*Pending.*Olga Owner.*Submitted just now/s);
    expect(waiting.html).toContain(owner.email);
    expect(waiting.html).not.toContain(approved.id);
    const filtered = await admin.browser.get(`${REVIEW}?status=approved`);
    expect(filtered.html).toContain(approved.id);
    expect(filtered.html).not.toContain(id);
  });
});

describe('a request under review', () => {
  test('has all facts and warnings on one page', async () => {
    await requestReview({ name: 'Calendar Bridge' }, true);
    const { path } = await requestReview({
      name: 'Сalendar Вridge',
      website: 'https://bridge.example',
      redirectUris: ['https://elsewhere.example/cb', 'http://localhost/cb'],
      scopes: ['ORG_MEMBERSHIP_WRITE'],
    });
    const text = mainText(await admin.browser.get(path));
    for (const part of [
      'The name looks like “\u2068Calendar Bridge\u2069”',
      'elsewhere.example, which is not on the website’s host',
      'without encryption to localhost',
      'It asks for access to whole organizations',
      'account is less than 30 days old',
      'Copies bookings into Acme.',
      'ORG_MEMBERSHIP_WRITE',
      'Add, change and remove people of your organization',
      'Olga Owner',
    ])
      expect(text).toContain(part);
  });

  test('is approved, and every user can use the client', async () => {
    const { client, id, path } = await requestReview();
    const nonMember = await visit(service);
    expect((await nonMember.browser.get(authorizeUrl(service, client))).status).toBe(400);
    const page = await admin.browser.submit(formOf(await admin.browser.get(path), '/approval'), {});
    expect(mainText(page)).toContain('was approved. Everyone can use it.');
    expect(await statusOf(id)).toBe('approved');
    expect((await nonMember.browser.get(authorizeUrl(service, client))).status).toBe(200);
  });

  test('is rejected only with a reason, which the owner reads', async () => {
    const { owner, id, path } = await requestReview();
    const form = formOf(await admin.browser.get(path), '/rejection');
    const again = await admin.browser.submit(form, { reason: '  ' });
    expect([again.status, await statusOf(id)]).toEqual([422, 'pending']);
    expect(again.root.querySelector('#reason-rejection-fault')?.text).toContain(
      'Tell the owner what is wrong',
    );
    await admin.browser.submit(form, { reason: 'The website does not answer.' });
    expect(await statusOf(id)).toBe('rejected');
    const { browser } = await visit(service, owner);
    expect(mainText(await browser.get(`/settings/developer/clients/${id}`))).toContain(
      'The website does not answer.',
    );
  });

  test('returns to the queue when its owner changes it after a rejection, and can be approved', async () => {
    const { owner, id, path } = await requestReview({ name: 'Comes Back' });
    await admin.browser.submit(formOf(await admin.browser.get(path), '/rejection'), {
      reason: 'Wrong purpose.',
    });
    expect((await admin.browser.get(REVIEW)).html).not.toContain(id);
    const { browser } = await visit(service, owner);
    await browser.submit(await browser.get(`/settings/developer/clients/${id}/edit`), {
      purpose: 'A better one.',
    });
    expect((await admin.browser.get(REVIEW)).html).toContain(id);
    await admin.browser.submit(formOf(await admin.browser.get(path), '/approval'), {});
    expect(await statusOf(id)).toBe('approved');
  });

  test('can be rejected again after a change, and then leaves the queue', async () => {
    const { owner, id, path } = await requestReview({ name: 'Tries Again' });
    const reject = async (reason: string) =>
      admin.browser.submit(formOf(await admin.browser.get(path), '/rejection'), { reason });
    await reject('Wrong purpose.');
    expect((await admin.browser.get(path)).html).not.toContain(`${path}/rejection`);
    const { browser } = await visit(service, owner);
    const own = `/settings/developer/clients/${id}`;
    const saved = await browser.submit(await browser.get(`${own}/edit`), { purpose: 'A better one.' });
    expect(mainText(saved)).toContain('An administrator will review it again.');
    expect(mainText(saved)).toContain('Rejected and submitted again');
    await reject('Still wrong.');
    expect((await admin.browser.get(REVIEW)).html).not.toContain(id);
    expect(mainText(await browser.get(own))).toContain('Still wrong.');
    expect(mainText(await browser.get(own))).toContain('Fix what is wrong');
  });

  test('offers only the verdicts that its status allows', async () => {
    const { id, path } = await requestReview();
    const offered = async () =>
      (await admin.browser.get(path)).root
        .querySelectorAll('form')
        .map((form) => form.getAttribute('action')?.slice(path.length + 1))
        .filter((to) => to !== 'migration');
    expect(await offered()).toEqual(['approval', 'rejection']);
    await service.stores.clients.clients.setStatus(id, 'approved', undefined, ACTOR);
    expect(await offered()).toEqual(['suspension']);
    await service.stores.clients.clients.setStatus(id, 'suspended', 'abuse', ACTOR);
    expect(await offered()).toEqual(['resumption']);
  });
});

describe('an approved client', () => {
  test('loses access within a second of its suspension, and gets it back when resumed', async () => {
    const { client, id, path } = await requestReview({}, true);
    const tokens = await tokensFor(service, client, await visit(service));
    const page = await admin.browser.get(path);
    const suspended = await admin.browser.submit(formOf(page, '/suspension'), { reason: 'It sends spam.' });
    expect(mainText(suspended)).toContain('It sends spam.');
    await until(async () => (await me(service, tokens.access_token)).status === 401);
    await admin.browser.submit(formOf(suspended, '/resumption'), {});
    expect(await statusOf(id)).toBe('approved');
    await until(async () => (await me(service, tokens.access_token)).status === 200);
  });
});

describe('a verdict', () => {
  test('on an outdated version is a conflict that shows the current version', async () => {
    const { owner, id, path } = await requestReview();
    const outdated = await admin.browser.get(path);
    const { browser } = await visit(service, owner);
    await browser.submit(await browser.get(`/settings/developer/clients/${id}/edit`), {
      redirect_uris: 'https://evil.example/cb',
    });
    for (const [to, fields] of [
      ['/approval', {}],
      ['/rejection', { reason: 'typed' }],
    ] as const) {
      const page = await admin.browser.submit(formOf(outdated, to), fields);
      expect(page.status).toBe(409);
      expect(mainText(page)).toContain('the client changed since you opened this page');
      expect(mainText(page)).toContain('https://evil.example/cb');
      expect(await statusOf(id)).toBe('pending');
      if (to === '/rejection') expect(page.root.querySelector('textarea')?.text).toBe('typed');
    }
  });

  test('that is concurrent with another one is a conflict that shows the first', async () => {
    const { id, path } = await requestReview();
    const outdated = await admin.browser.get(path);
    await admin.browser.submit(formOf(outdated, '/rejection'), { reason: 'First.' });
    const page = await admin.browser.submit(formOf(outdated, '/approval'), {});
    expect([page.status, await statusOf(id)]).toEqual([409, 'rejected']);
    expect(mainText(page)).toContain('First.');
  });

  test('on the administrator’s own client is not offered and is refused', async () => {
    const client = await service.client({}, { ownerId: admin.user.account.id, approved: false });
    const path = `${REVIEW}/${client.clientId}`;
    const page = await admin.browser.get(path);
    expect(mainText(page)).toContain('You cannot review this client');
    expect(page.root.querySelectorAll('form')).toEqual([]);
    const other = await requestReview();
    const form = formOf(await admin.browser.get(other.path), '/approval');
    for (const verdict of VERDICTS) {
      const answer = await admin.browser.submit(sentTo(form, `${path}/${verdict}`), { reason: 'because' });
      expect([verdict, answer.status]).toEqual([verdict, 403]);
    }
    expect(await statusOf(client.clientId)).toBe('pending');
  });

  test('on an unknown client is 404', async () => {
    const { path } = await requestReview();
    const form = formOf(await admin.browser.get(path), '/approval');
    expect(
      (await admin.browser.submit(sentTo(form, `${REVIEW}/${'0'.repeat(64)}/approval`), {})).status,
    ).toBe(404);
  });

  test('is in the audit log with the reviewer and the client IP', async () => {
    const { id, path } = await requestReview();
    await admin.browser.submit(formOf(await admin.browser.get(path), '/rejection'), { reason: 'No.' });
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    expect(entries.filter(({ subject }) => subject === `client:${id}`).at(-1)).toMatchObject({
      action: 'client.rejected',
      actor: `account:${admin.user.account.id}`,
      clientIp: '127.0.0.1',
      facts: { from: 'pending', reason: 'No.' },
    });
  });
});
