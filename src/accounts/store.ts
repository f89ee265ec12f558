/*
 * The port for people. An e-mail address is kept as typed and compared in lower case; it is unique, and so is the
 * username. Passwords are argon2id strings made by password.ts. Adapter: adapters/knex/accounts/accounts.ts.
 */
import type { Actor } from '../events/audit-log.js';

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly name: string;
  readonly admin: boolean;
  readonly disabledAt?: Date;
  /** When the person showed that they read mail at `email`. Absent: whoever signed up merely typed it. */
  readonly emailVerifiedAt?: Date;
  readonly createdAt: Date;
}

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly admin?: boolean;
  readonly timeZone?: string;
  /** Whoever makes the account vouches for the address. */
  readonly emailVerified?: boolean;
}

export interface Credentials {
  readonly account: Account;
  readonly passwordHash: string;
}

export interface AccountStore {
  /** The username is made from the address, with a number behind it where taken. With a first schedule, the default. */
  create(input: NewAccount, actor: Actor): Promise<Account | 'email_taken'>;
  findById(id: number): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  credentials(email: string): Promise<Credentials | undefined>;
  list(): Promise<readonly Account[]>;
  /** With `from` only while that hash stands, so that of two changes at once the later one is told. True when set. */
  setPasswordHash(id: number, passwordHash: string, actor: Actor, from?: string): Promise<boolean>;
  setDisabled(id: number, disabled: boolean, actor: Actor): Promise<Account | undefined>;
  setAdmin(id: number, admin: boolean, actor: Actor): Promise<Account | undefined>;
}
