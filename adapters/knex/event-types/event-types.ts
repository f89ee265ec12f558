/* Event types in the database. A unique index refuses a second event type with a slug, not a check beforehand. */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  EventTypeName,
  EventTypeQuery,
  EventTypeRefusal,
  EventTypeStore,
  PersonalEventType,
} from '../../../src/scheduling/event-types/store.js';
import { accountOf } from '../../../src/scheduling/memberships/rules.js';
import type { Owner } from '../../../src/scheduling/owner.js';
import type { BookableName } from '../../../src/scheduling/slots/store.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import { findBookable } from './bookable-event-types.js';
import { hasDestination } from './calendar-destinations.js';
import type { Database } from '../connection.js';
import {
  byCreation,
  CONTAINS,
  patternOf,
  changedNames,
  countEventTypes,
  eventTypeSubject as subject,
  isScheduleOf,
  PERSONAL_COLUMNS,
  termColumns,
  termsOf,
  toPersonal,
} from './event-type-rows.js';
import type { EventTypeRow, PersonalRow } from './event-type-rows.js';
import { unlessTaken } from '../failures.js';
import { isOwner, lockOwner, membersIn } from '../teams/owners.js';
import { inTransaction } from '../transaction.js';

/** Of enabled accounts. */
export const personal = (db: Database) =>
  db('event_type')
    .join('account', 'account.id', 'event_type.owner_id')
    .whereNull('account.disabled_at')
    .select<PersonalRow[]>(...PERSONAL_COLUMNS);

async function list(db: Database, query: EventTypeQuery): Promise<readonly PersonalEventType[]> {
  const { viewerId = null, usernames, slug, search, organization, sortCreatedAt, take, skip } = query;
  const rows = personal(db)
    .where((seen) => void seen.where('event_type.hidden', false).orWhereRaw('account.id = ?', [viewerId]))
    .orderBy(byCreation(sortCreatedAt))
    .limit(take)
    .offset(skip);
  if (usernames === undefined) void rows.whereRaw('account.id = ?', [viewerId]);
  else void rows.whereIn('account.username', usernames.filter(isStorable));
  if (slug !== undefined) void rows.where('event_type.slug', isStorable(slug) ? slug : null);
  if (search !== undefined) void rows.whereRaw(CONTAINS, [patternOf(search)]);
  if (organization !== undefined) void rows.whereExists(memberships(db, organization));
  return (await rows).map(toPersonal);
}

function memberships(db: Database, { id, slug }: NonNullable<EventTypeQuery['organization']>) {
  const rows = db('membership')
    .join('team', 'team.id', 'membership.team_id')
    .where({ 'team.organization': true, 'membership.accepted': true })
    .whereRaw('membership.account_id = account.id');
  if (id !== undefined) void rows.where('team.id', isId(id) ? id : null);
  if (slug !== undefined) void rows.where('team.slug', isStorable(slug) ? slug : null);
  return rows;
}

async function one(rows: ReturnType<typeof personal>): Promise<PersonalEventType | undefined> {
  const row = await rows.first();
  return row && toPersonal(row);
}

function owned(db: Database, owner: Owner, id: number): ReturnType<typeof personal> {
  const rows = personal(db).where({ 'event_type.id': id });
  return typeof owner === 'number'
    ? rows.where({ 'account.id': owner })
    : rows.whereIn('account.id', membersIn(db, owner.groupId, owner.accountId));
}

function toBookableName(name: EventTypeName): BookableName {
  if (typeof name === 'number') return { kind: 'id', eventTypeId: name };
  const { slug: eventTypeSlug, organizationSlug } = name;
  return {
    ...('teamSlug' in name
      ? { kind: 'team', owner: name.teamSlug }
      : { kind: 'personal', owner: name.username }),
    eventTypeSlug,
    ...present({ organizationSlug }),
  };
}

