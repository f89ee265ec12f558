import {
  AppError,
  conflict,
  forbidden,
  methodNotAllowed,
  notFound,
  storeUnavailable,
  tooManyRequests,
} from '../../src/errors.js';
import { allowFormTarget } from '../../src/http/security-headers.js';
import { setRoute } from '../../src/request-route.js';
import { json, serve } from './serve.js';
import type { Served } from './serve.js';

const FAILURES: Readonly<Record<string, () => unknown>> = {
  '/forbidden': () => forbidden('Only <b>owners</b> may do this.'),
  '/advised': () => forbidden('This form is not ours.', 'Load the page again.'),
  '/clash': () => conflict('This is the only active secret.'),
  '/method': () => methodNotAllowed(['GET', 'HEAD']),
  '/gone': () => notFound(),
  '/tries': () => tooManyRequests(17),
  '/outage': () => storeUnavailable(new Error('ECONNREFUSED 10.0.0.3')),
  '/broken': () => new Error('secret inside'),
  '/thrown-text': () => 'secret inside',
  '/hidden': () => Object.assign(new Error('secret inside'), { status: 403, expose: false }),
  '/exposed': () => Object.assign(new Error('secret inside'), { status: 413, expose: true }),
  '/faked': () => Object.assign(new Error('secret inside'), { status: 502, expose: true }),
  '/own': () => new AppError(500, 'X', 'Told on purpose.', { cause: new Error('secret inside') }),
};

let served: Served;
beforeAll(async () => {
  served = await serve({
    hosts: (origin) => ({ baseUrl: origin, appUrl: origin, issuerUrl: origin }),
    inside: () => [
      (ctx) => {
        if (ctx.path !== '/nowhere') setRoute(ctx, '/:case');
        const failure = FAILURES[ctx.path.replace(/^\/v2(\/auth\/oauth2)?/, '')];
        if (failure !== undefined) throw failure();
        if (ctx.path === '/half') ctx.res.write('half');
        if (ctx.path === '/half') throw new Error('secret inside');
        if (ctx.path !== '/consent') return;
        allowFormTarget(ctx, ctx.querystring);
        ctx.body = 'consent';
      },
    ],
  });
});
afterAll(() => served.close());

describe('a failure in a browser', () => {
  it.each([
    ['/forbidden', 403, 'Not permitted'],
    ['/gone', 404, 'Page not found'],
    ['/nowhere', 404, 'Page not found'],
    ['/tries', 429, 'Too many attempts'],
    ['/exposed', 413, 'Too large'],
    ['/outage', 503, 'Not available right now'],
    ['/broken', 500, 'Something went wrong'],
    ['/thrown-text', 500, 'Something went wrong'],
    ['/hidden', 500, 'Something went wrong'],
    ['/faked', 500, 'Something went wrong'],
    ['/own', 500, 'Told on purpose.'],
  ])('%s is a page of status %i that says "%s" and carries its reference', async (path, status, message) => {
    const answer = await served.send({ path });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain(message);
    expect(answer.text).toContain(answer.headers['x-request-id']);
    expect(answer.text).not.toMatch(/secret inside|ECONNREFUSED|failures\.test/);
  });

  it.each([
    ['/forbidden', 'Sign in with an account that has the permission.'],
    ['/advised', 'Load the page again.'],
    ['/clash', 'reload the page to see the current state.'],
    ['/method', 'cannot be used in this way.'],
  ])('%s has the next step: %s', async (path, message) => {
    const { text } = await served.send({ path });
    expect(text).toContain(message);
    expect(text).not.toContain('The cause is in the request that reached us.');
    expect(text.includes('and try again')).toBe(false);
  });

  it('is escaped', async () => {
    expect((await served.send({ path: '/forbidden' })).text).toContain('&lt;b>owners&lt;/b>');
  });

  it('has Retry-After when the user should retry later', async () => {
    expect((await served.send({ path: '/tries' })).headers['retry-after']).toBe('17');
  });

  it('ends the connection when the response has begun', async () => {
    await expect(served.send({ path: '/half' })).rejects.toThrow();
  });
});

