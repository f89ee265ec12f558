/*
 * The port of connected conferencing apps. An app belongs to a person or to a team whose id every method takes: what is
 * not theirs is not found. Adapter: adapters/knex/conferencing/conferencing.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { App } from '../event-types/meeting-apps.js';

/** Whose apps: a person's, or a team's. */
export type AppOwner = { readonly accountId: number } | { readonly teamId: number };

export interface ConnectedApp {
  readonly id: number;
  readonly app: App;
  /** Who connected it. */
  readonly accountId: number;
  /** The provider refuses it: it has to be connected anew. */
  readonly invalid: boolean;
  /** Since when it does; milliseconds since the epoch. */
  readonly endedAt: number | null;
  readonly isDefault: boolean;
}

export interface NewConnection {
  readonly app: App;
  readonly accountId: number;
  /** Tokens of the provider; absent where the app needs none. */
  readonly sealed?: string;
}

export interface AdministeredTeam {
  readonly id: number;
  readonly name: string;
}

export interface ConferencingStore {
  /** The teams whose apps the person may connect, by name. */
  administered(accountId: number): Promise<readonly AdministeredTeam[]>;
  /** In the order in which they were connected. */
  list(owner: AppOwner): Promise<readonly ConnectedApp[]>;
  /** One connection for each app: connecting it again puts new tokens in place of the old. Undefined: no such owner. */
  connect(owner: AppOwner, connection: NewConnection, actor: Actor): Promise<ConnectedApp | undefined>;
  /** With it goes the default, if it was that. */
  disconnect(owner: AppOwner, app: App, actor: Actor): Promise<'disconnected' | 'not_connected'>;
  /** What needs no account may be the default without being connected. */
  setDefault(owner: AppOwner, app: App, actor: Actor): Promise<'set' | 'not_connected'>;
}
