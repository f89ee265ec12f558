/* RFC 8414, OpenID Connect Discovery, RFC 9728: what clients find out by themselves, on one host and on two. */
import { z } from 'zod';
import { SCOPE_NAMES } from '../../../src/scopes/catalogue.js';
import { createBrowser } from '../../support/browser.js';
import { authorizeUrl, visit } from '../../support/oauth.js';
import { sendRaw } from '../../support/raw-request.js';
import type { RawAnswer } from '../../support/raw-request.js';
import { type Service, type StartedService, startService, useService } from '../../support/service.js';

const one = useService();
let two: StartedService;
beforeAll(async () => {
  two = await startService({
    backend: one.backend,
    hosts: (port) => ({ APP_URL: `http://localhost:${port}`, BASE_URL: `http://127.0.0.1:${port}` }),
  });
});
afterAll(async () => {
  await two.close();
});

const DOCUMENTS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/** A document by way of one of the service's names. */
const fetched = (service: Service, home: string, path: string): Promise<RawAnswer> =>
  sendRaw(service.url, { path, headers: { host: new URL(home).host } });

async function document(service: Service, home: string, path: string): Promise<Record<string, unknown>> {
  const { status, headers, text } = await fetched(service, home, path);
  expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  return JSON.parse(text) as Record<string, unknown>;
}

const homes = (service: Service): readonly string[] => [
  ...new Set([service.config.appUrl, service.config.baseUrl, service.config.issuerUrl]),
];

describe.each([
  ['one host', () => one],
  ['two hosts', () => two],
])('on %s', (_, of) => {
  test('both documents are the same on every host, and name each route with its origin', async () => {
    const { appUrl, baseUrl, issuerUrl } = of().config;
    const found = await Promise.all(
      homes(of()).flatMap((home) => DOCUMENTS.map((path) => document(of(), home, path))),
    );
    expect(found.length).toBe(homes(of()).length * 2);
    for (const other of found) expect(other).toEqual(found[0]);
    expect(found[0]).toMatchObject({
      issuer: issuerUrl,
      authorization_endpoint: `${appUrl}/auth/oauth2/authorize`,
      token_endpoint: `${baseUrl}/v2/auth/oauth2/token`,
      revocation_endpoint: `${baseUrl}/v2/auth/oauth2/revoke`,
      introspection_endpoint: `${baseUrl}/v2/auth/oauth2/introspect`,
    });
  });

  test('the protected resource names the issuer exactly', async () => {
    const { baseUrl, issuerUrl } = of().config;
    const found = await document(of(), baseUrl, '/.well-known/oauth-protected-resource/v2');
    expect(found).toMatchObject({
      resource: `${baseUrl}/v2`,
      authorization_servers: [issuerUrl],
      scopes_supported: SCOPE_NAMES,
      bearer_methods_supported: ['header'],
    });
    const whole = await document(of(), baseUrl, '/.well-known/oauth-protected-resource');
    expect(whole).toMatchObject({ resource: baseUrl, authorization_servers: [issuerUrl] });
    const refused = await fetched(of(), baseUrl, '/v2/me');
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toContain(
      `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/v2"`,
    );
  });

  test('every named endpoint exists', async () => {
    const { issuerUrl } = of().config;
    const found = await document(of(), issuerUrl, DOCUMENTS[0] ?? '');
    const endpoints = Object.entries(found).filter(([name]) => /_(endpoint|uri)$/.test(name));
    expect(endpoints.map(([name]) => name).sort()).toEqual([
      'authorization_endpoint',
      'introspection_endpoint',
      'revocation_endpoint',
      'token_endpoint',
    ]);
    for (const [, address] of endpoints) {
      const { origin, pathname } = new URL(String(address));
      expect((await fetched(of(), origin, pathname)).status).not.toBe(404);
    }
  });
});

test('the metadata lists exactly the supported features', async () => {
  const found = await document(one, one.url, DOCUMENTS[0] ?? '');
  const methods = ['client_secret_basic', 'client_secret_post', 'none'];
  expect(found).toEqual({
    ...Object.fromEntries(Object.entries(found).filter(([name]) => /_(endpoint|uri)$/.test(name))),
    issuer: one.config.issuerUrl,
    service_documentation: `${one.url}/v2/docs`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: SCOPE_NAMES,
    authorization_response_iss_parameter_supported: true,
  });
});

