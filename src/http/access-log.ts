/* One log line per request, with these fields only: never the path, the query, cookies, a token or a body. */
import type { Middleware } from 'koa';
import { present } from '../present.js';
import { routeOfRequest } from '../request-route.js';
import type { Log } from '../ops/log.js';
import { clientIp } from './proxies.js';
import { requestState } from './request-state.js';

export function createAccessLog(log: Log): Middleware {
  if (!log.isLevelEnabled('info')) return (_ctx, next) => next();
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const { requestId, clientId } = requestState(ctx);
    const fields = {
      method: ctx.method,
      status: ctx.status,
      durationMs: Math.round((performance.now() - start) * 100) / 100,
      clientIp: clientIp(ctx),
      ...present({ route: routeOfRequest(ctx), requestId, clientId }),
    };
    log.info(fields, 'request');
  };
}
