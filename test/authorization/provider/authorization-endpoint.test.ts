/* docs/contract.md section 4: responses to an authorization request before the consent page. */
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { authorizeUrl, authorize, exchange, me, pkce, visit } from '../../support/oauth.js';
import type { Overrides, Visitor } from '../../support/oauth.js';
import { sendRaw } from '../../support/raw-request.js';
import type { RawAnswer, RawRequest } from '../../support/raw-request.js';
import { REDIRECT_URI, type TestClient, useService } from '../../support/service.js';

const service = useService();
let client: TestClient;
let publicClient: TestClient;
let visitor: Visitor;
beforeAll(async () => {
  client = await service.client();
  publicClient = await service.client({ kind: 'public' });
  visitor = await visit(service);
});

const ask = (params: Overrides, of = client): Promise<Response> =>
  createBrowser(service.url).raw(authorizeUrl(service, of, params));

/** The same URL with more text behind it. */
const askRaw = (rest: string, params: Overrides = {}, of = client): Promise<Response> =>
  createBrowser(service.url).raw(`${authorizeUrl(service, of, params)}${rest}`);

async function expectPage(response: Response, status = 400): Promise<string> {
  const html = await response.text();
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('location')).toBeNull();
  expect(html).toContain('Reference');
  return html;
}

function backAt(response: Response, redirectUri = REDIRECT_URI): URL {
  expect(response.status).toBe(303);
  const location = response.headers.get('location') ?? '';
  expect(location.startsWith(`${redirectUri}?`)).toBe(true);
  const url = new URL(location);
  expect(url.hash).toBe('');
  expect(url.searchParams.get('iss')).toBe(service.config.issuerUrl);
  expect(url.searchParams.has('code')).toBe(false);
  return url;
}

function expectError(response: Response, error: string, state: string | null = 'a state'): void {
  const { searchParams } = backAt(response);
  expect(searchParams.get('error')).toBe(error);
  expect(searchParams.get('error_description')).toMatch(/\S/);
  expect(searchParams.get('state')).toBe(state);
  // RFC 6749 section 4.1.2.1 and RFC 9207 name no others.
  expect([...searchParams.keys()].filter((name) => !/^(error(_description)?|state|iss)$/.test(name))).toEqual(
    [],
  );
}

const descriptionIn = (response: Response): string | null =>
  backAt(response).searchParams.get('error_description');

const expectQuestion = (response: Response): void => {
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(/^\/auth\/oauth2\/interaction\/[\w-]+$/);
};

