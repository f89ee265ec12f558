/* The revocation endpoint: the same phases as the token endpoint; the provider revokes through family-models.ts. */
import type { Context, Middleware, Next } from 'koa';
import { REVOCATION_PATH } from '../provider/provider.js';
import { callProvider } from '../provider/provider-call.js';
import {
  clientEndpoint,
  type ClientEndpointDeps,
  providerResponse,
  recordSecretUse,
} from './client-endpoint.js';
import { decodeRequest } from './client-request.js';
import type { EndpointResponse } from './endpoint-response.js';

/** RFC 7009 section 2. */
export function createRevocationEndpoint(deps: ClientEndpointDeps): Middleware {
  async function respond(ctx: Context, next: Next): Promise<EndpointResponse> {
    // 1. Decode the request once.
    const decoded = await decodeRequest(ctx, deps);
    if (decoded.kind === 'refused') return decoded.response;
    const { request } = decoded;
    deps.guesses.refuse(request);

    // 2. Authenticate the client, 3. check whose token it is and 4. revoke it: oidc-provider does all three.
    const result = await callProvider(ctx, next);
    recordSecretUse(deps, request, result);

    // 5. Answer. The body is ignored (RFC 7009 section 2.2); some libraries refuse one that is not JSON.
    const response = await providerResponse(deps, request, result);
    return response.status === 200 ? { ...response, body: {} } : response;
  }
  return clientEndpoint(REVOCATION_PATH, respond);
}
