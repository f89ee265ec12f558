/* The API reference, made from the routes: the OpenAPI document `/v2/openapi.json` and the page `/v2/docs`, without a token. */
import type { Middleware } from 'koa';
import { createOpenApi, OPENAPI_PATH } from '../../api/openapi.js';
import type { Route } from '../../api/route.js';
import type { Config } from '../../config/config.js';
import type { ClientStore } from '../../clients/store.js';
import { REFERENCE_PATH } from './files.js';
import { createReferencePage } from './page.js';

export interface ReferenceDeps {
  readonly config: Pick<Config, 'production' | 'baseUrl' | 'appUrl' | 'settingsUrl'>;
  readonly routes: readonly Route[];
  readonly stores: { readonly clients: { readonly clients: Pick<ClientStore, 'find'> } };
  readonly demo?: { readonly playgroundClientId: string };
}

export const referenceUrl = (baseUrl: string): string => baseUrl + REFERENCE_PATH;

/** Undefined if the redirect URI is not registered for the client. */
async function tryOutClient({ config, stores, demo }: ReferenceDeps, redirectUrl: string) {
  if (config.production || demo === undefined) return undefined;
  const client = await stores.clients.clients.find(demo.playgroundClientId);
  return client?.redirectUris.includes(redirectUrl) ? client.id : undefined;
}

export function createReference(deps: ReferenceDeps): Middleware {
  const openApi = createOpenApi({ ...deps.config, routes: deps.routes });
  const page = createReferencePage({
    ...deps.config,
    documentPath: OPENAPI_PATH,
    tryOutClient: (redirectUrl) => tryOutClient(deps, redirectUrl),
  });
  return (ctx, next): unknown => openApi(ctx, () => page(ctx, next) as Promise<unknown>);
}
