/*
 * The reference of the API, made from its routes: for programs at `/v2/openapi.json`, for people at `/v2/docs`. Both
 * need no token. Outside production calls can be tried on the page, as the playground's client.
 */
import type { Middleware } from 'koa';
import { createOpenApi, OPENAPI_PATH } from '../../api/openapi.js';
import type { Route } from '../../api/route.js';
import type { ClientStore } from '../../clients/store.js';
import { REFERENCE_PATH } from './files.js';
import { createReferencePage } from './page.js';

export interface ReferenceDeps {
  readonly config: { readonly production: boolean; readonly baseUrl: string; readonly appUrl: string };
  readonly routes: readonly Route[];
  readonly stores: { readonly clients: { readonly clients: Pick<ClientStore, 'find'> } };
  readonly demo?: { readonly playgroundClientId: string };
}

/** What the home page shows of this room; it is served beside the API. */
export const referenceLink = (baseUrl: string) => ({
  to: baseUrl + REFERENCE_PATH,
  label: 'API reference',
  detail: 'Read what each endpoint takes and gives, and which scope opens it.',
});

/** Undefined for a client that may not come back to the reference page. */
async function tryingClient({ config, stores, demo }: ReferenceDeps, redirectUrl: string) {
  if (config.production || demo === undefined) return undefined;
  const client = await stores.clients.clients.find(demo.playgroundClientId);
  return client?.redirectUris.includes(redirectUrl) ? client.id : undefined;
}

export function createReference(deps: ReferenceDeps): Middleware {
  const openApi = createOpenApi({ ...deps.config, routes: deps.routes });
  const page = createReferencePage({
    ...deps.config,
    documentPath: OPENAPI_PATH,
    tryingClient: (redirectUrl) => tryingClient(deps, redirectUrl),
  });
  return (ctx, next): unknown => openApi(ctx, () => page(ctx, next) as Promise<unknown>);
}
