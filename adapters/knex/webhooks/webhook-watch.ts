/*
 * Webhooks and their deliveries for users who manage them: their own, those of their event types, of teams and
 * organizations that they administer, and of clients. Every statement selects from WATCHED, which filters by user.
 */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  Attempt,
  WatchedDelivery,
  WatchedWebhook,
  WebhookWatch,
} from '../../../src/delivery/webhook-delivery-store.js';
import { emit } from '../events/emit.js';
import { IS_MANAGER, POSSIBLE_CLIENTS } from '../ownership/client-managers.js';
import type { Database } from '../connection.js';
import { inTransaction } from '../transaction.js';
import { enqueueDeliveries, type Receiver } from '../jobs/webhook-deliveries.js';
import { selectRows } from '../rows.js';
import type { WebhookOwner } from '../../../src/scheduling/webhooks/store.js';
import { testEvent } from '../../../src/scheduling/webhooks/test-event.js';
import { planMeetings } from './existing-meetings.js';
import { ADMINISTERED, type OwnerColumns, ownersOf, toOwner } from './webhook-owners.js';
import { HEALTHY } from './webhook-receivers.js';

interface WatchedRow extends OwnerColumns {
  readonly id: string;
  readonly number: number | null;
  readonly receiver: Receiver;
  readonly client_id: string | null;
  readonly subscriber_url: string;
  readonly triggers: readonly string[] | null;
  readonly active: boolean;
  readonly signed: boolean;
  readonly failing_since: Date | null;
  readonly disabled_at: Date | null;
  readonly disabled_reason: string | null;
  readonly kind: 'user' | 'team' | 'organization' | 'event type' | 'client';
  readonly name: string | null;
}

const WATCHED = `
with administered as (${ADMINISTERED}), near (id, kind, name, owner_id, group_id) as (
  select id, 'user', null, account_id, null from webhook where account_id = :accountId
  union select webhook.id, case when administered.organization then 'organization' else 'team' end,
    administered.name, null, administered.id
  from webhook join administered on administered.id = webhook.team_id
  union select webhook.id, 'event type', event_type.title, event_type.owner_id, event_type.team_id
  from webhook join (
    select id, title, owner_id, team_id from event_type where owner_id = :accountId
    union all
    select event_type.id, title, owner_id, team_id from event_type
    join administered on administered.id = event_type.team_id
  ) as event_type on event_type.id = webhook.event_type_id
), watched as (
  select webhook.id, 'webhook' as receiver, null as client_id, subscriber_url, triggers, active,
    secret_sealed is not null as signed, failing_since, disabled_at, disabled_reason, kind, name, created_at,
    number, owner_id, group_id, event_type_id
  from near join webhook on webhook.id = near.id
  union all
  select client_webhook.id, 'client_webhook', client.id, subscriber_url, null, active,
    true, failing_since, disabled_at, disabled_reason, 'client', client.name, client_webhook.created_at,
    null, null, null, null
  from client join client_webhook on client_webhook.client_id = client.id
  where (${POSSIBLE_CLIENTS}) and ${IS_MANAGER.replace('?', ':accountId')}
)`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Undefined for the webhook of a client. */
function recordOf(row: WatchedRow): { readonly owner: WebhookOwner; readonly id: number } | undefined {
  const owner = toOwner(row);
  return owner === undefined || row.number === null ? undefined : { owner, id: row.number };
}

function toWebhook(row: WatchedRow): WatchedWebhook {
  const { kind, name, failing_since: since, disabled_at: disabledAt, disabled_reason: reason } = row;
  return {
    id: row.id,
    url: row.subscriber_url,
    triggers: row.triggers ?? [],
    active: row.active,
    signed: row.signed,
    ...(kind === 'user' ? {} : { of: { kind, name: name ?? '' } }),
    ...present({
      clientId: row.client_id ?? undefined,
      record: recordOf(row),
      failingSince: since ?? undefined,
      disabledAt: disabledAt ?? undefined,
      disabledReason: reason ?? undefined,
    }),
  };
}

interface DeliveryRow {
  readonly id: string;
  readonly trigger: string;
  readonly body: string;
  readonly state: WatchedDelivery['state'];
  readonly tries: number;
  readonly tried_at: Date | null;
  readonly duration_ms: number | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly failure: string | null;
  readonly created_at: Date;
  readonly due_at: Date | null;
}

const attemptOf = (row: DeliveryRow): Attempt | undefined =>
  row.tried_at === null
    ? undefined
    : {
        at: row.tried_at,
        durationMs: row.duration_ms ?? 0,
        ...present({
          status: row.status ?? undefined,
          answer: row.answer ?? undefined,
          failure: row.failure ?? undefined,
        }),
      };

