/*
 * The port for passkeys: the public keys of people's authenticators (WebAuthn Level 3). Each has one owner, by the id
 * that its authenticator gave it. Adapter: adapters/knex/accounts/passkeys.ts.
 */
import type { Actor } from '../../events/audit-log.js';

/** As its owner sees it. */
export interface Passkey {
  /** The credential id, base64url. */
  readonly id: string;
  readonly name: string;
  /** How browsers reach it: `internal`, `usb`, `hybrid`. */
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt?: Date;
}

export interface NewPasskey extends Pick<Passkey, 'id' | 'name' | 'transports'> {
  /** COSE_Key (RFC 9052 section 7), base64url. */
  readonly publicKey: string;
  /** The signature counter at registration; 0 where the authenticator keeps none. */
  readonly counter: number;
}

/** What an answer is checked against. */
export interface OwnedKey {
  readonly accountId: number;
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
  /** Asked before anybody is known. Undefined when there is none, or its owner is disabled. */
  find(id: string): Promise<OwnedKey | undefined>;
  /** `full`: the account has `most`. `taken`: the id is registered, for whomever. `not_found`: no enabled account. */
  add(
    accountId: number,
    passkey: NewPasskey,
    most: number,
    actor: Actor,
  ): Promise<'added' | 'full' | 'taken' | 'not_found'>;
  /**
   * Keeps counter and time, in one step. `regressed` when the counter did not grow (WebAuthn Level 3 section 6.1.1): a
   * copy of the authenticator may exist. Nothing is kept of such a use but a line in the audit log.
   */
  use(use: PasskeyUse, actor: Actor): Promise<'used' | 'regressed' | 'not_found'>;
  remove(accountId: number, id: string, actor: Actor): Promise<'removed' | 'not_found'>;
}
