/* docs/contract.md section 5: a code becomes tokens, once. */
import { addSecret, removeSecret } from '../../../src/clients/rotate-secrets.js';
import {
  basic,
  challengeOf,
  codeFor,
  credentials,
  exchange,
  me,
  pkce,
  postForm,
  postJson,
  refresh,
  tokenAtOnce,
  tokensFor,
  tokenUrl,
  visit,
} from '../../support/oauth.js';
import type { Overrides, TokenAnswer, Tokens, Visitor } from '../../support/oauth.js';
import { sendRaw } from '../../support/raw-request.js';
import { openTwoReplicas } from '../../support/two-replicas.js';
import { until } from '../../support/until.js';
import { REDIRECT_URI, type Replica, type TestClient, useService } from '../../support/service.js';

/** A repeat of a code after this many milliseconds is a replay. */
const LATE = 2500;

const service = useService({ clock: () => now ?? Date.now() });
let replica: Replica;
let client: TestClient;
let publicClient: TestClient;
let visitor: Visitor;
let now: number | undefined;
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});
beforeAll(async () => {
  replica = await service.replica();
  client = await service.client();
  publicClient = await service.client({ kind: 'public' });
  visitor = await visit(service);
});
afterEach(() => {
  now = undefined;
});

function expectError({ status, body, headers }: TokenAnswer, expected: number, error: string): void {
  expect([status, body.error]).toEqual([expected, error]);
  expect(body.error_description).toMatch(/\S/);
  expect(body.access_token).toBeUndefined();
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
}

function expectTokens({ status, body, headers }: TokenAnswer): void {
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual([
    'access_token',
    'expires_in',
    'refresh_token',
    'scope',
    'token_type',
  ]);
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 1800, scope: 'PROFILE_READ' });
  expect(body.access_token).toMatch(/^sat_[\w-]{65}$/);
  expect(body.refresh_token).toMatch(/^srt_[\w-]{93}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('set-cookie')).toBeNull();
}

const grant = (code: string, more: Overrides = {}): Overrides => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: REDIRECT_URI,
  ...more,
});
const defined = (fields: Overrides): Record<string, string> =>
  JSON.parse(JSON.stringify(fields)) as Record<string, string>;

describe('a confidential client gets tokens', () => {
  test('with its secret in a form', async () => {
    expectTokens(await exchange(service, client, await codeFor(service, client, visitor)));
  });

  test('with its secret in JSON', async () => {
    const fields = defined(grant(await codeFor(service, client, visitor), credentials(client)));
    expectTokens(await postJson(tokenUrl(service), fields));
  });

  test('with its secret in the Authorization header, form and JSON, with and without client_id', async () => {
    const header = basic(client.clientId, client.clientSecret ?? '');
    const first = grant(await codeFor(service, client, visitor));
    expectTokens(await postForm(tokenUrl(service), first, header));
    const second = grant(await codeFor(service, client, visitor), { client_id: client.clientId });
    expectTokens(await postJson(tokenUrl(service), defined(second), header));
  });

  test('with a verifier where it sent a challenge', async () => {
    const { verifier, challenge } = pkce();
    const code = await codeFor(service, client, visitor, { code_challenge: challenge });
    expectTokens(await exchange(service, client, code, { code_verifier: verifier }));
  });

  test('with the API as its resource (RFC 8707), and no other', async () => {
    const code = await codeFor(service, client, visitor);
    const other = { resource: 'https://api.example' };
    expectError(await exchange(service, client, code, other), 400, 'invalid_target');
    const own = { resource: `${service.config.baseUrl}/v2` };
    const answer = await exchange(service, client, code, own);
    expectTokens(answer);
    const { refresh_token: token } = answer.body;
    expectError(await refresh(service, client, token, other), 400, 'invalid_target');
    expectTokens(await refresh(service, client, token, own));
  });

  test('with any Accept header, as JSON', async () => {
    for (const accept of [
      'text/html',
      'text/html,application/xhtml+xml,*/*;q=0.1',
      '*/*',
      'application/xml',
    ]) {
      const code = await codeFor(service, client, visitor);
      const fields = { ...grant(code), ...credentials(client) };
      expectTokens(await postForm(tokenUrl(service), fields, { accept }));
      expectError(await postForm(tokenUrl(service), fields, { accept }), 400, 'invalid_grant');
      const wrong = { ...fields, client_secret: 'sk_x' };
      expectError(await postForm(tokenUrl(service), wrong, { accept }), 401, 'invalid_client');
    }
  });

  test('with unknown and empty parameters besides', async () => {
    const code = await codeFor(service, client, visitor);
    expectTokens(await exchange(service, client, code, { audience: 'x', code_verifier: '', scope: '' }));
  });
});

