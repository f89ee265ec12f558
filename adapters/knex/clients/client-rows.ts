/* Rows of the registry. A client with its four lists is one statement. */
import { present } from '../../../src/present.js';
import type {
  Client,
  ClientKind,
  ClientSecret,
  ClientStatus,
  ClientTerms,
  NewClient,
} from '../../../src/clients/store.js';
import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { type RemovedScopesPart, toRemovedScopes } from '../authorization/removed-scopes.js';
import { MANAGER_IDS } from '../ownership/client-managers.js';
import { type LinkColumns, linkColumns, linksIn } from './link-columns.js';

interface SecretPart {
  readonly id: string;
  readonly hash: string;
  readonly hint: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly last_used_network: string | null;
  readonly last_used_agent: string | null;
  readonly counted_since: string;
}

export interface ClientRow extends LinkColumns {
  readonly id: string;
  readonly version: number;
  readonly removed_scopes: RemovedScopesPart;
  readonly name: string;
  readonly purpose: string;
  readonly logo: string | null;
  readonly kind: ClientKind;
  readonly status: ClientStatus;
  readonly status_reason: string | null;
  readonly legacy: boolean;
  readonly migrating: boolean;
  readonly resource_server: boolean;
  readonly allowed_schemes: readonly string[];
  readonly owner_id: number;
  readonly team_id: number | null;
  readonly manager_ids: readonly number[];
  readonly created_at: Date;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly ScopeName[];
  readonly tester_ids: readonly number[];
  readonly secrets: readonly SecretPart[];
}

/** Runs on every token request: look-ups by primary key or unique index in one round trip. */
export const SELECT_CLIENT = `
select client.*, ${MANAGER_IDS} as manager_ids,
  array(select uri from client_redirect_uri where client_id = client.id order by ordinal) as redirect_uris,
  array(select scope from client_scope where client_id = client.id order by ordinal) as scopes,
  array(select account_id from client_tester
    where client_id = client.id and accepted_at is not null order by account_id) as tester_ids,
  (select coalesce(json_agg(json_build_object('id', id, 'hash', hash, 'hint', hint,
     'created_at', created_at, 'last_used_at', last_used_at, 'last_used_network', last_used_network,
     'last_used_agent', last_used_agent, 'counted_since', counted_since) order by created_at, slot), '[]')
   from client_secret where client_id = client.id) as secrets
from client`;

const toSecret = ({ id, hash, hint, ...part }: SecretPart): ClientSecret => ({
  id,
  hash,
  hint,
  createdAt: new Date(part.created_at),
  countedSince: new Date(part.counted_since),
  ...present({
    lastUsedAt: part.last_used_at === null ? undefined : new Date(part.last_used_at),
    lastUsedFrom:
      part.last_used_network === null
        ? undefined
        : { clientIp: part.last_used_network, agent: part.last_used_agent ?? '' },
  }),
});

export const toClient = (row: ClientRow): Client => ({
  id: row.id,
  version: row.version,
  removedScopes: toRemovedScopes(row.removed_scopes),
  name: row.name,
  purpose: row.purpose,
  ...linksIn(row),
  ...present({ logo: row.logo ?? undefined }),
  kind: row.kind,
  status: row.status,
  ...present({ statusReason: row.status_reason ?? undefined }),
  legacy: row.legacy,
  migrating: row.migrating,
  resourceServer: row.resource_server,
  allowedSchemes: row.allowed_schemes,
  redirectUris: row.redirect_uris,
  scopes: row.scopes,
  ownerId: row.owner_id,
  ...present({ teamId: row.team_id ?? undefined }),
  managerIds: [...new Set(row.manager_ids)],
  testerIds: row.tester_ids,
  secrets: row.secrets.map(toSecret),
  createdAt: row.created_at,
});

type Row = Readonly<Record<string, unknown>>;

export const termsRow = (terms: ClientTerms): Row => ({
  name: terms.name,
  purpose: terms.purpose,
  ...linkColumns(terms),
  logo: terms.logo ?? null,
});

export const clientRow = (input: NewClient): Row => ({
  ...termsRow(input),
  id: input.id,
  kind: input.kind,
  status: input.status,
  legacy: input.legacy,
  migrating: input.migrating ?? false,
  resource_server: input.resourceServer ?? false,
  allowed_schemes: JSON.stringify(input.allowedSchemes ?? []),
  owner_id: input.ownerId,
  team_id: input.teamId ?? null,
});

export const secretRows = ({ id, kind, secrets }: NewClient): readonly Row[] =>
  secrets.map((secret, index) => ({ ...secret, client_id: id, client_kind: kind, slot: index + 1 }));
