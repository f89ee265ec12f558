/*
 * One table of all pages. Programs under /v2 pass it by: its patterns have nothing for them. A page that is asked for in
 * a way it does not answer says which it does (RFC 9110 section 15.5.6), as /v2 and the authorization server do.
 */
import type { Context, Middleware } from 'koa';
import Router from 'koa-router';
import { methodNotAllowed } from '../errors.js';
import { sideOf } from './hosts.js';

/** What the router remembers of a request: every route whose path fits, whatever its method. */
interface Matched {
  readonly matched?: readonly { readonly methods: readonly string[] }[];
}

function refuseOtherMethods(ctx: Context & Matched): void {
  const methods = [...new Set((ctx.matched ?? []).flatMap((route) => route.methods))];
  if (methods.length > 0 && !methods.includes(ctx.method)) throw methodNotAllowed(methods.toSorted());
}

export function pagesOf(routers: readonly Router[]): Middleware {
  const all = new Router();
  for (const router of routers) all.use(router.routes());
  const pages = all.routes() as unknown as Middleware;
  return (ctx, next): unknown => {
    if (sideOf(ctx.path) !== 'app') return next();
    return pages(ctx, () => {
      refuseOtherMethods(ctx);
      return next();
    });
  };
}
