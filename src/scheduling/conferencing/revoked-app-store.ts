/*
 * The port of conferencing apps that their provider refuses, with their current state, for mails to their owners.
 * Adapter: adapters/knex/conferencing/revoked-apps.ts.
 */
import type { ProviderApp } from '../event-types/meeting-apps.js';

export interface RevokedApps {
  /** Undefined when the app was disconnected, or connected again after `endedAt`. `team`: its name, if it owns the app. */
  find(id: number, endedAt: Date): Promise<{ readonly app: ProviderApp; readonly team?: string } | undefined>;
}
