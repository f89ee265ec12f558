/* Event types in the database. A slug is taken once by an owner: the unique index says so, not a look beforehand. */
import type { Cause } from '../../src/audit.js';
import type { EventTypeTerms } from '../../src/scheduling/event-types/event-type.js';
import type {
  EventTypeName,
  EventTypeQuestion,
  EventTypeRefusal,
  EventTypeStore,
  PersonalEventType,
} from '../../src/scheduling/event-types/store.js';
import { isId, isStorable, mustBeStorable } from '../storable.js';
import { record } from './audit.js';
import type { Database } from './connection.js';
import { PERSONAL_COLUMNS, termColumns, termsOf, toEventType, toPersonal } from './event-type-rows.js';
import type { EventTypeRow, PersonalRow } from './event-type-rows.js';
import { unlessTaken } from './failures.js';
import { inTransaction } from './transaction.js';

const subject = (id: number): string => `event_type:${id}`;

/** Of enabled people. */
const personal = (db: Database) =>
  db('event_type')
    .join('account', 'account.id', 'event_type.owner_id')
    .whereNull('account.disabled_at')
    .select<PersonalRow[]>(...PERSONAL_COLUMNS);

async function list(db: Database, question: EventTypeQuestion): Promise<readonly PersonalEventType[]> {
  const { viewerId, usernames, slug, organization, sortCreatedAt = 'asc', take, skip } = question;
  const rows = personal(db)
    .where((visible) => void visible.where('event_type.hidden', false).orWhere('account.id', viewerId))
    .orderBy([
      { column: 'event_type.created_at', order: sortCreatedAt },
      { column: 'event_type.id', order: sortCreatedAt },
    ])
    .limit(take)
    .offset(skip);
  if (usernames === undefined) void rows.where('account.id', viewerId);
  else void rows.whereIn('account.username', usernames.filter(isStorable));
  if (slug !== undefined) void rows.where('event_type.slug', isStorable(slug) ? slug : null);
  if (organization !== undefined) void rows.whereExists(joined(db, organization));
  return (await rows).map(toPersonal);
}

function joined(db: Database, { id, slug }: NonNullable<EventTypeQuestion['organization']>) {
  const memberships = db('membership')
    .join('team', 'team.id', 'membership.team_id')
    .where({ 'team.organization': true, 'membership.accepted': true })
    .whereRaw('membership.account_id = account.id');
  if (id !== undefined) void memberships.where('team.id', isId(id) ? id : null);
  if (slug !== undefined) void memberships.where('team.slug', isStorable(slug) ? slug : null);
  return memberships;
}

async function one(rows: ReturnType<typeof personal>): Promise<PersonalEventType | undefined> {
  const row = await rows.first();
  return row && toPersonal(row);
}

const owned = (db: Database, ownerId: number, id: number): ReturnType<typeof personal> =>
  personal(db).where({ 'event_type.id': id, 'account.id': ownerId });

function named(db: Database, name: EventTypeName): ReturnType<typeof personal> | undefined {
  if (typeof name === 'number') return isId(name) ? personal(db).where({ 'event_type.id': name }) : undefined;
  const { username, slug } = name;
  if (!isStorable(username) || !isStorable(slug)) return undefined;
  return personal(db).where({ 'account.username': username, 'event_type.slug': slug });
}

/** Kept from being removed until the transaction ends; of another person it is unknown. */
async function isOwnSchedule(trx: Database, ownerId: number, id: number | null): Promise<boolean> {
  if (id === null) return true;
  const rows = trx('schedule').where({ id, owner_id: ownerId }).forKeyShare();
  return isId(id) && (await rows.first('id')) !== undefined;
}

/** Whoever adds one holds the owner's row, so that no two of them count the same. */
async function countUnderLock(trx: Database, ownerId: number): Promise<number | undefined> {
  const owner = trx('account').where({ id: ownerId }).whereNull('disabled_at').forNoKeyUpdate();
  if ((await owner.first('id')) === undefined) return undefined;
  const [row] = await trx('event_type').where({ owner_id: ownerId }).count('* as count');
  return Number(row?.['count'] ?? 0);
}

type Input = Parameters<EventTypeStore['create']>[1];

async function create(
  trx: Database,
  ownerId: number,
  { terms, most }: Input,
  cause: Cause,
): Promise<PersonalEventType | EventTypeRefusal | undefined> {
  const count = await countUnderLock(trx, ownerId);
  if (count === undefined) return undefined;
  if (count >= most) return 'too_many';
  if (!(await isOwnSchedule(trx, ownerId, terms.scheduleId))) return 'unknown_schedule';
  const [made] = await trx('event_type')
    .insert({ owner_id: ownerId, ...termColumns(terms) })
    .onConflict()
    .ignore()
    .returning<Pick<EventTypeRow, 'id'>[]>('id');
  if (made === undefined) return 'slug_taken';
  const facts = { slug: terms.slug, lengthInMinutes: terms.lengthInMinutes };
  await record(trx, cause, { action: 'event_type.created', subject: subject(made.id), facts });
  return one(owned(trx, ownerId, made.id));
}

type Revise = Parameters<EventTypeStore['change']>[2];
type Target = { readonly ownerId: number; readonly id: number };

const changedNames = (before: EventTypeTerms, after: EventTypeTerms): readonly string[] => {
  const old: Readonly<Record<string, unknown>> = { ...before };
  const all: Readonly<Record<string, unknown>> = { ...old, ...after };
  const next: Readonly<Record<string, unknown>> = { ...after };
  return Object.keys(all).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]));
};

async function change(trx: Database, { ownerId, id }: Target, revise: Revise, cause: Cause) {
  const row = await owned(trx, ownerId, id).forUpdate('event_type').first();
  if (row === undefined) return undefined;
  const before = termsOf(toEventType(row));
  const after = revise(before);
  mustBeStorable(after);
  if (!(await isOwnSchedule(trx, ownerId, after.scheduleId))) return 'unknown_schedule';
  const changed = changedNames(before, after);
  if (changed.length === 0) return toPersonal(row);
  await trx('event_type')
    .where({ id })
    .update({ ...termColumns(after), updated_at: trx.fn.now() });
  await record(trx, cause, { action: 'event_type.changed', subject: subject(id), facts: { changed } });
  return one(owned(trx, ownerId, id));
}

async function remove(
  trx: Database,
  { ownerId, id }: Target,
  cause: Cause,
): Promise<PersonalEventType | undefined> {
  const row = await owned(trx, ownerId, id).forUpdate('event_type').first();
  if (row === undefined) return undefined;
  await trx('event_type').where({ id }).delete();
  await record(trx, cause, { action: 'event_type.deleted', subject: subject(id), facts: { slug: row.slug } });
  return toPersonal(row);
}

export const createEventTypeStore = (db: Database): EventTypeStore => ({
  list: (question) => list(db, question),
  find: async (ownerId, id) => (isId(id) ? one(owned(db, ownerId, id)) : undefined),
  bookable: async (name) => {
    const rows = named(db, name);
    return rows && one(rows);
  },
  async create(ownerId, input, cause) {
    mustBeStorable(input.terms);
    return inTransaction(db, (trx) => create(trx, ownerId, input, cause));
  },
  change: async (ownerId, id, revise, cause) =>
    isId(id)
      ? unlessTaken(
          inTransaction(db, (trx) => change(trx, { ownerId, id }, revise, cause)),
          'slug_taken',
        )
      : undefined,
  remove: async (ownerId, id, cause) =>
    isId(id) ? inTransaction(db, (trx) => remove(trx, { ownerId, id }, cause)) : undefined,
});
