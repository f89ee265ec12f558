/* Every refusal of the authorization server and of the API leaves its true cause, and requests that succeed leave none. */
import type { Cause } from '../../src/request-log/causes.js';
import type { FoundRequest } from '../../src/request-log/store.js';
import { dump } from '../support/dump.js';
import {
  authorizeUrl,
  basic,
  codeFor,
  credentials,
  exchange,
  introspect,
  me,
  pkce,
  postForm,
  refresh,
  revoke,
  tokensFor,
  tokenUrl,
  visit,
  type Visitor,
} from '../support/oauth.js';
import { type TestClient, useService } from '../support/service.js';
import { until } from '../support/until.js';

let ahead = 0;
const service = useService({ clock: () => Date.now() + ahead });
let visitor: Visitor;
beforeAll(async () => {
  visitor = await visit(service);
});
afterEach(() => {
  ahead = 0;
});

const log = () => service.stores.requestLog.requests;

/** Newest first, once there are as many. */
async function entriesOf({ clientId }: Pick<TestClient, 'clientId'>, atLeast = 1) {
  const query = { clientId, most: 20 };
  await until(async () => (await log().list(query)).length >= atLeast);
  return log().list(query);
}

async function refusedOf(client: TestClient): Promise<FoundRequest> {
  let found: FoundRequest | undefined;
  await until(async () => {
    [found] = await log().list({ clientId: client.clientId, refusedOnly: true, most: 1 });
    return found !== undefined;
  });
  if (found === undefined) throw new Error('nothing was refused');
  return found;
}

type Mistake = (client: TestClient) => Promise<unknown>;

const code = (client: TestClient, params = {}) => codeFor(service, client, visitor, params);
const ask = (client: TestClient, params: Readonly<Record<string, string | undefined>>) =>
  visitor.browser.get(authorizeUrl(service, client, params));

const CONFIDENTIAL: readonly (readonly [cause: Cause['code'], make: Mistake, facts?: object])[] = [
  ['secret_missing', (client) => exchange(service, client, 'x', { client_secret: undefined })],
  [
    'secret_sent_twice',
    (client) =>
      postForm(
        tokenUrl(service),
        { ...credentials(client), grant_type: 'refresh_token' },
        basic(client.clientId, 'x'),
      ),
  ],
  ['wrong_secret', (client) => revoke(service, { ...client, clientSecret: 'sk_no' }, 'x')],
  ['wrong_secret', (client) => introspect(service, { ...client, clientSecret: 'sk_no' }, 'x')],
  [
    'invalid_request',
    (client) => postForm(tokenUrl(service), { ...credentials(client), grant_type: 'password' }),
  ],
  ['invalid_request', (client) => exchange(service, client, 'x', { resource: 'https://api.example' })],
  [
    'redirect_uri_changed',
    async (client) =>
      exchange(service, client, await code(client), { redirect_uri: 'https://client.example.com/' }),
    { differsIn: ['its path'], closest: 'https://client.example.com/callback' },
  ],
  [
    'verifier_missing',
    async (client) => exchange(service, client, await code(client, { code_challenge: pkce().challenge })),
  ],
  [
    'verifier_unexpected',
    async (client) => exchange(service, client, await code(client), { code_verifier: pkce().verifier }),
  ],
  [
    'verifier_malformed',
    async (client) => exchange(service, client, await code(client), { code_verifier: 'x' }),
  ],
  ['code_unknown', (client) => exchange(service, client, `sac_${'x'.repeat(65)}`)],
  [
    'code_repeated',
    async (client) => {
      const twice = await code(client);
      await exchange(service, client, twice);
      await exchange(service, client, twice);
    },
  ],
  ['refresh_unknown', (client) => refresh(service, client, 'x')],
  [
    'scope_beyond_grant',
    async (client) => {
      const { refresh_token: token } = await tokensFor(service, client, visitor);
      await refresh(service, client, token, { scope: 'PROFILE_READ BOOKING_READ' });
    },
    { scopes: ['BOOKING_READ'] },
  ],
  ['other_client', async (client) => exchange(service, client, await code(await service.client()))],
  ['redirect_uri_missing', (client) => ask(client, { redirect_uri: undefined })],
  ['scope_required', (client) => ask(client, { scope: undefined })],
  ['scope_unknown', (client) => ask(client, { scope: 'PROFILE_READ NONE' }), { scopes: ['NONE'] }],
  ['prompt_none', (client) => ask(client, { prompt: 'none' })],
  [
    'pkce_method',
    (client) => ask(client, { code_challenge: pkce().challenge, code_challenge_method: 'plain' }),
  ],
  [
    'invalid_request',
    (client) => ask(client, { response_mode: 'fragment' }),
    { fault: 'response_mode must be query' },
  ],
  ['denied', async (client) => visitor.browser.submit(await ask(client, {}), {}, 'cancel')],
  [
    'token_invalid',
    async (client) => {
      const { access_token: token } = await tokensFor(service, client, visitor);
      await revoke(service, client, token);
      await me(service, token);
    },
  ],
  [
    'invalid_input',
    async (client) => {
      const { access_token: token } = await tokensFor(service, client, visitor, { scope: 'PROFILE_WRITE' });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      await fetch(`${service.url}/v2/me`, { method: 'PATCH', headers, body: '{"timeZone": 1}' });
    },
    { properties: ['timeZone'] },
  ],
];

