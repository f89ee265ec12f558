/*
 * Members' copies of a managed event type: one each, for as long as they host it. Callers lock the row of the team, so
 * that its members stay the same.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type { EventTypeTerms } from '../../../src/scheduling/event-types/event-type.js';
import { inherited } from '../../../src/scheduling/event-types/managed.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { changedNames, eventTypeSubject, termColumns, termsOf } from './event-type-rows.js';
import type { EventTypeRow } from './event-type-rows.js';

const childrenOf = (trx: Database, parentId: number) =>
  trx<EventTypeRow>('event_type').where({ parent_id: parentId }).orderBy('id');

interface Parent {
  readonly id: number;
  readonly terms: EventTypeTerms;
}

async function recordCreated(trx: Database, id: number, parent: Parent, ownerId: number, actor: Actor) {
  const facts = { slug: parent.terms.slug, owner: ownerId, parent: parent.id };
  await emit(trx, actor, { action: 'event_type.created', subject: eventTypeSubject(id), facts });
}

async function createMissing(trx: Database, parent: Parent, actor: Actor): Promise<void> {
  const without = trx('event_type_host')
    .where({ event_type_id: parent.id })
    .whereNotIn('account_id', childrenOf(trx, parent.id).clearOrder().select('owner_id'))
    .orderBy('account_id')
    .select<{ readonly account_id: number }[]>('account_id');
  for (const { account_id: ownerId } of await without) {
    const columns = { owner_id: ownerId, parent_id: parent.id, ...termColumns(inherited(parent.terms)) };
    const rows = await trx('event_type').insert(columns).returning<{ readonly id: number }[]>('id');
    for (const { id } of rows) await recordCreated(trx, id, parent, ownerId, actor);
  }
}

async function follow(trx: Database, child: EventTypeRow, parent: Parent, actor: Actor): Promise<void> {
  const before = termsOf(child);
  const after = inherited(parent.terms, before);
  const changed = changedNames({ ...before }, { ...after });
  if (changed.length === 0) return;
  await trx('event_type')
    .where({ id: child.id })
    .update({ ...termColumns(after), updated_at: trx.fn.now() });
  const facts = { changed, parent: parent.id };
  await emit(trx, actor, { action: 'event_type.changed', subject: eventTypeSubject(child.id), facts });
}

/** Violates the unique index of slugs where a member has one with the same slug. */
export async function spreadToMembers(trx: Database, parent: Parent, actor: Actor): Promise<void> {
  for (const child of await childrenOf(trx, parent.id).forUpdate()) await follow(trx, child, parent, actor);
  await createMissing(trx, parent, actor);
}

interface Joining {
  readonly teamId: number;
  readonly accountId: number;
}

const LAST = `(select coalesce(max(position) + 1, 0) from event_type_host as other where other.event_type_id = ?)`;

/** An event type that the member has with the same slug stays; the member then gets no copy. */
async function assign(trx: Database, row: EventTypeRow, accountId: number, actor: Actor): Promise<void> {
  const key = { event_type_id: row.id, account_id: accountId };
  const host = { ...key, team_id: row.team_id, position: trx.raw(LAST, [row.id]) };
  await trx('event_type_host').insert(host).onConflict(['event_type_id', 'account_id']).ignore();
  const parent = { id: row.id, terms: termsOf(row) };
  const columns = { owner_id: accountId, parent_id: row.id, ...termColumns(inherited(parent.terms)) };
  const [copy] = await trx('event_type')
    .insert(columns)
    .onConflict()
    .ignore()
    .returning<{ readonly id: number }[]>('id');
  if (copy === undefined) await trx('event_type_host').where(key).delete();
  else await recordCreated(trx, copy.id, parent, accountId, actor);
}

/** A new member gets a copy of what all members of the team get. */
export async function assignManaged(
  trx: Database,
  { teamId, accountId }: Joining,
  actor: Actor,
): Promise<void> {
  const managed = { team_id: teamId, scheduling_type: 'managed', assign_all: true };
  const own = trx('event_type').where({ owner_id: accountId }).whereNotNull('parent_id').select('parent_id');
  const agreed = trx('membership').where({ team_id: teamId, account_id: accountId, agreed: true });
  const rows = trx<EventTypeRow>('event_type').where(managed).whereNotIn('id', own).whereExists(agreed);
  for (const row of await rows.orderBy('id')) await assign(trx, row, accountId, actor);
}
