/* Clients as the command line prints them, without hashes. */
import { present } from '../present.js';
import type { Client, ClientSecret } from '../clients/store.js';
import { pairs, table } from './terminal.js';
import type { Output } from './terminal.js';

const secretJson = ({ id, hint, createdAt, lastUsedAt, lastUsedFrom }: ClientSecret) => ({
  id,
  hint,
  created_at: createdAt,
  last_used_at: lastUsedAt ?? null,
  last_used_network: lastUsedFrom?.clientIp ?? null,
  last_used_agent: lastUsedFrom?.agent ?? null,
});

const clientJson = (client: Client, activeAt?: Date, owner?: string) => ({
  client_id: client.id,
  name: client.name,
  purpose: client.purpose,
  website: client.website ?? null,
  support_email: client.supportEmail ?? null,
  privacy_policy: client.privacyPolicy ?? null,
  terms_of_service: client.termsOfService ?? null,
  kind: client.kind,
  status: client.status,
  status_reason: client.statusReason ?? null,
  legacy: client.legacy,
  migrating: client.migrating,
  resource_server: client.resourceServer,
  allowed_schemes: client.allowedSchemes,
  redirect_uris: client.redirectUris,
  scopes: client.scopes,
  owner_id: client.ownerId,
  team_id: client.teamId ?? null,
  ...present({ owner }),
  secrets: client.secrets.map(secretJson),
  created_at: client.createdAt,
  last_active_at: activeAt ?? null,
});

/** `active`: the newest token request or API call of each. */
export const clientList = (clients: readonly Client[], active: ReadonlyMap<string, Date>): Output => ({
  json: clients.map((client) => clientJson(client, active.get(client.id))),
  text: table(
    ['client_id', 'status', 'kind', 'legacy', 'last active', 'name'],
    clients.map(({ id, status, kind, legacy, name }) => [
      ...[id, status, kind, legacy ? 'yes' : 'no', active.get(id)?.toISOString() ?? 'never', name],
    ]),
    'There are no clients.',
  ),
});

/** `owner`: the address of the owner's account, where it was looked up. */
export const clientSheet = (client: Client, activeAt?: Date, owner?: string): Output => ({
  json: clientJson(client, activeAt, owner),
  text: pairs([
    ['client_id', client.id],
    ['name', client.name],
    ['purpose', client.purpose],
    ['website', client.website ?? ''],
    ['support_email', client.supportEmail ?? ''],
    ['privacy_policy', client.privacyPolicy ?? ''],
    ['terms_of_service', client.termsOfService ?? ''],
    ['kind', client.kind],
    ['status', [client.status, client.statusReason].filter(Boolean).join(': ')],
    ['legacy', client.legacy ? 'yes' : 'no'],
    ['migrating', client.migrating ? 'yes: retired scopes are accepted' : 'no'],
    ['resource server', client.resourceServer ? 'yes' : 'no'],
    ['allowed schemes', client.allowedSchemes.join(' ')],
    ['redirect_uris', client.redirectUris.join(' ')],
    ['scopes', client.scopes.join(' ') || 'no list: unrestricted'],
    ['owner', owner ?? String(client.ownerId)],
    ['secrets', client.secrets.map(({ id, hint }) => `${id} (ends in ${hint})`).join(', ')],
    ['created_at', client.createdAt.toISOString()],
    ['last_active_at', activeAt?.toISOString() ?? 'never'],
  ]),
});

export const secretList = (secrets: readonly ClientSecret[]): Output => ({
  json: secrets.map(secretJson),
  text: table(
    ['id', 'ends in', 'created', 'last used'],
    secrets.map(({ id, hint, createdAt, lastUsedAt }) => [
      ...[id, hint, createdAt.toISOString(), lastUsedAt?.toISOString() ?? 'never'],
    ]),
    'This client has no secrets.',
  ),
});
