/*
 * Tells programs where to get a token (RFC 9728). The resource is `{base_url}/v2`, whose document is at
 * `/.well-known/oauth-protected-resource/v2` (section 3.1); the form without a path is the one of the whole host.
 */
import type { Middleware } from 'koa';
import { methodNotAllowed } from '../errors.js';
import { setRoute } from '../request-route.js';
import { SCOPE_NAMES } from '../scopes/catalogue.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const RESOURCE_PATH = '/v2';

export interface ResourceHosts {
  /** Origin of the API, without a slash at its end. */
  readonly baseUrl: string;
  readonly issuerUrl: string;
}

/** The address that `resource_metadata` names in a challenge. */
export const resourceMetadataUrl = (baseUrl: string): string => `${baseUrl}${WELL_KNOWN}${RESOURCE_PATH}`;

/** `resource` must be the identifier the address was made from (section 3.3). */
const metadata = (resource: string, issuerUrl: string): string =>
  JSON.stringify({
    resource,
    authorization_servers: [issuerUrl],
    scopes_supported: SCOPE_NAMES,
    bearer_methods_supported: ['header'],
    resource_name: 'Slotkey scheduling API',
  });

export function createResourceMetadata({ baseUrl, issuerUrl }: ResourceHosts): Middleware {
  const documents = new Map([
    [WELL_KNOWN, metadata(baseUrl, issuerUrl)],
    [WELL_KNOWN + RESOURCE_PATH, metadata(baseUrl + RESOURCE_PATH, issuerUrl)],
  ]);
  return (ctx, next) => {
    const document = documents.get(ctx.path);
    if (document === undefined) return next();
    setRoute(ctx, ctx.path);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' });
    ctx.type = 'application/json';
    ctx.body = document;
    return Promise.resolve();
  };
}
