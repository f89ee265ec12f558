/*
 * What src/authorization/provider/hooks.ts relies on although the provider does not promise it. After an update: look
 * at each hook, then at the pins, then write the new version here.
 */
import { readFile } from 'node:fs/promises';
import Provider, { errors } from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { challengeOf } from '../../support/oauth.js';
import { CLIENT, startBareProvider } from './bare-provider.js';
import type { BareProvider } from './bare-provider.js';

const PINNED = '9.13.3';

let provider: BareProvider | undefined;
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

const start = async (more?: Configuration): Promise<BareProvider> =>
  (provider = await startBareProvider(more));

const codeIn = (response: Response): string =>
  new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';

const exchange = (at: BareProvider, code: string, more: Record<string, string> = {}): Promise<Response> =>
  at.token({ grant_type: 'authorization_code', code, redirect_uri: CLIENT.redirect_uris[0] ?? '', ...more });

async function tokens(at: BareProvider): Promise<Record<string, string>> {
  const answer = await exchange(at, codeIn(await at.authorize()));
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, string>;
}

test(`the provider is oidc-provider ${PINNED}`, async () => {
  const file = await readFile('node_modules/oidc-provider/package.json', 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  if (version !== PINNED) {
    throw new Error(
      `oidc-provider is ${version}, the pins were made for ${PINNED}: look at provider/hooks.ts again`,
    );
  }
});

describe('routes', () => {
  test('every URL of the provider is built by OIDCContext.urlFor', async () => {
    const at = await start();
    at.provider.OIDCContext.prototype.urlFor = (name: string) => `https://home.example/${name}`;
    const found = (await (await fetch(`${at.url}/.well-known/openid-configuration`)).json()) as Record<
      string,
      unknown
    >;
    expect(found).toMatchObject({
      authorization_endpoint: 'https://home.example/authorization',
      token_endpoint: 'https://home.example/token',
      revocation_endpoint: 'https://home.example/revocation',
      introspection_endpoint: 'https://home.example/introspection',
      jwks_uri: 'https://home.example/jwks',
    });
  });

  test('a route loads its client through OIDCContext.entity before anything else', async () => {
    const at = await start();
    const { prototype } = at.provider.OIDCContext;
    const seen: string[] = [];
    prototype.entity = function (this: { readonly route: string }, key: string) {
      if (key !== 'Client') return;
      seen.push(this.route);
      throw new errors.InvalidClientAuth('a blocked client');
    };
    await at.authorize();
    const authentication = { client_id: CLIENT.client_id, client_secret: CLIENT.client_secret };
    for (const path of ['/token', '/token/revocation', '/token/introspection']) {
      const body = new URLSearchParams({ ...authentication, token: 'x' });
      expect((await fetch(at.url + path, { method: 'POST', body })).status).toBe(401);
    }
    expect([...new Set(seen)]).toEqual(['authorization', 'token', 'revocation', 'introspection']);
    expect(at.calls.filter((call) => !/^(Client|Session)\.find$/.test(call))).toEqual([]);
  });

  test('an error that may not be redirected ends in renderError with its own status', async () => {
    let reported: unknown;
    const at = await start({
      renderError(ctx, _out, error) {
        reported = error;
        ctx.body = 'a page';
      },
      findAccount() {
        throw Object.assign(new errors.OIDCProviderError(400, 'unauthorized_client'), {
          allow_redirect: false,
        });
      },
    });
    const response = await at.authorize();
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(reported).toMatchObject({ error: 'unauthorized_client' });
  });
});

describe('clients', () => {
  test('a secret is compared by Client.compareClientSecret alone, and its promise is awaited', async () => {
    const at = await start();
    const presented: string[] = [];
    at.provider.Client.prototype.compareClientSecret = (secret: string) => {
      presented.push(secret);
      return Promise.resolve(secret === 'another');
    };
    expect((await exchange(at, 'x')).status).toBe(401);
    expect((await exchange(at, 'x', { client_secret: 'another' })).status).toBe(400);
    expect(presented).toEqual([CLIENT.client_secret, 'another']);
  });

  test('a redirect URI is checked by Client.redirectUriAllowed alone, also when another parameter is wrong', async () => {
    const at = await start();
    at.provider.Client.prototype.redirectUriAllowed = (uri: string) => uri === 'https://other.example/cb';
    const good = await at.authorize({ redirect_uri: 'https://other.example/cb' });
    expect(good.headers.get('location')).toMatch(/^https:\/\/other\.example\/cb\?code=/);
    const registered = await at.authorize();
    expect([registered.status, registered.headers.get('location')]).toEqual([400, null]);
    const wrongToo = await at.authorize({ response_type: 'token' });
    expect([wrongToo.status, wrongToo.headers.get('location')]).toEqual([400, null]);
  });

  test('an error makes the provider look up the client again, unless the context has noclient', async () => {
    const at = await start({ renderError: (ctx) => void (ctx.body = 'a page') });
    let calls = 0;
    at.provider.Client.find = () => {
      calls += 1;
      return Promise.reject(new errors.OIDCProviderError(503, 'temporarily_unavailable'));
    };
    expect((await at.authorize()).status).toBe(503);
    expect(calls).toBe(2);
    at.provider.Client.find = () => {
      calls += 1;
      Object.assign(Provider.ctx?.oidc ?? {}, { noclient: true });
      return Promise.reject(new errors.OIDCProviderError(503, 'temporarily_unavailable'));
    };
    expect((await at.authorize()).status).toBe(503);
    expect(calls).toBe(3);
  });

  test('a client is looked up for each request', async () => {
    const at = await start();
    await at.authorize();
    const before = at.calls.filter((call) => call === 'Client.find').length;
    await at.authorize();
    expect(at.calls.filter((call) => call === 'Client.find').length).toBeGreaterThan(before);
  });
});

describe('tokens', () => {
  test('codes and tokens get their ids from generateTokenId, which can read grant and rotations', async () => {
    const at = await start();
    const made: [string, boolean, number | undefined][] = [];
    let count = 0;
    for (const model of ['AuthorizationCode', 'AccessToken', 'RefreshToken'] as const) {
      Object.assign(at.provider[model].prototype, {
        generateTokenId(this: { grantId?: string; rotations?: number; format?: string }) {
          made.push([model, typeof this.grantId === 'string', this.rotations]);
          if (model === 'AccessToken') this.format = 'opaque';
          return `${model}-${(count += 1)}`;
        },
      });
    }
    const { access_token: access, refresh_token: refresh = '' } = await tokens(at);
    expect([access, refresh]).toEqual(['AccessToken-2', 'RefreshToken-3']);
    const next = await at.token({ grant_type: 'refresh_token', refresh_token: refresh });
    expect(await next.json()).toMatchObject({
      refresh_token: 'RefreshToken-4',
      access_token: 'AccessToken-5',
    });
    expect(made).toEqual([
      ['AuthorizationCode', true, undefined],
      ['AccessToken', true, undefined],
      ['RefreshToken', true, 0],
      ['RefreshToken', true, 1],
      ['AccessToken', true, undefined],
    ]);
  });

  test('the response contains AccessToken.tokenType', async () => {
    const at = await start();
    Object.defineProperty(at.provider.AccessToken.prototype, 'tokenType', { get: () => 'bearer' });
    expect((await tokens(at))['token_type']).toBe('bearer');
  });

  test('a code is consumed after every check and before anything is saved', async () => {
    const at = await start();
    const verifier = 'v'.repeat(43);
    const pkce = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
    const code = codeIn(await at.authorize(pkce));
    at.calls.length = 0;
    expect((await exchange(at, code, { code_verifier: 'w'.repeat(43) })).status).toBe(400);
    expect(
      (await exchange(at, code, { code_verifier: verifier, redirect_uri: 'https://x.example' })).status,
    ).toBe(400);
    expect((await exchange(at, code, { code_verifier: verifier, client_secret: 'wrong' })).status).toBe(401);
    expect(at.calls.filter((call) => !call.endsWith('.find'))).toEqual([]);
    expect((await exchange(at, code, { code_verifier: verifier })).status).toBe(200);
    expect(at.calls.filter((call) => !call.endsWith('.find'))).toEqual([
      'AuthorizationCode.consume',
      'AccessToken.upsert',
      'RefreshToken.upsert',
    ]);
  });

  test('a refresh token is consumed after every check, and both successors are saved', async () => {
    const at = await start();
    const { refresh_token: refresh = '' } = await tokens(at);
    at.calls.length = 0;
    const wider = await at.token({
      grant_type: 'refresh_token',
      refresh_token: refresh,
      scope: 'READ WRITE',
    });
    expect(wider.status).toBe(400);
    expect(at.calls.filter((call) => !call.endsWith('.find'))).toEqual([]);
    expect((await at.token({ grant_type: 'refresh_token', refresh_token: refresh })).status).toBe(200);
    expect(at.calls.filter((call) => !call.endsWith('.find'))).toEqual([
      'RefreshToken.consume',
      'RefreshToken.upsert',
      'AccessToken.upsert',
    ]);
  });

  test('a wrong code_verifier is recognized by its description', async () => {
    const at = await start();
    const code = codeIn(
      await at.authorize({ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }),
    );
    const answer = await exchange(at, code, { code_verifier: 'short' });
    const body = (await answer.json()) as Record<string, string>;
    expect([answer.status, body['error']]).toEqual([400, 'invalid_request']);
    expect(body['error_description']).toContain('code_verifier');
  });
});

describe('sessions', () => {
  test('a session marked as destroyed is neither stored nor set as a cookie, and nothing is bound to it', async () => {
    const at = await start();
    const response = await at.authorize();
    expect(codeIn(response)).not.toBe('');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(at.calls.filter((call) => call.startsWith('Session.'))).toEqual([]);
  });

  test('the uid and the cookie of an interaction are bound to no session without an id', async () => {
    const at = await start();
    const response = await at.authorize({ prompt: 'login' });
    expect(response.status).toBe(303);
    expect(at.calls.filter((call) => call.startsWith('Session.'))).toEqual([]);
    const { session } = await interactionOf(at, response);
    expect(session).toEqual({ accountId: 'person' });
  });
});

async function interactionOf(at: BareProvider, response: Response) {
  const uid = response.headers.get('location')?.split('/').at(-1) ?? '';
  const interaction = await at.provider.Interaction.find(uid);
  if (!interaction) throw new Error('no interaction');
  return interaction;
}

describe('parameters', () => {
  test('unknown scopes are dropped before extraParams reads the scope, but not from the query', async () => {
    const seen: unknown[] = [];
    const at = await start({
      extraParams: { scope: (ctx, value) => void seen.push(value, ctx.query['scope']) },
    });
    await at.authorize({ scope: 'READ NOPE' });
    expect(seen).toEqual(['READ', 'READ NOPE']);
  });

  test('extraParams runs after the checks of client, redirect URI and PKCE', async () => {
    let calls = 0;
    const at = await start({ extraParams: { scope: () => void (calls += 1) } });
    await at.authorize({ client_id: 'client', redirect_uri: 'https://x.example' });
    await at.authorize({ code_challenge: 'short', code_challenge_method: 'S256' });
    expect(calls).toBe(0);
    await at.authorize();
    expect(calls).toBe(1);
  });

  test('details of a prompt are stored in its interaction', async () => {
    const at = await start();
    const { prompt } = await interactionOf(at, await at.authorize({ prompt: 'login' }));
    expect(prompt).toMatchObject({ name: 'login', reasons: ['login_prompt'], details: {} });
  });
});
