/* Tells the metrics about each request: its route, and never its path. */
import type { Middleware } from 'koa';
import { routeOfRequest } from '../request-route.js';

/** `route`: the pattern of the path, empty where there is none. */
export type ObserveRequest = (method: string, route: string, status: number, seconds: number) => void;

export const createRequestTimes =
  (observe: ObserveRequest): Middleware =>
  async (ctx, next) => {
    const began = performance.now();
    await next();
    observe(ctx.method, routeOfRequest(ctx) ?? '', ctx.status, (performance.now() - began) / 1000);
  };
