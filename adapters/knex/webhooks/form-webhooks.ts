/* Deliveries of a response to a routing form, in the transaction that keeps it. */
import { formWebhookEvents } from '../../../src/scheduling/webhooks/form-events.js';
import type { FormEvent } from '../../../src/scheduling/webhooks/form-events.js';
import type { Database } from '../connection.js';
import { enqueueDeliveries } from '../jobs/webhook-deliveries.js';
import { deliveriesOf, subscribersOfGroup } from './subscribers.js';

/** Those of the form's team, of its organization, and of who made the form while they are in the team. */
export async function enqueueFormWebhooks(trx: Database, event: FormEvent): Promise<void> {
  const { groupId, authorId } = event.form;
  const subscribers = await subscribersOfGroup(trx, groupId, authorId);
  await enqueueDeliveries(trx, deliveriesOf(formWebhookEvents(event), subscribers));
}
