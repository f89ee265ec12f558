/* How the owner of a legacy client gives it a scope list without breaking its application. */
import type { Page } from '../../support/browser.js';
import { authorizeUrl, me, tokensFor, visit } from '../../support/oauth.js';
import type { Visitor } from '../../support/oauth.js';
import { type TestClient, useService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { mainText } from '../../clients/forms.js';

const DAY = 86_400_000;

const service = useService({ clock: () => Date.now() + shift });
let owner: Visitor;
let shift = 0;
beforeAll(async () => {
  owner = await visit(service);
});
afterEach(() => {
  shift = 0;
});

const legacyClient = (): Promise<TestClient> =>
  service.client({ name: 'Old Sync' }, { ownerId: owner.user.account.id, legacy: true });
const pathOf = ({ clientId }: TestClient): string => `/settings/developer/clients/${clientId}`;
const authorize = (client: TestClient, scope?: string): Promise<Page> =>
  owner.browser.get(authorizeUrl(service, client, { scope }));
const call = async (token: string, method = 'GET'): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = method === 'GET' ? {} : { body: '{"name":"Ada"}' };
  return (await fetch(`${service.url}/v2/me`, { method, headers, ...body })).status;
};

async function eventually(path: string, text: string): Promise<Page> {
  let page = await owner.browser.get(path);
  await until(async () => {
    page = await owner.browser.get(path);
    return mainText(page).includes(text);
  });
  return page;
}

const ticked = (page: Page): readonly string[] =>
  page.root.querySelectorAll('[name=scopes][checked]').map((box) => box.getAttribute('value') ?? '');

/** A client with one authorization request without scope, and three calls. */
async function usedClient(): Promise<TestClient> {
  const client = await legacyClient();
  const { access_token: token } = await tokensFor(service, client, owner, { scope: undefined });
  expect([await call(token), await call(token), await call(token, 'PATCH')]).toEqual([200, 200, 200]);
  await eventually(pathOf(client), '1 request without scope');
  return client;
}

test('the assistant has no suggestion for a client without calls', async () => {
  const text = mainText(await owner.browser.get(pathOf(await legacyClient())));
  expect(text).toContain('Give this client a scope list');
  expect(text).toContain('It made no call in the last 30 days');
  expect(text).toContain('There were none.');
});

test('a scoped client has no assistant', async () => {
  const client = await service.client({}, { ownerId: owner.user.account.id });
  await tokensFor(service, client, owner);
  expect(mainText(await owner.browser.get(pathOf(client)))).not.toContain('scope list');
});

test('the assistant lists the scopes that calls needed with their counts, and the form selects them', async () => {
  const client = await usedClient();
  const page = await eventually(pathOf(client), 'Change your profile');
  const text = mainText(page).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Its calls of the last 30 days needed:');
  expect(text).toContain(
    'See your profile, with your name, e-mail address and time zone (2 calls)PROFILE_READ',
  );
  expect(text).toContain('Change your profile (1 call)PROFILE_WRITE');
  const link = page.root.querySelectorAll('a').find(({ text: label }) => label === 'Use these scopes');
  const form = await owner.browser.get(link?.getAttribute('href') ?? '');
  expect(ticked(form)).toEqual(['PROFILE_READ', 'PROFILE_WRITE']);
  expect(mainText(form)).toContain('Nothing is saved yet');
  expect((await service.stores.clients.clients.find(client.clientId))?.scopes).toEqual([]);
});

test('calls of tokens with scopes count, refused calls do not', async () => {
  const client = await legacyClient();
  const { access_token: token } = await tokensFor(service, client, owner, { scope: 'PROFILE_READ' });
  expect([await call(token), await call(token, 'PATCH')]).toEqual([200, 403]);
  const page = await eventually(pathOf(client), '(1 call)');
  expect(mainText(page)).not.toContain('PROFILE_WRITE');
  expect(mainText(page)).toMatch(
    /All of them named their scopes\.\s*0 requests without scope, 1 request with scope/,
  );
});

test('usage older than 30 days is not listed', async () => {
  const client = await usedClient();
  shift = 30 * DAY;
  owner = await visit(service, owner.user);
  const text = mainText(await owner.browser.get(pathOf(client)));
  expect(text).toContain('It made no call in the last 30 days');
  shift = 0;
  owner = await visit(service, owner.user);
});