/** Holds the owner's row, so that two requests cannot count the same. */
async function countUnderLock(trx: Database, owner: Owner): Promise<number | undefined> {
  const ownerId = accountOf(owner);
  if (!(await lockOwner(trx, owner))) return undefined;
  const enabled = trx('account').where({ id: ownerId }).whereNull('disabled_at');
  if ((await enabled.first('id')) === undefined) return undefined;
  return countEventTypes(trx, { owner_id: ownerId });
}

type Input = Parameters<EventTypeStore['create']>[1];

async function create(
  trx: Database,
  owner: Owner,
  { terms, most }: Input,
  actor: Actor,
): Promise<PersonalEventType | EventTypeRefusal | undefined> {
  const count = await countUnderLock(trx, owner);
  if (count === undefined) return undefined;
  if (count >= most) return 'too_many';
  const ownerId = accountOf(owner);
  if (!(await isScheduleOf(trx, [ownerId], terms.scheduleId))) return 'unknown_schedule';
  if (!(await hasDestination(trx, { after: terms }, [ownerId]))) return 'unknown_calendar';
  const [row] = await trx('event_type')
    .insert({ owner_id: ownerId, ...termColumns(terms) })
    .onConflict()
    .ignore()
    .returning<Pick<EventTypeRow, 'id'>[]>('id');
  if (row === undefined) return 'slug_taken';
  const facts = { slug: terms.slug, lengthInMinutes: terms.lengthInMinutes };
  await emit(trx, actor, { action: 'event_type.created', subject: subject(row.id), facts });
  return one(owned(trx, owner, row.id));
}

type Revise = Parameters<EventTypeStore['change']>[2];
type Target = { readonly owner: Owner; readonly id: number };

async function change(trx: Database, { owner, id }: Target, revise: Revise, actor: Actor) {
  const row = await owned(trx, owner, id).forUpdate('event_type').first();
  if (row === undefined) return undefined;
  const before = termsOf(row);
  const after = revise(before, row.parent_id !== null);
  mustBeStorable(after);
  if (!(await isScheduleOf(trx, [row.owner], after.scheduleId))) return 'unknown_schedule';
  if (!(await hasDestination(trx, { before, after }, [row.owner]))) return 'unknown_calendar';
  const changed = changedNames({ ...before }, { ...after });
  if (changed.length === 0) return toPersonal(row);
  await trx('event_type')
    .where({ id })
    .update({ ...termColumns(after), updated_at: trx.fn.now() });
  await emit(trx, actor, { action: 'event_type.changed', subject: subject(id), facts: { changed } });
  return one(owned(trx, owner, id));
}

async function remove(
  trx: Database,
  { owner, id }: Target,
  actor: Actor,
): Promise<PersonalEventType | 'managed' | undefined> {
  const row = await owned(trx, owner, id).forUpdate('event_type').first();
  if (row === undefined) return undefined;
  if (row.parent_id !== null) return 'managed';
  await trx('event_type').where({ id }).delete();
  await emit(trx, actor, { action: 'event_type.deleted', subject: subject(id), facts: { slug: row.slug } });
  return toPersonal(row);
}

export const createEventTypeStore = (db: Database): EventTypeStore => ({
  list: (query) => list(db, query),
  find: async (owner, id) => (isOwner(owner) && isId(id) ? one(owned(db, owner, id)) : undefined),
  bookable: (name) => findBookable(db, toBookableName(name)),
  async create(owner, input, actor) {
    mustBeStorable(input.terms);
    return isOwner(owner) ? inTransaction(db, (trx) => create(trx, owner, input, actor)) : undefined;
  },
  change: async (owner, id, revise, actor) =>
    isOwner(owner) && isId(id)
      ? unlessTaken(
          inTransaction(db, (trx) => change(trx, { owner, id }, revise, actor)),
          'slug_taken',
        )
      : undefined,
  remove: async (owner, id, actor) =>
    isOwner(owner) && isId(id) ? inTransaction(db, (trx) => remove(trx, { owner, id }, actor)) : undefined,
});