describe('each refusal has its cause', () => {
  const rows = CONFIDENTIAL.map(([cause, make, facts = {}]) => ({ cause, make, facts }));
  const clients: TestClient[] = [];
  // All of them before the first one is looked up: entries are stored once a second.
  beforeAll(async () => {
    for (const { make } of rows) {
      const client = await service.client();
      await make(client);
      clients.push(client);
    }
  });

  test.each(rows.map((row, at) => ({ ...row, at })))('$cause', async ({ cause, facts, at }) => {
    const client = clients[at];
    if (client === undefined) throw new Error('the mistake was not made');
    const entry = await refusedOf(client);
    expect(entry.cause).toMatchObject({ code: cause, ...facts });
    expect(entry).toMatchObject({ clientId: client.clientId, clientIp: '127.0.0.1' });
    expect(entry.error).toBeDefined();
  });
});

test('a public client with a secret, and a client that waits for its review', async () => {
  const publicClient = await service.client({ kind: 'public' });
  await exchange(service, { ...publicClient, clientSecret: 'sk_x' }, 'x');
  expect((await refusedOf(publicClient)).cause).toEqual({ code: 'secret_of_public_client' });
  const pending = await service.client({}, { approved: false });
  await ask(pending, {});
  expect((await refusedOf(pending)).cause).toEqual({ code: 'not_usable', reason: 'pending' });
});

test('an unknown code or token is explained by what became of its authorization', async () => {
  const client = await service.client();
  const spent = await code(client);
  await exchange(service, client, spent);
  ahead = 10_000;
  await exchange(service, client, spent);
  expect((await refusedOf(client)).cause).toMatchObject({
    code: 'code_reused',
    redeemedAt: expect.any(Number) as number,
  });
  await exchange(service, client, spent);
  await entriesOf(client, 5);
  const [again] = await entriesOf(client, 5);
  expect(again?.cause).toEqual({ code: 'code_unknown' });
  expect(again?.history).toMatchObject({
    codeIssuedAt: expect.any(Number) as number,
    codeRedeemedAt: expect.any(Number) as number,
    endedAt: expect.any(Number) as number,
  });
});

test('requests that succeed are kept with what was sent; calls that succeed are not', async () => {
  const client = await service.client();
  const { challenge, verifier } = pkce();
  const issued = await code(client, { code_challenge: challenge });
  const { body } = await exchange(service, client, issued, { code_verifier: verifier });
  await me(service, body.access_token);
  await introspect(service, client, body.access_token);
  await revoke(service, client, body.refresh_token);
  const entries = await entriesOf(client, 5);
  expect(entries.map(({ endpoint, status, error }) => [endpoint, status, error])).toEqual([
    ['revocation', 200, undefined],
    ['introspection', 200, undefined],
    ['token', 200, undefined],
    ['authorization', 303, undefined],
    ['authorization', 303, undefined],
  ]);
  const [redirectUri] = client.form.redirectUris;
  expect(entries[2]?.sent).toEqual({
    parameters: expect.arrayContaining(['client_secret', 'code', 'code_verifier']) as string[],
    ...{ grantType: 'authorization_code', redirectUri },
  });
  expect(entries[4]?.sent).toMatchObject({ scope: 'PROFILE_READ', challengeMethod: 'S256', redirectUri });
  const stored = await dump(service.backend.env);
  const used = [issued, verifier, body.access_token, body.refresh_token, client.clientSecret ?? ''];
  expect(used.filter((credential) => stored.includes(credential.slice(-40)))).toEqual([]);
});

test('requests without a client are found by their id alone', async () => {
  const { headers } = await exchange(service, { ...(await service.client()), clientId: 'nobody' }, 'x');
  const id = headers.get('x-request-id') ?? '';
  await until(async () => (await log().find(id)) !== undefined);
  expect(await log().find(id)).toMatchObject({
    clientId: '',
    cause: { code: 'unknown_client', clientId: 'nobody' },
  });
  const page = await visitor.browser.get(
    authorizeUrl(service, await service.client(), { client_id: 'nobody' }),
  );
  const reference = page.headers.get('x-request-id') ?? '';
  expect(page.html).toContain(reference);
  await until(async () => (await log().find(reference)) !== undefined);
  expect(await log().find(reference)).toMatchObject({ endpoint: 'authorization', status: 400 });
});
