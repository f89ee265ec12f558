/*
 * The metadata of the authorization server (RFC 8414), the same on every host and on both well-known paths: libraries
 * for OpenID Connect look at theirs first.
 */
import type { Middleware } from 'koa';
import { methodNotAllowed } from '../../errors.js';
import { SCOPE_NAMES } from '../../scopes/catalogue.js';

const DOCUMENTS = new Set(['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']);

const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'];
const AUTH_METHODS = [...SECRET_METHODS, 'none'];

/**
 * Members of RFC 8414 section 2 and RFC 9207 section 3 whose values are the provider's. Nothing else of its document is
 * passed on: a member of OpenID Connect makes libraries ask for `openid` and wait for an ID token.
 */
const OF_PROVIDER = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'response_types_supported',
  'grant_types_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
];

const READS = ['GET', 'HEAD', 'OPTIONS'];

const describe = (
  metadata: Readonly<Record<string, unknown>>,
  documentationUrl: string,
): Record<string, unknown> => ({
  ...Object.fromEntries(OF_PROVIDER.map((name) => [name, metadata[name]])),
  scopes_supported: SCOPE_NAMES,
  response_modes_supported: ['query'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  introspection_endpoint_auth_methods_supported: SECRET_METHODS,
  service_documentation: documentationUrl,
});

export function createMetadataEndpoint(documentationUrl: string): Middleware {
  return async (ctx, next) => {
    if (!DOCUMENTS.has(ctx.path)) {
      await next();
      return;
    }
    if (!READS.includes(ctx.method)) throw methodNotAllowed(READS);
    await next();
    if (ctx.status !== 200) return;
    ctx.body = describe(ctx.body as Record<string, unknown>, documentationUrl);
    ctx.set('cache-control', 'public, max-age=300');
  };
}