/** RFC 8414 section 2, RFC 7009, RFC 7662 and RFC 9207: what a strict reader of each member demands. */
const MEMBERS: Readonly<Record<string, z.ZodType>> = {
  issuer: z.url({ protocol: /^https?$/ }).refine((issuer) => !/[?#]|\/$/.test(issuer)),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url(),
  introspection_endpoint: z.url(),
  service_documentation: z.url(),
  scopes_supported: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)).nonempty(),
  response_types_supported: z.array(z.literal('code')).nonempty(),
  response_modes_supported: z.array(z.literal('query')).nonempty(),
  grant_types_supported: z.array(z.enum(['authorization_code', 'refresh_token'])).length(2),
  code_challenge_methods_supported: z.array(z.literal('S256')).nonempty(),
  token_endpoint_auth_methods_supported: z.array(z.string()).nonempty(),
  revocation_endpoint_auth_methods_supported: z.array(z.string()).nonempty(),
  introspection_endpoint_auth_methods_supported: z.array(z.string()).nonempty(),
  authorization_response_iss_parameter_supported: z.boolean(),
};

test.each(DOCUMENTS)('%s holds members of OAuth alone, each as its RFC defines it', async (path) => {
  expect(
    z.strictObject(MEMBERS).safeParse(await document(two, two.config.issuerUrl, path)).error,
  ).toBeUndefined();
});

test('service_documentation is the reference on the API host', async () => {
  const found = await document(two, two.config.appUrl, DOCUMENTS[0] ?? '');
  const { origin, pathname } = new URL(String(found['service_documentation']));
  expect(origin).toBe(two.config.baseUrl);
  const page = await fetched(two, origin, pathname);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain('API reference');
});

test('no ID token is issued, so there are no keys', async () => {
  expect((await sendRaw(one.url, { path: '/.well-known/jwks.json' })).status).toBe(404);
});

test('a document can be cached; another method is 405; another host is refused', async () => {
  for (const path of DOCUMENTS) {
    const { headers } = await sendRaw(one.url, { path });
    expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    expect(headers['set-cookie']).toBeUndefined();
    const posted = await sendRaw(one.url, { path, method: 'POST' });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const foreign = await sendRaw(one.url, { path, headers: { host: 'evil.example' } });
    expect([foreign.status, foreign.text.includes('evil.example')]).toEqual([421, false]);
    const forwarded = await sendRaw(one.url, { path, headers: { 'x-forwarded-host': 'evil.example' } });
    expect(forwarded.text).not.toContain('evil.example');
  }
});

test.each([
  '/me',
  '/request',
  '/reg',
  '/session/end',
  '/session/end/confirm',
  '/device',
  '/auth',
  '/token',
  '/jwks',
  '/interaction/x',
  '/challenge',
])('the provider does not respond at its default path %s', async (path) => {
  expect((await sendRaw(one.url, { path })).status).toBe(404);
  // Two segments may be the address of an event type: a form there is refused without its hidden field, before it is read.
  const posted = await sendRaw(one.url, { path, method: 'POST' });
  expect(posted.status).toBe(path.split('/').length === 3 ? 403 : 404);
});

describe('on two hosts', () => {
  const at = (home: string, path: string, method = 'GET'): Promise<RawAnswer> =>
    sendRaw(two.url, { path, method, headers: { host: new URL(home).host } });

  test('pages are served by the application host, the token endpoint by the API host, and nothing by both', async () => {
    const { appUrl, baseUrl } = two.config;
    const client = await one.client();
    const path = authorizeUrl(two, client).slice(two.url.length);
    expect((await at(appUrl, path)).status).toBe(303);
    expect((await at(baseUrl, path)).status).toBe(404);
    expect((await at(baseUrl, '/v2/auth/oauth2/token', 'POST')).status).toBe(400);
    expect((await at(appUrl, '/v2/auth/oauth2/token', 'POST')).status).toBe(404);
  });

  test('the whole flow works, each step on its host', async () => {
    const client = await one.client();
    const { user } = await visit(one);
    const browser = createBrowser(two.config.appUrl);
    const signIn = await browser.get(authorizeUrl({ url: two.config.appUrl }, client));
    const consent = await browser.signIn(user, signIn);
    const { left } = await browser.submit(consent, {}, 'allow');
    expect(left?.searchParams.get('iss')).toBe(two.config.issuerUrl);
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: left?.searchParams.get('code') ?? '',
      redirect_uri: client.form.redirectUris[0] ?? '',
      client_id: client.clientId,
      client_secret: client.clientSecret ?? '',
    });
    const answer = await fetch(`${two.config.baseUrl}/v2/auth/oauth2/token`, { method: 'POST', body });
    const tokens = (await answer.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(`${two.config.baseUrl}/v2/me`, { headers })).status).toBe(200);
    expect((await fetch(`${two.config.appUrl}/v2/me`, { headers })).status).toBe(404);
  });
});
