/*
 * Tells programs where to get a token (RFC 9728). The resource is `{base_url}/v2`, whose document is at
 * `/.well-known/oauth-protected-resource/v2` (section 3.1); the form without a path is the one of the whole host. Clients
 * that know no more than the address they call insert its path: each path of the API has a document.
 */
import type { Middleware } from 'koa';
import { methodNotAllowed } from '../errors.js';
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

/** `isServed`: whether the API has a route at this path. */
export function createResourceMetadata(
  { baseUrl, issuerUrl }: ResourceHosts,
  isServed: (path: string) => boolean,
): Middleware {
  return (ctx, next) => {
    if (!ctx.path.startsWith(WELL_KNOWN)) return next();
    const path = ctx.path.slice(WELL_KNOWN.length);
    if (path !== '' && path !== RESOURCE_PATH && !isServed(path)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' });
    ctx.type = 'application/json';
    ctx.body = metadata(baseUrl + path, issuerUrl);
    return Promise.resolve();
  };
}
