/* docs/contract.md section 5: RFC 7009 and RFC 7662, each client for its own tokens, a resource server for all that are meant for it. */
import {
  authorize,
  basic,
  codeFor,
  exchange,
  introspect,
  me,
  postForm,
  postJson,
  refresh,
  revoke,
  tokensFor,
  visit,
} from '../../support/oauth.js';
import type { Introspected, Visitor } from '../../support/oauth.js';
import { sendRaw } from '../../support/raw-request.js';
import { type Replica, type TestClient, useService } from '../../support/service.js';

const service = useService({ clock: () => now ?? Date.now() });
let replica: Replica;
let client: TestClient;
let publicClient: TestClient;
let other: TestClient;
let visitor: Visitor;
let now: number | undefined;
beforeAll(async () => {
  replica = await service.replica();
  client = await service.client();
  publicClient = await service.client({ kind: 'public' });
  other = await service.client();
  visitor = await visit(service);
});
afterEach(() => {
  now = undefined;
});

const lives = async (token: string, at: { url: string } = service): Promise<boolean> =>
  (await me(at, token)).status === 200;

const renews = async (token: string, of = client): Promise<boolean> =>
  (await refresh(service, of, token)).status === 200;

const isActive = async (token: string, of = client): Promise<boolean> =>
  (await introspect(service, of, token)).body.active;

describe('revoking', () => {
  test('of an access token ends this token alone, on every replica', async () => {
    const first = await tokensFor(service, client, visitor);
    const { body: second } = await refresh(service, client, first.refresh_token);
    expect((await revoke(service, client, first.access_token)).status).toBe(200);
    expect([await lives(first.access_token), await lives(first.access_token, replica)]).toEqual([
      false,
      false,
    ]);
    expect(await lives(second.access_token)).toBe(true);
    expect(await renews(second.refresh_token)).toBe(true);
  });

  test('of a refresh token ends the whole authorization, on every replica', async () => {
    const tokens = await tokensFor(service, client, visitor);
    const { body: next } = await refresh(service, client, tokens.refresh_token);
    expect((await revoke(service, client, next.refresh_token)).status).toBe(200);
    for (const token of [tokens.access_token, next.access_token]) {
      expect([await lives(token), await lives(token, replica)]).toEqual([false, false]);
    }
    expect([await renews(tokens.refresh_token), await renews(next.refresh_token)]).toEqual([false, false]);
  });

  test('of a used refresh token ends the authorization too', async () => {
    const tokens = await tokensFor(service, client, visitor);
    const { body: next } = await refresh(service, client, tokens.refresh_token);
    expect((await revoke(service, client, tokens.refresh_token)).status).toBe(200);
    expect([await lives(next.access_token), await renews(next.refresh_token)]).toEqual([false, false]);
  });

  test('works for a public client, in JSON, with the header, and with any hint', async () => {
    const url = `${service.url}/v2/auth/oauth2/revoke`;
    const native = await tokensFor(service, publicClient, visitor);
    expect((await revoke(service, publicClient, native.refresh_token)).status).toBe(200);
    expect(await lives(native.access_token)).toBe(false);

    for (const hint of ['access_token', 'refresh_token', 'id_token', '']) {
      const { refresh_token: token, access_token: access } = await tokensFor(service, client, visitor);
      const header = basic(client.clientId, client.clientSecret ?? '');
      expect((await postJson(url, { token, token_type_hint: hint }, header)).status).toBe(200);
      expect(await lives(access)).toBe(false);
    }
  });

  test('twice, or of an unknown token, is 200 too', async () => {
    const tokens = await tokensFor(service, client, visitor);
    for (let time = 0; time < 2; time += 1)
      expect((await revoke(service, client, tokens.access_token)).status).toBe(200);
    for (let time = 0; time < 2; time += 1)
      expect((await revoke(service, client, tokens.refresh_token)).status).toBe(200);
    const unknown = [
      'x',
      'sat_',
      `sat_${'A'.repeat(65)}`,
      `srt_${'A'.repeat(93)}`,
      tokens.access_token.slice(0, 40),
      'ü',
    ];
    for (const token of unknown) expect((await revoke(service, client, token)).status).toBe(200);
  });

  test('does nothing to a code', async () => {
    const code = await codeFor(service, client, visitor);
    expect((await revoke(service, client, code)).status).toBe(200);
    expect((await exchange(service, client, code)).status).toBe(200);
  });

  test('does nothing to the token of another client, without disclosing it', async () => {
    const tokens = await tokensFor(service, client, visitor);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      for (const nonMember of [other, publicClient])
        expect((await revoke(service, nonMember, token)).status).toBe(200);
    }
    expect([await lives(tokens.access_token), await renews(tokens.refresh_token)]).toEqual([true, true]);
  });

  test('of an invented refresh token of a known authorization ends nothing', async () => {
    const tokens = await tokensFor(service, client, visitor);
    const made = tokens.refresh_token.slice(0, 32) + 'A'.repeat(65);
    expect((await revoke(service, client, made)).status).toBe(200);
    expect(await renews(tokens.refresh_token)).toBe(true);
  });

  test('needs the client, its secret and a token', async () => {
    const { access_token: token } = await tokensFor(service, client, visitor);
    const refused = async (params: Record<string, string | undefined>): Promise<unknown> => {
      const { status, body } = await revoke(service, client, token, params);
      return [status, body.error];
    };
    expect(await refused({ client_secret: 'sk_x' })).toEqual([401, 'invalid_client']);
    expect(await refused({ client_secret: undefined })).toEqual([401, 'invalid_client']);
    expect(await refused({ client_id: undefined, client_secret: undefined })).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await refused({ token: undefined })).toEqual([400, 'invalid_request']);
    expect(await lives(token)).toBe(true);
  });
});

