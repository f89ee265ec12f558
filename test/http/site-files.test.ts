/* Files that every site is asked for, at fixed paths. */
import { createSiteFiles } from '../../src/http/site-files.js';
import { serve, type Served } from './serve.js';

const NOW = Date.UTC(2026, 0, 2);

let sites: Record<'plain' | 'reachable', Served>;
beforeAll(async () => {
  const site = (securityContact?: string) => {
    const closedSegments = ['admin', 'settings'];
    const deps = { appUrl: 'https://app.example', closedSegments, securityContact, clock: () => NOW };
    return serve({ inside: () => [createSiteFiles(deps)] });
  };
  sites = { plain: await site(), reachable: await site('mailto:security@app.example') };
});
afterAll(async () => {
  await Promise.all([sites.plain.close(), sites.reachable.close()]);
});

const get = (path: string, site: Served = sites.plain) => site.send({ path });

test('search engines are asked to leave out closed paths and the steps of a booking', async () => {
  const { status, text, headers } = await get('/robots.txt');
  const lines = [
    'User-agent: *',
    ...['/admin$', '/admin/', '/settings$', '/settings/', '/*?'].map((path) => `Disallow: ${path}`),
  ];
  expect([status, text]).toEqual([200, `${lines.join('\n')}\n`]);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  });
});

test('browsers get an icon', async () => {
  const { status, text, headers } = await get('/favicon.ico');
  expect([status, headers['content-type']]).toEqual([200, 'image/x-icon']);
  expect(text.startsWith('\0\0\u0001\0')).toBe(true);
});

test('vulnerabilities are reported where the operator says (RFC 9116)', async () => {
  const { status, text } = await get('/.well-known/security.txt', sites.reachable);
  expect([status, text]).toEqual([
    200,
    [
      'Contact: mailto:security@app.example',
      'Expires: 2026-04-02T00:00:00.000Z',
      'Canonical: https://app.example/.well-known/security.txt',
      '',
    ].join('\n'),
  ]);
});

test('without a contact there is no security.txt', async () => {
  expect((await get('/.well-known/security.txt')).status).toBe(404);
});

test('they are only read', async () => {
  expect((await sites.plain.send({ path: '/robots.txt', method: 'POST' })).status).toBe(404);
});
