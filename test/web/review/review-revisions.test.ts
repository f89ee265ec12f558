import { authorizeUrl, codeFor, exchange, refresh, tokensFor, visit } from '../../support/oauth.js';
import { REDIRECT_URI, type Service, useService } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';

const ACTOR = { actor: 'test' };
const NEW_URI = 'https://client.example.com/new';

const service = useService();
let admin: Awaited<ReturnType<typeof visit>>;
beforeAll(async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  admin = await visit(service, user);
});

async function approved(form: Parameters<Service['client']>[0] = {}) {
  const owner = await visit(service);
  const client = await service.client(
    { website: 'https://client.example.com', ...form },
    { ownerId: owner.user.account.id },
  );
  const id = client.clientId;
  const path = `/settings/developer/clients/${id}`;
  return {
    owner,
    client,
    id,
    path,
    reviewPath: `/admin/clients/${id}`,
    live: () => service.stores.clients.clients.find(id),
    edit: async (fields: Readonly<Record<string, string | readonly string[]>>) =>
      owner.browser.submit(await owner.browser.get(`${path}/edit`), fields),
  };
}

describe('an edit of an approved client', () => {
  test('that needs review waits, is compared field by field, and changes nothing for users', async () => {
    const { client, owner, path, edit, live } = await approved();
    const visitor = await visit(service);
    const tokens = await tokensFor(service, client, visitor);
    const before = await live();
    const page = await edit({ name: 'Acme Two', redirect_uris: `${REDIRECT_URI}\n${NEW_URI}` });
    expect(mainText(page)).toContain('wait for review. Until then');
    expect(mainText(page)).toMatch(/Name\s*Now\s*Acme Sync\s*Proposed\s*Acme Two/);
    expect(page.root.querySelectorAll('.comparison ins').map(({ text }) => text)).toEqual([
      'Acme Two',
      NEW_URI,
    ]);
    expect(page.root.querySelectorAll('.comparison del').map(({ text }) => text)).toEqual(['Acme Sync']);
    expect(await live()).toEqual({ ...before, version: 2 });
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
    expect((await exchange(service, client, await codeFor(service, client, visitor))).status).toBe(200);
    expect((await visitor.browser.get(authorizeUrl(service, client, { redirect_uri: NEW_URI }))).status).toBe(
      400,
    );
    expect(mainText(await owner.browser.get('/settings/developer'))).toContain('Proposal waiting');
    const form = await owner.browser.get(`${path}/edit`);
    expect(form.root.querySelector('#name')?.getAttribute('value')).toBe('Acme Two');
  });

  test('that only narrows the client takes effect at once', async () => {
    const { edit, live } = await approved({ redirectUris: [REDIRECT_URI, NEW_URI] });
    const page = await edit({ redirect_uris: REDIRECT_URI, scopes: ['PROFILE_READ'], purpose: 'Less.' });
    expect(mainText(page)).toContain('are in effect.');
    expect(await live()).toMatchObject({
      redirectUris: [REDIRECT_URI],
      scopes: ['PROFILE_READ'],
      purpose: 'Less.',
    });
  });

  test('of both kinds takes effect in part, and the page says so', async () => {
    const { edit, live } = await approved();
    const page = await edit({ name: 'Acme Two', purpose: 'More.' });
    expect(mainText(page)).toContain('Some of your changes to');
    expect(await live()).toMatchObject({ name: 'Acme Sync', purpose: 'More.' });
  });

  test('adds a READ scope beside its WRITE scope without review', async () => {
    const { edit, live } = await approved({ scopes: ['SCHEDULE_WRITE'] });
    await edit({ scopes: ['SCHEDULE_READ', 'SCHEDULE_WRITE'] });
    expect((await live())?.scopes.toSorted()).toEqual(['SCHEDULE_READ', 'SCHEDULE_WRITE']);
  });

  test('without a change creates no proposal', async () => {
    const { id, edit } = await approved();
    const before = await service.stores.clients.records.find(id);
    await edit({});
    expect(await service.stores.clients.records.find(id)).toEqual(before);
  });
});

