/*
 * The probes of the process: liveness (`/healthz`) and readiness (`/readyz`). They are served on every host name, outside
 * /v2, without a token.
 */
import type { RequestListener } from 'node:http';
import Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { methodNotAllowed } from '../errors.js';
import { setRoute } from '../request-route.js';
import type { StoreFault } from '../stores.js';
import type { StoreVerdict } from './store-watch.js';

export interface HealthDeps {
  /** Without faults when every store is reachable and safe to use. Does not throw. */
  readonly examine: () => Promise<StoreVerdict>;
  /** True after the signal to stop. */
  readonly draining: () => boolean;
}

const DRAINING: StoreFault = { store: 'process', reason: 'The process is stopping and takes no new work.' };

const ALIVE: StoreVerdict = { faults: [], warnings: [] };

function answer(ctx: Context, { faults, warnings }: StoreVerdict): void {
  ctx.status = faults.length === 0 ? 200 : 503;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = {
    ...(faults.length === 0 ? { status: 'ok' } : { status: 'unavailable', reasons: faults }),
    ...(warnings.length > 0 && { warnings }),
  };
}

export function createHealth({ examine, draining }: HealthDeps): Middleware {
  const readiness = async (): Promise<StoreVerdict> =>
    draining() ? { faults: [DRAINING], warnings: [] } : examine();
  return async (ctx, next) => {
    const isProbe = ctx.path === '/healthz' || ctx.path === '/readyz';
    if (isProbe) setRoute(ctx, ctx.path);
    if (isProbe && ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
    if (isProbe) answer(ctx, ctx.path === '/healthz' ? ALIVE : await readiness());
    else await next();
  };
}

/** The probes alone, for a listener of their own. */
export function probesOnly(health: HealthDeps): RequestListener {
  const probes = new Koa().use(createHealth(health));
  probes.silent = true;
  const handle = probes.callback();
  return (request, response) => void handle(request, response);
}
