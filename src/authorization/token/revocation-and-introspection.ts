/*
 * The revocation endpoint and the introspection endpoint, in the phases of the token endpoint. The provider revokes
 * through presented-tokens.ts; introspection stores nothing.
 */
import type { Middleware } from 'koa';
import { INTROSPECTION_PATH, REVOCATION_PATH } from '../provider/provider.js';
import { audience } from '../provider/requested-resource.js';
import {
  clientEndpoint,
  type ClientEndpointDeps,
  type EndpointAddress,
  providerResponse,
  providerResult,
  recordUse,
} from './client-endpoint.js';
import { decodeRequest } from './client-request.js';
import type { EndpointResponse } from './endpoint-response.js';
import { noteRequest } from './request-note.js';

const providerEndpoint = (
  address: EndpointAddress,
  deps: ClientEndpointDeps,
  finish: (response: EndpointResponse) => EndpointResponse,
): Middleware =>
  clientEndpoint(address, async (ctx, next) => {
    // 1. Decode the request once.
    const decoded = await decodeRequest(ctx, deps);
    if (decoded.kind === 'refused') return decoded.response;
    const { request } = decoded;
    noteRequest(ctx, request);

    // 2. Authenticate the client, 3. check the token and 4. revoke it at the revocation endpoint: oidc-provider does all three.
    const result = await providerResult(ctx, next, deps, request);
    recordUse(deps, request, result, 'secret');

    // 5. Answer.
    return finish(await providerResponse(deps, request, result));
  });

/** RFC 7009 section 2. The body is ignored (section 2.2); some libraries refuse one that is not JSON. */
export const createRevocationEndpoint = (deps: ClientEndpointDeps): Middleware =>
  providerEndpoint({ path: REVOCATION_PATH, endpoint: 'revocation' }, deps, (response) =>
    response.status === 200 ? { ...response, body: {} } : response,
  );

/** RFC 7662 section 2.2: who an access token is for. */
function withAudience(response: EndpointResponse, baseUrl: string): EndpointResponse {
  const body = response.body as { readonly active?: unknown; readonly token_type?: unknown };
  const isAccessToken = response.status === 200 && body.active === true && body.token_type !== undefined;
  return isAccessToken ? { ...response, body: { ...body, aud: audience(baseUrl) } } : response;
}

/** RFC 7662 section 2. */
export const createIntrospectionEndpoint = (deps: ClientEndpointDeps): Middleware =>
  providerEndpoint({ path: INTROSPECTION_PATH, endpoint: 'introspection' }, deps, (response) =>
    withAudience(response, deps.baseUrl),
  );
