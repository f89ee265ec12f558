/* Redirects pages that are requested under another loopback name to the host of APP_URL, which has the cookies. */
import type { Middleware } from 'koa';
import { sideOf } from './hosts.js';

export function redirectToCanonicalHost(appUrl: string): Middleware {
  const canonicalHost = new URL(appUrl).host;
  return (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const isCanonical = ctx.req.headers.host?.toLowerCase() === canonicalHost;
    if (!isRead || isCanonical || sideOf(ctx.path) !== 'app') return next();
    ctx.status = 307;
    ctx.redirect(appUrl + ctx.url);
    return Promise.resolve();
  };
}
