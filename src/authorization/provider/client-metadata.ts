/*
 * A client of the registry as metadata for the provider (RFC 7591 section 2 names). Our own members are in `slotkey`.
 * The provider demands a `client_secret` for confidential clients: it gets a random one that is never compared; secrets
 * are checked against their hashes (hooks.ts).
 */
import { randomBytes } from 'node:crypto';
import type { ClientMetadata } from 'oidc-provider';
import { present } from '../../present.js';
import type { Client } from '../../clients/store.js';

const UNUSED_SECRET = randomBytes(32).toString('base64url');

/** The provider caches constructed clients by a hash of this value: only what it must react to belongs into it. */
const toRegistered = (client: Client) => ({
  id: client.id,
  name: client.name,
  kind: client.kind,
  status: client.status,
  legacy: client.legacy,
  // By retired names a legacy client means no scope.
  migrating: client.migrating && !client.legacy,
  resourceServer: client.resourceServer,
  managerIds: client.managerIds,
  testerIds: client.testerIds,
  redirectUris: client.redirectUris,
  scopes: client.scopes,
  secrets: client.secrets.map(({ id, hash }) => ({ id, hash })),
  ...present({ website: client.website }),
});

export type RegisteredClient = ReturnType<typeof toRegistered>;

export function metadataOf(client: Client): ClientMetadata {
  const isPublic = client.kind === 'public';
  return {
    client_id: client.id,
    redirect_uris: [...client.redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: isPublic ? 'native' : 'web',
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    ...present({ client_secret: isPublic ? undefined : UNUSED_SECRET }),
    slotkey: toRegistered(client),
  };
}