test('a public client gets tokens with its verifier, form and JSON', async () => {
  for (const post of [postForm, postJson]) {
    const { verifier, challenge } = pkce();
    const code = await codeFor(service, publicClient, visitor, { code_challenge: challenge });
    const fields = grant(code, { client_id: publicClient.clientId, code_verifier: verifier });
    expectTokens(await post(tokenUrl(service), defined(fields)));
  }
});

describe('a malformed body is invalid_request', () => {
  const url = (): string => tokenUrl(service);
  const form = 'application/x-www-form-urlencoded';
  const post = (body: string | Buffer, type: string | undefined): Promise<TokenAnswer> =>
    sendRaw(service.url, {
      method: 'POST',
      path: '/v2/auth/oauth2/token',
      headers: type === undefined ? {} : { 'content-type': type },
      body,
    }).then(({ status, headers, text }) => ({
      status,
      headers: new Headers(headers as Record<string, string>),
      body: JSON.parse(text) as TokenAnswer['body'],
    }));

  test.each<[string, string | Buffer, string | undefined]>([
    ['nothing', '', undefined],
    ['an empty form', '', form],
    ['an empty JSON text', '', 'application/json'],
    ['JSON that is broken', '{"grant_type":', 'application/json'],
    ['JSON that is a list', '[]', 'application/json'],
    ['JSON that is null', 'null', 'application/json'],
    ['JSON that is a string', '"grant_type=x"', 'application/json'],
    ['a number', '{"grant_type":1}', 'application/json'],
    ['a list', '{"code":["a","b"]}', 'application/json'],
    ['an object', '{"code":{"a":"b"}}', 'application/json'],
    ['a name twice in a form', 'code=a&code=b', form],
    ['a name twice in JSON', '{"code":"a","code":"b"}', 'application/json'],
    ['a name twice in JSON, once in disguise', '{"code":"a","c\\u006fde":"b"}', 'application/json'],
    ['a form called text', 'grant_type=refresh_token', 'text/plain'],
    ['a form called multipart', 'grant_type=refresh_token', 'multipart/form-data; boundary=x'],
    ['a form called JSON', 'grant_type=refresh_token', 'application/json'],
    ['JSON called a form', '{"grant_type":"refresh_token"}', form],
    ['broken UTF-8', Buffer.from([0x63, 0x3d, 0xff]), form],
    ['broken percent-encoding', 'code=%zz', form],
    ['percent-encoded bytes that are not UTF-8', 'code=%ff', form],
    ['a NUL', 'code=a%00', form],
    ['a NUL in JSON', '{"code":"a\\u0000"}', 'application/json'],
    ['65 fields', Array.from({ length: 65 }, (_, i) => `x${i}=1`).join('&'), form],
  ])('%s', async (_, body, type) => {
    expectError(await post(body, type), 400, 'invalid_request');
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['in another charset', { 'content-type': `${form}; charset=iso-8859-1` }],
    ['as JSON in another charset', { 'content-type': 'application/json; charset="utf-16"' }],
    ['compressed', { 'content-type': form, 'content-encoding': 'gzip' }],
  ])('a body %s is 415', async (_, headers) => {
    const code = await codeFor(service, client, visitor);
    const fields = { ...grant(code), ...credentials(client) };
    for (const path of ['token', 'revoke', 'introspect'])
      expectError(
        await postForm(`${service.url}/v2/auth/oauth2/${path}`, fields, headers),
        415,
        'invalid_request',
      );
    expectTokens(await postForm(url(), fields, { 'content-type': `${form}; charset="UTF-8"` }));
  });

  test('64 fields are read', async () => {
    const code = await codeFor(service, client, visitor);
    const fields = { ...grant(code), ...credentials(client) };
    const more = Object.fromEntries(Array.from({ length: 64 - 5 }, (_, i) => [`x${i}`, '1']));
    expectTokens(await postForm(url(), { ...fields, ...more }));
  });

  test('16 kB are read, one byte more is 413', async () => {
    const code = await codeFor(service, client, visitor);
    const fields = new URLSearchParams(defined({ ...grant(code), ...credentials(client), x: '' })).toString();
    const exactly = `${fields}${'x'.repeat(16 * 1024 - fields.length)}`;
    expectError(await post(`${exactly}x`, form), 413, 'invalid_request');
    expectTokens(await post(exactly, form));
  });

  test('a megabyte is 413', async () => {
    expectError(await post('x'.repeat(1_000_000), form), 413, 'invalid_request');
  });

  test('names of object members are treated like any other name', async () => {
    const code = await codeFor(service, client, visitor);
    const fields = JSON.stringify({ ...grant(code), ...credentials(client) });
    const polluted = `${fields.slice(0, -1)},"__proto__":"x","constructor":"y","prototype":"z"}`;
    expectTokens(await postJson(url(), polluted));
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test.each(['grant_type', 'code', 'redirect_uri'])('without %s', async (name) => {
    const code = await codeFor(service, client, visitor);
    expectError(await exchange(service, client, code, { [name]: undefined }), 400, 'invalid_request');
    expectError(await exchange(service, client, code, { [name]: '' }), 400, 'invalid_request');
    expectTokens(await exchange(service, client, code));
  });

  test('without any client', async () => {
    expectError(await postForm(url(), grant('x')), 400, 'invalid_request');
  });

  test('a parameter in the query is ignored', async () => {
    const code = await codeFor(service, client, visitor);
    const fields = { ...grant(code), ...credentials(client), grant_type: undefined };
    expectError(await postForm(`${url()}?grant_type=authorization_code`, fields), 400, 'invalid_request');
  });
});

test.each([
  'password',
  'client_credentials',
  'implicit',
  'AUTHORIZATION_CODE',
  'urn:ietf:params:oauth:grant-type:device_code',
  '__proto__',
])('the grant type %s is unsupported_grant_type', async (grantType) => {
  expectError(await exchange(service, client, 'x', { grant_type: grantType }), 400, 'unsupported_grant_type');
});

describe('client authentication', () => {
  const attempt = async (
    params: Overrides,
    headers: Record<string, string> = {},
    of = client,
  ): Promise<TokenAnswer> =>
    postForm(tokenUrl(service), grant('x', { client_id: of.clientId, ...params }), headers);

  test.each<[string, () => Overrides]>([
    ['an unknown client', () => ({ client_id: 'f'.repeat(64), client_secret: 'sk_x' })],
    ['a wrong secret', () => ({ client_secret: `sk_${'A'.repeat(43)}` })],
    ['an empty secret', () => ({ client_secret: '' })],
    ['no secret', () => ({})],
    ['the secret in other case', () => ({ client_secret: client.clientSecret?.toUpperCase() })],
    ['the secret with a space behind it', () => ({ client_secret: `${client.clientSecret ?? ''} ` })],
    ['the secret without its last character', () => ({ client_secret: client.clientSecret?.slice(0, -1) })],
    ['a secret of 10,000 characters', () => ({ client_secret: 'x'.repeat(10_000) })],
  ])('%s is invalid_client', async (_, params) => {
    expectError(await attempt(params()), 401, 'invalid_client');
  });

  test('a NUL after the secret is refused, in every position', async () => {
    const secret = client.clientSecret ?? '';
    expectError(await attempt({ client_secret: `${secret}\0` }), 400, 'invalid_request');
    const answer = await attempt({}, basic(client.clientId, `${secret}\0`));
    expect([400, 401]).toContain(answer.status);
    const long = await attempt({}, basic(client.clientId, secret + '\0'.repeat(64)));
    expect([400, 401]).toContain(long.status);
  });

  test('the response to a wrong Authorization header names the scheme', async () => {
    const answer = await attempt({}, basic(client.clientId, 'sk_wrong'));
    expectError(answer, 401, 'invalid_client');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
  });

  test('a secret sent by a public client is invalid_client', async () => {
    expectError(await attempt({ client_secret: 'sk_x' }, {}, publicClient), 401, 'invalid_client');
    expectError(await attempt({}, basic(publicClient.clientId, 'sk_x'), publicClient), 401, 'invalid_client');
  });

  test('the secret of another client is invalid_client', async () => {
    const other = await service.client();
    expectError(await attempt({ client_secret: other.clientSecret }), 401, 'invalid_client');
  });

  test('two methods at once, or two client ids, are invalid_request', async () => {
    const header = basic(client.clientId, client.clientSecret ?? '');
    expectError(await attempt({ client_secret: client.clientSecret }, header), 400, 'invalid_request');
    expectError(await attempt({ client_id: publicClient.clientId }, header), 400, 'invalid_request');
  });

  test.each([
    ['a scheme of others', 'Bearer x'],
    ['a proof of possession', 'DPoP x'],
    ['a digest', 'Digest x'],
    ['no credentials', 'Basic'],
    ['no base64', 'Basic !!!'],
    ['no colon', 'Basic eA=='],
    ['three words', 'Basic a b'],
    ['an empty secret', `Basic ${Buffer.from('client:').toString('base64')}`],
    ['no id', `Basic ${Buffer.from(':secret').toString('base64')}`],
    ['a broken percent-encoding', `Basic ${Buffer.from('client:%zz').toString('base64')}`],
  ])('a header with %s is invalid_client, and the response names the scheme', async (_, authorization) => {
    const answer = await attempt({}, { authorization });
    expectError(answer, 401, 'invalid_client');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
    expectError(
      await attempt({ client_secret: client.clientSecret }, { authorization }),
      401,
      'invalid_client',
    );
  });

  test('client assertions are not supported', async () => {
    const assertion = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'eyJhbGciOiJub25lIn0.e30.',
    };
    expectError(await attempt(assertion), 401, 'invalid_client');
  });

  test('a removed secret stops soon on a replica with stores of its own', async () => {
    const own = await service.client();
    const second = await addSecret(service.registry, own.clientId, { actor: 'test' });
    const { urls, close } = await openTwoReplicas(service);
    const other = { url: urls[1] ?? '' };
    const asks = async () => (await refresh(other, own, 'unknown')).body.error;
    // Twice: the second time it knows the client.
    expect([await asks(), await asks()]).toEqual(['invalid_grant', 'invalid_grant']);
    const [first] = (await service.stores.clients.clients.find(own.clientId))?.secrets ?? [];
    await removeSecret(service.registry, own.clientId, first?.id ?? '', { actor: 'test' });
    await until(async () => (await asks()) === 'invalid_client');
    const rotated = { ...own, clientSecret: second.clientSecret };
    expect((await refresh(other, rotated, 'unknown')).body.error).toBe('invalid_grant');
    closing.push(close);
  });

  test('a second secret works beside the first; a removed one stops at once where it was removed', async () => {
    const own = await service.client();
    const second = await addSecret(service.registry, own.clientId, { actor: 'test' });
    const rotated: TestClient = { ...own, clientSecret: second.clientSecret };
    expectTokens(await exchange(service, own, await codeFor(service, own, visitor)));
    const issued = await exchange(replica, rotated, await codeFor(service, own, visitor));
    expectTokens(issued);

    const [first] = (await service.stores.clients.clients.find(own.clientId))?.secrets ?? [];
    await removeSecret(service.registry, own.clientId, first?.id ?? '', { actor: 'test' });
    for (const at of [service, replica]) {
      expectError(await exchange(at, own, await codeFor(service, own, visitor)), 401, 'invalid_client');
      expectTokens(await exchange(at, rotated, await codeFor(service, own, visitor)));
    }
    expect((await me(service, issued.body.access_token)).status).toBe(200);
    expect((await refresh(service, rotated, issued.body.refresh_token)).status).toBe(200);
  });
});

describe('a failed redemption is invalid_grant and does not consume the code', () => {
  async function expectUnharmed(code: string, wrong: (code: string) => Promise<TokenAnswer>): Promise<void> {
    expectError(await wrong(code), 400, 'invalid_grant');
    expectTokens(await exchange(service, client, code));
  }

  test.each<[string, (code: string) => string]>([
    ['unknown', (code) => code.slice(0, -3) + (code.endsWith('AAA') ? 'BBB' : 'AAA')],
    ['without its start', (code) => code.slice(4)],
    ['with a character more', (code) => `${code}A`],
    ['in other case', (code) => code.toUpperCase()],
    ['of 10,000 characters', (code) => code.repeat(140)],
    ['an access token by its name', (code) => code.replace('sac_', 'sat_')],
  ])('%s', async (_, change) => {
    const code = await codeFor(service, client, visitor);
    await expectUnharmed(code, (fitting) => exchange(service, client, change(fitting)));
  });

  test('by another client, without disclosing anything', async () => {
    const other = await service.client();
    const code = await codeFor(service, client, visitor);
    await expectUnharmed(code, (fitting) => exchange(service, other, fitting));
    const { verifier, challenge } = pkce();
    const own = await codeFor(service, publicClient, visitor, { code_challenge: challenge });
    expectError(await exchange(service, client, own, { code_verifier: verifier }), 400, 'invalid_grant');
  });

  test.each([
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}?x`,
    'https://client.example.com/other',
    'HTTPS://client.example.com/callback',
  ])('with the redirect URI %s', async (redirectUri) => {
    const code = await codeFor(service, client, visitor);
    await expectUnharmed(code, (fitting) =>
      exchange(service, client, fitting, { redirect_uri: redirectUri }),
    );
  });

  test('with another redirect URI of the same client', async () => {
    const two = await service.client({ redirectUris: [REDIRECT_URI, 'https://client.example.com/other'] });
    const code = await codeFor(service, two, visitor);
    const other = await exchange(service, two, code, { redirect_uri: 'https://client.example.com/other' });
    expectError(other, 400, 'invalid_grant');
    expectTokens(await exchange(service, two, code));
  });

  test.each<[string, (verifier: string) => string | undefined]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['wrong', () => pkce().verifier],
    ['too short', (verifier) => verifier.slice(0, 42)],
    ['too long', (verifier) => verifier.repeat(3)],
    ['with a foreign character', (verifier) => `${verifier.slice(0, 42)}!`],
    ['with a space behind it', (verifier) => `${verifier} `],
    ['the challenge itself', (verifier) => challengeOf(verifier)],
  ])('with a verifier that is %s', async (_, change) => {
    const { verifier, challenge } = pkce();
    const code = await codeFor(service, publicClient, visitor, { code_challenge: challenge });
    const wrong = await exchange(service, publicClient, code, { code_verifier: change(verifier) });
    expectError(wrong, 400, 'invalid_grant');
    expectTokens(await exchange(service, publicClient, code, { code_verifier: verifier }));
  });

  test('with a verifier although there was no challenge', async () => {
    const code = await codeFor(service, client, visitor);
    await expectUnharmed(code, (fitting) =>
      exchange(service, client, fitting, { code_verifier: pkce().verifier }),
    );
    const again = await codeFor(service, client, visitor);
    await expectUnharmed(again, (fitting) => exchange(service, client, fitting, { code_verifier: 'short' }));
  });

  test('after its expiry', async () => {
    const start = Date.now();
    const [early, late] = [await codeFor(service, client, visitor), await codeFor(service, client, visitor)];
    const end = Date.now();
    now = start + 59_000;
    expectTokens(await exchange(service, client, early));
    now = end + 61_000;
    expectError(await exchange(service, client, late), 400, 'invalid_grant');
  });
});

describe('a code is redeemed once', () => {
  test('a repeat within two seconds gets no tokens and leaves those of the first valid', async () => {
    const { verifier, challenge } = pkce();
    const proof = { code_verifier: verifier };
    for (const [of, more] of [
      [client, {}],
      [publicClient, proof],
    ] as const) {
      const code = await codeFor(service, of, visitor, { code_challenge: challenge });
      now = Date.now();
      const { body } = await exchange(service, of, code, proof);
      now += 1900;
      const repeat = await exchange(replica, of, code, proof);
      expectError(repeat, 400, 'invalid_grant');
      expect(repeat.body.error_description).toContain('stay valid');
      expect((await me(replica, body.access_token)).status).toBe(200);
      expect((await refresh(service, of, body.refresh_token, more)).status).toBe(200);
      now = undefined;
    }
  });

  test('a repeat within two seconds of a refreshed installation changes nothing either', async () => {
    const code = await codeFor(service, client, visitor);
    now = Date.now();
    const { body } = await exchange(service, client, code);
    const next = await refresh(service, client, body.refresh_token);
    expectError(await exchange(replica, client, code), 400, 'invalid_grant');
    expect((await me(service, next.body.access_token)).status).toBe(200);
    expect((await refresh(service, client, next.body.refresh_token)).status).toBe(200);
  });

  test('a replay with valid parameters revokes the tokens of the code', async () => {
    const code = await codeFor(service, client, visitor);
    const { body } = await exchange(service, client, code);
    const next = await refresh(service, client, body.refresh_token);
    now = Date.now() + LATE;
    expectError(await exchange(replica, client, code), 400, 'invalid_grant');
    for (const token of [body.access_token, next.body.access_token]) {
      expect((await me(service, token)).status).toBe(401);
      expect((await me(replica, token)).status).toBe(401);
    }
    expectError(await refresh(service, client, body.refresh_token), 400, 'invalid_grant');
    expectError(await refresh(service, client, next.body.refresh_token), 400, 'invalid_grant');
    expectError(await exchange(service, client, code), 400, 'invalid_grant');
  });

  test('a replay after the code would have expired revokes too', async () => {
    const code = await codeFor(service, client, visitor);
    const { body } = await exchange(service, client, code);
    now = Date.now() + 300_000;
    expectError(await exchange(service, client, code), 400, 'invalid_grant');
    expect((await me(service, body.access_token)).status).toBe(401);
  });

  test.each<[string, (of: { code: string; verifier: string; other: TestClient }) => Promise<TokenAnswer>]>([
    ['without a verifier', ({ code }) => exchange(service, client, code)],
    [
      'with a wrong verifier',
      ({ code }) => exchange(service, client, code, { code_verifier: pkce().verifier }),
    ],
    [
      'with another redirect URI',
      ({ code, verifier }) =>
        exchange(service, client, code, { code_verifier: verifier, redirect_uri: 'https://x.example' }),
    ],
    [
      'with a wrong secret',
      ({ code, verifier }) =>
        exchange(service, client, code, { code_verifier: verifier, client_secret: 'sk_x' }),
    ],
    [
      'by another client',
      ({ code, verifier, other }) => exchange(service, other, code, { code_verifier: verifier }),
    ],
    [
      'of a made-up code',
      ({ code, verifier }) =>
        exchange(service, client, `${code.slice(0, 40)}${'A'.repeat(29)}`, { code_verifier: verifier }),
    ],
  ])('a replay %s changes nothing', async (_, replay) => {
    const { verifier, challenge } = pkce();
    const code = await codeFor(service, client, visitor, { code_challenge: challenge });
    const { body } = await exchange(service, client, code, { code_verifier: verifier });
    const { status } = await replay({ code, verifier, other: await service.client() });
    expect([400, 401]).toContain(status);
    expect((await me(service, body.access_token)).status).toBe(200);
    expect((await refresh(service, client, body.refresh_token)).status).toBe(200);
  });

  const expectOneWinner = (answers: readonly TokenAnswer[]): Tokens => {
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant']);
    if (!won) throw new Error('no request got tokens');
    return won.body;
  };

  test('of 20 parallel redemptions on two replicas one wins, and its tokens work', async () => {
    for (let round = 0; round < 3; round += 1) {
      const code = await codeFor(service, client, visitor);
      const targets = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? service : replica));
      const tokens = expectOneWinner(await tokenAtOnce(targets, defined(grant(code, credentials(client)))));
      expect((await me(service, tokens.access_token)).status).toBe(200);
      expect((await refresh(replica, client, tokens.refresh_token)).status).toBe(200);
    }
  });

  test('of 20 successive redemptions one wins at most', async () => {
    const code = await codeFor(service, client, visitor);
    expectOneWinner(
      await Promise.all(
        Array.from({ length: 20 }, (_, at) => exchange(at % 2 === 0 ? service : replica, client, code)),
      ),
    );
  });

  test('a replay affects no other authorization of the same user and client', async () => {
    const bystander = await tokensFor(service, client, visitor);
    const code = await codeFor(service, client, visitor);
    await exchange(service, client, code);
    now = Date.now() + LATE;
    expectError(await exchange(service, client, code), 400, 'invalid_grant');
    expect((await me(service, bystander.access_token)).status).toBe(200);
  });
});

describe('an access token', () => {
  test('is valid for 1800 seconds', async () => {
    const { access_token: token } = await tokensFor(service, client, visitor);
    const start = Date.now();
    now = start + 1_795_000;
    expect((await me(service, token)).status).toBe(200);
    now = start + 1_801_000;
    const refused = await me(service, token);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test('is not accepted as another credential', async () => {
    const code = await codeFor(service, client, visitor);
    const { body } = await exchange(service, client, code);
    for (const token of [
      code,
      body.refresh_token,
      body.access_token.slice(0, -1),
      `${body.access_token}A`,
      'x',
    ]) {
      expect((await me(service, token)).status).toBe(401);
    }
    expectError(await refresh(service, client, body.access_token), 400, 'invalid_grant');
  });
});

describe('the token endpoint', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('responds to %s with 405', async (method) => {
    const { status, headers } = await sendRaw(service.url, { method, path: '/v2/auth/oauth2/token' });
    expect([status, headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });

  test.each(['token', 'revoke', 'introspect'])('lists the allowed methods for %s', async (name) => {
    const path = `/v2/auth/oauth2/${name}`;
    const { status, headers, text } = await sendRaw(service.url, { method: 'OPTIONS', path });
    expect([status, headers.allow, text]).toEqual([204, 'POST, OPTIONS', '']);
  });

  test.each(['token', 'revoke', 'introspect'])(
    'refuses two Authorization headers for %s, in either order',
    async (name) => {
      const right = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret ?? ''}`).toString('base64')}`;
      for (const authorization of [
        [right, 'Basic bm86bm8='],
        ['Basic bm86bm8=', right],
        [right, right],
      ]) {
        const { status, headers, text } = await sendRaw(service.url, {
          method: 'POST',
          path: `/v2/auth/oauth2/${name}`,
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
          body: 'grant_type=refresh_token&refresh_token=x&token=x',
        });
        expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'invalid_request' }]);
        expect(headers['www-authenticate']).toBeUndefined();
      }
    },
  );

  test('can be called by a page of any origin, without cookies', async () => {
    const headers = { origin: 'https://spa.example', cookie: 'slotkey_session=x' };
    const { challenge, verifier } = pkce();
    const code = await codeFor(service, publicClient, visitor, { code_challenge: challenge });
    const fields = grant(code, { client_id: publicClient.clientId, code_verifier: verifier });
    const answer = await postForm(tokenUrl(service), fields, headers);
    expectTokens(answer);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const refused = await postForm(tokenUrl(service), fields, headers);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    const broken = await postJson(tokenUrl(service), '{', headers);
    expect(broken.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('allows the preflight of such a page', async () => {
    const preflight = await fetch(tokenUrl(service), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://spa.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(['*', 'https://spa.example']).toContain(preflight.headers.get('access-control-allow-origin'));
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization/i);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/content-type/i);
  });
});
