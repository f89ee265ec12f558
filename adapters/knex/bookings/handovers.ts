/*
 * Who may stand in for a user who is away. Stand-ins form chains over many users, which no row lock covers: they are
 * decided one at a time.
 */
import { emailKey } from '../../../src/email-address.js';
import type { AbsenceRefusal, StandIn } from '../../../src/scheduling/out-of-office/store.js';
import { isId, isStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

/** An arbitrary constant, the same in every version of the service. */
const HAND_OVER_LOCK = 7_236_502;

interface HandOver {
  readonly accountId: number;
  readonly standInId: number;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
}

const IS_COLLEAGUE = `exists (
    select 1 from membership as own join membership as theirs using (team_id)
    where own.account_id = :accountId and own.agreed and theirs.account_id = account.id and theirs.agreed)`;

// A user who has accepted no team or organization may name any other.
const CAN_STAND_IN = `
select 1 from account
where id = :standInId and disabled_at is null and (
  not exists (select 1 from membership where account_id = :accountId and agreed)
  or ${IS_COLLEAGUE})`;

// Those who stand in already come first, also when they are no colleagues any more.
const STAND_INS = `
with named as (select stand_in_id as id from out_of_office where account_id = :accountId)
select account.id, account.name, account.email from account
where account.id <> :accountId and (:emailKey::text is null or account.email_key = :emailKey)
  and (account.id in (select id from named) or (account.disabled_at is null and ${IS_COLLEAGUE}))
order by account.id in (select id from named) desc, account.name, account.id limit :most`;

// Follows the stand-ins, each in the remaining time: a chain that returns to the absent user is a loop.
const LEADS_BACK = `
with recursive chain (account_id, since, until) as (
  select :standInId::integer, :start::timestamptz, :end::timestamptz
  union
  select stand_in_id, greatest(since, starts_at), least(until, ends_at)
  from chain join out_of_office using (account_id)
  where stand_in_id is not null and starts_at < until and ends_at > since
)
select 1 from chain where account_id = :accountId limit 1`;

async function isTrue(
  trx: Database,
  sql: string,
  values: Readonly<Record<string, number | Date>>,
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: readonly unknown[] }>(sql, values);
  return rows.length > 0;
}

/** The stand-in of an absence that is about to be written; the account is locked. */
export async function handOverRefusal(
  trx: Database,
  { accountId, standInId, start, end }: HandOver,
): Promise<AbsenceRefusal | undefined> {
  const accounts = { accountId, standInId };
  if (!isId(standInId) || !(await isTrue(trx, CAN_STAND_IN, accounts))) return 'no_stand_in';
  await trx.raw('select pg_advisory_xact_lock(?)', [HAND_OVER_LOCK]);
  const times = { start: new Date(start), end: new Date(end) };
  return (await isTrue(trx, LEADS_BACK, { ...accounts, ...times })) ? 'loop' : undefined;
}

export async function standInsOf(
  db: Database,
  accountId: number,
  { email, most }: { readonly email?: string; readonly most: number },
): Promise<readonly StandIn[]> {
  if (!isId(accountId) || (email !== undefined && !isStorable(email))) return [];
  return selectRows(db, STAND_INS, {
    accountId,
    emailKey: email === undefined ? null : emailKey(email),
    most,
  });
}
