/*
 * Private links in the database. Every query filters by the owner of the event type; a use is one statement,
 * so that a link with one use left is used once.
 */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  LinkLimits,
  LinkGroup,
  NewPrivateLink,
  PrivateLink,
  PrivateLinkStore,
} from '../../../src/scheduling/private-links/store.js';
import { isId, isStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import type { EventTypeRow } from './event-type-rows.js';
import { inTransaction } from '../transaction.js';

interface LinkRow {
  readonly id: string;
  readonly event_type_id: number;
  readonly slug: string;
  readonly expires_at: Date | null;
  readonly max_uses: number | null;
  readonly uses: number;
}

const toLink = (row: LinkRow): PrivateLink => ({
  id: row.id,
  eventTypeId: row.event_type_id,
  slug: row.slug,
  expiresAt: row.expires_at?.getTime() ?? null,
  maxUses: row.max_uses,
  uses: row.uses,
});

const columns = ({ expiresAt, maxUses }: Partial<LinkLimits>) => ({
  ...(expiresAt !== undefined && { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
  ...present({ max_uses: maxUses }),
});

type Owned = Pick<EventTypeRow, 'id' | 'owner_id' | 'team_id'>;

const eventType = (db: Database, group: LinkGroup) =>
  db<Owned>('event_type').where({
    id: group.eventTypeId,
    ...('teamId' in group ? { team_id: group.teamId } : { owner_id: group.accountId }),
  });

const links = (db: Database, group: LinkGroup) =>
  db('private_link')
    .join('event_type', 'event_type.id', 'private_link.event_type_id')
    .whereIn('event_type.id', eventType(db, group).select('id'))
    .select<LinkRow[]>('private_link.*', 'event_type.slug');

async function find(db: Database, group: LinkGroup, id: string): Promise<PrivateLink | undefined> {
  if (!isStorable(id) || !isId(group.eventTypeId)) return undefined;
  const row = await links(db, group).where({ 'private_link.id': id }).first();
  return row && toLink(row);
}

async function list(db: Database, group: LinkGroup): Promise<readonly PrivateLink[] | undefined> {
  const rows = await links(db, group).orderBy(['private_link.created_at', 'private_link.id']);
  if (rows.length === 0 && (await eventType(db, group).first('id')) === undefined) return undefined;
  return rows.map(toLink);
}

/** The link's id is a secret, so the audit log names only the event type. */
const change = (verb: 'created' | 'changed', { eventTypeId }: LinkGroup, limits: Partial<LinkLimits>) => ({
  action: `private_link.${verb}` as const,
  subject: `event_type:${eventTypeId}`,
  facts: limits,
});

async function create(
  trx: Database,
  group: LinkGroup,
  { id, most, ...limits }: NewPrivateLink,
  actor: Actor,
): Promise<PrivateLink | 'too_many' | undefined> {
  // Locks the event type, so that two requests cannot count the same.
  const held = await eventType(trx, group).forNoKeyUpdate().first('id');
  if (held === undefined) return undefined;
  const existing = await trx('private_link').where({ event_type_id: group.eventTypeId }).count('* as count');
  if (Number(existing[0]?.['count'] ?? 0) >= most) return 'too_many';
  await trx('private_link').insert({ id, event_type_id: group.eventTypeId, ...columns(limits) });
  await emit(trx, actor, change('created', group, limits));
  return find(trx, group, id);
}

interface Target {
  readonly group: LinkGroup;
  readonly id: string;
}

async function limit(trx: Database, { group, id }: Target, limits: Partial<LinkLimits>, actor: Actor) {
  const owned = eventType(trx, group).select('id');
  const row = await trx<LinkRow>('private_link')
    .where({ id })
    .whereIn('event_type_id', owned)
    .forUpdate()
    .first('expires_at', 'max_uses', 'uses');
  if (row === undefined) return undefined;
  const next = { ...row, ...columns(limits) };
  if (next.expires_at === null && next.max_uses === null) return 'unlimited' as const;
  if (next.max_uses !== null && next.uses > next.max_uses) return 'used_more' as const;
  await trx('private_link').where({ id }).update(columns(limits));
  await emit(trx, actor, change('changed', group, limits));
  return find(trx, group, id);
}

async function remove(trx: Database, { group, id }: Target, actor: Actor): Promise<'removed' | 'not_found'> {
  const owned = eventType(trx, group).select('id');
  const removed = await trx('private_link').where({ id }).whereIn('event_type_id', owned).delete();
  if (removed === 0) return 'not_found';
  const subject = `event_type:${group.eventTypeId}`;
  await emit(trx, actor, { action: 'private_link.deleted', subject, facts: {} });
  return 'removed';
}

/** Inside the transaction that books: when that fails, the use is not counted. */
export async function usePrivateLink(
  trx: Database,
  id: string,
  eventTypeId: number,
  now: number,
): Promise<'used' | 'expired' | 'unknown'> {
  if (!isStorable(id)) return 'unknown';
  const link = () => trx('private_link').where({ id, event_type_id: eventTypeId });
  const used = await link()
    .where((open) => void open.whereNull('expires_at').orWhere('expires_at', '>', new Date(now)))
    .where((left) => void left.whereNull('max_uses').orWhereRaw('uses < max_uses'))
    .increment('uses', 1);
  if (used > 0) return 'used';
  return (await link().first('id')) === undefined ? 'unknown' : 'expired';
}

export const createPrivateLinkStore = (db: Database): PrivateLinkStore => ({
  list: async (group) => (isId(group.eventTypeId) ? list(db, group) : undefined),
  find: (group, id) => find(db, group, id),
  create: async (group, input, actor) =>
    isId(group.eventTypeId) ? inTransaction(db, (trx) => create(trx, group, input, actor)) : undefined,
  change: async (group, id, limits, actor) =>
    isStorable(id) && isId(group.eventTypeId)
      ? inTransaction(db, (trx) => limit(trx, { group, id }, limits, actor))
      : undefined,
  remove: async (group, id, actor) =>
    isStorable(id) && isId(group.eventTypeId)
      ? inTransaction(db, (trx) => remove(trx, { group, id }, actor))
      : 'not_found',
});
