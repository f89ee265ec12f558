/*
 * The metadata of the authorization server (RFC 8414, OpenID Connect Discovery 1.0 section 3): the provider's document
 * without what is not supported, the same on both well-known paths and on every host.
 */
import type { Middleware } from 'koa';
import { methodNotAllowed } from '../../errors.js';
import { SCOPE_NAMES } from '../../scopes/catalogue.js';
import { JWKS_PATH } from './provider.js';

const DOCUMENTS = new Set(['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']);

const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'];
const AUTH_METHODS = [...SECRET_METHODS, 'none'];

/** OpenID members that the provider includes although no id_token is ever issued. */
const UNSUPPORTED = ['claims_supported', 'claims_parameter_supported', 'claim_types_supported'];

const READS = ['GET', 'HEAD', 'OPTIONS'];

function describe(
  metadata: Readonly<Record<string, unknown>>,
  documentationUrl: string,
): Record<string, unknown> {
  const supported = Object.fromEntries(
    Object.entries(metadata).filter(([name]) => !UNSUPPORTED.includes(name)),
  );
  return {
    ...supported,
    scopes_supported: SCOPE_NAMES,
    response_modes_supported: ['query'],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    introspection_endpoint_auth_methods_supported: SECRET_METHODS,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    service_documentation: documentationUrl,
  };
}

export function createMetadataEndpoint(documentationUrl: string): Middleware {
  return async (ctx, next) => {
    const isDocument = DOCUMENTS.has(ctx.path);
    if (!isDocument && ctx.path !== JWKS_PATH) {
      await next();
      return;
    }
    if (!READS.includes(ctx.method)) throw methodNotAllowed(READS);
    await next();
    if (ctx.status !== 200) return;
    if (isDocument) ctx.body = describe(ctx.body as Record<string, unknown>, documentationUrl);
    ctx.set('cache-control', 'public, max-age=300');
  };
}
