/*
 * Webhooks in the database. Whose one is, is a condition of every statement; whoever adds one holds the owner's row, so
 * that no two of them count the same, and an index keeps each address once for an owner.
 */
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookPage,
  WebhookGroup,
  WebhookStore,
  WebhookTerms,
} from '../../../src/scheduling/webhooks/store.js';
import { isId, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import type { EventTypeRow } from '../event-types/event-type-rows.js';
import { unlessTaken } from '../failures.js';
import { inTransaction } from '../transaction.js';

interface WebhookRow {
  readonly id: string;
  readonly number: number;
  readonly subscriber_url: string;
  readonly triggers: WebhookTerms['triggers'];
  readonly payload_template: string | null;
  readonly secret_sealed: string | null;
  readonly active: boolean;
  readonly disabled_at: Date | null;
}

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.number,
  subscriberUrl: row.subscriber_url,
  triggers: row.triggers,
  payloadTemplate: row.payload_template,
  active: row.active && row.disabled_at === null,
  sealedSecret: row.secret_sealed,
});

const COLUMNS = {
  subscriberUrl: 'subscriber_url',
  triggers: 'triggers',
  payloadTemplate: 'payload_template',
  sealedSecret: 'secret_sealed',
  active: 'active',
} as const satisfies Readonly<Record<keyof WebhookTerms, keyof WebhookRow>>;

function columns(terms: WebhookChange): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = { ...terms };
  const said = Object.entries(COLUMNS).filter(([property]) => values[property] !== undefined);
  return Object.fromEntries(said.map(([property, column]) => [column, values[property]]));
}

type OwnerRow = Pick<EventTypeRow, 'id' | 'owner_id' | 'team_id'>;

/** The row that webhooks hang on: of the event type, or else of the person or place. */
function owner(db: Database, place: WebhookGroup) {
  const { eventTypeId: id } = place;
  if (id === undefined)
    return 'teamId' in place
      ? db<OwnerRow>('team').where({ id: place.teamId })
      : db<OwnerRow>('account').where({ id: place.accountId });
  const whose = 'teamId' in place ? { team_id: place.teamId } : { owner_id: place.accountId };
  return db<OwnerRow>('event_type').where({ id, ...whose });
}

/** As it stands in a new webhook, whose owner has been found. */
function ownerColumn(place: WebhookGroup): Readonly<Record<string, number>> {
  if (place.eventTypeId !== undefined) return { event_type_id: place.eventTypeId };
  return 'teamId' in place ? { team_id: place.teamId } : { account_id: place.accountId };
}

const isGroup = (place: WebhookGroup): boolean =>
  Object.values(ownerColumn(place)).every(isId) && isId('teamId' in place ? place.teamId : place.accountId);

const exists = async (db: Database, place: WebhookGroup): Promise<boolean> =>
  (await owner(db, place).first('id')) !== undefined;

const rowsOf = (db: Database, place: WebhookGroup) =>
  db<WebhookRow>('webhook').where(ownerColumn(place)).whereExists(owner(db, place));

/** An address may hold what opens it, so that the log names the host alone. */
const webhookEvent = (
  verb: 'created' | 'changed' | 'removed',
  place: WebhookGroup,
  { id, ...terms }: Webhook,
) => ({
  action: `webhook.${verb}` as const,
  subject: `webhook:${id}`,
  facts: {
    ...place,
    host: URL.canParse(terms.subscriberUrl) ? new URL(terms.subscriberUrl).host : '',
    triggers: terms.triggers,
    active: terms.active,
  },
});

async function list(db: Database, place: WebhookGroup, { take, skip }: WebhookPage) {
  const rows = await rowsOf(db, place).orderBy('number').limit(take).offset(skip);
  return rows.length === 0 && !(await exists(db, place)) ? undefined : rows.map(toWebhook);
}

async function find(db: Database, place: WebhookGroup, id: number): Promise<Webhook | undefined> {
  const row = await rowsOf(db, place).where({ number: id }).first();
  return row && toWebhook(row);
}

async function create(
  trx: Database,
  place: WebhookGroup,
  { most, ...terms }: NewWebhook,
  actor: Actor,
): Promise<Webhook | 'too_many' | undefined> {
  const held = await owner(trx, place).forNoKeyUpdate().first('id');
  if (held === undefined) return undefined;
  const standing = await trx('webhook').where(ownerColumn(place)).count('* as count');
  if (Number(standing[0]?.['count'] ?? 0) >= most) return 'too_many';
  const values = { ...ownerColumn(place), ...columns(terms), id: uuidv7() };
  const [row] = await trx('webhook').insert(values).returning<WebhookRow[]>('*');
  if (row === undefined) throw new Error('the webhook was not written');
  await emit(trx, actor, webhookEvent('created', place, toWebhook(row)));
  return toWebhook(row);
}

const SOUND = { failing_since: null, disabled_at: null, disabled_reason: null };

interface Target {
  readonly place: WebhookGroup;
  readonly id: number;
}

async function change(
  trx: Database,
  { place, id }: Target,
  terms: WebhookChange,
  actor: Actor,
): Promise<Webhook | undefined> {
  const [row] = await rowsOf(trx, place)
    .where({ number: id })
    .update({ ...columns(terms), ...(terms.active === true ? SOUND : {}) })
    .returning<WebhookRow[]>(['*']);
  if (row === undefined) return undefined;
  await emit(trx, actor, webhookEvent('changed', place, toWebhook(row)));
  return toWebhook(row);
}

/** All of a place, or the one. */
async function remove(
  trx: Database,
  place: WebhookGroup,
  id: number | undefined,
  actor: Actor,
): Promise<readonly Webhook[]> {
  const rows = rowsOf(trx, place);
  if (id !== undefined) void rows.where({ number: id });
  const gone = (await rows.delete().returning<WebhookRow[]>('*')).map(toWebhook);
  for (const webhook of gone) await emit(trx, actor, webhookEvent('removed', place, webhook));
  return gone;
}

async function removeAll(trx: Database, place: WebhookGroup, actor: Actor): Promise<number | undefined> {
  const gone = await remove(trx, place, undefined, actor);
  return gone.length === 0 && !(await exists(trx, place)) ? undefined : gone.length;
}

export const createWebhookStore = (db: Database): WebhookStore => ({
  list: async (place, page) => (isGroup(place) ? list(db, place, page) : undefined),
  find: async (place, id) => (isGroup(place) && isId(id) ? find(db, place, id) : undefined),
  async create(place, input, actor) {
    mustBeStorable(input);
    if (!isGroup(place)) return undefined;
    return unlessTaken(
      inTransaction(db, (trx) => create(trx, place, input, actor)),
      'url_taken',
    );
  },
  async change(place, id, terms, actor) {
    mustBeStorable(terms);
    if (!isGroup(place) || !isId(id)) return undefined;
    return unlessTaken(
      inTransaction(db, (trx) => change(trx, { place, id }, terms, actor)),
      'url_taken',
    );
  },
  async remove(place, id, actor) {
    if (!isGroup(place) || !isId(id)) return undefined;
    const [gone] = await inTransaction(db, (trx) => remove(trx, place, id, actor));
    return gone;
  },
  removeAll: async (place, actor) =>
    isGroup(place) ? inTransaction(db, (trx) => removeAll(trx, place, actor)) : undefined,
});
