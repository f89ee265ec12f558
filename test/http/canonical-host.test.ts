import { redirectToCanonicalHost } from '../../src/http/canonical-host.js';
import { serve, type Served } from './serve.js';

let served: Served;
beforeAll(async () => {
  served = await serve({
    inside: (origin) => [
      redirectToCanonicalHost(origin),
      (ctx) => {
        ctx.body = 'here';
      },
    ],
  });
});
afterAll(() => served.close());

const send = (host: string, path: string, method = 'GET') =>
  served.send({ path, method, headers: { host: `${host}:${served.port}` } });

describe('a page under another loopback name', () => {
  test('is redirected to the host of APP_URL with its path and query', async () => {
    const { status, headers } = await send('127.0.0.1', '/sign-in?return_to=%2Fa%3Fb');
    expect([status, headers.location]).toEqual([307, `${served.origin}/sign-in?return_to=%2Fa%3Fb`]);
  });

  test('is served on the host of APP_URL', async () => {
    expect((await send('localhost', '/sign-in')).text).toBe('here');
  });

  test('is not redirected for a POST', async () => {
    expect((await send('127.0.0.1', '/sign-in', 'POST')).text).toBe('here');
  });

  test('is not redirected for a request of a program', async () => {
    expect((await send('127.0.0.1', '/v2/me')).text).toBe('here');
  });
});
