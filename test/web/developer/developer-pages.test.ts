import { createBrowser } from '../../support/browser.js';
import {
  authorize,
  exchange,
  me,
  postForm,
  refresh,
  tokensFor,
  tokenUrl,
  visit,
} from '../../support/oauth.js';
import { REDIRECT_URI, startService, type TestClient, useService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { formOf, mainText, sentTo } from '../../clients/forms.js';

const SETTINGS = '/settings/developer';

const service = useService();

const FORM = {
  name: 'Acme Sync',
  purpose: 'Copies bookings into Acme.',
  website: 'https://acme.example',
  support_email: 'help@acme.example',
  privacy_policy: 'https://acme.example/privacy',
  terms_of_service: 'https://acme.example/terms',
  kind: 'confidential',
  redirect_uris: `${REDIRECT_URI}\r\nhttp://localhost/callback\r\n`,
  scopes: ['BOOKING_READ', 'PROFILE_READ'],
};

const secretOn = (html: string): string => /sk_[\w-]{43}/.exec(html)?.[0] ?? '';
const clientIdOn = (html: string): string => /[0-9a-f]{64}/.exec(html)?.[0] ?? '';

async function created(change: Partial<typeof FORM> = {}) {
  const visitor = await visit(service);
  const { browser } = visitor;
  const answer = await browser.submit(await browser.get(`${SETTINGS}/clients/new`), { ...FORM, ...change });
  const clientId = clientIdOn(answer.html);
  return {
    ...visitor,
    answer,
    clientId,
    clientSecret: secretOn(answer.html),
    path: `${SETTINGS}/clients/${clientId}`,
  };
}

const asClient = (clientId: string, clientSecret: string): TestClient => ({
  clientId,
  clientSecret,
  status: 'pending',
  form: { ...FORM, redirectUris: [REDIRECT_URI] },
});

const fieldFaults = (html: string): string[] =>
  [...html.matchAll(/id="([a-z_]+)-fault"/g)].map(([, field = '']) => field);

describe('developer settings', () => {
  test('redirect visitors to the sign-in page, and then back', async () => {
    const page = await createBrowser(service.url).get(SETTINGS);
    expect(page.url).toContain('/sign-in?return_to=%2Fsettings%2Fdeveloper');
  });

  test('explain clients to a user without one, and are linked from the home page', async () => {
    const { browser } = await visit(service);
    expect(mainText(await browser.get(SETTINGS))).toContain('You have no clients yet');
    expect((await browser.get('/')).html).toContain(`href="${SETTINGS}"`);
  });

  test('list only the user’s own clients, with status and kind', async () => {
    const { browser, clientId } = await created({ name: 'Only Mine' });
    const other = await created({ name: 'Not Mine' });
    const page = await browser.get(SETTINGS);
    expect(page.html).toContain(clientId);
    expect(mainText(page)).toMatch(/Only Mine.*Pending.*Confidential · Created just now/s);
    expect(page.html).not.toContain(other.clientId);
  });
});

test('developer settings are at the path of SETTINGS_URL', async () => {
  const elsewhere = await startService({
    hosts: (port) => ({ SETTINGS_URL: `http://localhost:${port}/build/apps` }),
  });
  const { browser } = await visit(elsewhere);
  const page = await browser.submit(await browser.get('/build/apps/clients/new'), FORM);
  expect(page.status).toBe(201);
  expect((await browser.get('/')).html).toContain('href="/build/apps"');
  expect((await browser.get(SETTINGS)).status).toBe(404);
  await elsewhere.close();
});

describe('creating a client', () => {
  test('shows every scope once, grouped by level, none selected', async () => {
    const { browser } = await visit(service);
    const { root } = await browser.get(`${SETTINGS}/clients/new`);
    const counts = root
      .querySelectorAll('.level')
      .map((level) => level.querySelectorAll('[name=scopes]').length);
    expect(counts).toEqual([14, 18, 14]);
    expect(root.querySelectorAll('[name=scopes][checked]')).toEqual([]);
  });

  test('shows the secret once, on a page that is not stored', async () => {
    const { browser, answer, clientId, clientSecret, path } = await created();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(clientSecret).not.toBe('');
    expect(await service.stores.clients.clients.find(clientId)).toMatchObject({
      name: 'Acme Sync',
      status: 'pending',
      website: 'https://acme.example',
      supportEmail: 'help@acme.example',
      privacyPolicy: 'https://acme.example/privacy',
      termsOfService: 'https://acme.example/terms',
      redirectUris: [REDIRECT_URI, 'http://localhost/callback'],
      scopes: ['BOOKING_READ', 'PROFILE_READ'],
    });
    const page = await browser.get(path);
    expect(mainText(page)).toContain(`Secret ending in ${clientSecret.slice(-4)}`);
    for (const later of [page, await browser.get(SETTINGS), await browser.get(`${path}/secrets`)])
      expect(later.html).not.toContain(clientSecret);
  });

  test('creates a client that its owner can use at once', async () => {
    const { browser, user, clientId, clientSecret } = await created();
    const client = asClient(clientId, clientSecret);
    const { code } = await authorize(service, client, user, { browser });
    expect((await exchange(service, client, code)).status).toBe(200);
  });

  test('creates a public client without a secret', async () => {
    const { answer, clientSecret } = await created({ kind: 'public' });
    expect([answer.status, clientSecret]).toEqual([200, '']);
    expect(mainText(answer)).toContain('was created. It waits for review.');
    expect(mainText(answer)).not.toContain('Client secrets');
  });

  test.each<[string, Partial<typeof FORM>, string, string]>([
    ['no name', { name: '  ' }, 'name', 'The name is empty'],
    [
      'a name of 10,000 characters',
      { name: 'x'.repeat(10_000) },
      'name',
      'has 10000 characters. Use at most 100',
    ],
    ['a name with a direction mark', { name: 'Acme \u202exe' }, 'name', 'invisible'],
    ['no purpose', { purpose: '' }, 'purpose', 'The purpose is empty'],
    [
      'a website that is none',
      { website: 'javascript:alert(1)' },
      'website',
      'Write it like https://app.example',
    ],
    [
      'an e-mail address that is none',
      { support_email: 'acme' },
      'support_email',
      'is not an e-mail address',
    ],
    ['a privacy policy that is none', { privacy_policy: 'acme' }, 'privacy_policy', 'Write it like https'],
    [
      'terms that are none',
      { terms_of_service: 'ftp://a.example' },
      'terms_of_service',
      'Write it like https',
    ],
    ['an unknown kind', { kind: 'secret' }, 'kind', 'Choose confidential or public'],
    ['no redirect URI', { redirect_uris: ' \r\n' }, 'redirect_uris', 'Give at least one'],
    [
      'a redirect URI over http',
      { redirect_uris: 'http://acme.example/cb' },
      'redirect_uris',
      'http://acme.example/cb is not https. Use https',
    ],
    [
      'an eleventh redirect URI',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://acme.example/${n}`).join('\n') },
      'redirect_uris',
      'has 11 entries. Give at most 10',
    ],
    ['no scope', { scopes: [] }, 'scopes', 'Choose at least one'],
    ['an unknown scope', { scopes: ['PROFILE_READ', 'ADMIN'] }, 'scopes', 'unknown name "ADMIN"'],
  ])('refuses %s beside its field, and keeps the input', async (_, change, field, message) => {
    const { browser } = await visit(service);
    const typed = { ...FORM, ...change };
    const page = await browser.submit(await browser.get(`${SETTINGS}/clients/new`), typed);
    expect([page.status, fieldFaults(page.html)]).toEqual([422, [field]]);
    expect(page.root.querySelector(`#${field}-fault`)?.text).toContain(message);
    expect(page.root.querySelector('#name')?.getAttribute('value')).toBe(typed.name);
    expect(page.root.querySelector('#purpose')?.text).toBe(typed.purpose);
    for (const name of ['website', 'support_email', 'privacy_policy', 'terms_of_service'] as const)
      expect(page.root.querySelector(`#${name}`)?.getAttribute('value')).toBe(typed[name]);
    expect(page.root.querySelector('#redirect_uris')?.text.replaceAll(/\r?\n/g, '\n')).toBe(
      typed.redirect_uris.replaceAll(/\r?\n/g, '\n'),
    );
    expect(
      page.root.querySelectorAll('[name=scopes][checked]').map((box) => box.getAttribute('value')),
    ).toEqual(typed.scopes.filter((name) => name !== 'ADMIN'));
    expect(mainText(await browser.get(SETTINGS))).toContain('You have no clients yet');
  });

  test('creates one client when the form is submitted twice', async () => {
    const { browser } = await visit(service);
    const form = await browser.get(`${SETTINGS}/clients/new`);
    const answers = await Promise.all([1, 2, 3].map(() => browser.submit(form, FORM)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    expect(mainText(answers.find(({ status }) => status === 200) ?? form)).toContain(
      'form was submitted twice',
    );
    expect((await browser.get(SETTINGS)).root.querySelectorAll('.rows > li')).toHaveLength(1);
    const other = await visit(service);
    const draft = form.root.querySelector('[name=draft]')?.getAttribute('value') ?? '';
    const theirs = await other.browser.submit(await other.browser.get(`${SETTINGS}/clients/new`), {
      ...FORM,
      draft,
    });
    expect(theirs.status).toBe(201);
  });

  test('escapes markup in a name', async () => {
    const name = '<script>alert(1)</script> "O\'Neil" שלום';
    const { browser, path } = await created({ name });
    const page = await browser.get(path);
    expect(page.root.querySelectorAll('script:not([src])')).toEqual([]);
    expect(page.root.querySelector('h1 bdi')?.text).toBe(name);
  });

  test('ignores fields that are not in the form', async () => {
    const { browser, user } = await visit(service);
    const extra = {
      ...FORM,
      status: 'approved',
      owner: '1',
      ownerId: '1',
      legacy: 'true',
      client_id: 'mine',
    };
    const answer = await browser.submit(await browser.get(`${SETTINGS}/clients/new`), extra);
    expect(await service.stores.clients.clients.find(clientIdOn(answer.html))).toMatchObject({
      status: 'pending',
      legacy: false,
      ownerId: user.account.id,
    });
  });

  test('is refused cross-site and without a valid CSRF token', async () => {
    const { browser } = await visit(service);
    const page = await browser.get(`${SETTINGS}/clients/new`);
    expect((await browser.submit(page, { ...FORM, csrf: 'forged' })).status).toBe(403);
    const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
    const body = new URLSearchParams({ csrf, name: 'x' });
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await browser.raw(`${SETTINGS}/clients`, { method: 'POST', body, headers: elsewhere });
    expect(answer.status).toBe(403);
    expect(mainText(await browser.get(SETTINGS))).toContain('You have no clients yet');
  });
});

describe('a client page', () => {
  test('of another user is 404 for every page and form', async () => {
    const { clientId, path } = await created();
    const before = await service.stores.clients.records.find(clientId);
    const nonMember = await created();
    const csrf = formOf(await nonMember.browser.get(nonMember.path), '/secrets')
      .root.querySelector('[name=csrf]')
      ?.getAttribute('value');
    const secretId = before?.client.secrets[0]?.id ?? '';
    const gets = ['', '/edit', '/removal', '/secrets', '/testers'].map((end) =>
      nonMember.browser.get(path + end),
    );
    for (const page of await Promise.all(gets)) expect(page.status).toBe(404);
    const ends = [
      '',
      '/removal',
      '/secrets',
      `/secrets/${secretId}/removal`,
      '/testers',
      '/testers/1/removal',
      '/revision/withdrawal',
    ];
    for (const end of ends) {
      const body = new URLSearchParams({
        csrf: csrf ?? '',
        version: '1',
        confirmation: 'Acme Sync',
        email: 'a@example.com',
      });
      const answer = await nonMember.browser.raw(path + end, { method: 'POST', body });
      expect([end, answer.status]).toEqual([end, 404]);
    }
    expect(await service.stores.clients.records.find(clientId)).toEqual(before);
  });

  test('is 404 for an unknown id', async () => {
    const { browser } = await visit(service);
    expect((await browser.get(`${SETTINGS}/clients/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await browser.get(`${SETTINGS}/clients/%F0%9F%92%A5`)).status).toBe(404);
  });

  test('shows the reason of a rejection', async () => {
    const { browser, clientId, path } = await created();
    await service.stores.clients.clients.setStatus(clientId, 'rejected', 'The website does not answer.', {
      actor: 'test',
    });
    const text = mainText(await browser.get(path));
    expect(text).toContain('Rejected: nobody can use it');
    expect(text).toContain('The website does not answer.');
  });
});

describe('client secrets', () => {
  const secretsOf = async (clientId: string) =>
    (await service.stores.clients.clients.find(clientId))?.secrets ?? [];

  test('are rotated without revoking tokens, and the second one is shown once', async () => {
    const { browser, user, clientId, clientSecret, path } = await created();
    const tokens = await tokensFor(service, asClient(clientId, clientSecret), { user, browser });
    const answer = await browser.submit(formOf(await browser.get(path), '/secrets'), {});
    const second = secretOn(answer.html);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const [old] = await secretsOf(clientId);
    const page = await browser.get(path);
    expect(page.html).not.toContain(second);
    expect(mainText(page)).toContain('Requests with this secret fail from now on. Issued tokens stay valid.');
    const after = await browser.submit(formOf(page, `/secrets/${old?.id ?? ''}/removal`), {});
    expect(mainText(after)).toContain('was removed. Requests with it fail');
    expect((await refresh(service, asClient(clientId, clientSecret), tokens.refresh_token)).status).toBe(401);
    expect((await me(service, tokens.access_token)).status).toBe(200);
    expect((await refresh(service, asClient(clientId, second), tokens.refresh_token)).status).toBe(200);
  });

  test('are at least one and at most two', async () => {
    const { browser, clientId, path } = await created();
    const page = await browser.get(path);
    const [only] = await secretsOf(clientId);
    expect(page.html).not.toContain(`/secrets/${only?.id ?? ''}/removal`);
    const add = formOf(page, '/secrets');
    expect((await browser.submit(sentTo(add, `${path}/secrets/${only?.id ?? ''}/removal`), {})).status).toBe(
      409,
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.submit(add, {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await secretsOf(clientId)).toHaveLength(2);
  });
});

describe('an edit of a client', () => {
  test('takes effect at once while it is pending, and changes nothing else', async () => {
    const { browser, clientId, path } = await created();
    const before = await service.stores.clients.clients.find(clientId);
    const page = await browser.get(`${path}/edit`);
    expect(page.root.querySelector('#redirect_uris')?.text).toBe(
      `${REDIRECT_URI}\nhttp://localhost/callback`,
    );
    const after = await browser.submit(page, {
      name: 'Acme Two',
      kind: 'public',
      status: 'approved',
      owner: '1',
    });
    expect(mainText(after)).toContain('are in effect.');
    expect(await service.stores.clients.clients.find(clientId)).toEqual({
      ...before,
      version: 2,
      name: 'Acme Two',
    });
  });

  test('with faults marks the fields and keeps the input', async () => {
    const { browser, clientId, path } = await created();
    const page = await browser.submit(await browser.get(`${path}/edit`), {
      name: '',
      purpose: 'Typed.',
      scopes: [],
    });
    expect([page.status, fieldFaults(page.html)]).toEqual([422, ['name', 'scopes']]);
    expect(page.root.querySelector('#purpose')?.text).toBe('Typed.');
    expect((await service.stores.clients.clients.find(clientId))?.name).toBe('Acme Sync');
  });

  test('that is concurrent with another one gets a conflict, and keeps its input', async () => {
    const { browser, clientId, path } = await created();
    const [first, second] = [await browser.get(`${path}/edit`), await browser.get(`${path}/edit`)];
    await browser.submit(first, { name: 'First' });
    const conflicted = await browser.submit(second, { name: 'Second', purpose: 'Typed by the second.' });
    expect(conflicted.status).toBe(409);
    expect(mainText(conflicted)).toContain('the client was changed while you edited it');
    expect(mainText(conflicted)).toMatch(/Current version\s*First.*Your version\s*Second/s);
    expect(conflicted.root.querySelector('#purpose')?.text).toBe('Typed by the second.');
    expect((await service.stores.clients.clients.find(clientId))?.name).toBe('First');
    await browser.submit(conflicted, {});
    expect(await service.stores.clients.clients.find(clientId)).toMatchObject({
      name: 'Second',
      purpose: 'Typed by the second.',
    });
  });

  test('with a fault still gets a conflict after another edit', async () => {
    const { browser, path } = await created();
    const page = await browser.get(`${path}/edit`);
    await browser.submit(await browser.get(`${path}/edit`), { name: 'First' });
    const faulty = await browser.submit(page, { name: '' });
    expect((await browser.submit(faulty, { name: 'Second' })).status).toBe(409);
  });

  test('that saves scopes makes a legacy client a scoped one at once', async () => {
    const visitor = await visit(service);
    const client = await service.client({}, { ownerId: visitor.user.account.id, legacy: true });
    const path = `${SETTINGS}/clients/${client.clientId}`;
    const page = await visitor.browser.get(`${path}/edit`);
    expect(mainText(page)).toContain('This client has no scope list');
    await visitor.browser.submit(page, { scopes: ['PROFILE_READ'] });
    expect(await service.stores.clients.clients.find(client.clientId)).toMatchObject({
      legacy: false,
      scopes: ['PROFILE_READ'],
      status: 'approved',
    });
  });
});

describe('deleting a client', () => {
  test('requires its typed name', async () => {
    const { browser, clientId, path } = await created();
    const page = await browser.submit(await browser.get(`${path}/removal`), { confirmation: 'acme sync' });
    expect([page.status, page.root.querySelector('#confirmation')?.getAttribute('value')]).toEqual([
      422,
      'acme sync',
    ]);
    expect(mainText(page)).toContain('This is not the name of the client');
    expect(await service.stores.clients.clients.find(clientId)).toBeDefined();
  });

  test('revokes its secrets and tokens within a second on every replica', async () => {
    const { browser, user, clientId, clientSecret, path } = await created();
    const client = asClient(clientId, clientSecret);
    const tokens = await tokensFor(service, client, { user, browser });
    const replica = await service.replica();
    expect((await me(replica, tokens.access_token)).status).toBe(200);
    const after = await browser.submit(await browser.get(`${path}/removal`), { confirmation: ' Acme Sync ' });
    const removedAt = Date.now();
    expect(mainText(after)).toContain('was deleted. Its tokens');
    for (const one of [service, replica])
      await until(async () => (await me(one, tokens.access_token)).status === 401);
    expect(Date.now() - removedAt).toBeLessThan(1000);
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(401);
    const again = await postForm(tokenUrl(service), { grant_type: 'refresh_token', client_id: clientId });
    expect(again.body.error).toBe('invalid_client');
    expect((await browser.get(path)).status).toBe(404);
  });
});

test('every change is in the audit log, without secrets', async () => {
  const { browser, user, clientId, clientSecret, path } = await created();
  await browser.submit(formOf(await browser.get(path), '/secrets'), {});
  await browser.submit(await browser.get(`${path}/edit`), { name: 'Acme Two' });
  await browser.submit(await browser.get(`${path}/removal`), { confirmation: 'Acme Two' });
  const entries = (await service.stores.events.audit.list(undefined, 10_000)).filter(({ subject }) =>
    subject.includes(clientId),
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'client.created',
    'secret.added',
    'client.edited',
    'client.removed',
  ]);
  expect(
    entries.every(
      ({ actor, clientIp }) => actor === `account:${user.account.id}` && clientIp === '127.0.0.1',
    ),
  ).toBe(true);
  expect(entries[2]?.facts).toMatchObject({
    changed: [{ field: 'name', before: ['Acme Sync'], after: ['Acme Two'] }],
  });
  expect(JSON.stringify(entries)).not.toContain(clientSecret);
});
