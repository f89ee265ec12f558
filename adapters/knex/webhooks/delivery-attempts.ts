/* Attempts of deliveries: the delivery, read at every attempt, and its outcome. Each outcome is one transaction. */
import { present } from '../../../src/present.js';
import { MAX_ATTEMPTS } from '../../../src/jobs/retries.js';
import type {
  HeldDelivery,
  Delivery,
  DeliveryStore,
  Settlement,
} from '../../../src/delivery/webhook-delivery-store.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';
import { inTransaction } from '../transaction.js';
import { writeBody } from './due-meetings.js';
import { planMoreMeetings } from './existing-meetings.js';
import { markFailing, markHealthy } from './webhook-receivers.js';

interface DeliveryRow {
  readonly id: string;
  readonly state: Delivery['state'];
  readonly trigger: string;
  readonly body: string;
  readonly url: string;
  readonly secret_sealed: string | null;
  readonly active: boolean;
  readonly lane: string;
  readonly webhook_id: string | null;
  readonly created_at: Date;
}

const FIND = `
select delivery.id, delivery.state, delivery.trigger, delivery.body, delivery.lane, delivery.webhook_id,
  delivery.created_at, receiver.subscriber_url as url,
  receiver.secret_sealed, receiver.active and receiver.disabled_at is null as active
from webhook_delivery delivery
join lateral (
  select subscriber_url, secret_sealed, active, disabled_at from webhook where webhook.id = delivery.webhook_id
  union all
  select subscriber_url, secret_sealed, active, disabled_at from client_webhook
  where client_webhook.id = delivery.client_webhook_id
) receiver on true
where delivery.id = :id`;

/** False when another worker holds the lease by now. */
async function release(trx: Database, { id, lease }: HeldDelivery, settlement: Settlement): Promise<boolean> {
  const job = trx('job').where({ id, lease });
  if (settlement.state === 'delivered' || settlement.retryAt === undefined) return (await job.delete()) === 1;
  return (await job.update({ lease: null, due_at: settlement.retryAt })) === 1;
}

const stateAfter = (settlement: Settlement): Delivery['state'] => {
  if (settlement.state === 'delivered') return 'delivered';
  return settlement.retryAt === undefined ? 'dead' : 'waiting';
};

interface ReceiverIds {
  readonly webhook_id: string | null;
  readonly client_webhook_id: string | null;
}

const keyOf = ({ webhook_id: own, client_webhook_id: clients }: ReceiverIds) =>
  own === null
    ? ({ receiver: 'client_webhook', id: clients ?? '' } as const)
    : ({ receiver: 'webhook', id: own } as const);

const bodyOf = async (db: Database, { webhook_id: webhookId, created_at: createdAt, ...row }: DeliveryRow) =>
  webhookId === null ? undefined : writeBody(db, { ...row, webhookId, createdAt });

export const createDeliveryStore = (db: Database): DeliveryStore => ({
  async find(id) {
    const [row] = await selectRows<DeliveryRow>(db, FIND, { id });
    if (row === undefined) return undefined;
    const { state, trigger, url, active, secret_sealed: secretSealed } = row;
    const body = row.body === '' ? await bodyOf(db, row) : row.body;
    return body === undefined
      ? undefined
      : { id, state, trigger, body, url, active, ...present({ secretSealed: secretSealed ?? undefined }) };
  },
  settle: (lease, attempt, settlement) =>
    inTransaction(db, async (trx) => {
      if (!(await release(trx, lease, settlement))) return;
      const { at, durationMs, status = null, answer = null, failure = null } = attempt;
      const [delivery] = await trx('webhook_delivery')
        .where({ id: lease.id })
        .update({
          state: stateAfter(settlement),
          tries: trx.raw('tries + 1'),
          tried_at: at,
          duration_ms: durationMs,
          status,
          answer,
          failure,
        })
        .returning<ReceiverIds[]>(['webhook_id', 'client_webhook_id']);
      if (delivery === undefined) return;
      if (settlement.state === 'delivered') await markHealthy(trx, keyOf(delivery));
      else await markFailing(trx, keyOf(delivery), at);
    }),
  planMore: (webhookId, after) => inTransaction(db, (trx) => planMoreMeetings(trx, webhookId, after)),
  drop: (lease, reason) =>
    inTransaction(db, async (trx) => {
      if (!(await release(trx, lease, { state: 'failed' }))) return;
      await trx('webhook_delivery').where({ id: lease.id }).update({ state: 'dead', failure: reason });
    }),
});

// A process that ended during the last attempt of a delivery left it waiting.
const FAIL_ABANDONED = `
with abandoned as (
  delete from job where kind = 'webhook' and tries >= :maxAttempts and due_at < now() - interval '1 hour'
  returning id
)
update webhook_delivery set state = 'dead', failure = coalesce(failure, :failure)
where state = 'waiting' and id in (select id from abandoned)`;

/** Deliveries are kept for 30 days after their event, and longer while they wait. */
export async function sweepDeliveries(db: Database): Promise<void> {
  await db.raw(FAIL_ABANDONED, {
    maxAttempts: MAX_ATTEMPTS,
    failure: 'It was given up while it was being sent.',
  });
  await db.raw(
    `delete from webhook_delivery where state <> 'waiting' and created_at < now() - interval '30 days'`,
  );
}
