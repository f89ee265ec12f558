/* Clients that an administrator marks as migrating: the retired scope names mean those of today. */
import { formOf, mainText } from '../clients/forms.js';
import { authorizeUrl, me, refresh, tokensFor, visit, type Visitor } from '../support/oauth.js';
import { type TestClient, useService } from '../support/service.js';

const RETIRED = 'READ_BOOKING READ_PROFILE';
const TODAY = 'BOOKING_READ PROFILE_READ';

const service = useService();
let admin: Visitor;
let owner: Visitor;
let visitor: Visitor;
beforeAll(async () => {
  [admin, owner, visitor] = [await visit(service), await visit(service), await visit(service)];
  await service.stores.accounts.accounts.setAdmin(admin.user.account.id, true, { actor: 'test' });
});

const ownClient = (options: { readonly legacy?: boolean } = {}): Promise<TestClient> =>
  service.client({ kind: 'public' }, { ownerId: owner.user.account.id, ...options });

/** Posts the form of the review page as its administrator. */
async function mark({ clientId }: TestClient, migrating: 'yes' | 'no') {
  const page = await admin.browser.get(`/admin/clients/${clientId}`);
  return admin.browser.submit(formOf(page, '/migration'), {}, migrating);
}

const errorOf = async (client: TestClient, scope: string): Promise<string | null> => {
  const params = { scope, code_challenge: 'a'.repeat(43) };
  const page = await visitor.browser.get(authorizeUrl(service, client, params));
  return page.left?.searchParams.get('error') ?? null;
};

test('a migrating client signs in and refreshes with retired names; responses have those of today', async () => {
  const client = await ownClient();
  expect(await errorOf(client, RETIRED)).toBe('invalid_scope');
  expect(mainText(await mark(client, 'yes'))).toContain('retired scopes are accepted');
  const tokens = await tokensFor(service, client, visitor, { scope: RETIRED });
  expect(tokens.scope).toBe(TODAY);
  expect((await me(service, tokens.access_token)).status).toBe(200);
  const same = await refresh(service, client, tokens.refresh_token, { scope: RETIRED });
  expect([same.status, same.body.scope]).toEqual([200, TODAY]);
  const mixed = await refresh(service, client, same.body.refresh_token, {
    scope: 'READ_BOOKING,PROFILE_READ',
  });
  expect([mixed.status, mixed.body.scope.split(' ').toSorted().join(' ')]).toEqual([200, TODAY]);
  const less = await refresh(service, client, mixed.body.refresh_token, { scope: 'READ_BOOKING' });
  expect([less.status, less.body.scope]).toEqual([200, 'BOOKING_READ']);
  expect((await me(service, less.body.access_token)).status).toBe(403);
});

test('a retired name gives nothing that was not granted or is not enabled', async () => {
  const client = await ownClient();
  await mark(client, 'yes');
  const tokens = await tokensFor(service, client, visitor, { scope: 'READ_PROFILE' });
  const wider = await refresh(service, client, tokens.refresh_token, { scope: RETIRED });
  expect([wider.status, wider.body]).toEqual([
    400,
    { error: 'invalid_scope', error_description: expect.stringContaining(`has no ${RETIRED}`) },
  ]);
  const other = await service.client({ kind: 'public', scopes: ['PROFILE_READ'] });
  await mark(other, 'yes');
  expect(await errorOf(other, 'READ_BOOKING')).toBe('invalid_scope');
});

test('a client that is no longer migrating is refused, and keeps its grants', async () => {
  const client = await ownClient();
  await mark(client, 'yes');
  const tokens = await tokensFor(service, client, visitor, { scope: RETIRED });
  expect(mainText(await mark(client, 'no'))).toContain('retired scopes are refused');
  expect(await errorOf(client, RETIRED)).toBe('invalid_scope');
  const next = await refresh(service, client, tokens.refresh_token);
  expect([next.status, next.body.scope]).toEqual([200, TODAY]);
  const mixed = await refresh(service, client, next.body.refresh_token, {
    scope: 'READ_BOOKING PROFILE_READ',
  });
  expect([mixed.status, mixed.body.error]).toEqual([400, 'invalid_scope']);
});

test('a migrating client that is legacy means no scope until it has scopes', async () => {
  const client = await service.client({}, { legacy: true });
  await mark(client, 'yes');
  const tokens = await tokensFor(service, client, visitor, { scope: RETIRED });
  expect(tokens.scope).toBe('');
  const next = await refresh(service, client, tokens.refresh_token, { scope: 'READ_BOOKING' });
  expect([next.status, next.body.scope]).toEqual([200, '']);
});

test('the mark is on the pages of the client and in the audit log; its managers cannot set it', async () => {
  const client = await ownClient();
  await mark(client, 'yes');
  const own = `/settings/developer/clients/${client.clientId}`;
  expect(mainText(await owner.browser.get(own))).toContain('READ_PROFILE means PROFILE_READ');
  await mark(client, 'no');
  expect(mainText(await owner.browser.get(own))).not.toContain('READ_PROFILE');
  const actions = (await service.stores.events.audit.list(undefined, 10_000))
    .filter(({ subject }) => subject === `client:${client.clientId}`)
    .map(({ action }) => action);
  expect(actions).toEqual(['client.created', 'client.migration_started', 'client.migration_ended']);
  const mine = await service.client({}, { ownerId: admin.user.account.id });
  const page = await admin.browser.get(`/admin/clients/${mine.clientId}`);
  expect(page.html).not.toContain('/migration"');
  const other = await admin.browser.get(`/admin/clients/${client.clientId}`);
  const forged = formOf(other, '/migration');
  forged.root.querySelector('form')?.setAttribute('action', `/admin/clients/${mine.clientId}/migration`);
  expect((await admin.browser.submit(forged, { migrating: 'yes' })).status).toBe(403);
});
