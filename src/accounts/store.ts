/*
 * The port for accounts. An e-mail address is stored as typed and compared in lower case; it is unique, and so is the
 * username. Password hashes are those of password-hash.ts. Adapter: adapters/knex/accounts/accounts.ts.
 */
import type { Actor } from '../events/audit-log.js';

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly name: string;
  readonly admin: boolean;
  readonly disabledAt?: Date;
  /** When the user proved that they read mail at `email`. Absent: it was only typed at sign-up. */
  readonly emailVerifiedAt?: Date;
  readonly createdAt: Date;
  /** A name of the IANA database. */
  readonly timeZone: string;
  readonly timeFormat: 12 | 24;
  /** BCP 47. */
  readonly locale: string;
  /** Grows when all sessions end at once, in the same transaction as what ends them. */
  readonly accessGeneration: number;
}

/** The account as it was when its user was last proven: what is done in its name counts only until its access ends. */
export type AccountAccess = Pick<Account, 'id' | 'accessGeneration'>;

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly admin?: boolean;
  readonly timeZone?: string;
  /** The operator who creates the account vouches for the address. */
  readonly emailVerified?: boolean;
}

export interface Credentials {
  readonly account: Account;
  readonly passwordHash: string;
}

export interface AccountQuery {
  /** Each is somewhere in the name, the e-mail address or the username, without case as the database's locale knows it. */
  readonly words: readonly string[];
  /** Only this one. */
  readonly id?: number;
  /** The last one seen; absent at the beginning. */
  readonly after?: number | undefined;
  readonly most: number;
}

/** How many signed up within a day and a week. */
export interface SignUps {
  readonly day: number;
  readonly week: number;
}

export interface AccountStore {
  /** Derives the username from the address, with a number where it is taken, and adds a default schedule. */
  create(input: NewAccount, actor: Actor): Promise<Account | 'email_taken'>;
  findById(id: number): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  credentials(email: string): Promise<Credentials | undefined>;
  list(): Promise<readonly Account[]>;
  /** Newest first, without deleted ones. Throws 400 for words that cannot be stored. */
  search(query: AccountQuery): Promise<readonly Account[]>;
  /** Counts among the newest accounts only, at most `most`, without deleted ones. */
  signUps(now: Date, most: number): Promise<SignUps>;
  /**
   * Ends every session. With `from`, only if that is the current hash, so that the later of two concurrent changes fails.
   * True when set.
   */
  setPasswordHash(id: number, passwordHash: string, actor: Actor, from?: string): Promise<boolean>;
  setDisabled(id: number, disabled: boolean, actor: Actor): Promise<Account | undefined>;
  setAdmin(id: number, admin: boolean, actor: Actor): Promise<Account | undefined>;
}