describe('introspection', () => {
  test('of an access token returns its scope, client and user', async () => {
    const tokens = await tokensFor(service, client, visitor, { scope: 'PROFILE_READ BOOKING_READ' });
    const { status, body, headers } = await introspect(service, client, tokens.access_token);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      active: true,
      client_id: client.clientId,
      scope: 'PROFILE_READ BOOKING_READ',
      sub: String(visitor.user.account.id),
      token_type: 'bearer',
      iss: service.config.issuerUrl,
      aud: `${service.config.baseUrl}/v2`,
    });
    const { exp = 0 } = body;
    expect(Math.abs(exp - (Date.now() / 1000 + 1800))).toBeLessThan(5);
    expect(JSON.stringify(body)).not.toContain(tokens.access_token);
  });

  test('tells when the token itself was issued', async () => {
    const first = await tokensFor(service, client, visitor);
    const later = Math.floor(Date.now() / 1000) + 600;
    now = later * 1000;
    const { body: second } = await refresh(service, client, first.refresh_token);
    const issued = async (token: string) => (await introspect(service, client, token)).body.iat;
    expect([await issued(second.access_token), await issued(second.refresh_token)]).toEqual([later, later]);
    expect(await issued(first.access_token)).toBeLessThan(later - 500);
  });

  test('tells when a token was issued that its authorization ends early', async () => {
    const { browser, user } = visitor;
    const { code } = await authorize(service, client, user, { browser, until: '1d' });
    const { body: tokens } = await exchange(service, client, code);
    const { exp = 0 } = (await introspect(service, client, tokens.refresh_token)).body;
    now = (exp - 60) * 1000;
    const { body: last } = await refresh(service, client, tokens.refresh_token);
    expect((await introspect(service, client, last.access_token)).body).toMatchObject({ iat: exp - 60, exp });
  });

  test('of a narrowed access token returns its own scope', async () => {
    const tokens = await tokensFor(service, client, visitor, { scope: 'PROFILE_READ BOOKING_READ' });
    const narrow = await refresh(service, client, tokens.refresh_token, { scope: 'BOOKING_READ' });
    expect((await introspect(service, client, narrow.body.access_token)).body.scope).toBe('BOOKING_READ');
    expect((await introspect(service, client, narrow.body.refresh_token)).body.scope).toBe(
      'PROFILE_READ BOOKING_READ',
    );
  });

  test('names the API as the audience of an access token alone', async () => {
    const tokens = await tokensFor(service, client, visitor);
    const { body } = await introspect(service, client, tokens.refresh_token);
    expect([body.active, body.aud]).toEqual([true, undefined]);
    expect((await introspect(service, client, 'unknown')).body).toEqual({ active: false });
  });

  test('is refused to a public client: its id proves nothing (RFC 7662 section 2.1)', async () => {
    const { access_token: token } = await tokensFor(service, publicClient, visitor);
    const { status, body } = await introspect(service, publicClient, token);
    expect([status, body]).toMatchObject([401, { error: 'invalid_client' }]);
    expect(await lives(token)).toBe(true);
  });

  test.each<[string, () => Promise<string>]>([
    ['unknown', () => Promise.resolve('x')],
    ['made up', () => Promise.resolve(`sat_${'A'.repeat(65)}`)],
    ['a code', () => codeFor(service, client, visitor)],
    ['of another client', async () => (await tokensFor(service, other, visitor)).access_token],
    [
      'the refresh token of another client',
      async () => (await tokensFor(service, other, visitor)).refresh_token,
    ],
    [
      'a refresh token that was used',
      async () => {
        const { refresh_token: token } = await tokensFor(service, client, visitor);
        await refresh(service, client, token);
        return token;
      },
    ],
    [
      'revoked',
      async () => {
        const { access_token: token } = await tokensFor(service, client, visitor);
        await revoke(service, client, token);
        return token;
      },
    ],
    [
      'of a revoked authorization',
      async () => {
        const tokens = await tokensFor(service, client, visitor);
        await revoke(service, client, tokens.refresh_token);
        return tokens.access_token;
      },
    ],
    [
      'expired',
      async () => {
        const { access_token: token } = await tokensFor(service, client, visitor);
        now = Date.now() + 1_801_000;
        return token;
      },
    ],
  ])('of a token that is %s returns inactive and no more', async (_, make) => {
    const token = await make();
    const { status, body } = await introspect(service, client, token);
    expect([status, body]).toEqual([200, { active: false }]);
  });

  test('changes neither the token nor its refresh', async () => {
    const tokens = await tokensFor(service, client, visitor);
    for (const asking of [client, other]) await introspect(service, asking, tokens.refresh_token);
    expect(await isActive(tokens.refresh_token)).toBe(true);
    expect(await renews(tokens.refresh_token)).toBe(true);
    expect((await introspect(service, client, tokens.refresh_token)).body.active).toBe(false);
    expect(await isActive(tokens.access_token)).toBe(true);
  });

  test('needs the client and its secret', async () => {
    const { access_token: token } = await tokensFor(service, client, visitor);
    const url = `${service.url}/v2/auth/oauth2/introspect`;
    const wrong = await introspect(service, client, token, { client_secret: 'sk_x' });
    expect([wrong.status, wrong.body.active]).toEqual([401, undefined]);
    expect((await postForm<Introspected>(url, { token })).status).toBe(400);
    expect((await postForm<Introspected>(url, { token, client_id: client.clientId })).status).toBe(401);
  });
});

