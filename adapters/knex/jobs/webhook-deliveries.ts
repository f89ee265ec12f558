/*
 * Deliveries of webhooks: there exactly when their cause is, since both stand in one transaction. A delivery keeps what
 * is sent and what came of it; its job, under the same id, says when it is the next one's turn.
 */
import { v7 as uuidv7 } from 'uuid';
import { present } from '../../../src/present.js';
import type { NewDelivery } from '../../../src/delivery/webhook-delivery-store.js';
import { fillTemplate } from '../../../src/scheduling/webhooks/payload-template.js';
import { mustBeStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { enqueue } from './jobs.js';

/** Which of the two tables the receiver stands in. */
export type Receiver = 'webhook' | 'client_webhook';

/** A statement has 65,535 parameters at most, and its second of time. */
const CONCURRENCY = 500;

/** To the byte what is sent. The values of a template are those of the payload, beside the two others. */
function bodyOf(
  { trigger, createdAt, payload }: Pick<NewDelivery, 'trigger' | 'createdAt' | 'payload'>,
  template?: string,
): string {
  const about = { triggerEvent: trigger, createdAt: createdAt.toISOString() };
  return template === undefined
    ? JSON.stringify({ ...about, payload })
    : fillTemplate(template, { ...payload, ...about });
}

interface Ready extends Omit<NewDelivery, 'payload'> {
  readonly body: string;
}

async function insertDeliveries(trx: Database, receiver: Receiver, ready: readonly Ready[]): Promise<void> {
  const deliveries = ready.map((delivery) => ({ ...delivery, id: uuidv7() }));
  const rows = deliveries.map(({ id, webhookId, trigger, lane, body, createdAt }) => ({
    id,
    [`${receiver}_id`]: webhookId,
    trigger,
    lane,
    body,
    created_at: createdAt,
  }));
  for (let from = 0; from < rows.length; from += CONCURRENCY)
    await trx('webhook_delivery').insert(rows.slice(from, from + CONCURRENCY));
  await enqueue(
    trx,
    deliveries.map(({ id, webhookId, lane, dueAt }) => ({
      id,
      kind: 'webhook',
      payload: {},
      party: webhookId,
      lane: `${webhookId}:${lane}`,
      ...present({ dueAt }),
    })),
  );
}

async function templatesOf(trx: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  interface Row {
    readonly id: string;
    readonly payload_template: string | null;
  }
  const rows = await trx<Row>('webhook').whereIn('id', ids).select('id', 'payload_template');
  return new Map(
    rows.flatMap(({ id, payload_template: template }) =>
      template === null ? [] : [[id, template] as const],
    ),
  );
}

/** In the transaction of their cause, in the order in which they have to arrive. */
export async function enqueueDeliveries(trx: Database, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  mustBeStorable(deliveries);
  const templates = await templatesOf(trx, [...new Set(deliveries.map(({ webhookId }) => webhookId))]);
  const ready = deliveries.map(({ payload, ...delivery }) => ({
    ...delivery,
    body: bodyOf({ ...delivery, payload }, templates.get(delivery.webhookId)),
  }));
  await insertDeliveries(trx, 'webhook', ready);
}

/** What client webhooks are told has one form, which nobody changes. */
export async function enqueueClientDeliveries(
  trx: Database,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const ready = deliveries.map((delivery) => ({ ...delivery, body: bodyOf(delivery) }));
  await insertDeliveries(trx, 'client_webhook', ready);
}

// Whoever is about to send one holds its job; that one is sent, and counts as if it had been faster.
const DROP = `
with dropped as (
  delete from job using webhook_delivery delivery
  where delivery.id = job.id and delivery.lane = :lane and delivery.trigger = any(:triggers)
    and delivery.state = 'waiting' and job.tries = 0
  returning job.id
)
delete from webhook_delivery where id in (select id from dropped)`;

/** Takes back, of every webhook, what was to be told later and is not true any more. */
export async function dropDeliveries(
  trx: Database,
  lane: string,
  triggers: readonly string[],
): Promise<void> {
  await trx.raw(DROP, { lane, triggers: [...triggers] });
}
