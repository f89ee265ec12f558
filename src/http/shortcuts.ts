/* Redirects common paths without a page of their own to the page that is meant. */
import type { Middleware } from 'koa';
import { setRoute } from '../request-route.js';

/** `shortcuts`: from a path to a path on the host of APP_URL. */
export function createShortcuts(appUrl: string, shortcuts: Readonly<Record<string, string>>): Middleware {
  const targets = new Map(Object.entries(shortcuts));
  return (ctx, next) => {
    const target = targets.get(ctx.path);
    if (target === undefined || !['GET', 'HEAD'].includes(ctx.method)) return next();
    setRoute(ctx, ctx.path);
    ctx.status = 303;
    ctx.redirect(appUrl + target);
    return Promise.resolve();
  };
}
