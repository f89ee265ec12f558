/* `/logos/<hash>.png`: the pictures of clients, from our own origin. Nobody finds one who was not shown it. */
import Router from 'koa-router';
import { notFound } from '../../errors.js';
import { hashOfFile, LOGO_PATH } from '../../clients/logo.js';
import type { LogoStore } from '../../clients/logo-store.js';

export function createLogoPages({ logos }: { readonly logos: LogoStore }): Router {
  const router = new Router();
  router.get(`${LOGO_PATH}/:file`, async (ctx) => {
    const hash = hashOfFile(String(ctx.params['file']));
    const png = hash === undefined ? undefined : await logos.find(hash);
    if (png === undefined) throw notFound('There is no logo at this address.');
    ctx.type = 'image/png';
    ctx.set('cache-control', 'public, max-age=31536000, immutable');
    ctx.body = png;
  });
  return router;
}
