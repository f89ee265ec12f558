/*
 * The port of the registry. The database itself holds the limits: at most 10 redirect URIs (ordinals 0 to 9), at most
 * two secrets (slots 1 and 2), known scopes (foreign key), the status transitions. Adapter: adapters/knex/clients/clients.ts.
 */
import type { ClientLinks } from './links.js';
import type { Actor } from '../events/audit-log.js';
import type { ScopeName } from '../scopes/catalogue.js';
import type { UseOrigin } from './usage/usage-store.js';

export type ClientKind = 'confidential' | 'public';
export type ClientStatus = 'pending' | 'approved' | 'rejected' | 'suspended';

export interface ClientSecret {
  readonly id: string;
  /** Written and checked by clients/secrets.ts alone. */
  readonly hash: string;
  /** The last four characters, for people. */
  readonly hint: string;
  readonly createdAt: Date;
  /** Later than its creation when it is older than the counting of uses: earlier uses are unknown. */
  readonly countedSince: Date;
  readonly lastUsedAt?: Date;
  readonly lastUsedFrom?: UseOrigin;
}

/**
 * Scopes that were also taken from existing installations, with the version of the client from which on a grant may have
 * them again.
 */
export type RemovedScopes = ReadonlyMap<ScopeName, number>;

/** What an owner may change. */
export interface ClientTerms extends ClientLinks {
  readonly name: string;
  readonly purpose: string;
  /** Names its picture in the LogoStore. */
  readonly logo?: string;
  readonly redirectUris: readonly string[];
  /** Empty exactly for legacy clients. */
  readonly scopes: readonly ScopeName[];
}

export interface Client extends ClientTerms {
  readonly id: string;
  /** Grows with each edit, verdict and proposal. */
  readonly version: number;
  readonly removedScopes: RemovedScopes;
  readonly kind: ClientKind;
  readonly status: ClientStatus;
  /** Of the rejection or suspension, as the administrator wrote it. */
  readonly statusReason?: string;
  /** Legacy: registered before scopes existed, without a scope list until one is saved. */
  readonly legacy: boolean;
  /** Its requests may name retired scopes, which mean those of today (retired-scopes.ts). */
  readonly migrating: boolean;
  /** Another resource server of this API, which may introspect tokens (RFC 7662). Confidential only. */
  readonly resourceServer: boolean;
  /** Who registered it or took it over; owns it unless it belongs to a team. */
  readonly ownerId: number;
  /** The team it belongs to. */
  readonly teamId?: number;
  /** Who manages it: its owner, or the owners and administrators of its team and of the team's organization. */
  readonly managerIds: readonly number[];
  /** Private-use schemes without a dot that an administrator has allowed in its redirect URIs. */
  readonly allowedSchemes: readonly string[];
  /** Accounts that may use it while it is pending, besides those who manage it: named by them, and they accepted. */
  readonly testerIds: readonly number[];
  readonly secrets: readonly ClientSecret[];
  readonly createdAt: Date;
}

export interface NewClient
  extends ClientTerms, Pick<Client, 'id' | 'kind' | 'status' | 'legacy' | 'ownerId'> {
  readonly migrating?: boolean | undefined;
  readonly resourceServer?: boolean;
  readonly allowedSchemes?: readonly string[];
  /** The owner must manage it. */
  readonly teamId?: number | undefined;
  readonly secrets: readonly NewSecret[];
  /** How many clients of this owner may wait for their review, this one among them. */
  readonly maxPending?: number | undefined;
  /** How many clients this owner may have at all, this one among them. */
  readonly maxClients?: number | undefined;
}

export type NewSecret = Pick<ClientSecret, 'id' | 'hash' | 'hint'>;

export interface ClientStore {
  create(
    input: NewClient,
    actor: Actor,
  ): Promise<'created' | 'id_taken' | 'not_your_team' | 'too_many_pending' | 'too_many_clients'>;
  /** By primary key, never cached. The token endpoint keeps what it finds for a while (kept-clients.ts). */
  find(id: string): Promise<Client | undefined>;
  list(status?: ClientStatus): Promise<readonly Client[]>;
  /** `unchanged` when the transition is not one of the allowed ones (rules.ts) from the status it has now. */
  setStatus(
    id: string,
    to: ClientStatus,
    reason: string | undefined,
    actor: Actor,
  ): Promise<'done' | 'unchanged' | 'not_found'>;
  /** With `managerId` only if that account manages the client; the command line passes none. */
  addSecret(
    id: string,
    secret: NewSecret,
    actor: Actor,
    managerId?: number,
  ): Promise<'added' | 'two_active' | 'public_client' | 'not_found'>;
  removeSecret(
    id: string,
    secretId: string,
    actor: Actor,
    managerId?: number,
  ): Promise<'removed' | 'last_one' | 'not_found'>;
  /** The same secret under another key. False when it was removed or its hash is no longer `from`. */
  renewSecretHash(secretId: string, from: string, to: string): Promise<boolean>;
}

/**
 * Clients and accounts that may not act, and scopes that grants have lost. Every replica reads it a few times a second, so
 * that suspending, rejecting, disabling or removing works within a second although tokens live in another store.
 */
export interface Blocklist {
  /** Clients that no account may use. */
  readonly blockedClients: ReadonlySet<string>;
  /** Pending clients with the accounts that may use them. */
  readonly pendingClients: ReadonlyMap<string, ReadonlySet<number>>;
  readonly disabledAccounts: ReadonlySet<number>;
  /** By client; those without any are left out. */
  readonly removedScopes: ReadonlyMap<string, RemovedScopes>;
}

export interface BlocklistStore {
  /** Grows with every change of the blocklist or of a registered client; one cheap read. */
  revision(): Promise<string>;
  /** The whole blocklist with its revision. */
  read(): Promise<Blocklist & { readonly revision: string }>;
}
