/*
 * `GET /v2/openapi.json`: the description of the API for programs, without a token. Made when it is first asked for and
 * kept, since the routes of a process do not change.
 */
import type { Middleware } from 'koa';
import { methodNotAllowed } from '../errors.js';
import { setRoute } from '../request-route.js';
import { openApiDocument } from './openapi-document.js';
import type { ReferenceHosts } from './openapi-document.js';
import type { Route } from './route.js';

export const OPENAPI_PATH = '/v2/openapi.json';

export interface OpenApiDeps extends ReferenceHosts {
  readonly routes: readonly Route[];
}

export function createOpenApi({ routes, ...hosts }: OpenApiDeps): Middleware {
  let text: string | undefined;
  return (ctx, next) => {
    if (ctx.path !== OPENAPI_PATH) return next();
    setRoute(ctx, OPENAPI_PATH);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
    text ??= JSON.stringify(openApiDocument(routes, hosts));
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' });
    ctx.type = 'application/json';
    ctx.body = text;
    return Promise.resolve();
  };
}