describe('a failure in a program', () => {
  it('is an envelope under /v2', async () => {
    const answer = await served.send({ path: '/v2/forbidden?secret=1' });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json(answer)).toEqual({
      status: 'error',
      timestamp: '2026-01-02T03:04:05.000Z',
      path: '/v2/forbidden',
      error: { code: 'FORBIDDEN', message: 'Only <b>owners</b> may do this.', details: {} },
    });
  });

  it.each([
    ['/gone', 404, 'invalid_request'],
    ['/tries', 429, 'temporarily_unavailable'],
    ['/outage', 503, 'temporarily_unavailable'],
    ['/broken', 500, 'server_error'],
  ])(
    '%s is an OAuth error (%i %s) on the endpoints of the authorization server',
    async (path, status, error) => {
      const answer = await served.send({ path: `/v2/auth/oauth2${path}` });
      expect([answer.status, json(answer)]).toEqual([
        status,
        { error, error_description: expect.any(String) as unknown },
      ]);
    },
  );
});

describe('the log of failures', () => {
  it('has an unexpected failure once, with its cause and the reference of the page', async () => {
    for (const [path, level] of [
      ['/broken', 'error'],
      ['/outage', 'warn'],
      ['/own', 'error'],
    ] as const) {
      const { headers } = await served.send({ path });
      const lines = served.lines.filter((line) => line['requestId'] === headers['x-request-id']);
      expect(lines.map((line) => line['level'])).toEqual([level, 'info']);
      expect(lines[0]).toMatchObject({
        route: '/:case',
        err: {
          message: expect.stringMatching(/secret|REFUSED/) as unknown,
          stack: expect.any(String) as unknown,
        },
      });
    }
  });

  it('has no errors of callers', async () => {
    const before = served.lines.length;
    await served.send({ path: '/forbidden' });
    expect(served.lines.slice(before).map((line) => line['level'])).toEqual(['info']);
  });
});

describe('the security headers of a response', () => {
  const policyOf = async (path: string) => (await served.send({ path })).headers['content-security-policy'];
  const POLICY =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

  it('are on every page, including error pages', async () => {
    for (const path of ['/broken', '/nowhere']) {
      const { headers } = await served.send({ path });
      expect(headers).toMatchObject({
        'content-security-policy': POLICY,
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('cross-origin-opener-policy');
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  it.each([
    ['https://client.example/cb?x=1', 'https://client.example'],
    ['http://127.0.0.1:5050/cb', 'http://127.0.0.1:5050'],
    ['http://[::1]:5050/cb', 'http:'],
    ['com.example.app:/cb', 'com.example.app:'],
  ])('allow the consent form to redirect to %s by %s and to no other target', async (redirectUri, target) => {
    expect(await policyOf(`/consent?${redirectUri}`)).toBe(
      POLICY.replace("'self'; frame", `'self' ${target}; frame`),
    );
  });

  it('require https for a year where the service has it, and never on subdomains', async () => {
    const https = await serve({
      inside: () => [],
      hosts: () => ({
        baseUrl: 'https://a.example',
        appUrl: 'https://a.example',
        issuerUrl: 'https://a.example',
      }),
    });
    for (const path of ['/', '/v2/me']) {
      const { headers } = await https.send({ path, headers: { host: 'a.example' } });
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
    await https.close();
  });
});

describe('the access log', () => {
  it('has one line per request with its route, without path, query, cookies and authorization', async () => {
    const before = served.lines.length;
    await served.send({
      path: '/gone?code=SECRET',
      headers: {
        cookie: 'a=SECRET',
        authorization: 'Bearer SECRET',
        referer: 'https://x/?SECRET',
        'user-agent': 'SECRET',
      },
    });
    const lines = served.lines.slice(before);
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
        msg: 'request',
        method: 'GET',
        route: '/:case',
        status: 404,
        durationMs: expect.any(Number) as unknown,
        clientIp: '127.0.0.1',
        requestId: expect.stringMatching(/^[\w-]{36}$/) as unknown,
      },
    ]);
  });

  it('has no route and no path of a request without a handler', async () => {
    const before = served.lines.length;
    await served.send({ path: '/nowhere' });
    const [line] = served.lines.slice(before);
    expect(line).toMatchObject({ msg: 'request', status: 404 });
    expect(line).not.toHaveProperty('route');
    expect(JSON.stringify(line)).not.toContain('nowhere');
  });
});
