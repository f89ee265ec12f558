/*
 * The port for passkeys: the public keys of users' authenticators (WebAuthn Level 3). The authenticator chooses the id;
 * each has one owner. Adapter: adapters/knex/accounts/passkeys.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { AccountAccess } from '../store.js';

export interface Passkey {
  /** The credential id, base64url. */
  readonly id: string;
  readonly name: string;
  /** How browsers connect to it: `internal`, `usb`, `hybrid`. */
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt?: Date;
}

export interface NewPasskey extends Pick<Passkey, 'id' | 'name' | 'transports'> {
  /** COSE_Key (RFC 9052 section 7), base64url. */
  readonly publicKey: string;
  /** The signature counter at registration; 0 if the authenticator has none. */
  readonly counter: number;
}

/** For the verification of an answer. */
export interface OwnedKey {
  readonly accountId: number;
  /** Of its account now. */
  readonly accessGeneration: number;
  readonly publicKey: string;
}

export interface PasskeyUse {
  readonly id: string;
  readonly accountId: number;
  readonly counter: number;
  readonly at: Date;
}

export interface PasskeyStore {
  /** Oldest first. */
  list(accountId: number): Promise<readonly Passkey[]>;
  /** For any caller. Undefined when there is none, or its owner is disabled. */
  find(id: string): Promise<OwnedKey | undefined>;
  /**
   * `full`: the account has `max`. `taken`: the id is registered, for any account. `not_found`: no enabled account,
   * or its access has ended since `owner` was read.
   */
  add(
    owner: AccountAccess,
    passkey: NewPasskey,
    max: number,
    actor: Actor,
  ): Promise<'added' | 'full' | 'taken' | 'not_found'>;
  /**
   * Stores counter and time, in one statement. `regressed` when the counter did not grow (WebAuthn Level 3 section
   * 6.1.1): a copy of the authenticator may exist. Such a use leaves only an entry in the audit log.
   */
  use(use: PasskeyUse, actor: Actor): Promise<'used' | 'regressed' | 'not_found'>;
  remove(accountId: number, id: string, actor: Actor): Promise<'removed' | 'not_found'>;
  removeAll(accountId: number, actor: Actor): Promise<void>;
}
