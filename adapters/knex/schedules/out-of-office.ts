/*
 * Absences in the database. Changes of one account's absences wait for each other at the account's row, so that none
 * overlap. Who takes over is decided in handovers.ts.
 */
import { emailKey } from '../../../src/email-address.js';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../src/events/audit-log.js';
import { accountOf } from '../../../src/scheduling/memberships/rules.js';
import type { Owner } from '../../../src/scheduling/owner.js';
import type {
  Absence,
  AbsenceQuery,
  AbsenceRefusal,
  AbsenceStore,
  MemberAbsenceQuery,
  NewAbsence,
} from '../../../src/scheduling/out-of-office/store.js';
import { absenceEvent } from '../../../src/scheduling/out-of-office/absence-event.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import type { AccountRow } from '../account-rows.js';
import { enqueueAbsenceWebhooks } from '../webhooks/absence-webhooks.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { handOverRefusal, standInsOf } from '../bookings/handovers.js';
import { isMember, isOwner, lockOwnerTime, membersIn } from '../teams/owners.js';
import { inTransaction } from '../transaction.js';

interface AbsenceRow {
  readonly id: number;
  readonly uuid: string;
  readonly account_id: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly reason: NewAbsence['reason'];
  readonly notes: string | null;
  readonly stand_in_id: number | null;
  readonly created_at: Date;
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

type PlannedAbsence = NewAbsence & {
  readonly accountId: number;
  /** Absent until it is created. */
  readonly id?: number;
};

async function overlaps(trx: Database, { accountId, id, start, end }: PlannedAbsence): Promise<boolean> {
  const others = table(trx)
    .where({ account_id: accountId })
    .where('starts_at', '<', new Date(end))
    .where('ends_at', '>', new Date(start));
  if (id !== undefined) void others.whereNot({ id });
  return (await others.first('id')) !== undefined;
}

async function refusal(trx: Database, planned: PlannedAbsence): Promise<AbsenceRefusal | undefined> {
  if (await overlaps(trx, planned)) return 'overlap';
  const { standInId } = planned;
  return standInId === null ? undefined : handOverRefusal(trx, { ...planned, standInId });
}

async function create(
  trx: Database,
  owner: Owner,
  input: NewAbsence,
  actor: Actor,
): Promise<Absence | AbsenceRefusal | undefined> {
  if (!(await lockOwnerTime(trx, owner))) return undefined;
  const accountId = accountOf(owner);
  const refused = await refusal(trx, { ...input, accountId });
  if (refused) return refused;
  const [row] = (await table(trx)
    .insert({ account_id: accountId, uuid: uuidv7(), ...columns(input) })
    .returning('*')) as [AbsenceRow];
  await emit(trx, actor, absenceEvent('created', toAbsence(row)));
  await enqueueAbsenceWebhooks(trx, toAbsence(row), row.created_at);
  return toAbsence(row);
}

/** Otherwise the earlier decision stays valid, even if the stand-in has left since. */
const isMoved = (before: NewAbsence, after: NewAbsence): boolean =>
  before.start !== after.start || before.end !== after.end || before.standInId !== after.standInId;

type Change = Parameters<AbsenceStore['change']>;

async function change(
  trx: Database,
  ...[owner, id, decide, actor]: Change
): Promise<Absence | AbsenceRefusal | undefined> {
  if (!(await lockOwnerTime(trx, owner))) return undefined;
  const accountId = accountOf(owner);
  const row = await table(trx).where({ id, account_id: accountId }).first();
  if (!row) return undefined;
  const before = toAbsence(row);
  const input = decide(before);
  mustBeStorable(input);
  const refused = isMoved(before, input) ? await refusal(trx, { ...input, accountId, id }) : undefined;
  if (refused) return refused;
  const [changed] = await table(trx).where({ id }).update(columns(input)).returning('*');
  if (!changed) return undefined;
  await emit(trx, actor, absenceEvent('changed', toAbsence(changed)));
  return toAbsence(changed);
}

async function remove(trx: Database, owner: Owner, id: number, actor: Actor): Promise<Absence | undefined> {
  if (!(await lockOwnerTime(trx, owner))) return undefined;
  const [row] = await table(trx)
    .where({ id, account_id: accountOf(owner) })
    .delete()
    .returning('*');
  if (!row) return undefined;
  await emit(trx, actor, absenceEvent('removed', toAbsence(row)));
  return toAbsence(row);
}

async function timeZoneOf(db: Database, owner: Owner): Promise<string | undefined> {
  if (!isOwner(owner) || (typeof owner !== 'number' && !(await isMember(db, owner)))) return undefined;
  const row = await db<AccountRow>('account')
    .where({ id: accountOf(owner) })
    .first('time_zone');
  return row?.time_zone;
}

type Rows = ReturnType<typeof table>;

async function listed(rows: Rows, query: AbsenceQuery): Promise<readonly Absence[]> {
  const { sortStart, sortEnd, endsAfter, take, skip } = query;
  if (endsAfter !== undefined) void rows.where('ends_at', '>', new Date(endsAfter));
  if (sortStart !== undefined) void rows.orderBy('starts_at', sortStart);
  if (sortEnd !== undefined) void rows.orderBy('ends_at', sortEnd);
  return (await rows.orderBy(['starts_at', 'id']).limit(take).offset(skip)).map(toAbsence);
}

async function listIn(
  db: Database,
  groupId: number,
  query: MemberAbsenceQuery,
): Promise<readonly Absence[] | undefined> {
  const { memberId, email } = query;
  const rows = table(db).whereIn('account_id', membersIn(db, groupId, memberId));
  if (email !== undefined) {
    const emailKeys = isStorable(email) ? [emailKey(email)] : [];
    void rows.whereIn('account_id', db('account').whereIn('email_key', emailKeys).select('id'));
  }
  const absences = await listed(rows, query);
  const mayBeNoMember = absences.length === 0 && memberId !== undefined;
  return mayBeNoMember && !(await isMember(db, { groupId, accountId: memberId })) ? undefined : absences;
}

export const createAbsenceStore = (db: Database): AbsenceStore => ({
  timeZoneOf: (owner) => timeZoneOf(db, owner),
  async find(accountId, id) {
    const own = { id, account_id: accountId };
    const row = isId(accountId) && isId(id) ? await table(db).where(own).first() : undefined;
    return row && toAbsence(row);
  },
  list: async (accountId, query) =>
    isId(accountId) ? listed(table(db).where({ account_id: accountId }), query) : [],
  async listIn(groupId, query) {
    const { memberId } = query;
    if (isOwner({ groupId, accountId: memberId ?? 0 })) return listIn(db, groupId, query);
    return memberId === undefined ? [] : undefined;
  },
  standIns: (accountId, query) => standInsOf(db, accountId, query),
  async create(owner, input, actor) {
    mustBeStorable(input);
    return isOwner(owner) ? inTransaction(db, (trx) => create(trx, owner, input, actor)) : undefined;
  },
  change: async (...args) =>
    isOwner(args[0]) && isId(args[1]) ? inTransaction(db, (trx) => change(trx, ...args)) : undefined,
  remove: async (owner, id, actor) =>
    isOwner(owner) && isId(id) ? inTransaction(db, (trx) => remove(trx, owner, id, actor)) : undefined,
});
