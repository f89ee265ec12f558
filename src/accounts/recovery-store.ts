/*
 * The port for links of one use: the recovery of an account, and the proof of its address. The token of a link is derived
 * from the id of the recovery (recovery-link.ts, address-proof.ts) and stored nowhere. Adapter:
 * adapters/knex/accounts/recoveries.ts.
 */
import type { Actor } from '../events/audit-log.js';

export interface Recovery {
  readonly id: string;
  readonly accountId: number;
  readonly expiresAt: Date;
}

export interface RecoveryStore {
  /** The same id opened again stays as it was, used or not. */
  open(recovery: Recovery): Promise<void>;
  /**
   * For a link that an operator hands over: unlike one that came by mail, using it does not prove that the user reads
   * the mail of the account's address. Undefined when the account is disabled or deleted.
   */
  issue(recovery: Recovery, actor: Actor): Promise<'done' | undefined>;
  /** Undefined when there is none, it is used or over, or the account is disabled. */
  find(id: string, now: Date): Promise<Recovery | undefined>;
  /**
   * Uses up this one and all others of the account, sets the password and ends every session, in one transaction. Who
   * used an account with an unconfirmed address so far may be another person: their passkeys and connections end too.
   */
  use(id: string, now: Date, passwordHash: string, actor: Actor): Promise<'done' | 'not_found'>;
  /**
   * Uses up this one and all others of the account, and marks its address as verified, in one transaction. If the account
   * was signed in to more than once until now, another person may have been among them: `access_ended`, which is every
   * session, the passkeys and the connections.
   */
  proveAddress(id: string, now: Date, actor: Actor): Promise<'done' | 'access_ended' | 'not_found'>;
}
