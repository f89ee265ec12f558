import { readdirSync } from 'node:fs';
import { ASSET_FILES, assetUrl, STYLES } from '../../views/asset-files.js';
import { serveAssets } from '../../src/http/assets.js';
import { serve } from '../http/serve.js';
import type { Answer, Served } from '../http/serve.js';

let served: Served;
beforeAll(async () => {
  served = await serve({ inside: () => [serveAssets] });
});
afterAll(() => served.close());

const get = (path: string, method = 'GET'): Promise<Answer> =>
  served.send({ method, path, headers: { host: new URL(served.origin).host } });

describe('an asset', () => {
  test.each(ASSET_FILES)(
    '$name is served with its media type, and cached forever',
    async ({ url, mediaType, body }) => {
      const answer = await get(url);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(body.toString());
      expect(answer.headers).toMatchObject({
        'content-type': mediaType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-length': String(body.length),
      });
      expect(await get(url, 'HEAD')).toMatchObject({ status: 200, text: '' });
    },
  );

  test('is served by its name or is part of a style sheet, for every file in the folder', () => {
    const served = [...ASSET_FILES.map(({ name }) => name), ...STYLES.map((style) => `${style}.css`)];
    expect(readdirSync('views/assets').filter((name) => !served.some((known) => known === name))).toEqual([]);
  });

  test('has a hash of its content in its URL', () => {
    expect(assetUrl('app.css')).toMatch(/^\/assets\/app\.[0-9a-f]{12}\.css$/);
  });

  test.each(['/assets/', '/assets/app.css', '/assets/app.000000000000.css', '/assets/..%5cpackage.json'])(
    'that does not exist is not cached: %s',
    async (path) => {
      const { status, headers } = await get(path);
      expect([400, 404]).toContain(status);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  test('cannot be posted to', async () => {
    expect((await get(assetUrl('app.css'), 'POST')).status).toBe(404);
  });
});
