/*
 * The port for new addresses of accounts that wait for the link by mail. An account has one at a time. Adapter:
 * adapters/knex/accounts/email-changes.ts.
 */
import type { Actor } from '../events/audit-log.js';
import type { NewJob } from '../jobs/store.js';

export interface EmailChange {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: Date;
}

export interface OwnedEmailChange extends EmailChange {
  readonly accountId: number;
}

export interface Confirmation {
  readonly accountId: number;
  readonly id: string;
  /** The address of the account until now, as the caller read it: another one means `not_found`. */
  readonly from: string;
  readonly now: Date;
  /** Added in the same transaction. */
  readonly jobs: readonly NewJob[];
}

export interface EmailChangeStore {
  /**
   * Replaces the one that waits, and adds the jobs in the same transaction. Undefined when the account is disabled or
   * deleted.
   */
  open(change: OwnedEmailChange, jobs: readonly NewJob[], actor: Actor): Promise<'done' | undefined>;
  /** That of the account; undefined when there is none or it is over. */
  waiting(accountId: number, now: Date): Promise<EmailChange | undefined>;
  /** Whether it waits or is over. Undefined once it was used, replaced or withdrawn. */
  find(id: string): Promise<OwnedEmailChange | undefined>;
  withdraw(accountId: number, actor: Actor): Promise<'done' | 'not_found'>;
  /**
   * In one transaction: the account gets the address, verified; every session and every unused link of the account ends.
   * `access_ended`: also what ends with a first proof (recovery-store.ts). `taken`: another account has the address;
   * nothing changes.
   */
  confirm(confirmation: Confirmation, actor: Actor): Promise<'done' | 'access_ended' | 'taken' | 'not_found'>;
}