describe('a proposal of changes', () => {
  test('is withdrawn by its owner', async () => {
    const { owner, id, path, edit } = await approved();
    await edit({ name: 'Acme Two' });
    const page = await owner.browser.submit(
      formOf(await owner.browser.get(path), '/revision/withdrawal'),
      {},
    );
    expect(mainText(page)).toContain('was withdrawn. Nothing else changed.');
    expect((await service.stores.clients.records.find(id))?.proposal).toBeUndefined();
    expect((await admin.browser.get('/admin/clients')).html).not.toContain(id);
  });

  test('is in the queue, is compared for the reviewer, and takes effect as a whole when approved', async () => {
    const { client, id, reviewPath, edit, live } = await approved();
    await edit({
      name: 'Acme Two',
      website: '',
      redirect_uris: `${REDIRECT_URI}\n${NEW_URI}`,
      scopes: ['BOOKING_READ', 'BOOKING_WRITE', 'PROFILE_READ', 'PROFILE_WRITE', 'SCHEDULE_READ'],
    });
    expect((await admin.browser.get('/admin/clients')).html).toContain(id);
    const page = await admin.browser.get(reviewPath);
    const changes = page.root
      .querySelectorAll('.comparison section')
      .map((section) => [
        section.querySelector('h3')?.text,
        section.querySelectorAll('del').map(({ text }) => text),
        section.querySelectorAll('ins').map(({ text }) => text),
      ]);
    expect(changes).toEqual([
      ['Name', ['Acme Sync'], ['Acme Two']],
      ['Website', ['https://client.example.com'], []],
      ['Redirect URIs', [], [NEW_URI]],
      ['Scopes', [], ['SCHEDULE_READ']],
    ]);
    expect(mainText(page)).toContain('There is no website to check it against');
    const after = await admin.browser.submit(formOf(page, '/revision/approval'), {});
    expect(mainText(after)).toContain('are in effect.');
    expect(await live()).toMatchObject({
      name: 'Acme Two',
      status: 'approved',
      redirectUris: [REDIRECT_URI, NEW_URI],
      scopes: ['BOOKING_READ', 'BOOKING_WRITE', 'PROFILE_READ', 'PROFILE_WRITE', 'SCHEDULE_READ'],
    });
    expect((await live())?.website).toBeUndefined();
    const visitor = await visit(service);
    const asked = authorizeUrl(service, client, { redirect_uri: NEW_URI, scope: 'SCHEDULE_READ' });
    expect((await visitor.browser.get(asked)).status).toBe(200);
    expect((await admin.browser.get('/admin/clients')).html).not.toContain(id);
  });

  test('is rejected with a reason for its owner, and can be proposed again', async () => {
    const { owner, id, path, reviewPath, edit, live } = await approved();
    await edit({ name: 'Acme Two' });
    const form = formOf(await admin.browser.get(reviewPath), '/revision/rejection');
    expect((await admin.browser.submit(form, { reason: '' })).status).toBe(422);
    await admin.browser.submit(form, { reason: 'This name is taken.' });
    const page = await owner.browser.get(path);
    expect(mainText(page)).toContain('These changes were rejected');
    expect(mainText(page)).toContain('This name is taken.');
    expect(await live()).toMatchObject({ name: 'Acme Sync', status: 'approved' });
    await edit({ name: 'Acme Three' });
    expect((await service.stores.clients.records.find(id))?.proposal).toMatchObject({ name: 'Acme Three' });
    expect((await admin.browser.get('/admin/clients')).html).toContain(id);
  });

  test('stays rejected when the form is saved without a change', async () => {
    const { id, reviewPath, edit } = await approved();
    await edit({ name: 'Acme Two' });
    await admin.browser.submit(formOf(await admin.browser.get(reviewPath), '/revision/rejection'), {
      reason: 'No.',
    });
    await edit({});
    expect((await service.stores.clients.records.find(id))?.proposal?.refusal).toBe('No.');
  });

  test('that changed meanwhile is neither approved nor rejected, and the page shows the new one', async () => {
    const { reviewPath, edit, live } = await approved();
    await edit({ name: 'Acme Two' });
    const outdated = await admin.browser.get(reviewPath);
    await edit({ name: 'Acme Evil' });
    const page = await admin.browser.submit(formOf(outdated, '/revision/approval'), {});
    expect(page.status).toBe(409);
    expect(mainText(page)).toContain('Acme Evil');
    expect(
      (await admin.browser.submit(formOf(outdated, '/revision/rejection'), { reason: 'No.' })).status,
    ).toBe(409);
    expect((await live())?.name).toBe('Acme Sync');
  });

  test('that was withdrawn meanwhile is not approved', async () => {
    const { owner, path, reviewPath, edit, live } = await approved();
    await edit({ name: 'Acme Two' });
    const outdated = await admin.browser.get(reviewPath);
    await owner.browser.submit(formOf(await owner.browser.get(path), '/revision/withdrawal'), {});
    expect((await admin.browser.submit(formOf(outdated, '/revision/approval'), {})).status).toBe(409);
    expect((await live())?.name).toBe('Acme Sync');
  });

  test('of a suspended client waits for review, and takes no effect when the client is resumed', async () => {
    const { id, reviewPath, edit, live } = await approved();
    await service.stores.clients.clients.setStatus(id, 'suspended', 'abuse', ACTOR);
    await edit({ name: 'Acme Two' });
    await admin.browser.submit(formOf(await admin.browser.get(reviewPath), '/resumption'), {});
    expect(await live()).toMatchObject({ name: 'Acme Sync', status: 'approved' });
  });

  test('cannot be decided by the administrator who owns the client', async () => {
    const client = await service.client({}, { ownerId: admin.user.account.id });
    const path = `/settings/developer/clients/${client.clientId}`;
    await admin.browser.submit(await admin.browser.get(`${path}/edit`), { name: 'My Own' });
    const page = await admin.browser.get(`/admin/clients/${client.clientId}`);
    expect(mainText(page)).toContain('My Own');
    expect(page.root.querySelectorAll('form')).toEqual([]);
  });
});
