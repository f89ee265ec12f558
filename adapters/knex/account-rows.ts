/* Rows of the table `account`. */
import { emailKey } from '../../src/email-address.js';
import { present } from '../../src/present.js';
import type { Account, NewAccount } from '../../src/accounts/store.js';
import type { WeekDay } from '../../src/scheduling/profile/store.js';
import type { Database } from './connection.js';
import { prepared } from './prepared.js';

export interface AccountRow {
  readonly id: number;
  readonly email: string;
  readonly email_key: string;
  readonly username: string;
  readonly name: string;
  readonly password_hash: string;
  readonly admin: boolean;
  readonly disabled_at: Date | null;
  readonly deleted_at: Date | null;
  readonly email_verified_at: Date | null;
  readonly access_generation: number;
  readonly time_zone: string;
  readonly time_format: 12 | 24;
  readonly week_start: WeekDay;
  readonly locale: string;
  readonly avatar_url: string | null;
  readonly bio: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Absent only between the account's row and that of its first schedule, in one transaction. */
  readonly default_schedule_id: number | null;
  readonly profile_version: number;
  readonly created_at: Date;
}

/** argon2id of 32 random bytes that were thrown away: no password matches until the user sets one. */
export const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$7n9Zr3U7+v4NUWv0UigHRg$IdROqLoqNJMCnoHgFoq6BoS5J/zoUtyLWusfYQP1msI';

/**
 * Serializes changes of the resources of one account. Weaker than `for update`, so that rows that refer to the account
 * can be inserted.
 */
export const lockAccount = (trx: Database, id: number): Promise<AccountRow | undefined> =>
  trx<AccountRow>('account').where({ id }).forNoKeyUpdate().first();

/** The first key of these advisory locks; the second one is the account. */
const HOST_TIME = 1;

const LOCK_TIME = `
select pg_advisory_xact_lock(${HOST_TIME}, id)
from (select distinct id from unnest(cast(:hostIds as integer[])) as id order by id) as host`;

/** Bookings of these hosts that have begun end first; later ones wait for the end of the transaction. */
export async function lockTime(trx: Database, hostIds: readonly number[]): Promise<void> {
  await trx.raw(LOCK_TIME, { hostIds: [...hostIds] });
}

// First the time, then the accounts: waits for a deletion that is under way, and not for changes of the profile.
const waitForHosts = prepared(
  'lock-hosts',
  `with locked as materialized (${LOCK_TIME})
select id from account where id = any(:hostIds) and (select count(*) from locked) >= 0 order by id for key share`,
);

/** Bookings and holds take these locks first, in this order, and then load in statements of their own. */
export async function lockHosts(trx: Database, hostIds: readonly number[]): Promise<void> {
  await waitForHosts(trx, { hostIds });
}

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  username: row.username,
  name: row.name,
  admin: row.admin,
  accessGeneration: row.access_generation,
  createdAt: row.created_at,
  timeZone: row.time_zone,
  timeFormat: row.time_format,
  locale: row.locale,
  ...present({
    disabledAt: row.disabled_at ?? undefined,
    emailVerifiedAt: row.email_verified_at ?? undefined,
  }),
});

export const newRow = (input: NewAccount, username: string): Readonly<Record<string, unknown>> => ({
  email: input.email,
  email_key: emailKey(input.email),
  username,
  name: input.name,
  password_hash: input.passwordHash,
  admin: input.admin ?? false,
  email_verified_at: input.emailVerified === true ? new Date() : null,
  ...present({ time_zone: input.timeZone }),
});
