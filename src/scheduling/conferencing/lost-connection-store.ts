/*
 * The port of conferencing apps whose connection has ended, as they stand when people are written about them. Adapter:
 * adapters/knex/conferencing/lost-connections.ts.
 */
import type { ProviderApp } from '../event-types/meeting-apps.js';

export interface EndedApp {
  readonly app: ProviderApp;
  /** Name of the team whose it is; absent for that of a person. */
  readonly team?: string;
}

export interface LostConferencingConnections {
  /** Undefined when it is gone, or was connected again after `endedAt`. */
  find(id: number, endedAt: Date): Promise<EndedApp | undefined>;
}