function toDelivery(row: DeliveryRow): WatchedDelivery {
  const { id, trigger, body, state, tries, created_at: createdAt, due_at: dueAt } = row;
  const last = attemptOf(row);
  return {
    ...{ id, trigger, body, state, attempts: tries, createdAt },
    ...(dueAt === null || state !== 'waiting' ? {} : { dueAt }),
    ...present({ last }),
    ...(last === undefined && row.failure !== null ? { dropped: row.failure } : {}),
  };
}

async function findRow(db: Database, accountId: number, id: string): Promise<WatchedRow | undefined> {
  if (!UUID.test(id)) return undefined;
  const sql = `${WATCHED} select * from watched where id = :id`;
  return (await selectRows<WatchedRow>(db, sql, { accountId, id }))[0];
}

async function deliveriesOf(
  db: Database,
  accountId: number,
  { id, receiver }: WatchedRow,
  { behind = null, limit }: { readonly behind?: string | null | undefined; readonly limit: number },
): Promise<readonly WatchedDelivery[]> {
  const sql = `${WATCHED}
    select delivery.*, job.due_at from webhook_delivery delivery
    left join job on job.id = delivery.id
    where delivery.${receiver}_id = (select watched.id from watched where watched.id = :id)
      and (cast(:behind as uuid) is null or delivery.id < cast(:behind as uuid))
    order by delivery.id desc limit :limit`;
  return (await selectRows<DeliveryRow>(db, sql, { accountId, id, behind, limit })).map(toDelivery);
}

/** Switching on resets failures. */
async function setActive(trx: Database, { id, receiver }: WatchedRow, active: boolean): Promise<void> {
  const columns = active ? { active, ...HEALTHY } : { active };
  await trx(receiver).where({ id }).update(columns);
  if (receiver === 'webhook') await planMeetings(trx, id);
}

const subjectOf = ({ id, client_id: clientId }: WatchedRow): string =>
  clientId === null ? `webhook:${id}` : `client:${clientId}`;

// A job with a lease is being sent at this moment.
const RENEW = `
insert into job (id, kind, payload, party, lane)
select delivery.id, 'webhook', '{}', :party, :party || ':' || delivery.lane
from webhook_delivery delivery where delivery.id = :id
on conflict (id) do update set due_at = now(), tries = 0, lease = null, dead_at = null
where job.lease is null or job.due_at <= now()`;

async function renew(trx: Database, row: WatchedRow, deliveryId: string): Promise<boolean> {
  const delivery = { id: deliveryId, [`${row.receiver}_id`]: row.id };
  if ((await trx('webhook_delivery').where(delivery).update({ state: 'waiting' })) === 0) return false;
  await trx.raw(RENEW, { id: deliveryId, party: row.id });
  return true;
}

const isOff = ({ active, disabled_at: disabledAt }: WatchedRow): boolean => !active || disabledAt !== null;

export const createWebhookWatch = (db: Database): WebhookWatch => ({
  owners: (accountId, most) => ownersOf(db, accountId, most),
  async list(accountId) {
    const sql = `${WATCHED} select * from watched order by created_at, id`;
    return (await selectRows<WatchedRow>(db, sql, { accountId })).map(toWebhook);
  },
  async find(accountId, id) {
    const row = await findRow(db, accountId, id);
    return row && toWebhook(row);
  },
  async deliveries(accountId, id, { behind, limit }) {
    const row = await findRow(db, accountId, id);
    if (row === undefined || (behind !== undefined && !UUID.test(behind))) return [];
    return deliveriesOf(db, accountId, row, { behind, limit });
  },
  setActive: (accountId, id, active, actor: Actor) =>
    inTransaction(db, async (trx) => {
      const row = await findRow(trx, accountId, id);
      if (row === undefined) return false;
      await setActive(trx, row, active);
      const action = `${row.receiver}.${active ? 'switched_on' : 'switched_off'}` as const;
      await emit(trx, actor, { action, subject: subjectOf(row), facts: {} });
      return true;
    }),
  sendTest: (accountId, id, actor) =>
    inTransaction(db, async (trx) => {
      const row = await findRow(trx, accountId, id);
      if (row?.receiver !== 'webhook') return 'not_found';
      if (isOff(row)) return 'switched_off';
      const [{ now }] = (await selectRows<{ readonly now: Date }>(trx, 'select now()', {})) as [
        { now: Date },
      ];
      await enqueueDeliveries(trx, [{ webhookId: id, ...testEvent(now) }]);
      await emit(trx, actor, { action: 'webhook.tested', subject: subjectOf(row), facts: {} });
      return 'waiting';
    }),
  sendAgain: (accountId, id, deliveryId, actor) =>
    inTransaction(db, async (trx) => {
      const row = await findRow(trx, accountId, id);
      if (row === undefined || !UUID.test(deliveryId)) return 'not_found';
      if (isOff(row)) return 'switched_off';
      if (!(await renew(trx, row, deliveryId))) return 'not_found';
      const facts = { delivery: deliveryId };
      await emit(trx, actor, { action: `${row.receiver}.sent_again`, subject: subjectOf(row), facts });
      return 'waiting';
    }),
});
