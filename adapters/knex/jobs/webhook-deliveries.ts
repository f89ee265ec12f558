/*
 * Deliveries of webhooks, enqueued in the transaction of their event. A delivery has the body and the outcome; its job,
 * with the same id, has the schedule.
 */
import { v7 as uuidv7 } from 'uuid';
import { present } from '../../../src/present.js';
import type { NewDelivery } from '../../../src/delivery/webhook-delivery-store.js';
import { fillTemplate } from '../../../src/scheduling/webhooks/payload-template.js';
import { mustBeStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { enqueue } from './jobs.js';

/** The table of the webhook. */
export type Receiver = 'webhook' | 'client_webhook';

/** A statement has at most 65,535 parameters and one second of time. */
const MAX_ROWS = 500;

/** Exactly what is sent. A template may use the members of the payload, the trigger and the time. */
export function bodyOf(
  { trigger, createdAt, payload }: Pick<NewDelivery, 'trigger' | 'createdAt' | 'payload'>,
  template?: string,
): string {
  const about = { triggerEvent: trigger, createdAt: createdAt.toISOString() };
  return template === undefined
    ? JSON.stringify({ ...about, payload })
    : fillTemplate(template, { ...payload, ...about });
}

interface RenderedDelivery extends Omit<NewDelivery, 'payload'> {
  readonly body: string;
}

async function insertDeliveries(
  trx: Database,
  receiver: Receiver,
  rendered: readonly RenderedDelivery[],
): Promise<void> {
  const deliveries = rendered.map((delivery) => ({ ...delivery, id: uuidv7() }));
  const rows = deliveries.map(({ id, webhookId, trigger, lane, body, createdAt }) => ({
    id,
    [`${receiver}_id`]: webhookId,
    trigger,
    lane,
    body,
    created_at: createdAt,
  }));
  for (let from = 0; from < rows.length; from += MAX_ROWS)
    await trx('webhook_delivery').insert(rows.slice(from, from + MAX_ROWS));
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

export async function templatesOf(
  trx: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
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

/** Call it in the transaction of the event, with the deliveries in the order in which they must arrive. */
export async function enqueueDeliveries(trx: Database, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  mustBeStorable(deliveries);
  const templates = await templatesOf(trx, [...new Set(deliveries.map(({ webhookId }) => webhookId))]);
  const rendered = deliveries.map(({ payload, ...delivery }) => ({
    ...delivery,
    body: bodyOf({ ...delivery, payload }, templates.get(delivery.webhookId)),
  }));
  await insertDeliveries(trx, 'webhook', rendered);
}

/** Client webhooks have no templates. */
export async function enqueueClientDeliveries(
  trx: Database,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const rendered = deliveries.map((delivery) => ({ ...delivery, body: bodyOf(delivery) }));
  await insertDeliveries(trx, 'client_webhook', rendered);
}

// A delivery whose job was taken is being sent and cannot be dropped.
const DROP = `
with dropped as (
  delete from job using webhook_delivery delivery
  where delivery.id = job.id and delivery.lane = :lane and delivery.trigger = any(:triggers)
    and delivery.state = 'waiting' and job.tries = 0
  returning job.id
)
delete from webhook_delivery where id in (select id from dropped)`;

/** Deletes scheduled deliveries of every webhook that no longer apply. */
export async function dropDeliveries(
  trx: Database,
  lane: string,
  triggers: readonly string[],
): Promise<void> {
  await trx.raw(DROP, { lane, triggers: [...triggers] });
}
