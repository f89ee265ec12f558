/*
 * Webhooks in the database. Every statement filters by owner. Adding one locks the owner's row, so that no two
 * transactions count the same; an index keeps each URL unique for an owner.
 */
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../src/events/audit-log.js';
import type { ListPage } from '../../../src/scheduling/list-page.js';
import type {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookOwner,
  WebhookStore,
  WebhookTerms,
} from '../../../src/scheduling/webhooks/store.js';
import { isId, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import type { EventTypeRow } from '../event-types/event-type-rows.js';
import { unlessTaken } from '../failures.js';
import { countRows } from '../rows.js';
import { inTransaction } from '../transaction.js';
import { planMeetings } from './existing-meetings.js';
import { HEALTHY } from './webhook-receivers.js';

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
  const changed = Object.entries(COLUMNS).filter(([property]) => values[property] !== undefined);
  return Object.fromEntries(changed.map(([property, column]) => [column, values[property]]));
}

type OwnerRow = Pick<EventTypeRow, 'id' | 'owner_id' | 'team_id'>;

/** The row that webhooks belong to: of the event type, or else of the user or group. */
function ownerRow(db: Database, owner: WebhookOwner) {
  const { eventTypeId: id } = owner;
  if (id === undefined)
    return 'teamId' in owner
      ? db<OwnerRow>('team').where({ id: owner.teamId })
      : db<OwnerRow>('account').where({ id: owner.accountId });
  const columns = 'teamId' in owner ? { team_id: owner.teamId } : { owner_id: owner.accountId };
  return db<OwnerRow>('event_type').where({ id, ...columns });
}

function ownerColumn(owner: WebhookOwner): Readonly<Record<string, number>> {
  if (owner.eventTypeId !== undefined) return { event_type_id: owner.eventTypeId };
  return 'teamId' in owner ? { team_id: owner.teamId } : { account_id: owner.accountId };
}

const isOwner = (owner: WebhookOwner): boolean =>
  Object.values(ownerColumn(owner)).every(isId) && isId('teamId' in owner ? owner.teamId : owner.accountId);

const exists = async (db: Database, owner: WebhookOwner): Promise<boolean> =>
  (await ownerRow(db, owner).first('id')) !== undefined;

const rowsOf = (db: Database, owner: WebhookOwner) =>
  db<WebhookRow>('webhook').where(ownerColumn(owner)).whereExists(ownerRow(db, owner));

/** Names only the host: the path may be a secret. */
const webhookEvent = (
  verb: 'created' | 'changed' | 'removed',
  owner: WebhookOwner,
  { id, ...terms }: Webhook,
) => ({
  action: `webhook.${verb}` as const,
  subject: `webhook:${id}`,
  facts: {
    ...owner,
    host: URL.canParse(terms.subscriberUrl) ? new URL(terms.subscriberUrl).host : '',
    triggers: terms.triggers,
    active: terms.active,
  },
});

async function list(db: Database, owner: WebhookOwner, { take, skip }: ListPage) {
  const rows = await rowsOf(db, owner).orderBy('number').limit(take).offset(skip);
  return rows.length === 0 && !(await exists(db, owner)) ? undefined : rows.map(toWebhook);
}

async function find(db: Database, owner: WebhookOwner, id: number): Promise<Webhook | undefined> {
  const row = await rowsOf(db, owner).where({ number: id }).first();
  return row && toWebhook(row);
}

async function create(
  trx: Database,
  owner: WebhookOwner,
  { most, ...terms }: NewWebhook,
  actor: Actor,
): Promise<Webhook | 'too_many' | undefined> {
  const locked = await ownerRow(trx, owner).forNoKeyUpdate().first('id');
  if (locked === undefined) return undefined;
  if ((await countRows(trx('webhook').where(ownerColumn(owner)))) >= most) return 'too_many';
  const values = { ...ownerColumn(owner), ...columns(terms), id: uuidv7() };
  const [row] = await trx('webhook').insert(values).returning<WebhookRow[]>('*');
  if (row === undefined) throw new Error('the webhook was not written');
  await planMeetings(trx, row.id);
  await emit(trx, actor, webhookEvent('created', owner, toWebhook(row)));
  return toWebhook(row);
}

interface Target {
  readonly owner: WebhookOwner;
  readonly id: number;
}

async function change(
  trx: Database,
  { owner, id }: Target,
  terms: WebhookChange,
  actor: Actor,
): Promise<Webhook | undefined> {
  const [row] = await rowsOf(trx, owner)
    .where({ number: id })
    .update({ ...columns(terms), ...(terms.active === true ? HEALTHY : {}) })
    .returning<WebhookRow[]>(['*']);
  if (row === undefined) return undefined;
  await planMeetings(trx, row.id);
  await emit(trx, actor, webhookEvent('changed', owner, toWebhook(row)));
  return toWebhook(row);
}

/** Without an id, all of the owner. */
async function remove(
  trx: Database,
  owner: WebhookOwner,
  id: number | undefined,
  actor: Actor,
): Promise<readonly Webhook[]> {
  const rows = rowsOf(trx, owner);
  if (id !== undefined) void rows.where({ number: id });
  const removed = (await rows.delete().returning<WebhookRow[]>('*')).map(toWebhook);
  for (const webhook of removed) await emit(trx, actor, webhookEvent('removed', owner, webhook));
  return removed;
}

async function removeAll(trx: Database, owner: WebhookOwner, actor: Actor): Promise<number | undefined> {
  const { length } = await remove(trx, owner, undefined, actor);
  return length === 0 && !(await exists(trx, owner)) ? undefined : length;
}

export const createWebhookStore = (db: Database): WebhookStore => ({
  list: async (owner, page) => (isOwner(owner) ? list(db, owner, page) : undefined),
  find: async (owner, id) => (isOwner(owner) && isId(id) ? find(db, owner, id) : undefined),
  async create(owner, input, actor) {
    mustBeStorable(input);
    const work = (trx: Database) => create(trx, owner, input, actor);
    return isOwner(owner) ? unlessTaken(inTransaction(db, work), 'url_taken') : undefined;
  },
  async change(owner, id, terms, actor) {
    mustBeStorable(terms);
    const work = (trx: Database) => change(trx, { owner, id }, terms, actor);
    return isOwner(owner) && isId(id) ? unlessTaken(inTransaction(db, work), 'url_taken') : undefined;
  },
  async remove(owner, id, actor) {
    if (!isOwner(owner) || !isId(id)) return undefined;
    return (await inTransaction(db, (trx) => remove(trx, owner, id, actor)))[0];
  },
  removeAll: async (owner, actor) =>
    isOwner(owner) ? inTransaction(db, (trx) => removeAll(trx, owner, actor)) : undefined,
});
