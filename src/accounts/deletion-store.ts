/*
 * The port for deleting accounts. Closing is one transaction, after which the account has no access and nobody can book
 * it; a job then cancels its bookings, and a day later another one erases its data, when mails and calendars no longer
 * need it. Adapter: adapters/knex/account-data/deletions.ts.
 */
import type { Actor } from '../events/audit-log.js';
import type { NewJob } from '../jobs/store.js';

/** What somebody else depends on: transferred or deleted first. */
export interface DeletionBlockers {
  /** Of the user alone, or of a team that would be removed. */
  readonly clients: readonly { readonly id: string; readonly name: string }[];
  /** Teams with other members, and organizations, that the user alone owns. */
  readonly groups: readonly { readonly name: string; readonly organization: boolean }[];
}

export interface DeletionPreview {
  readonly blockers: DeletionBlockers;
  /** Names of teams without another member. */
  readonly teamsRemoved: readonly string[];
  readonly groupsLeft: number;
  readonly eventTypes: number;
  readonly schedules: number;
  readonly calendars: number;
  readonly passkeys: number;
  /** Upcoming, with this host alone. */
  readonly bookingsCancelled: number;
  /** Upcoming, with other hosts. */
  readonly bookingsLeft: number;
}

export interface Closing {
  readonly accountId: number;
  /** As its user saw it; another one means `not_found`. */
  readonly email: string;
  readonly now: Date;
  /** Added in the same transaction. */
  readonly jobs: readonly NewJob[];
}

export interface DeletionStore {
  /** Undefined when there is no such account. */
  preview(accountId: number, now: Date): Promise<DeletionPreview | undefined>;
  /** `blocked`: nothing has changed. */
  close(closing: Closing, actor: Actor): Promise<'closed' | 'blocked' | 'not_found'>;
  /** Uids of upcoming bookings that the account hosts, some at a time. */
  upcoming(accountId: number, now: Date): Promise<readonly string[]>;
  /** Of a closed account; repeating it changes nothing. */
  erase(accountId: number): Promise<void>;
}

/** Everything stored about an account, by subject. Credentials are left out. */
export interface AccountDataStore {
  read(accountId: number): Promise<Readonly<Record<string, readonly object[]>>>;
}
