/* Addresses without a page of their own, which people or programs try: each leads to the page that is meant. */
import type { Middleware } from 'koa';

/** `ways`: from a path to a path on the application's host. */
export function createShortcuts(appUrl: string, ways: Readonly<Record<string, string>>): Middleware {
  const targets = new Map(Object.entries(ways));
  return (ctx, next) => {
    const target = targets.get(ctx.path);
    if (target === undefined || !['GET', 'HEAD'].includes(ctx.method)) return next();
    ctx.status = 303;
    ctx.redirect(appUrl + target);
    return Promise.resolve();
  };
}
