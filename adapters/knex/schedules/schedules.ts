/*
 * Schedules in the database. Every change locks the account of the owner first: it names the
 * default schedule, and the last one must not be removed while another request makes it the default.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type { Schedule } from '../../../src/scheduling/schedules/schedule.js';
import { accountOf } from '../../../src/scheduling/memberships/rules.js';
import type { Owner } from '../../../src/scheduling/owner.js';
import type {
  MemberScheduleQuery,
  NewSchedule,
  ScheduleChange,
  ScheduleStore,
} from '../../../src/scheduling/schedules/store.js';
import { isId, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { isMember, isOwner, lockOwnerTime, membersIn } from '../teams/owners.js';
import { insertSchedule, makeDefault, scheduleColumns, toSchedule } from './schedule-rows.js';
import type { ScheduleRow } from './schedule-rows.js';
import { inTransaction } from '../transaction.js';

const subject = (id: number): string => `schedule:${id}`;

const schedules = (db: Database) => db('schedule').join('account', 'account.id', 'schedule.owner_id');

type Rows = ReturnType<typeof schedules>;

const ownedBy = (db: Database, owner: Owner): Rows =>
  typeof owner === 'number'
    ? schedules(db).where('schedule.owner_id', owner)
    : schedules(db).whereIn('schedule.owner_id', membersIn(db, owner.groupId, owner.accountId));

const selected = (db: Database, rows: Rows) =>
  rows.select<ScheduleRow[]>(
    'schedule.*',
    db.raw('schedule.id is not distinct from account.default_schedule_id as is_default'),
  );

// As availability.ts has it: the schedule of an event type is its owner's, and hosts keep to their default. What is
// managed for members is hosted in the copies that they own.
const FOLLOWED = `
exists (
  select 1 from event_type
  where :eventTypeId in (event_type.id, event_type.parent_id)
    and (
      event_type.owner_id = account.id
      or event_type.team_id = :groupId and event_type.scheduling_type is distinct from 'managed' and (
        event_type.assign_all
        or exists (
          select 1 from event_type_host as host
          where host.event_type_id = event_type.id and host.account_id = account.id)))
    and schedule.id = coalesce(
      (select own.id from schedule as own where own.id = event_type.schedule_id and own.owner_id = account.id),
      account.default_schedule_id))`;

async function find(db: Database, owner: Owner, id: number): Promise<Schedule | undefined> {
  const [row] = await selected(db, ownedBy(db, owner).where('schedule.id', id));
  return row && toSchedule(row);
}

async function listIn(
  db: Database,
  groupId: number,
  { memberId, eventTypeId, take, skip }: MemberScheduleQuery,
): Promise<readonly Schedule[] | undefined> {
  const rows = schedules(db).whereIn('schedule.owner_id', membersIn(db, groupId, memberId));
  if (eventTypeId !== undefined)
    void rows.whereRaw(FOLLOWED, { groupId, eventTypeId: isId(eventTypeId) ? eventTypeId : 0 });
  const found = await selected(db, rows.orderBy('schedule.id').limit(take).offset(skip));
  const mayBeNoMember = found.length === 0 && memberId !== undefined;
  if (mayBeNoMember && !(await isMember(db, { groupId, accountId: memberId }))) return undefined;
  return found.map(toSchedule);
}

async function create(
  trx: Database,
  owner: Owner,
  input: NewSchedule,
  actor: Actor,
): Promise<Schedule | undefined> {
  if (!(await lockOwnerTime(trx, owner))) return undefined;
  const ownerId = accountOf(owner);
  const id = await insertSchedule(trx, ownerId, scheduleColumns(input));
  if (input.isDefault) await makeDefault(trx, ownerId, id);
  const facts = { owner: ownerId, default: input.isDefault };
  await emit(trx, actor, { action: 'schedule.created', subject: subject(id), facts });
  return find(trx, ownerId, id);
}

interface Target {
  readonly owner: Owner;
  readonly id: number;
}

/** As it is now, and stays until the transaction ends. */
const locked = async (trx: Database, { owner, id }: Target): Promise<Schedule | undefined> =>
  (await lockOwnerTime(trx, owner)) ? find(trx, owner, id) : undefined;

async function change(
  trx: Database,
  target: Target,
  revise: (schedule: Schedule) => ScheduleChange,
  actor: Actor,
): Promise<Schedule | 'stays_default' | undefined> {
  const schedule = await locked(trx, target);
  if (!schedule) return undefined;
  const { id, ownerId } = schedule;
  const input = revise(schedule);
  mustBeStorable(input);
  if (schedule.isDefault && input.isDefault === false) return 'stays_default';
  const columns = scheduleColumns(input);
  const becomesDefault = input.isDefault === true && !schedule.isDefault;
  const changed = [...Object.keys(columns), ...(becomesDefault ? ['default'] : [])];
  if (changed.length === 0) return schedule;
  await trx('schedule')
    .where({ id })
    .update({ ...columns, updated_at: trx.fn.now() });
  if (becomesDefault) await makeDefault(trx, ownerId, id);
  const facts = { owner: ownerId, changed };
  await emit(trx, actor, { action: 'schedule.changed', subject: subject(id), facts });
  return find(trx, ownerId, id);
}

async function remove(
  trx: Database,
  target: Target,
  actor: Actor,
): Promise<'removed' | 'last' | 'not_found'> {
  const schedule = await locked(trx, target);
  if (!schedule) return 'not_found';
  const { id, ownerId } = schedule;
  const oldestOther = await trx<ScheduleRow>('schedule')
    .where({ owner_id: ownerId })
    .whereNot({ id })
    .orderBy('id')
    .first('id');
  if (!oldestOther) return 'last';
  if (schedule.isDefault) await makeDefault(trx, ownerId, oldestOther.id);
  await trx('schedule').where({ id }).delete();
  const facts = { owner: ownerId, ...(schedule.isDefault ? { default: oldestOther.id } : {}) };
  await emit(trx, actor, { action: 'schedule.removed', subject: subject(id), facts });
  return 'removed';
}

type Reads = Pick<ScheduleStore, 'list' | 'listIn' | 'find' | 'findDefault'>;

const reads = (db: Database): Reads => ({
  async list(ownerId, { take, skip }) {
    const rows = ownedBy(db, ownerId).orderBy('schedule.id').limit(take).offset(skip);
    return isId(ownerId) ? (await selected(db, rows)).map(toSchedule) : [];
  },
  async listIn(groupId, query) {
    const { memberId } = query;
    if (isOwner({ groupId, accountId: memberId ?? 0 })) return listIn(db, groupId, query);
    return memberId === undefined ? [] : undefined;
  },
  find: async (owner, id) => (isOwner(owner) && isId(id) ? find(db, owner, id) : undefined),
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
  async create(owner, input, actor) {
    mustBeStorable(input);
    return isOwner(owner) ? inTransaction(db, (trx) => create(trx, owner, input, actor)) : undefined;
  },
  change: async (owner, id, revise, actor) =>
    isOwner(owner) && isId(id)
      ? inTransaction(db, (trx) => change(trx, { owner, id }, revise, actor))
      : undefined,
  async remove(owner, id, actor) {
    if (!isOwner(owner) || !isId(id)) return 'not_found';
    return inTransaction(db, (trx) => remove(trx, { owner, id }, actor));
  },
});
