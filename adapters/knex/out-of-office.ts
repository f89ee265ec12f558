/*
 * Absences in the database. Changes of one person's absences wait for each other at the account's row, so that none
 * overlap. Hand-overs form chains over many people, which no row lock covers: they are decided one at a time.
 */
import { v7 as uuidv7 } from 'uuid';
import type { Cause } from '../../src/audit.js';
import type {
  Absence,
  AbsenceQuery,
  AbsenceRefusal,
  AbsenceStore,
  NewAbsence,
} from '../../src/scheduling/out-of-office/store.js';
import { isId, mustBeStorable } from '../storable.js';
import { lockAccount } from './account-rows.js';
import type { AccountRow } from './account-rows.js';
import { record } from './audit.js';
import type { Database } from './connection.js';
import { inTransaction } from './transaction.js';

/** An arbitrary constant, the same in every version of the service. */
const HAND_OVER_LOCK = 7_236_502;

interface AbsenceRow {
  readonly id: number;
  readonly uuid: string;
  readonly account_id: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly reason: NewAbsence['reason'];
  readonly notes: string | null;
  readonly stand_in_id: number | null;
}

const table = (db: Database) => db<AbsenceRow>('out_of_office');

const toAbsence = (row: AbsenceRow): Absence => ({
  id: row.id,
  uuid: row.uuid,
  accountId: row.account_id,
  start: row.starts_at.getTime(),
  end: row.ends_at.getTime(),
  reason: row.reason,
  notes: row.notes,
  standInId: row.stand_in_id,
});

const columns = ({ start, end, reason, notes, standInId }: NewAbsence) => ({
  starts_at: new Date(start),
  ends_at: new Date(end),
  reason,
  notes,
  stand_in_id: standInId,
});

type Placed = NewAbsence & {
  readonly accountId: number;
  /** Absent until it is made. */
  readonly id?: number;
};

async function overlaps(trx: Database, { accountId, id, start, end }: Placed): Promise<boolean> {
  const others = table(trx)
    .where({ account_id: accountId })
    .where('starts_at', '<', new Date(end))
    .where('ends_at', '>', new Date(start));
  if (id !== undefined) void others.whereNot({ id });
  return (await others.first('id')) !== undefined;
}

// From stand-in to stand-in, in the time that is left of each: who is away first would be asked again.
const LEADS_BACK = `
with recursive asked (account_id, since, until) as (
  select :standInId::integer, :start::timestamptz, :end::timestamptz
  union
  select stand_in_id, greatest(since, starts_at), least(until, ends_at)
  from asked join out_of_office using (account_id)
  where stand_in_id is not null and starts_at < until and ends_at > since
)
select 1 from asked where account_id = :accountId limit 1`;

async function leadsBack(trx: Database, { accountId, standInId, start, end }: Placed): Promise<boolean> {
  const times = { start: new Date(start), end: new Date(end) };
  const { rows } = await trx.raw<{ rows: readonly unknown[] }>(LEADS_BACK, {
    accountId,
    standInId,
    ...times,
  });
  return rows.length > 0;
}

async function refusal(trx: Database, placed: Placed): Promise<AbsenceRefusal | undefined> {
  if (await overlaps(trx, placed)) return 'overlap';
  const { standInId } = placed;
  if (standInId === null) return undefined;
  const enabled = trx<AccountRow>('account').where({ id: standInId }).whereNull('disabled_at');
  if (!isId(standInId) || !(await enabled.first('id'))) return 'no_stand_in';
  await trx.raw('select pg_advisory_xact_lock(?)', [HAND_OVER_LOCK]);
  return (await leadsBack(trx, placed)) ? 'loop' : undefined;
}

const told = (action: string, { id, accountId, standInId }: Absence) => ({
  action,
  subject: `out_of_office:${id}`,
  facts: { account: accountId, ...(standInId === null ? {} : { stand_in: standInId }) },
});

async function create(
  trx: Database,
  accountId: number,
  input: NewAbsence,
  cause: Cause,
): Promise<Absence | AbsenceRefusal | undefined> {
  if (!(await lockAccount(trx, accountId))) return undefined;
  const refused = await refusal(trx, { ...input, accountId });
  if (refused) return refused;
  const [row] = (await table(trx)
    .insert({ account_id: accountId, uuid: uuidv7(), ...columns(input) })
    .returning('*')) as [AbsenceRow];
  await record(trx, cause, told('out_of_office.created', toAbsence(row)));
  return toAbsence(row);
}

type Change = Parameters<AbsenceStore['change']>;

async function change(
  trx: Database,
  ...[accountId, id, decide, cause]: Change
): Promise<Absence | AbsenceRefusal | undefined> {
  await lockAccount(trx, accountId);
  const row = await table(trx).where({ id, account_id: accountId }).first();
  if (!row) return undefined;
  const input = decide(toAbsence(row));
  mustBeStorable(input);
  const refused = await refusal(trx, { ...input, accountId, id });
  if (refused) return refused;
  const [changed] = await table(trx).where({ id }).update(columns(input)).returning('*');
  if (!changed) return undefined;
  await record(trx, cause, told('out_of_office.changed', toAbsence(changed)));
  return toAbsence(changed);
}

async function remove(
  trx: Database,
  accountId: number,
  id: number,
  cause: Cause,
): Promise<Absence | undefined> {
  const [row] = await table(trx).where({ id, account_id: accountId }).delete().returning('*');
  if (!row) return undefined;
  await record(trx, cause, told('out_of_office.removed', toAbsence(row)));
  return toAbsence(row);
}

function inOrder(db: Database, accountId: number, { sortStart, sortEnd }: AbsenceQuery) {
  const rows = table(db).where({ account_id: accountId });
  if (sortStart !== undefined) void rows.orderBy('starts_at', sortStart);
  if (sortEnd !== undefined) void rows.orderBy('ends_at', sortEnd);
  return rows.orderBy(['starts_at', 'id']);
}

export const createAbsenceStore = (db: Database): AbsenceStore => ({
  async list(accountId, query) {
    if (!isId(accountId)) return [];
    return (await inOrder(db, accountId, query).limit(query.take).offset(query.skip)).map(toAbsence);
  },
  async create(accountId, input, cause) {
    mustBeStorable(input);
    return isId(accountId) ? inTransaction(db, (trx) => create(trx, accountId, input, cause)) : undefined;
  },
  change: async (...asked) =>
    isId(asked[0]) && isId(asked[1]) ? inTransaction(db, (trx) => change(trx, ...asked)) : undefined,
  remove: async (accountId, id, cause) =>
    isId(accountId) && isId(id) ? inTransaction(db, (trx) => remove(trx, accountId, id, cause)) : undefined,
});
