import { clientIp } from '../../src/http/proxies.js';
import { json, serve } from './serve.js';
import type { Served } from './serve.js';

const hosts = () => ({
  baseUrl: 'https://api.slotkey.example',
  appUrl: 'https://app.slotkey.example',
  issuerUrl: 'https://app.slotkey.example',
});

const start = (trustedProxies: readonly string[]): Promise<Served> =>
  serve({
    hosts,
    trustedProxies,
    inside: () => [
      (ctx) => {
        ctx.body = { network: clientIp(ctx), koa: ctx.ip, scheme: ctx.protocol, host: ctx.host };
      },
    ],
  });

let near: Served;
let distant: Served;
beforeAll(async () => {
  near = await start(['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8']);
  distant = await start(['10.0.0.0/8']);
});
afterAll(() => Promise.all([near.close(), distant.close()]));

const host = 'app.slotkey.example';
const seen = async (server: Served, headers: Record<string, string>) =>
  json(await server.send({ path: '/', headers: { host, ...headers } }));

describe('X-Forwarded-* headers', () => {
  it('are used from a trusted proxy', async () => {
    const headers = {
      host: 'internal',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host,
    };
    expect(await seen(near, headers)).toEqual({
      network: '203.0.113.7',
      koa: '203.0.113.7',
      scheme: 'https',
      host,
    });
  });

  it('are ignored from any other address', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'api.slotkey.example',
    };
    expect(await seen(distant, headers)).toEqual({
      network: '127.0.0.1',
      koa: '127.0.0.1',
      scheme: 'http',
      host,
    });
  });

  it.each([
    ['203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['10.9.9.9, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, not-an-address, 10.1.2.3', '10.1.2.3'],
    ['2001:db8::1, fd00::2', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['203.0.113.7:5123', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7, ::ffff:10.0.0.1', '203.0.113.7'],
    ['10.1.2.3', '10.1.2.3'],
    ['', '127.0.0.1'],
    ['unknown', '127.0.0.1'],
    [',,', '127.0.0.1'],
  ])('%j has the client IP before the trusted proxies: %s', async (chain, expected) => {
    expect(await seen(near, { 'x-forwarded-for': chain })).toMatchObject({
      network: expected,
      koa: expected,
    });
  });

  it('set only http or https, from the value of the nearest proxy', async () => {
    expect(await seen(near, { 'x-forwarded-proto': 'javascript' })).toMatchObject({ scheme: 'http' });
    expect(await seen(near, { 'x-forwarded-proto': 'http, https' })).toMatchObject({ scheme: 'https' });
  });

  it('set no unknown host', async () => {
    const headers = { host, 'x-forwarded-host': 'evil.example' };
    expect((await near.send({ path: '/', headers })).status).toBe(421);
  });
});
