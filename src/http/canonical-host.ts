/*
 * Pages have one address. The edge lets other loopback names in; a page asked for under one of them is sent to the
 * name of APP_URL, where its cookies and forms belong.
 */
import type { Middleware } from 'koa';
import { sideOf } from './hosts.js';

export function redirectToCanonicalHost(appUrl: string): Middleware {
  const home = new URL(appUrl).host;
  return (ctx, next) => {
    const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!reads || sideOf(ctx.path) !== 'app' || ctx.req.headers.host?.toLowerCase() === home) return next();
    ctx.status = 307;
    ctx.redirect(appUrl + ctx.url);
    return Promise.resolve();
  };
}
