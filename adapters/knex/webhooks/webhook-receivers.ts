/*
 * The health of receivers of webhooks: since when every attempt has failed, and disabling after a day of failures. Both
 * kinds of receiver, webhooks and client webhooks, have the same columns for it.
 */
import type { DomainEvent } from '../../../src/events/catalogue.js';
import { DAY } from '../../../src/durations.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import type { Receiver } from '../jobs/webhook-deliveries.js';

/** Longer than all attempts of one delivery take: several deliveries must fail. */
const REASON = 'Every delivery has failed for 24 hours.';
const SYSTEM = { actor: 'system' };

export interface ReceiverKey {
  readonly receiver: Receiver;
  readonly id: string;
}

/** Columns of a receiver without failures. */
export const HEALTHY = { failing_since: null, disabled_at: null, disabled_reason: null };

interface HealthRow {
  readonly id: string;
  readonly client_id?: string;
  readonly subscriber_url: string;
  readonly failing_since: Date | null;
  readonly disabled_at: Date | null;
  readonly disabled_reason: string | null;
}

const rowOf = (trx: Database, { receiver, id }: ReceiverKey) => trx<HealthRow>(receiver).where({ id });

/** Writes only after failures: most deliveries leave the row alone. */
export async function markHealthy(trx: Database, key: ReceiverKey): Promise<void> {
  await rowOf(trx, key).whereNotNull('failing_since').update({ failing_since: null });
}

/** Names only the host: the path may be a secret. */
function disabledEvent({ receiver }: ReceiverKey, row: HealthRow): DomainEvent {
  const facts = { receiver: row.id, host: new URL(row.subscriber_url).host, reason: REASON };
  return receiver === 'webhook'
    ? { action: 'webhook.disabled', subject: `webhook:${row.id}`, facts }
    : { action: 'client_webhook.disabled', subject: `client:${row.client_id ?? ''}`, facts };
}

/** `at`: time of the failed attempt. */
export async function markFailing(trx: Database, key: ReceiverKey, at: Date): Promise<void> {
  const since = trx.raw('coalesce(failing_since, ?)', [at]);
  await rowOf(trx, key).update({ failing_since: since });
  const [disabled] = await rowOf(trx, key)
    .whereNull('disabled_at')
    .where('failing_since', '<=', new Date(at.getTime() - DAY))
    .update({ disabled_at: at, disabled_reason: REASON })
    .returning('*');
  if (disabled) await emit(trx, SYSTEM, disabledEvent(key, disabled));
}
