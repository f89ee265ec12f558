/* Serves the style sheets and images of the pages from memory. Their URLs are content-addressed, so they are cached forever. */
import type { Middleware } from 'koa';
import { ASSET_FILES } from '../../views/asset-files.js';
import { notFound } from '../errors.js';
import { setRoute } from '../request-route.js';

const PREFIX = '/assets/';
export const isAsset = (path: string): boolean => path.startsWith(PREFIX);

const files = new Map(ASSET_FILES.map((file) => [file.url, file]));

export const serveAssets: Middleware = async (ctx, next) => {
  if (!isAsset(ctx.path) || !['GET', 'HEAD'].includes(ctx.method)) {
    await next();
    return;
  }
  setRoute(ctx, `${PREFIX}:file`);
  const file = files.get(ctx.path);
  if (file === undefined) throw notFound();
  ctx.type = file.mediaType;
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.body = file.body;
};
