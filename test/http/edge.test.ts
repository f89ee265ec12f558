import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { createHealth } from '../../src/ops/health.js';
import { json, serve } from './serve.js';
import type { Served } from './serve.js';

/** What a server answers to these very bytes. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text, 'latin1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  await once(socket, 'close');
  return answer;
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

let served: Served;
let splitted: Served;
let draining = false;
const passed = { status: 200, text: 'inside' };

beforeAll(async () => {
  const inside: Parameters<typeof serve>[0]['inside'] = () => [
    createHealth({ examine: () => Promise.resolve({ faults: [], warnings: [] }), draining: () => draining }),
    (ctx) => {
      ctx.body = 'inside';
      if (ctx.path !== '/half') return;
      ctx.respond = false;
      ctx.res.writeHead(200, { 'content-length': 100 }).write('half an answer');
    },
  ];
  served = await serve({ inside, draining: () => draining });
  splitted = await serve({
    inside,
    hosts: () => ({
      baseUrl: 'https://api.slotkey.example',
      appUrl: 'https://app.slotkey.example',
      issuerUrl: 'https://login.slotkey.example:8443',
    }),
  });
});
afterAll(() => Promise.all([served.close(), splitted.close()]));

describe('the host of a request', () => {
  it.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])(
    'may be %s where the service is on loopback',
    async (name) => {
      expect(await served.send({ path: '/', headers: { host: `${name}:${served.port}` } })).toMatchObject(
        passed,
      );
    },
  );

  it.each([
    'evil.example',
    'localhost',
    'localhost:1',
    'localhost:PORT.evil.example',
    'a@localhost:PORT',
    'localhost:PORT:',
    ' ',
    '__proto__',
  ])('is 421 when it is %j', async (name) => {
    const host = name.replace('PORT', String(served.port));
    for (const path of ['/', '/v2/me', '/.well-known/openid-configuration']) {
      const { status, text } = await served.send({ path, headers: { host } });
      expect(status).toBe(421);
      expect(text).not.toContain('evil.example');
    }
  });

  it('is not taken from X-Forwarded-Host, which any client can send', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': `localhost:${served.port}` };
    expect((await served.send({ path: '/', headers })).status).toBe(421);
  });

  it('does not matter for health checks', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await served.send({ path, headers: { host: 'probe' } })).status).toBe(200);
    }
  });

  it('that is sent twice is 400', async () => {
    const host = `localhost:${served.port}`;
    const answer = await raw(
      served.port,
      `GET / HTTP/1.1\r\nHost: ${host}\r\nhost: evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect(statusOf(answer)).toBe(400);
  });

  it.each([
    ['api', '/v2/me', 200],
    ['api', '/v2/auth/oauth2/token', 200],
    ['api', '/.well-known/oauth-protected-resource', 200],
    ['api', '/settings/developer', 404],
    ['api', '/', 404],
    ['app', '/settings/developer', 200],
    ['app', '/auth/oauth2/authorize', 200],
    ['app', '/.well-known/openid-configuration', 200],
    ['app', '/v2/me', 404],
    ['app', '/v2', 404],
    ['app:443', '/v2x', 200],
    ['login:8443', '/.well-known/openid-configuration', 200],
    ['login:8443', '/v2/me', 404],
    ['login', '/.well-known/openid-configuration', 421],
    ['app:80', '/', 421],
  ])('%s serves %s with %i when pages and API have different hosts', async (name, path, expected) => {
    const host = name.replace(/^[a-z]+/, '$&.slotkey.example');
    expect((await splitted.send({ path, headers: { host } })).status).toBe(expected);
  });
});

describe('the URL of a request', () => {
  it.each(['/', '/settings/', '/a.b/..c/c.../~x', '/%20/%C3%A9', "/!$&'()*+,;=:@-_", '/a?b=//../%2f%00'])(
    'may be %s',
    async (path) => {
      expect(await served.send({ path })).toMatchObject(passed);
    },
  );

  it.each([
    ...['//', '//evil.example/', '/a//b', '/./', '/../v2/me', '/a/.', '/a/..', '/a/../b'],
    ...[
      '/%2e/',
      '/a%2eb',
      '/%2E%2e/x',
      '/a%2fb',
      '/a%2Fb',
      '/a%5cb',
      '/a\\b',
      '/%00',
      '/a%',
      '/a%f',
      '/%zz',
      '/%ff',
      '/%c0%af',
    ],
    ...[
      '/%ed%a0%80',
      '/a|b',
      '/a"b',
      '/<x>',
      '/{x}',
      '/^',
      '/`',
      '/a#b',
      '/?a#b',
      '*',
      'a',
      'http://evil.example/v2/me',
    ],
  ])('is 400 when it is %s', async (path) => {
    expect((await served.send({ path })).status).toBe(400);
  });

  it('is 400 when it contains bytes beyond ASCII, in path or query', async () => {
    for (const path of ['/\xe9', '/?q=\xe9', '/\xc3\xa9']) {
      const answer = await raw(
        served.port,
        `GET ${path} HTTP/1.1\r\nHost: localhost:${served.port}\r\nConnection: close\r\n\r\n`,
      );
      expect(statusOf(answer)).toBe(400);
    }
  });

  it('is 414 beyond 8,192 characters', async () => {
    expect((await served.send({ path: `/?${'q'.repeat(8_190)}` })).status).toBe(200);
    const answer = await served.send({ path: `/v2/${'q'.repeat(8_190)}` });
    expect([answer.status, json(answer)]).toMatchObject([414, { error: { code: 'URI_TOO_LONG' } }]);
  });

  it('never causes a 5xx for random input', async () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '%',
      '%2',
      '%2f',
      '%2e',
      '%00',
      '%ff',
      '\\',
      '?',
      '&',
      '=',
      'v2',
      'a',
      ':',
      '*',
      ';',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const { status } = await served.send({ path: `/${pieces.join('')}` });
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the method of a request', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('may be %s', async (method) => {
    expect(await served.send({ method, path: '/' })).toMatchObject(passed);
  });

  it.each(['TRACE', 'PROPFIND', 'PURGE', 'LINK'])('is 405 with Allow when it is %s', async (method) => {
    const { status, headers } = await served.send({ method, path: '/' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
  });
});

describe('bytes that are not a request', () => {
  const head = 'GET / HTTP/1.1\r\n';
  it.each([
    ['noise', 'hello\r\n\r\n', 400],
    ['a lower-case method', 'get / HTTP/1.1\r\n\r\n', 400],
    ['a NUL byte in a header', `${head}Host: a\0b\r\n\r\n`, 400],
    ['a NUL byte in the address', 'GET /\0 HTTP/1.1\r\n\r\n', 400],
    ['no host at all', `${head}\r\n`, 400],
    ['two lengths', `${head}Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    [
      'length and chunks together',
      `${head}Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
    ['a folded header', `${head}Host: a\r\n b\r\n\r\n`, 400],
    ['a header beyond 16 kB', `${head}X: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
  ])('%s gets an HTTP response, and the connection is closed', async (_, bytes, status) => {
    expect(statusOf(await raw(served.port, bytes))).toBe(status);
  });
});

describe('bytes after a request', () => {
  it('that are not a request end the connection and do not change the response under way', async () => {
    const socket = connect(served.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      if (!answer.includes('half') && chunk.includes('half')) socket.write('hello\r\n\r\n');
      answer += chunk.toString();
    });
    socket.write(`GET /half HTTP/1.1\r\nHost: localhost:${served.port}\r\n\r\n`);
    await once(socket, 'close');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(answer).toMatch(/half an answer$/);
  });
});

describe('a process that stops', () => {
  beforeAll(() => {
    draining = true;
  });
  afterAll(() => {
    draining = false;
  });

  it('closes each connection after its response and is unready, but stays live', async () => {
    const keeping = { path: '/', headers: { connection: 'keep-alive' } };
    expect((await served.send(keeping)).headers.connection).toBe('close');
    draining = false;
    expect((await served.send(keeping)).headers.connection).toBe('keep-alive');
    draining = true;
    expect((await served.send({ path: '/readyz' })).status).toBe(503);
    expect((await served.send({ path: '/healthz' })).status).toBe(200);
  });
});

describe('a request id', () => {
  it('is generated per request, and is in the response and the log', async () => {
    const sent = { path: '/', headers: { 'x-request-id': 'mine' } };
    const [one, two] = [await served.send(sent), await served.send(sent)];
    const ids = [one.headers['x-request-id'], two.headers['x-request-id']];
    expect(new Set([...ids, 'mine']).size).toBe(3);
    expect(served.lines.slice(-2).map((line) => line['requestId'])).toEqual(ids);
  });
});
