/*
 * What src/authorization/provider/hooks.ts relies on although the provider does not promise it. After an update: look
 * at each hook, then at the pins, then write the new version here.
 */
import { readFile } from 'node:fs/promises';
import Provider, { errors } from 'oidc-provider';
import type { ClientMetadata, Configuration } from 'oidc-provider';
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

const sentClient = { client_id: CLIENT.client_id, client_secret: CLIENT.client_secret };

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

  test('a client is looked up by Client.find for each request, and can be made from its metadata', async () => {
    const at = await start();
    await at.authorize();
    const before = at.calls.filter((call) => call === 'Client.find').length;
    await at.authorize();
    expect(at.calls.filter((call) => call === 'Client.find').length).toBeGreaterThan(before);
    const Model: new (metadata: ClientMetadata) => InstanceType<Provider['Client']> = at.provider.Client;
    at.provider.Client.find = () => Promise.resolve(new Model(CLIENT));
    const answer = await exchange(at, 'x');
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });
});

describe('tokens', () => {
  test('a code gets its id from generateTokenId, which can read its grant', async () => {
    const at = await start();
    Object.assign(at.provider.AuthorizationCode.prototype, {
      generateTokenId(this: { grantId?: string }) {
        return `code of ${typeof this.grantId}`;
      },
    });
    expect(codeIn(await at.authorize())).toBe('code of string');
  });

  test('a registered grant handler replaces that of the provider, behind client authentication', async () => {
    const at = await start();
    const seen: unknown[] = [];
    at.provider.registerGrantType(
      'authorization_code',
      ({ oidc: { client, params, route } }) => {
        seen.push([route, client.clientId, { ...params }]);
        throw new errors.InvalidGrant('refused');
      },
      ['code'],
    );
    expect((await exchange(at, 'x', { client_secret: 'wrong' })).status).toBe(401);
    at.calls.length = 0;
    const answer = await exchange(at, 'x', { code_verifier: 'dropped' });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(seen).toEqual([
      ['token', CLIENT.client_id, { ...sentClient, grant_type: 'authorization_code', code: 'x' }],
    ]);
    expect(at.calls).toEqual(['Client.find']);
  });

  test('a body without a content type is not read, and OIDCContext.body is what counts as sent', async () => {
    const at = await start();
    const fields = { ...sentClient, grant_type: 'refresh_token', refresh_token: 'x' };
    Object.defineProperty(at.provider.OIDCContext.prototype, 'body', {
      get: () => fields,
      set: () => undefined,
    });
    const answer = await fetch(`${at.url}/token`, { method: 'POST', body: new Uint8Array([1]) });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  test('introspection and revocation take what find returns; without a grant id they look up no grant', async () => {
    const at = await start();
    let destroyed = 0;
    const token = {
      ...{ kind: 'AccessToken', jti: 'x', isValid: true, tokenType: 'bearer', scope: 'READ', exp: 2, iat: 1 },
      ...{ accountId: 'person', clientId: CLIENT.client_id, isSenderConstrained: () => false },
      destroy: () => Promise.resolve(void (destroyed += 1)),
    };
    Object.assign(at.provider.AccessToken, { find: () => Promise.resolve(token) });
    Object.assign(at.provider.RefreshToken, { find: () => Promise.resolve(undefined) });
    at.calls.length = 0;
    const body = new URLSearchParams({ ...sentClient, token: 'x' });
    const introspected = await fetch(`${at.url}/token/introspection`, { method: 'POST', body });
    expect(await introspected.json()).toMatchObject({
      ...{ active: true, sub: 'person', scope: 'READ', exp: 2, iat: 1, token_type: 'bearer' },
    });
    expect((await fetch(`${at.url}/token/revocation`, { method: 'POST', body })).status).toBe(200);
    expect(destroyed).toBe(1);
    expect(new Set(at.calls)).toEqual(new Set(['Client.find']));
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
