/*
 * The port of connected conferencing apps. Every method takes the owner, a user or a team: apps of others are not
 * found. Adapter: adapters/knex/conferencing/conferencing.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { App } from '../event-types/meeting-apps.js';

export type AppOwner = { readonly accountId: number } | { readonly teamId: number };

export interface ConnectedApp {
  readonly id: number;
  readonly app: App;
  /** The user who connected it. */
  readonly accountId: number;
  /** The provider refuses it: it has to be connected again. */
  readonly invalid: boolean;
  /** Since when it is invalid; milliseconds since the epoch. */
  readonly endedAt: number | null;
  readonly isDefault: boolean;
}

export interface NewConnection {
  readonly app: App;
  readonly accountId: number;
  /** Sealed tokens of the provider; absent for apps that need no account. */
  readonly sealed?: string;
}

export interface AdministeredTeam {
  readonly id: number;
  readonly name: string;
}

export interface ConferencingStore {
  /** The teams whose apps the user may connect, by name. */
  administeredTeams(accountId: number): Promise<readonly AdministeredTeam[]>;
  /** In the order of connection. */
  list(owner: AppOwner): Promise<readonly ConnectedApp[]>;
  /** One connection for each app: connecting it again replaces its tokens. Undefined: no such owner. */
  connect(owner: AppOwner, connection: NewConnection, actor: Actor): Promise<ConnectedApp | undefined>;
  /** Also unsets the default, if it was this app. */
  disconnect(owner: AppOwner, app: App, actor: Actor): Promise<'disconnected' | 'not_connected'>;
  /** An app that needs no account need not be connected. */
  setDefault(owner: AppOwner, app: App, actor: Actor): Promise<'set' | 'not_connected'>;
}
