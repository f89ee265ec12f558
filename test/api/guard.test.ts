import { once } from 'node:events';
import { connect } from 'node:net';
import { z } from 'zod';
import { createApi } from '../../src/api/api.js';
import type { VerifyToken } from '../../src/api/principal.js';
import { defineRoute } from '../../src/api/route.js';
import { storeUnavailable } from '../../src/errors.js';
import { clientIp } from '../../src/http/proxies.js';
import { isScopeName, SCOPE_NAMES, SCOPES } from '../../src/scopes/catalogue.js';
import type { ScopeName } from '../../src/scopes/catalogue.js';
import type { GrantedScope } from '../../src/scopes/policy.js';
import { EVERYWHERE } from '../../src/scopes/granted-resources.js';
import { json, serve } from '../http/serve.js';
import type { Answer, Served } from '../http/serve.js';

const pathOf = (scope: ScopeName) => `/v2/${scope.toLowerCase().replaceAll('_', '-')}` as const;
const reply = z.object({ caller: z.number().optional() });

const routes = [
  ...SCOPE_NAMES.map((access) =>
    defineRoute({
      method: 'GET',
      path: pathOf(access),
      summary: 'Return the caller',
      access,
      reply,
      handle: ({ principal }) => ({ caller: principal.accountId }),
    }),
  ),
  defineRoute({
    method: 'GET',
    path: '/v2/open',
    summary: 'Return no caller',
    access: 'public',
    reply,
    handle: ({ principal }) => ({ caller: principal }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/open-to-known',
    summary: 'Return the caller, if there is one',
    access: 'public',
    caller: 'known',
    reply,
    handle: ({ principal }) => (principal === undefined ? {} : { caller: principal.accountId }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/open-in-part',
    summary: 'Return the caller, if there is one with the scope',
    access: 'EVENT_TYPE_READ',
    caller: 'optional',
    reply,
    handle: ({ principal }) => (principal === undefined ? {} : { caller: principal.accountId }),
  }),
];

const scopeOf = (token: string): GrantedScope | undefined => {
  if (token === 'EVERYTHING') return { kind: 'unrestricted' };
  if (token === 'NOTHING') return { kind: 'scopes', names: new Set() };
  return isScopeName(token) ? { kind: 'scopes', names: new Set([token]) } : undefined;
};

/** The token is the name of its one scope. */
const verifyToken: VerifyToken = (token) => {
  if (token === 'OUTAGE') return Promise.reject(storeUnavailable(new Error('connection refused')));
  const scope = scopeOf(token);
  return Promise.resolve(
    scope && { accountId: 7, clientId: 'c1', familyId: 'f1', expiresAt: 1, scope, resources: EVERYWHERE },
  );
};

let served: Served;
const call = (path: string, token?: string): Promise<Answer> =>
  served.send({ path, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
const metadataUrl = (): string => `${served.origin}/.well-known/oauth-protected-resource/v2`;

beforeAll(async () => {
  served = await serve({
    inside: (origin) => [createApi({ routes, verifyToken, clientIp, baseUrl: origin, issuerUrl: origin })],
  });
});
afterAll(() => served.close());

describe('the guard of /v2 for each of the 46 scopes', () => {
  it.each(SCOPES)(
    'accepts $name, its organization scope and unrestricted tokens, and no other scope',
    async ({ name }) => {
      const twin = name.startsWith('TEAM_') ? name.replace('TEAM_', 'ORG_') : name;
      const answers = await Promise.all(
        SCOPE_NAMES.map(async (held) => [held, await call(pathOf(name), held)] as const),
      );
      const passed = answers.filter(([, { status }]) => status === 200).map(([held]) => held);
      expect(passed).toEqual(SCOPE_NAMES.filter((held) => held === name || held === twin));
      for (const [, { status, headers }] of answers.filter(([held]) => !passed.includes(held))) {
        expect([status, headers['www-authenticate']]).toEqual([
          403,
          expect.stringContaining(`scope="${name}"`),
        ]);
      }
      expect((await call(pathOf(name), 'EVERYTHING')).status).toBe(200);
      expect((await call(pathOf(name), 'NOTHING')).status).toBe(403);
    },
  );
});

describe('a refused call', () => {
  it('without a token is 401 with a challenge without an error (RFC 6750 section 3.1)', async () => {
    const { status, headers, text } = await call('/v2/profile-read');
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(
      `Bearer realm="slotkey", scope="PROFILE_READ", resource_metadata="${metadataUrl()}"`,
    );
    expect(JSON.parse(text)).toEqual({
      status: 'error',
      timestamp: '2026-01-02T03:04:05.000Z',
      path: '/v2/profile-read',
      error: { code: 'UNAUTHORIZED', message: expect.any(String) as unknown, details: {} },
    });
  });

  it.each(['unknown', 'a b', 'é', '', '=', 'x'.repeat(1_025), '%00', 'PROFILE_READ, PROFILE_READ'])(
    'with the token %j is 401 invalid_token',
    async (token) => {
      const { status, headers } = await served.send({
        path: '/v2/profile-read',
        headers: { authorization: Buffer.from(`Bearer ${token}`).toString('latin1') },
      });
      expect([status, headers['www-authenticate']]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ]);
      expect(headers['www-authenticate']).toContain(
        `scope="PROFILE_READ", resource_metadata="${metadataUrl()}"`,
      );
    },
  );

  it('outside the granted scopes is 403 insufficient_scope with the required scope', async () => {
    const { status, headers, text } = await call('/v2/team-booking-write', 'BOOKING_WRITE');
    expect(status).toBe(403);
    expect(headers['www-authenticate']).toMatch(
      /^Bearer realm="slotkey", error="insufficient_scope", error_description="[^"]+", scope="TEAM_BOOKING_WRITE", resource_metadata="/,
    );
    expect(JSON.parse(text)).toMatchObject({
      error: {
        code: 'INSUFFICIENT_SCOPE',
        message: expect.stringMatching(/^insufficient_scope: .* TEAM_BOOKING_WRITE/) as unknown,
        details: { error: 'insufficient_scope', scope: 'TEAM_BOOKING_WRITE' },
      },
    });
  });

  it('is 503 with Retry-After and without a challenge while the store is unavailable', async () => {
    const { status, headers } = await call('/v2/profile-read', 'OUTAGE');
    expect([status, headers['retry-after'], headers['www-authenticate']]).toEqual([503, '1', undefined]);
  });

  it('is logged without its token', async () => {
    await call('/v2/profile-read', 'SECRETTOKEN');
    expect(JSON.stringify(served.lines)).not.toContain('SECRETTOKEN');
    expect(served.lines.at(-1)).toMatchObject({ msg: 'request', route: '/v2/profile-read', status: 401 });
  });
});

describe('an access token', () => {
  it.each(['Basic UFJPRklMRV9SRUFE', 'PROFILE_READ', 'Token PROFILE_READ', 'BearerPROFILE_READ', ''])(
    'is not found in the header %j',
    async (authorization) => {
      const { status, headers } = await served.send({ path: '/v2/profile-read', headers: { authorization } });
      expect([status, headers['www-authenticate']]).toEqual([401, expect.not.stringContaining('error=')]);
    },
  );

  it('is found with the scheme in any case (RFC 9110 section 11.1)', async () => {
    const headers = { authorization: 'bEARER  PROFILE_READ' };
    expect((await served.send({ path: '/v2/profile-read', headers })).status).toBe(200);
  });

  it('is not read from the query, a cookie or the body', async () => {
    const body = 'access_token=PROFILE_READ';
    const type = 'application/x-www-form-urlencoded';
    const { status } = await served.send({
      path: `/v2/profile-read?${body}`,
      headers: { cookie: body, 'content-type': type, 'content-length': body.length },
      body,
    });
    expect(status).toBe(401);
  });

  it('in two Authorization headers is 400 invalid_request, in either order', async () => {
    const socket = connect(served.port, '127.0.0.1');
    const lines = ['Authorization: Bearer PROFILE_READ', 'authorization: Bearer BOOKING_READ'];
    const head = `GET /v2/profile-read HTTP/1.1\r\nHost: localhost:${served.port}\r\nConnection: close`;
    socket.write([head, ...lines, '', ''].join('\r\n'));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('error="invalid_request"');
  });

  it('is neither required nor read by a public route', async () => {
    expect((await call('/v2/open')).status).toBe(200);
    expect(json(await call('/v2/open', 'EVERYTHING'))).toEqual({ status: 'success', data: {} });
  });

  it('is optional at a route that says so, and must carry the scope if it is sent', async () => {
    const path = '/v2/open-in-part';
    expect(json(await call(path))).toEqual({ status: 'success', data: {} });
    expect(json(await call(path, 'EVENT_TYPE_READ'))).toEqual({ status: 'success', data: { caller: 7 } });
    const needed: unknown = expect.stringContaining('scope="EVENT_TYPE_READ"');
    for (const [token, status] of [
      ['BOOKING_READ', 403],
      ['NOTHING', 403],
      ['unknown', 401],
      ['', 401],
    ] as const) {
      const refused = await call(path, token);
      expect([token, refused.status, refused.headers['www-authenticate']]).toEqual([token, status, needed]);
    }
    const basic = await served.send({ path, headers: { authorization: 'Basic YTpi' } });
    expect([basic.status, basic.headers['www-authenticate']]).toEqual([401, needed]);
    expect((await call(path, 'OUTAGE')).status).toBe(503);
  });

  it('is verified by a public route that identifies callers, whatever its scopes', async () => {
    const path = '/v2/open-to-known';
    expect(json(await call(path))).toEqual({ status: 'success', data: {} });
    for (const token of ['NOTHING', 'EVERYTHING', 'BOOKING_READ'])
      expect(json(await call(path, token))).toEqual({ status: 'success', data: { caller: 7 } });
    const refused = await call(path, 'unknown');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    expect(refused.headers['www-authenticate']).not.toContain('scope=');
    expect((await call(path, 'OUTAGE')).status).toBe(503);
  });
});
