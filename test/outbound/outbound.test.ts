/* The one way out: which addresses may be called, and what becomes of answers that are none. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutbound } from '../../adapters/outbound.js';
import { receiverUrlFault } from '../../src/outbound/addresses.js';
import { OutboundError, outboundUrlFault } from '../../src/outbound/outbound.js';
import type { OutboundFailure, OutboundRequest } from '../../src/outbound/outbound.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const open = createOutbound({ allow: LOOPBACK });
const closed = createOutbound({ allow: [] });
const GET = { method: 'GET', timeoutMs: 2_000, maxBytes: 1_000 };

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(handle: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(handle).listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

async function failure(
  url: string,
  more: Partial<OutboundRequest> = {},
  outbound = open,
): Promise<OutboundFailure | 'none'> {
  try {
    await outbound({ ...GET, url, ...more });
    return 'none';
  } catch (error) {
    if (error instanceof OutboundError) return error.failure;
    throw error;
  }
}

describe('an outbound URL of a user', () => {
  test.each([
    ['http://127.0.0.1/'],
    ['http://127.1/'],
    ['http://2130706433/'],
    ['http://0x7f.0.0.1/'],
    ['http://localhost/'],
    ['http://0.0.0.0/'],
    ['http://10.1.2.3/'],
    ['http://172.16.0.1/'],
    ['http://192.168.1.1/'],
    ['http://100.64.0.1/'],
    ['http://169.254.169.254/latest/meta-data/'],
    ['http://224.0.0.1/'],
    ['http://255.255.255.255/'],
    ['http://[::1]/'],
    ['http://[::]/'],
    ['http://[::ffff:127.0.0.1]/'],
    ['http://[::ffff:10.0.0.1]/'],
    ['http://[64:ff9b::7f00:1]/'],
    ['http://[2002:7f00:1::]/'],
    ['http://[2001:0:7f00:1::]/'],
    ['http://[fe80::1]/'],
    ['http://[fd00:ec2::254]/'],
    ['http://[ff02::1]/'],
    ['ftp://example.com/'],
    ['file:///etc/passwd'],
    ['http://user:password@example.com/'],
    ['not a url'],
  ])('is refused as %s', async (url) => {
    expect(await failure(url, {}, closed)).toBe('refused');
  });

  test('is checked by the resolved address when it connects', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      response.end('here');
    });
    const named = url.replace('127.0.0.1', 'localhost');
    expect(await failure(named, {}, closed)).toBe('refused');
    expect(calls).toBe(0);
    expect((await open({ ...GET, url: named })).body).toBe('here');
  });

  test.each([
    ['http://10.0.0.1/hook', [], false],
    ['http://0x7f.1/', [], false],
    ['http://169.254.169.254/', ['127.0.0.0/8'], false],
    ['https://[::ffff:192.168.1.1]/', [], false],
    ['https://localhost/', [], false],
    ['https://a.localhost./', [], false],
    ['http://127.0.0.1:8080/', ['127.0.0.0/8'], true],
    ['http://localhost:8080/', ['127.0.0.0/8'], true],
    ['https://[fd00::1]/', ['fd00::/8'], true],
    ['https://93.184.215.14/', [], true],
    ['https://localhost.example/', [], true],
    ['ftp://93.184.215.14/', [], false],
  ])('%s may be given to receive deliveries where %j is allowed: %s', (url, allow, isFine) => {
    expect(receiverUrlFault(allow)(url) === undefined).toBe(isFine);
  });

  test('has an error message when it is refused', () => {
    expect(outboundUrlFault('https://calendar.example.com/feed.ics')).toBeUndefined();
    expect(outboundUrlFault('webcal://example.com')).toBe('is neither http nor https');
    expect(outboundUrlFault(`https://example.com/${'a'.repeat(3_000)}`)).toContain('longer than 2048');
  });
});

describe('an outbound response', () => {
  test('is returned whatever its status, with its body', async () => {
    const url = await serve((request, response) => {
      void request.toArray().then((chunks) => {
        const { method, headers } = request;
        response.writeHead(418, {
          'x-seen': [method, headers['content-length'], headers['x-one']].join(' '),
        });
        response.end(Buffer.concat(chunks as Buffer[]));
      });
    });
    const sent = { ...GET, url, method: 'PUT', body: 'Grüße', headers: { 'x-one': '1' } };
    const answer = await open(sent);
    expect([answer.status, answer.body, answer.headers['x-seen']]).toEqual([418, 'Grüße', 'PUT 7 1']);
  });

  test.each<[string, OutboundFailure, RequestListener]>([
    ['that never comes', 'timeout', () => undefined],
    ['that never ends', 'timeout', (_, response) => response.write('a')],
    ['that is too large', 'too_large', (_, response) => response.end('a'.repeat(1_001))],
    [
      'that ends early',
      'unreachable',
      (_, response) => {
        response.writeHead(200, { 'content-length': '10' }).write('a', () => response.destroy());
      },
    ],
    ['that is cut off', 'unreachable', (request) => request.socket.destroy()],
    [
      'in another encoding',
      'unreachable',
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end('a');
      },
    ],
  ])('%s fails with a code', async (_, code, handle) => {
    expect(await failure(await serve(handle), { timeoutMs: 500 })).toBe(code);
  });

  test('from a closed port is a refused connection', async () => {
    const url = await serve(() => undefined);
    servers.at(-1)?.close();
    await expect(open({ ...GET, url })).rejects.toThrow('the connection was refused');
  });
});

describe('an outbound redirect', () => {
  const to = (location: string) => serve((_, response) => response.writeHead(302, { location }).end());

  test('is a response when redirects are not allowed', async () => {
    expect((await open({ ...GET, url: await to('http://169.254.169.254/') })).status).toBe(302);
  });

  test('is followed on its host as often as allowed', async () => {
    const url = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    expect(await open({ ...GET, url: `${url}/2`, redirects: 2 })).toMatchObject({
      url: `${url}/0`,
      body: 'there',
    });
    expect(await failure(`${url}/3`, { redirects: 2 })).toBe('redirect');
  });

  test('to another host is not followed', async () => {
    let calls = 0;
    const other = await serve((_, response) => response.end(String((calls += 1))));
    expect(await failure(await to(other), { redirects: 3 })).toBe('redirect');
    expect(calls).toBe(0);
  });
});
