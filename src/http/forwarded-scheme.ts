import type { Middleware } from 'koa';

/** TLS ends in front of this process; the application's own URL says whether browsers speak https to it. */
export const declareScheme = (appUrl: string): Middleware => {
  const scheme = new URL(appUrl).protocol.slice(0, -1);
  return (ctx, next) => {
    ctx.req.headers['x-forwarded-proto'] = scheme;
    return next();
  };
};
