import {
  allowInsecureRequests,
  processResourceDiscoveryResponse,
  resourceDiscoveryRequest,
} from 'oauth4webapi';
import { z } from 'zod';
import { createApi } from '../../src/api/api.js';
import { defineRoute } from '../../src/api/route.js';
import { clientIp } from '../../src/http/proxies.js';
import { SCOPE_NAMES } from '../../src/scopes/catalogue.js';
import { json, serve } from '../http/serve.js';
import type { Served } from '../http/serve.js';

const reply = z.string();
const summary = 'Return a word';
const routes = [
  defineRoute({ method: 'GET', path: '/v2/hello', access: 'public', summary, reply, handle: () => 'hello' }),
  defineRoute({
    method: 'GET',
    path: '/v2/mine',
    access: 'PROFILE_READ',
    summary,
    reply,
    handle: () => 'mine',
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/broken',
    summary,
    access: 'public',
    reply,
    handle: () => Promise.reject(new Error('password=hunter2')),
  }),
];

let served: Served;
beforeAll(async () => {
  served = await serve({
    inside: (origin) => [
      createApi({
        routes,
        verifyToken: () => Promise.resolve(undefined),
        clientIp,
        baseUrl: origin,
        issuerUrl: 'https://issuer.example',
      }),
      (ctx) => {
        ctx.body = 'next';
      },
    ],
  });
});
afterAll(() => served.close());

describe('the resource server', () => {
  it('replies to every path under /v2 except the endpoints of the authorization server', async () => {
    for (const path of [
      '/v2',
      '/v2/',
      '/v2/other',
      '/v2/auth/oauth2',
      '/v2/auth/oauth2x',
      '/v2/auth/other',
    ]) {
      const answer = await served.send({ path });
      expect([answer.status, json(answer)]).toMatchObject([
        404,
        { status: 'error', path, error: { code: 'NOT_FOUND' } },
      ]);
    }
    for (const path of ['/v2/auth/oauth2/token', '/v2x', '/', '/.well-known/openid-configuration']) {
      expect(await served.send({ path })).toMatchObject({ status: 200, text: 'next' });
    }
  });

  it('replies to HEAD like GET, without a body', async () => {
    const [head, get] = [
      await served.send({ method: 'HEAD', path: '/v2/hello' }),
      await served.send({ path: '/v2/hello' }),
    ];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      get.headers['content-length'],
    ]);
  });

  it('lists the methods of a path, and replies 405 with Allow to other methods', async () => {
    const options = await served.send({ method: 'OPTIONS', path: '/v2/hello' });
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const post = await served.send({ method: 'POST', path: '/v2/hello', body: '{' });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await served.send({ method: 'OPTIONS', path: '/v2/other' })).status).toBe(404);
  });

  it('replies to an unexpected failure with a request id only, and logs it completely once', async () => {
    const answer = await served.send({ method: 'DELETE', path: '/v2/broken' });
    const requestId = answer.headers['x-request-id'];
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/hunter2|at |\.ts/);
    expect(json(answer)).toMatchObject({ error: { code: 'INTERNAL_SERVER_ERROR', details: { requestId } } });
    const logged = served.lines.filter(
      (line) => line['requestId'] === requestId && line['level'] === 'error',
    );
    expect(logged).toMatchObject([
      { err: { message: 'password=hunter2', stack: expect.stringContaining('api.test') as unknown } },
    ]);
  });

  it('sends JSON that is neither sniffed nor cached', async () => {
    const { headers } = await served.send({ path: '/v2/hello' });
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});

describe('cross-origin calls', () => {
  const origin = 'https://client.example';

  it('are allowed without credentials, with any header, on every path', async () => {
    const { status, headers } = await served.send({
      method: 'OPTIONS',
      path: '/v2/mine',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,cal-api-version,x-anything',
      },
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,cal-api-version,x-anything',
      'access-control-allow-methods': expect.stringContaining('PATCH') as unknown,
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each(['/v2/hello', '/v2/mine', '/v2/other'])(
    'can read the reply of %s, also when it is an error',
    async (path) => {
      const { headers } = await served.send({ path, headers: { origin } });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-expose-headers']).toContain('WWW-Authenticate,Retry-After');
    },
  );
});

describe('protected resource metadata (RFC 9728)', () => {
  it.each(['', '/v2'])('is discovered by a client that knows {base_url}%s', async (path) => {
    const resource = new URL(served.origin + path);
    const response = await resourceDiscoveryRequest(resource, { [allowInsecureRequests]: true });
    expect(await processResourceDiscoveryResponse(resource, response)).toEqual({
      resource: served.origin + path,
      authorization_servers: ['https://issuer.example'],
      scopes_supported: SCOPE_NAMES,
      bearer_methods_supported: ['header'],
      resource_name: expect.any(String) as unknown,
    });
  });

  it('is served at the URL in the challenge of a refused call', async () => {
    const { headers } = await served.send({ path: '/v2/mine' });
    const [, url] = /resource_metadata="([^"]+)"/.exec(headers['www-authenticate'] ?? '') ?? [];
    expect(await (await fetch(url ?? '')).json()).toMatchObject({ resource: `${served.origin}/v2` });
  });

  it('is served at no other path and for no other method', async () => {
    for (const path of ['/', '/v2/', '/v2/me', '/V2']) {
      expect((await served.send({ path: `/.well-known/oauth-protected-resource${path}` })).text).toBe('next');
    }
    const { status, headers } = await served.send({
      method: 'POST',
      path: '/.well-known/oauth-protected-resource',
    });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
