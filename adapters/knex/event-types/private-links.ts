/*
 * Private links in the database. Whose event type it is, is a condition of every statement; a use is one statement,
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

const eventType = (db: Database, place: LinkGroup) =>
  db<Owned>('event_type').where({
    id: place.eventTypeId,
    ...('teamId' in place ? { team_id: place.teamId } : { owner_id: place.accountId }),
  });

const links = (db: Database, place: LinkGroup) =>
  db('private_link')
    .join('event_type', 'event_type.id', 'private_link.event_type_id')
    .whereIn('event_type.id', eventType(db, place).select('id'))
    .select<LinkRow[]>('private_link.*', 'event_type.slug');

async function find(db: Database, place: LinkGroup, id: string): Promise<PrivateLink | undefined> {
  if (!isStorable(id) || !isId(place.eventTypeId)) return undefined;
  const row = await links(db, place).where({ 'private_link.id': id }).first();
  return row && toLink(row);
}

async function list(db: Database, place: LinkGroup): Promise<readonly PrivateLink[] | undefined> {
  const rows = await links(db, place).orderBy(['private_link.created_at', 'private_link.id']);
  if (rows.length === 0 && (await eventType(db, place).first('id')) === undefined) return undefined;
  return rows.map(toLink);
}

/** The link's id is what lets people in, so that the audit log names the event type alone. */
const change = (verb: 'created' | 'changed', { eventTypeId }: LinkGroup, limits: Partial<LinkLimits>) => ({
  action: `private_link.${verb}` as const,
  subject: `event_type:${eventTypeId}`,
  facts: limits,
});

async function create(
  trx: Database,
  place: LinkGroup,
  { id, most, ...limits }: NewPrivateLink,
  actor: Actor,
): Promise<PrivateLink | 'too_many' | undefined> {
  // Whoever adds one holds the event type, so that no two of them count the same.
  const held = await eventType(trx, place).forNoKeyUpdate().first('id');
  if (held === undefined) return undefined;
  const standing = await trx('private_link').where({ event_type_id: place.eventTypeId }).count('* as count');
  if (Number(standing[0]?.['count'] ?? 0) >= most) return 'too_many';
  await trx('private_link').insert({ id, event_type_id: place.eventTypeId, ...columns(limits) });
  await emit(trx, actor, change('created', place, limits));
  return find(trx, place, id);
}

interface Target {
  readonly place: LinkGroup;
  readonly id: string;
}

async function limit(trx: Database, { place, id }: Target, limits: Partial<LinkLimits>, actor: Actor) {
  const owned = eventType(trx, place).select('id');
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
  await emit(trx, actor, change('changed', place, limits));
  return find(trx, place, id);
}

async function remove(trx: Database, { place, id }: Target, actor: Actor): Promise<'removed' | 'not_found'> {
  const owned = eventType(trx, place).select('id');
  const gone = await trx('private_link').where({ id }).whereIn('event_type_id', owned).delete();
  if (gone === 0) return 'not_found';
  const subject = `event_type:${place.eventTypeId}`;
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
  list: async (place) => (isId(place.eventTypeId) ? list(db, place) : undefined),
  find: (place, id) => find(db, place, id),
  create: async (place, input, actor) =>
    isId(place.eventTypeId) ? inTransaction(db, (trx) => create(trx, place, input, actor)) : undefined,
  change: async (place, id, limits, actor) =>
    isStorable(id) && isId(place.eventTypeId)
      ? inTransaction(db, (trx) => limit(trx, { place, id }, limits, actor))
      : undefined,
  remove: async (place, id, actor) =>
    isStorable(id) && isId(place.eventTypeId)
      ? inTransaction(db, (trx) => remove(trx, { place, id }, actor))
      : 'not_found',
});