describe('an unknown client or redirect URI ends on an error page', () => {
  test.each<[string, Overrides]>([
    ['an unknown client', { client_id: 'f'.repeat(64) }],
    ['no client', { client_id: undefined }],
    ['an empty client', { client_id: '' }],
    ['a client id with a space behind it', { client_id: 'f '.repeat(3) }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['an empty redirect URI', { redirect_uri: '' }],
    ['a redirect URI of another client', { redirect_uri: 'https://evil.example/callback' }],
    ['the redirect URI in other case', { redirect_uri: 'https://client.example.com/Callback' }],
    ['the host in other case', { redirect_uri: 'https://CLIENT.example.com/callback' }],
    ['a slash behind it', { redirect_uri: `${REDIRECT_URI}/` }],
    ['a query behind it', { redirect_uri: `${REDIRECT_URI}?x=1` }],
    ['an empty query behind it', { redirect_uri: `${REDIRECT_URI}?` }],
    ['a fragment behind it', { redirect_uri: `${REDIRECT_URI}#x` }],
    ['another port', { redirect_uri: 'https://client.example.com:8443/callback' }],
    ['its default port written out', { redirect_uri: 'https://client.example.com:443/callback' }],
    ['http for https', { redirect_uri: 'http://client.example.com/callback' }],
    ['a letter percent-encoded', { redirect_uri: 'https://client.example.com/c%61llback' }],
    ['a way up and back', { redirect_uri: 'https://client.example.com/x/../callback' }],
    ['user information', { redirect_uri: 'https://a@client.example.com/callback' }],
    ['a host behind user information', { redirect_uri: 'https://client.example.com@evil.example/callback' }],
    ['a backslash', { redirect_uri: 'https://client.example.com\\callback' }],
    ['a space before it', { redirect_uri: ` ${REDIRECT_URI}` }],
    ['something that is no URI', { redirect_uri: 'callback' }],
    ['javascript', { redirect_uri: 'javascript:alert(1)' }],
  ])('%s', async (_, params) => {
    await expectPage(await ask(params));
  });

  test('also when every other parameter is wrong', async () => {
    const wrong = { response_type: 'token', scope: 'NOPE', prompt: 'none', code_challenge_method: 'plain' };
    await expectPage(await ask({ ...wrong, redirect_uri: 'https://evil.example/cb' }));
    await expectPage(await ask({ ...wrong, client_id: 'nobody' }));
  });

  test('a second client id or redirect URI, even the same one', async () => {
    await expectPage(await askRaw(`&client_id=${client.clientId}`));
    await expectPage(await askRaw(`&client_id=${publicClient.clientId}`));
    await expectPage(await askRaw(`&redirect_uri=${encodeURIComponent(REDIRECT_URI)}`));
    await expectPage(await askRaw('&redirect_uri=https://evil.example/cb'));
  });

  test('the page names the parameter and the received value, escaped', async () => {
    const html = await expectPage(
      await ask({ redirect_uri: 'https://evil.example/<script>alert(1)</script>' }),
    );
    expect(html).toContain('redirect_uri');
    expect(html).toContain('https://evil.example/&lt;script>');
    expect(html).not.toContain('<script>alert');
  });
});

describe('a redirect URI with another port', () => {
  const uris = [
    'http://127.0.0.1:8080/cb',
    'http://[::1]/cb',
    'http://localhost:8080/cb',
    'https://app.example/cb',
  ];
  const { challenge } = pkce();

  test.each([
    'http://127.0.0.1:8080/cb',
    'http://127.0.0.1:51234/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:51234/cb',
    'http://localhost:51234/cb',
  ])('is accepted from a public client on a loopback host: %s', async (redirectUri) => {
    const native = await service.client({ kind: 'public', redirectUris: uris });
    expectQuestion(await ask({ redirect_uri: redirectUri, code_challenge: challenge }, native));
  });

  test.each([
    'http://127.0.0.1:51234/other',
    'http://127.0.0.2:8080/cb',
    'https://127.0.0.1:8080/cb',
    'http://127.0.0.1:51234/cb?x=1',
    'http://127.0.0.1:99999/cb',
    'http://127.1:8080/cb',
    'http://localhost.evil.example:8080/cb',
    'http://a@127.0.0.1:8080/cb',
    'https://app.example:8443/cb',
  ])('and nothing else may differ: %s', async (redirectUri) => {
    const native = await service.client({ kind: 'public', redirectUris: uris });
    await expectPage(await ask({ redirect_uri: redirectUri, code_challenge: challenge }, native));
  });

  test('is refused from a confidential client', async () => {
    const web = await service.client({ redirectUris: ['http://127.0.0.1:8080/cb'] });
    expectQuestion(await ask({ redirect_uri: 'http://127.0.0.1:8080/cb' }, web));
    await expectPage(await ask({ redirect_uri: 'http://127.0.0.1:51234/cb' }, web));
  });

  test('is redirected to as requested', async () => {
    const native = await service.client({ kind: 'public', redirectUris: ['http://127.0.0.1/cb'] });
    const redirectUri = 'http://127.0.0.1:51234/cb';
    const { verifier, challenge: own } = pkce();
    const { code, back } = await authorize(service, native, visitor.user, {
      browser: visitor.browser,
      params: { redirect_uri: redirectUri, code_challenge: own },
    });
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
    const registered = await exchange(service, native, code, { code_verifier: verifier });
    expect([registered.status, registered.body.error]).toEqual([400, 'invalid_grant']);
    const exchanged = await exchange(service, native, code, {
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
    expect(exchanged.status).toBe(200);
  });
});

test('a private-use scheme of a public client is answered like any other redirect URI', async () => {
  const native = await service.client({ kind: 'public', redirectUris: ['com.example.app:/cb'] });
  const { verifier, challenge } = pkce();
  const { code, back } = await authorize(service, native, visitor.user, {
    browser: visitor.browser,
    params: { code_challenge: challenge },
  });
  expect(back.href.startsWith('com.example.app:/cb?code=')).toBe(true);
  expect((await exchange(service, native, code, { code_verifier: verifier })).status).toBe(200);
  const refused = await ask({ scope: 'NOPE', code_challenge: challenge }, native);
  expect(refused.headers.get('location')).toMatch(/^com\.example\.app:\/cb\?error=invalid_scope&/);
});

describe('errors of the scope are redirected', () => {
  test.each<[string, string | undefined]>([
    ['missing', undefined],
    ['empty', ''],
    ['only separators', ' , '],
    ['unknown', 'PROFILE_READ NOPE'],
    ['not enabled on the client', 'TEAM_BOOKING_READ'],
    ['a team scope by its organization twin', 'PROFILE_READ ORG_PROFILE_READ'],
    ['in lower case', 'profile_read'],
    ['the mark of unrestricted tokens', '*'],
    ['openid', 'openid PROFILE_READ'],
    ['offline_access', 'PROFILE_READ offline_access'],
    ['an old name', 'READ_PROFILE'],
    ['separated by tabs', 'PROFILE_READ\u2003BOOKING_READ'],
    ['with quotes', '"PROFILE_READ"'],
  ])('%s', async (_, scope) => {
    expectError(await ask({ scope }), 'invalid_scope');
  });

  test.each([
    ['one name', 'PROFILE_READ', ['PROFILE_READ']],
    ['spaces', 'PROFILE_READ BOOKING_READ', ['BOOKING_READ', 'PROFILE_READ']],
    ['commas', 'PROFILE_READ,BOOKING_READ', ['BOOKING_READ', 'PROFILE_READ']],
    [
      'runs of both, duplicates',
      ' PROFILE_READ,, BOOKING_READ ,PROFILE_READ,',
      ['BOOKING_READ', 'PROFILE_READ'],
    ],
  ])('by %s is requested', async (_, scope, boxes) => {
    const page = await visitor.browser.get(authorizeUrl(service, client, { scope }));
    const labels = page.root
      .querySelectorAll('input[name=scope]')
      .map((box) => box.getAttribute('value') ?? '');
    expect(labels.sort()).toEqual(boxes);
  });
});

describe('errors of PKCE are redirected', () => {
  const { challenge } = pkce();

  test.each<[string, Overrides]>([
    ['a public client without a challenge', {}],
    ['a public client with an empty challenge', { code_challenge: '' }],
    ['a public client with a method and no challenge', { code_challenge_method: 'S256' }],
    ['plain', { code_challenge: challenge, code_challenge_method: 'plain' }],
    ['a method in lower case', { code_challenge: challenge, code_challenge_method: 's256' }],
    ['a challenge that is too short', { code_challenge: challenge.slice(1) }],
    ['a challenge that is too long', { code_challenge: challenge.repeat(3) }],
    ['a challenge with a foreign character', { code_challenge: `${challenge.slice(1)}=` }],
  ])('%s is invalid_request', async (_, params) => {
    expectError(await ask(params, publicClient), 'invalid_request');
  });

  test('plain is refused from a confidential client too', async () => {
    const response = await ask({ code_challenge: challenge, code_challenge_method: 'plain' });
    expectError(response, 'invalid_request');
    expect(descriptionIn(response)).toBe('code_challenge_method must be S256');
  });

  test('a missing challenge is refused with the parameter to send', async () => {
    for (const params of [{}, { code_challenge_method: 'S256' }])
      expect(descriptionIn(await ask(params, publicClient))).toMatch(
        /^code_challenge is missing: send the S256 hash/,
      );
  });

  test('a challenge without a method means S256', async () => {
    expectQuestion(await ask({ code_challenge: challenge }, publicClient));
    expectQuestion(await ask({ code_challenge: challenge, code_challenge_method: '' }, publicClient));
    expectQuestion(await ask({ code_challenge: challenge, code_challenge_method: 'S256' }, publicClient));
  });
});

describe('errors of response_type and response_mode are redirected', () => {
  test.each([undefined, '', 'code'])('response_type %p is the code', async (responseType) => {
    expectQuestion(await ask({ response_type: responseType }));
  });

  test.each(['token', 'id_token', 'code token', 'code id_token', 'none', 'CODE', 'x'])(
    'response_type %p is unsupported_response_type, in the query',
    async (responseType) => {
      const response = await ask({ response_type: responseType });
      expectError(response, 'unsupported_response_type');
      expect(descriptionIn(response)).toBe('response_type must be code');
    },
  );

  test.each([undefined, '', 'query'])('response_mode %p is the query', async (responseMode) => {
    expectQuestion(await ask({ response_mode: responseMode }));
  });

  test.each(['fragment', 'form_post', 'jwt', 'web_message', 'QUERY'])(
    'response_mode %p is invalid_request, in the query',
    async (responseMode) => {
      expectError(await ask({ response_mode: responseMode }), 'invalid_request');
    },
  );

  test('request and request_uri are not supported', async () => {
    expectError(await ask({ request: 'eyJhbGciOiJub25lIn0.e30.' }), 'request_not_supported');
    expectError(
      await ask({ request_uri: 'https://client.example.com/request' }),
      'request_uri_not_supported',
    );
  });
});

describe('a repeated parameter is invalid_request', () => {
  test.each([
    ['scope', 'PROFILE_READ'],
    ['response_type', 'code'],
    ['response_mode', 'query'],
    ['prompt', 'login'],
    ['code_challenge', pkce().challenge],
    ['code_challenge_method', 'S256'],
    ['login_hint', 'a@example.com'],
  ])('%s', async (name, value) => {
    const twice = `&${name}=${value}`.repeat(name === 'scope' ? 1 : 2);
    expectError(
      await askRaw(twice, { code_challenge: name === 'code_challenge' ? undefined : pkce().challenge }),
      'invalid_request',
    );
  });

  test('state: the error comes back without one', async () => {
    expectError(await askRaw('&state=another'), 'invalid_request', null);
  });

  test('after a thousand others too', async () => {
    expectError(await askRaw(`${'&x'.repeat(1100)}&scope=BOOKING_WRITE`), 'invalid_request');
  });
});

describe('a parameter that cannot be read', () => {
  test.each([
    ['a NUL', '&code_challenge=%00', 'code_challenge'],
    ['a NUL of a public client', '&code_challenge=%00', 'code_challenge', 'public'],
    ['text that is not UTF-8, in an unknown parameter', '&foo=%ff', 'foo'],
    ['a lone percent sign', '&login_hint=100%', 'login_hint'],
    ['a line break', '&nonce=a%0d%0aSet-Cookie:x=1', 'nonce'],
    ['a name', '&%ff=x', 'a parameter'],
  ])('is redirected and named: %s', async (_, rest, name, kind = 'confidential') => {
    const response = await askRaw(rest, {}, kind === 'public' ? publicClient : client);
    expectError(response, 'invalid_request');
    expect(descriptionIn(response)).toBe(`${name} is not percent-encoded UTF-8 without control characters`);
  });

  test('named state is not returned', async () => {
    expectError(await askRaw('&state=a%00', { state: undefined }), 'invalid_request', null);
  });

  test.each([
    ['client_id', { client_id: undefined }, '&client_id=%00'],
    ['client_id', {}, '&client_id=%ff'],
    ['redirect_uri', { redirect_uri: undefined }, '&redirect_uri=https://client.example.com/%ff'],
    ['redirect_uri', {}, '&redirect_uri=%00'],
  ])('named %s ends on a page that names it: %j', async (name, params, rest) => {
    expect(await expectPage(await askRaw(rest, params))).toContain(`>${name}<`);
  });
});

test('parameters of OpenID Connect and unknown ones are ignored', async () => {
  expectQuestion(
    await ask({
      nonce: 'n',
      max_age: '0',
      acr_values: '1',
      claims: '{}',
      claims_locales: 'de',
      ui_locales: 'de',
      display: 'popup',
      id_token_hint: 'x',
      registration: '{}',
      authorization_details: '[]',
      dpop_jkt: 'x',
      audience: 'x',
      access_type: 'offline',
      __proto__x: 'x',
    }),
  );
  expectQuestion(await askRaw('&__proto__=x&constructor=x&nonce=1&nonce=2'));
});

describe('resource (RFC 8707)', () => {
  test.each(['/v2', '', '/', '/v2/me', '/v2/'])('may be {base_url}%s', async (path) => {
    expectQuestion(await ask({ resource: service.config.baseUrl + path }));
  });

  test('may be left empty, and sent twice', async () => {
    const resource = `&resource=${service.config.baseUrl}/v2`;
    expectQuestion(await askRaw(`&resource=`));
    expectQuestion(await askRaw(resource + resource));
    expectError(await askRaw(`${resource}&resource=https://api.example`), 'invalid_target');
  });

  test.each(['https://api.example', 'https://api.example/v2', 'x', '/v2', 'urn:slotkey:v2'])(
    'is invalid_target when it is %s',
    async (resource) => {
      const response = await ask({ resource });
      expectError(response, 'invalid_target');
      expect(descriptionIn(response)).toContain(`${service.config.baseUrl}/v2`);
    },
  );

  test.each(['/v3', '/v2x', '/v2#x', '/v2?x', '/v2/../auth', '/auth'])(
    'is invalid_target when it is {base_url}%s',
    async (path) => {
      expectError(await ask({ resource: service.config.baseUrl + path }), 'invalid_target');
    },
  );
});

describe('prompt', () => {
  test('none is login_required without a signed-in user', async () => {
    expectError(await ask({ prompt: 'none' }), 'login_required');
  });

  test('none is consent_required for a signed-in user', async () => {
    expectError(
      await visitor.browser.raw(authorizeUrl(service, client, { prompt: 'none' })),
      'consent_required',
    );
  });

  test.each(['none login', 'create', 'none select_account', 'LOGIN'])(
    '%s is invalid_request',
    async (prompt) => {
      const response = await ask({ prompt });
      expectError(response, 'invalid_request');
      expect(descriptionIn(response)).toMatch(/^prompt(=none)? must /);
    },
  );

  test('consent changes nothing: the consent page always appears', async () => {
    const page = await visitor.browser.get(authorizeUrl(service, client, { prompt: 'consent' }));
    expect(page.root.querySelectorAll('input[name=scope]')).toHaveLength(1);
  });

  test('login requires a signed-in user to sign in again, and then continues', async () => {
    const fresh = await visit(service);
    const url = authorizeUrl(service, client, { prompt: 'login' });
    const page = await fresh.browser.get(url);
    expect(new URL(page.url).pathname).toBe('/sign-in');
    expect(page.root.querySelector('input[name=password]')).not.toBeNull();

    const consent = await fresh.browser.signIn(fresh.user, page);
    const answered = await fresh.browser.submit(consent, {}, 'allow');
    const code = answered.left?.searchParams.get('code') ?? '';
    expect((await exchange(service, client, code)).status).toBe(200);

    const again = await fresh.browser.get(url);
    expect(new URL(again.url).pathname).toBe('/sign-in');
  });

  async function ownerOf(token: string): Promise<number> {
    const { data } = (await (await me(service, token)).json()) as { readonly data: { readonly id: number } };
    return data.id;
  }
  const asked = (page: Page) => [page.root.querySelector('h1')?.text, page.status];
  const tokensAfter = async (browser: Browser, consent: Page) => {
    const answered = await browser.submit(consent, {}, 'allow');
    return exchange(service, client, answered.left?.searchParams.get('code') ?? '');
  };

  test('select_account asks a signed-in user which account, and goes on with theirs', async () => {
    const { user, browser } = await visit(service);
    const url = authorizeUrl(service, client, { prompt: 'select_account' });
    const page = await browser.get(url);
    expect(asked(page)).toEqual(['Choose an account', 200]);
    expect(page.html).toContain(user.email);
    const goOn = page.root.querySelectorAll('a').find(({ text }) => text === 'Continue with this account');
    const consent = await browser.get(goOn?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '');
    expect(consent.root.querySelectorAll('input[name=scope]')).toHaveLength(1);
    const { status, body } = await tokensAfter(browser, consent);
    expect([status, await ownerOf(body.access_token)]).toEqual([200, user.account.id]);
    expect(asked(await browser.get(url))).toEqual(['Choose an account', 200]);
  });

  test('select_account keeps the session until another account signs in, which then answers', async () => {
    const { user, browser } = await visit(service);
    const other = await service.user();
    const page = await browser.get(authorizeUrl(service, client, { prompt: 'select_account' }));
    expect((await browser.get('/settings/security')).html).toContain(user.email);
    const consent = await browser.signIn(other, page);
    expect((await browser.get('/settings/security')).html).toContain(other.email);
    const { status, body } = await tokensAfter(browser, consent);
    expect([status, await ownerOf(body.access_token)]).toEqual([200, other.account.id]);
  });

  test('select_account asks a visitor to sign in, and nothing more', async () => {
    const user = await service.user();
    const browser = createBrowser(service.url);
    const page = await browser.get(authorizeUrl(service, client, { prompt: 'select_account' }));
    expect(asked(page)).toEqual(['Sign in', 200]);
    const { status } = await tokensAfter(browser, await browser.signIn(user, page));
    expect(status).toBe(200);
  });

  test('select_account does not weaken login', async () => {
    const { user, browser } = await visit(service);
    const page = await browser.get(authorizeUrl(service, client, { prompt: 'login select_account' }));
    const { searchParams } = new URL(page.url);
    expect([searchParams.get('fresh'), searchParams.get('choose')]).toEqual(['1', '1']);
    const back = await browser.get(searchParams.get('return_to') ?? '');
    expect(new URL(back.url).pathname).toBe('/sign-in');
    const { status } = await tokensAfter(browser, await browser.signIn(user, page));
    expect(status).toBe(200);
  });

  test('login cannot be consented to without signing in again', async () => {
    const fresh = await visit(service);
    const first = await fresh.browser.raw(authorizeUrl(service, client, { prompt: 'login' }));
    const interaction = first.headers.get('location') ?? '';
    const other = await fresh.browser.get(authorizeUrl(service, client));
    const csrf = other.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
    expect(csrf).not.toBe('');
    const answered = await fresh.browser.raw(interaction, {
      method: 'POST',
      body: new URLSearchParams({ csrf, decision: 'allow', scope: 'PROFILE_READ' }),
    });
    expect(answered.status).toBe(303);
    expect(answered.headers.get('location')).toMatch(/^\/sign-in\?/);
  });
});

describe('parameters of the client are returned unchanged', () => {
  const odd = 'a b+c&d=e%20f#g"<>\'\\/?;:@,.~*(){}[]|^`ü€😀';

  test.each([
    ['odd characters', odd],
    ['2,000 characters', 'x'.repeat(2000)],
    ['2,000 characters that are encoded', '%'.repeat(2000)],
    ['a plus', '+'],
    ['a space at each end', ' x '],
    ['a zero', '0'],
    ['a name of an object', '__proto__'],
  ])('state: %s', async (_, state) => {
    const { back } = await authorize(service, client, visitor.user, {
      browser: visitor.browser,
      params: { state },
    });
    expect(back.searchParams.get('state')).toBe(state);
    expectError(await ask({ state, scope: 'NOPE' }), 'invalid_scope', state);
  });

  test('no state is returned when none was sent', async () => {
    const { back } = await authorize(service, client, visitor.user, {
      browser: visitor.browser,
      params: { state: undefined },
    });
    expect([...back.searchParams.keys()]).toEqual(['code', 'iss']);
    expectError(await ask({ state: undefined, scope: 'NOPE' }), 'invalid_scope', null);
  });

  test.each([
    'https://client.example.com/cb?x=a%20b&y=%C3%BC&z',
    'https://client.example.com/cb?a=1+2&a=1%2B2',
  ])('the registered query of %s', async (redirectUri) => {
    const own = await service.client({ redirectUris: [redirectUri] });
    const page = await visitor.browser.get(authorizeUrl(service, own));
    const form = page.root.querySelector('form');
    const csrf = form?.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
    const posted = await visitor.browser.raw(page.url, {
      method: 'POST',
      body: new URLSearchParams({ csrf, decision: 'allow', scope: 'PROFILE_READ' }),
    });
    const resumed = await visitor.browser.raw(posted.headers.get('location') ?? '');
    expect(resumed.headers.get('location')?.startsWith(`${redirectUri}&code=`)).toBe(true);
    const refused = await ask({ scope: 'NOPE' }, own);
    expect(refused.headers.get('location')?.startsWith(`${redirectUri}&error=invalid_scope&`)).toBe(true);
  });

  test('an error description is printable ASCII for every request', async () => {
    const { searchParams } = backAt(await ask({ scope: 'ü"\\€' }));
    // RFC 6749 section 4.1.2.1
    expect(searchParams.get('error_description')).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});

const target = (): string => authorizeUrl(service, client).slice(service.url.length);

const send = (sent: Partial<RawRequest>): Promise<RawAnswer> =>
  sendRaw(service.url, { path: target(), ...sent });

describe('a malformed authorization request', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s is 405 with the allowed methods',
    async (method) => {
      const { status, headers } = await send({ method });
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
      expect(headers['location']).toBeUndefined();
    },
  );

  test('HEAD begins nothing', async () => {
    const { status, headers, text } = await send({ method: 'HEAD' });
    expect([status, text, headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect([headers['location'], headers['set-cookie']]).toEqual([undefined, undefined]);
    const begun = await send({});
    expect([begun.status, begun.headers['set-cookie']]).toEqual([303, expect.any(Array)]);
  });

  test('HEAD on the way back from the consent page issues no code, and GET then does', async () => {
    const { browser } = visitor;
    const question = await browser.get(authorizeUrl(service, client));
    const form = question.root.querySelector('form');
    const csrf = form?.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
    const body = new URLSearchParams({ csrf, decision: 'allow', scope: 'PROFILE_READ' });
    const answered = await browser.raw(question.url, { method: 'POST', body });
    const back = answered.headers.get('location') ?? '';
    expect([answered.status, answered.headers.get('cache-control')]).toEqual([303, 'no-store']);
    expect(back).toContain('/auth/oauth2/authorize/');
    const head = await browser.raw(back, { method: 'HEAD' });
    expect([head.status, head.headers.get('location')]).toEqual([200, null]);
    const done = await browser.raw(back);
    expect([done.status, done.headers.get('cache-control')]).toEqual([303, 'no-store']);
    expect(done.headers.get('location')).toContain('code=');
  });

  test('every redirect of an authorization is not stored', async () => {
    for (const params of [{}, { scope: 'NOPE' }, { prompt: 'none' }]) {
      const { status, headers } = await ask(params);
      expect([status, headers.get('cache-control')]).toEqual([303, 'no-store']);
    }
  });

  test.each([
    ['a foreign Host', { headers: { host: 'evil.example' } }, 421],
    ['a Host with a path', { headers: { host: 'localhost/evil' } }, 421],
    ['a slash behind the path', { path: '/auth/oauth2/authorize/' }, 404],
    ['the path in other case', { path: '/auth/oauth2/Authorize' }, 404],
    ['a letter of the path encoded', { path: '/auth/oauth2/%61uthorize' }, 404],
    ['a NUL', { path: '/auth/oauth2/authorize?client_id=%00' }, 400],
    ['a NUL behind a parameter', { path: '/auth/oauth2/authorize?client_id=x&state=a%00' }, 400],
    ['a line break', { path: '/auth/oauth2/authorize?state=a%0d%0aSet-Cookie:x=1' }, 400],
    ['broken UTF-8', { path: '/auth/oauth2/authorize?state=%ff%fe' }, 400],
    ['an overlong NUL', { path: '/auth/oauth2/authorize?state=%c0%80' }, 400],
    ['half a surrogate', { path: '/auth/oauth2/authorize?state=%ed%a0%80' }, 400],
    ['a lone percent sign', { path: '/auth/oauth2/authorize?state=100%' }, 400],
    ['a broken percent-encoding', { path: '/auth/oauth2/authorize?state=%zz' }, 400],
    ['10 kB of query', { path: `/auth/oauth2/authorize?state=${'x'.repeat(10_000)}` }, 414],
  ])('%s', async (_, sent, expected) => {
    const { status, headers } = await send(sent);
    expect(status).toBe(expected);
    expect(headers['location']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('with 100 kB of query ends the connection, with 431 if there is time to send it', async () => {
    const path = `/auth/oauth2/authorize?state=${'x'.repeat(100_000)}`;
    const status = await send({ path }).then(
      (answer) => answer.status,
      () => 431,
    );
    expect(status).toBe(431);
  });

  test('a forwarded Host of an untrusted proxy changes nothing', async () => {
    const { headers } = await send({
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(JSON.stringify(headers)).not.toContain('evil.example');
    expect(headers['location']).toMatch(/^\/auth\/oauth2\/interaction\//);
  });
});
