/*
 * Schedules in the database. Every change locks the account of the owner first: which schedule is the default stands
 * there, and the last one must not go while another request makes it the default.
 */
import type { Cause } from '../../src/audit.js';
import type { Schedule } from '../../src/scheduling/schedules/schedule.js';
import type { NewSchedule, ScheduleChange, ScheduleStore } from '../../src/scheduling/schedules/store.js';
import { isId, mustBeStorable } from '../storable.js';
import { lockAccount } from './account-rows.js';
import { record } from './audit.js';
import type { Database } from './connection.js';
import { insertSchedule, makeDefault, scheduleColumns, toSchedule } from './schedule-rows.js';
import type { ScheduleRow } from './schedule-rows.js';
import { inTransaction } from './transaction.js';

const subject = (id: number): string => `schedule:${id}`;

const ownedBy = (db: Database, ownerId: number) =>
  db('schedule').join('account', 'account.id', 'schedule.owner_id').where('schedule.owner_id', ownerId);

type Rows = ReturnType<typeof ownedBy>;

const selected = (db: Database, rows: Rows) =>
  rows.select<ScheduleRow[]>(
    'schedule.*',
    db.raw('schedule.id is not distinct from account.default_schedule_id as is_default'),
  );

async function find(db: Database, ownerId: number, id: number): Promise<Schedule | undefined> {
  const [row] = await selected(db, ownedBy(db, ownerId).where('schedule.id', id));
  return row && toSchedule(row);
}

async function create(
  trx: Database,
  ownerId: number,
  input: NewSchedule,
  cause: Cause,
): Promise<Schedule | undefined> {
  if (!(await lockAccount(trx, ownerId))) return undefined;
  const id = await insertSchedule(trx, ownerId, scheduleColumns(input));
  if (input.isDefault) await makeDefault(trx, ownerId, id);
  const facts = { owner: ownerId, default: input.isDefault };
  await record(trx, cause, { action: 'schedule.created', subject: subject(id), facts });
  return find(trx, ownerId, id);
}

interface Target {
  readonly ownerId: number;
  readonly id: number;
}

/** As it is now, and stays until the transaction ends. */
async function locked(trx: Database, { ownerId, id }: Target): Promise<Schedule | undefined> {
  await lockAccount(trx, ownerId);
  return find(trx, ownerId, id);
}

async function change(
  trx: Database,
  { ownerId, id }: Target,
  asked: ScheduleChange,
  cause: Cause,
): Promise<Schedule | 'stays_default' | undefined> {
  const schedule = await locked(trx, { ownerId, id });
  if (!schedule) return undefined;
  if (schedule.isDefault && asked.isDefault === false) return 'stays_default';
  const columns = scheduleColumns(asked);
  const becomesDefault = asked.isDefault === true && !schedule.isDefault;
  const changed = [...Object.keys(columns), ...(becomesDefault ? ['default'] : [])];
  if (changed.length === 0) return schedule;
  await trx('schedule')
    .where({ id })
    .update({ ...columns, updated_at: trx.fn.now() });
  if (becomesDefault) await makeDefault(trx, ownerId, id);
  const facts = { owner: ownerId, changed };
  await record(trx, cause, { action: 'schedule.changed', subject: subject(id), facts });
  return find(trx, ownerId, id);
}

async function remove(
  trx: Database,
  { ownerId, id }: Target,
  cause: Cause,
): Promise<'removed' | 'last' | 'not_found'> {
  const schedule = await locked(trx, { ownerId, id });
  if (!schedule) return 'not_found';
  const oldestOther = await trx<ScheduleRow>('schedule')
    .where({ owner_id: ownerId })
    .whereNot({ id })
    .orderBy('id')
    .first('id');
  if (!oldestOther) return 'last';
  if (schedule.isDefault) await makeDefault(trx, ownerId, oldestOther.id);
  await trx('schedule').where({ id }).delete();
  const facts = { owner: ownerId, ...(schedule.isDefault ? { default: oldestOther.id } : {}) };
  await record(trx, cause, { action: 'schedule.removed', subject: subject(id), facts });
  return 'removed';
}

type Reads = Pick<ScheduleStore, 'list' | 'find' | 'findDefault'>;

const reads = (db: Database): Reads => ({
  async list(ownerId, { take, skip }) {
    const rows = ownedBy(db, ownerId).orderBy('schedule.id').limit(take).offset(skip);
    return isId(ownerId) ? (await selected(db, rows)).map(toSchedule) : [];
  },
  find: async (ownerId, id) => (isId(ownerId) && isId(id) ? find(db, ownerId, id) : undefined),
  async findDefault(ownerId) {
    if (!isId(ownerId)) return undefined;
    const [row] = await selected(
      db,
      ownedBy(db, ownerId).whereRaw('schedule.id = account.default_schedule_id'),
    );
    return row && toSchedule(row);
  },
});

export const createScheduleStore = (db: Database): ScheduleStore => ({
  ...reads(db),
  async create(ownerId, input, cause) {
    mustBeStorable(input);
    return isId(ownerId) ? inTransaction(db, (trx) => create(trx, ownerId, input, cause)) : undefined;
  },
  async change(ownerId, id, asked, cause) {
    mustBeStorable(asked);
    if (!isId(ownerId) || !isId(id)) return undefined;
    return inTransaction(db, (trx) => change(trx, { ownerId, id }, asked, cause));
  },
  async remove(ownerId, id, cause) {
    if (!isId(ownerId) || !isId(id)) return 'not_found';
    return inTransaction(db, (trx) => remove(trx, { ownerId, id }, cause));
  },
});
