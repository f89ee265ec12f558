/* The introspection endpoint: the same phases as the token endpoint; nothing is stored. */
import type { Context, Middleware, Next } from 'koa';
import { INTROSPECTION_PATH } from '../provider/provider.js';
import { callProvider } from '../provider/provider-call.js';
import {
  clientEndpoint,
  type ClientEndpointDeps,
  providerResponse,
  recordSecretUse,
} from './client-endpoint.js';
import { decodeRequest } from './client-request.js';
import type { EndpointResponse } from './endpoint-response.js';

/** RFC 7662 section 2. */
export function createIntrospectionEndpoint(deps: ClientEndpointDeps): Middleware {
  async function respond(ctx: Context, next: Next): Promise<EndpointResponse> {
    // 1. Decode the request once.
    const decoded = await decodeRequest(ctx, deps);
    if (decoded.kind === 'refused') return decoded.response;
    const { request } = decoded;
    deps.guesses.refuse(request);

    // 2. Authenticate the client and 3. check the token: oidc-provider does both. 4. Nothing changes.
    const result = await callProvider(ctx, next);
    recordSecretUse(deps, request, result);

    // 5. Answer.
    return providerResponse(deps, request, result);
  }
  return clientEndpoint(INTROSPECTION_PATH, respond);
}