describe('saving scopes while requests come without scope', () => {
  const scopes = ['PROFILE_READ'];
  const save = async (client: TestClient, fields = {}): Promise<Page> =>
    owner.browser.submit(await owner.browser.get(`${pathOf(client)}/edit`), { scopes, ...fields });
  const isLegacy = async ({ clientId }: TestClient) =>
    (await service.stores.clients.clients.find(clientId))?.legacy ?? false;

  test('asks for a confirmation with the number of requests, keeps the input, and saves when confirmed', async () => {
    const client = await usedClient();
    await authorize(client);
    await authorize(client, 'READ_BOOKING');
    await authorize(client, 'PROFILE_READ');
    await eventually(pathOf(client), '3 requests without scope, 1 request with scope.');
    const question = await save(client, { purpose: 'Copies bookings, and nothing else.' });
    expect(question.status).toBe(422);
    expect(mainText(question)).toContain(
      '3 authorization requests of the last 30 days came without scope. After saving, such requests are refused with invalid_scope.',
    );
    expect(ticked(question)).toEqual(scopes);
    expect(question.root.querySelector('#purpose')?.text).toBe('Copies bookings, and nothing else.');
    expect(await isLegacy(client)).toBe(true);

    const saved = await owner.browser.submit(question, {}, 'save');
    expect(mainText(saved)).toContain('are in effect.');
    expect(mainText(saved)).not.toContain('scope list');
    expect(await service.stores.clients.clients.find(client.clientId)).toMatchObject({
      legacy: false,
      scopes,
      purpose: 'Copies bookings, and nothing else.',
    });
    expect((await authorize(client)).left?.searchParams.get('error')).toBe('invalid_scope');
  });

  test('asks for a confirmation until such requests are 30 days old; old tokens stay valid', async () => {
    const client = await legacyClient();
    const { access_token: token } = await tokensFor(service, client, owner, { scope: undefined });
    await eventually(pathOf(client), '1 request without scope');
    const day = Math.floor(Date.now() / DAY);
    shift = (day + 29) * DAY - Date.now();
    owner = await visit(service, owner.user);
    expect(mainText(await owner.browser.get(pathOf(client)))).toContain('1 request without scope');
    expect((await save(client)).status).toBe(422);
    shift = (day + 30) * DAY - Date.now();
    owner = await visit(service, owner.user);
    const saved = await save(client);
    shift = 0;
    owner = await visit(service, owner.user);
    expect([saved.status, await isLegacy(client)]).toEqual([200, false]);
    expect((await me(service, token)).status).toBe(200);
  });

  test('asks for no confirmation when only other fields change', async () => {
    const client = await usedClient();
    expect((await save(client, { scopes: [], purpose: 'Copies.' })).status).toBe(200);
    expect(await isLegacy(client)).toBe(true);
  });

  test('asks for no confirmation while the form has faults, and still detects a concurrent change', async () => {
    const client = await usedClient();
    const faulty = await save(client, { redirect_uris: 'http://acme.example/' });
    expect([faulty.status, mainText(faulty).includes('came without scope')]).toEqual([422, false]);
    const question = await save(client);
    await save(client, { scopes: [], purpose: 'Copies other things.' });
    expect((await owner.browser.submit(question, {}, 'save')).status).toBe(409);
    expect(await isLegacy(client)).toBe(true);
  });
});

test('a reviewer is warned of WRITE scopes of a client that only read so far', async () => {
  const client = await service.client(
    { website: 'https://client.example.com' },
    { approved: false, ownerId: owner.user.account.id },
  );
  const scope = 'PROFILE_READ PROFILE_WRITE';
  const { access_token: token } = await tokensFor(service, client, owner, { scope });
  expect(await call(token)).toBe(200);
  const administrator = await visit(service);
  await service.stores.accounts.accounts.setAdmin(administrator.user.account.id, true, { actor: 'test' });
  const review = `/admin/clients/${client.clientId}`;
  const pageText = (): Promise<string> => administrator.browser.get(review).then(mainText);
  const warning =
    'It asks for 2 WRITE scopes, but in the last 30 days it made 1 call, and none needed a WRITE scope.';
  await until(async () => (await pageText()).includes(warning));
  expect(await call(token, 'PATCH')).toBe(200);
  await until(async () => !(await pageText()).includes(warning));
});

test('a reviewer is warned of a domain that is new for the owner', async () => {
  const { user } = await visit(service);
  const ownerId = user.account.id;
  await service.client({}, { ownerId });
  const client = await service.client(
    { website: 'https://sync.example.com', redirectUris: ['https://new-domain.example/cb'] },
    { ownerId, approved: false },
  );
  const administrator = await visit(service);
  await service.stores.accounts.accounts.setAdmin(administrator.user.account.id, true, { actor: 'test' });
  const text = mainText(await administrator.browser.get(`/admin/clients/${client.clientId}`));
  expect(text).toContain('The domain new-domain.example is new: no approved client of this owner has it.');
  expect(text).not.toContain('The domain example.com');
});