describe('a registered resource server', () => {
  let gateway: TestClient;
  let tokens: { readonly access_token: string; readonly refresh_token: string };
  beforeAll(async () => {
    gateway = await service.client({ name: 'Gateway' }, { resourceServer: true });
    tokens = await tokensFor(service, client, visitor, { scope: 'PROFILE_READ' });
  });

  test('can introspect access tokens of every client', async () => {
    const { body } = await introspect(service, gateway, tokens.access_token);
    expect(body).toMatchObject({ active: true, client_id: client.clientId, scope: 'PROFILE_READ' });
  });

  test('cannot introspect refresh tokens: they are not meant for it', async () => {
    expect((await introspect(service, gateway, tokens.refresh_token)).body).toEqual({ active: false });
  });

  test('cannot revoke tokens of other clients', async () => {
    await revoke(service, gateway, tokens.access_token);
    expect(await lives(tokens.access_token)).toBe(true);
  });

  test('gets inactive for a token of a suspended client', async () => {
    const stopped = await service.client();
    const { access_token: token } = await tokensFor(service, stopped, visitor);
    expect((await introspect(service, gateway, token)).body.active).toBe(true);
    await service.stores.clients.clients.setStatus(stopped.clientId, 'suspended', 'Test.', { actor: 'test' });
    expect((await introspect(service, gateway, token)).body).toEqual({ active: false });
  });

  test('gets inactive for a token of a removed client', async () => {
    const owner = await service.user();
    const removed = await service.client({}, { ownerId: owner.account.id });
    const { access_token: token } = await tokensFor(service, removed, visitor);
    await service.stores.clients.records.remove(removed.clientId, owner.account.id, { actor: 'test' });
    expect(await introspect(service, gateway, token)).toMatchObject({ status: 200, body: { active: false } });
  });

  test('must have a secret', async () => {
    const registration = service.client({ kind: 'public' }, { resourceServer: true });
    await expect(registration).rejects.toMatchObject({
      status: 400,
      details: { errors: [{ property: 'kind' }] },
    });
  });
});

test.each(['revoke', 'introspect'])(
  '%s responds to GET with 405, and with JSON to clients that prefer HTML',
  async (name) => {
    const path = `/v2/auth/oauth2/${name}`;
    const { status, headers } = await sendRaw(service.url, { path });
    expect([status, headers.allow]).toEqual([405, 'POST, OPTIONS']);
    const answer = await postForm(`${service.url}${path}`, { token: 'x' }, { accept: 'text/html' });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  },
);
