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
  const person = await service.person('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(person.account.id, true, ACTOR);
  admin = await visit(service, person);
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

async function requested(form: Parameters<Service['client']>[0] = {}, approved = false) {
  const owner = await service.person('Olga Owner');
  const client = await service.client(form, { ownerId: owner.account.id, approved });
  return { owner, client, id: client.clientId, path: `${REVIEW}/${client.clientId}` };
}

describe('the review pages', () => {
  test('are nowhere for people who are no administrators, and are linked for those who are', async () => {
    const { id, path } = await requested();
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

  test('ask who is not signed in to sign in', async () => {
    expect((await createBrowser(service.url).get(REVIEW)).url).toContain(
      '/sign-in?return_to=%2Fadmin%2Fclients',
    );
  });

  test('end with the rights of the administrator, at once', async () => {
    const person = await service.person();
    await service.stores.accounts.accounts.setAdmin(person.account.id, true, ACTOR);
    const { browser } = await visit(service, person);
    expect((await browser.get(REVIEW)).status).toBe(200);
    await service.stores.accounts.accounts.setAdmin(person.account.id, false, ACTOR);
    expect((await browser.get(REVIEW)).status).toBe(404);
  });
});

describe('the queue', () => {
  test('shows what waits, with owner and age, and filters by status', async () => {
    const { id, owner } = await requested({ name: 'Waiting One' });
    const approved = await requested({ name: 'Approved One' }, true);
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
  test('is whole on one page, with what to look at twice', async () => {
    await requested({ name: 'Calendar Bridge' }, true);
    const { path } = await requested({
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

  test('is approved, and everybody can use it', async () => {
    const { client, id, path } = await requested();
    const nonMember = await visit(service);
    expect((await nonMember.browser.get(authorizeUrl(service, client))).status).toBe(400);
    const page = await admin.browser.submit(formOf(await admin.browser.get(path), '/approval'), {});
    expect(mainText(page)).toContain('The client was approved');
    expect(await statusOf(id)).toBe('approved');
    expect((await nonMember.browser.get(authorizeUrl(service, client))).status).toBe(200);
  });

  test('is rejected only with a reason, which the owner reads', async () => {
    const { owner, id, path } = await requested();
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

  test('that was rejected comes back once its owner changed it, and may then be approved', async () => {
    const { owner, id, path } = await requested({ name: 'Comes Back' });
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

  test('that was rejected and changed may be rejected again, and then no longer waits', async () => {
    const { owner, id, path } = await requested({ name: 'Tries Again' });
    const reject = async (reason: string) =>
      admin.browser.submit(formOf(await admin.browser.get(path), '/rejection'), { reason });
    await reject('Wrong purpose.');
    expect((await admin.browser.get(path)).html).not.toContain(`${path}/rejection`);
    const { browser } = await visit(service, owner);
    const own = `/settings/developer/clients/${id}`;
    const saved = await browser.submit(await browser.get(`${own}/edit`), { purpose: 'A better one.' });
    expect(mainText(saved)).toContain('An administrator will review the client again.');
    expect(mainText(saved)).toContain('Rejected and submitted again');
    await reject('Still wrong.');
    expect((await admin.browser.get(REVIEW)).html).not.toContain(id);
    expect(mainText(await browser.get(own))).toContain('Still wrong.');
    expect(mainText(await browser.get(own))).toContain('Fix what is wrong');
  });

  test('offers only the verdicts that its status allows', async () => {
    const { id, path } = await requested();
    const offered = async () =>
      (await admin.browser.get(path)).root
        .querySelectorAll('form')
        .map((form) => form.getAttribute('action')?.slice(path.length + 1));
    expect(await offered()).toEqual(['approval', 'rejection']);
    await service.stores.clients.clients.setStatus(id, 'approved', undefined, ACTOR);
    expect(await offered()).toEqual(['suspension']);
    await service.stores.clients.clients.setStatus(id, 'suspended', 'abuse', ACTOR);
    expect(await offered()).toEqual(['resumption']);
  });
});

describe('an approved client', () => {
  test('is suspended with a reason, its tokens stop within a second, and is resumed with them', async () => {
    const { client, id, path } = await requested({}, true);
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
  test('on something that changed since it was shown is refused, and the new state is shown', async () => {
    const { owner, id, path } = await requested();
    const shown = await admin.browser.get(path);
    const { browser } = await visit(service, owner);
    await browser.submit(await browser.get(`/settings/developer/clients/${id}/edit`), {
      redirect_uris: 'https://evil.example/cb',
    });
    for (const [to, fields] of [
      ['/approval', {}],
      ['/rejection', { reason: 'typed' }],
    ] as const) {
      const page = await admin.browser.submit(formOf(shown, to), fields);
      expect(page.status).toBe(409);
      expect(mainText(page)).toContain('the client changed since you opened this page');
      expect(mainText(page)).toContain('https://evil.example/cb');
      expect(await statusOf(id)).toBe('pending');
      if (to === '/rejection') expect(page.root.querySelector('textarea')?.text).toBe('typed');
    }
  });

  test('that somebody else gave first is shown, and the second is refused', async () => {
    const { id, path } = await requested();
    const shown = await admin.browser.get(path);
    await admin.browser.submit(formOf(shown, '/rejection'), { reason: 'First.' });
    const page = await admin.browser.submit(formOf(shown, '/approval'), {});
    expect([page.status, await statusOf(id)]).toEqual([409, 'rejected']);
    expect(mainText(page)).toContain('First.');
  });

  test('on an own client is not offered and not taken', async () => {
    const client = await service.client({}, { ownerId: admin.person.account.id, approved: false });
    const path = `${REVIEW}/${client.clientId}`;
    const page = await admin.browser.get(path);
    expect(mainText(page)).toContain('You cannot review this client');
    expect(page.root.querySelectorAll('form')).toEqual([]);
    const other = await requested();
    const form = formOf(await admin.browser.get(other.path), '/approval');
    for (const verdict of VERDICTS) {
      const answer = await admin.browser.submit(sentTo(form, `${path}/${verdict}`), { reason: 'because' });
      expect([verdict, answer.status]).toEqual([verdict, 403]);
    }
    expect(await statusOf(client.clientId)).toBe('pending');
  });

  test('on a client that does not exist is not found', async () => {
    const { path } = await requested();
    const form = formOf(await admin.browser.get(path), '/approval');
    expect(
      (await admin.browser.submit(sentTo(form, `${REVIEW}/${'0'.repeat(64)}/approval`), {})).status,
    ).toBe(404);
  });

  test('leaves a line in the audit log, with who gave it and from where', async () => {
    const { id, path } = await requested();
    await admin.browser.submit(formOf(await admin.browser.get(path), '/rejection'), { reason: 'No.' });
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    expect(entries.filter(({ subject }) => subject === `client:${id}`).at(-1)).toMatchObject({
      action: 'client.rejected',
      actor: `account:${admin.person.account.id}`,
      clientIp: '127.0.0.1',
      facts: { from: 'pending', reason: 'No.' },
    });
  });
});
