/* Deliveries of a new response to a routing form, in the transaction that creates it. */
import { formWebhookEvents } from '../../../src/scheduling/webhooks/form-events.js';
import type { FormEvent } from '../../../src/scheduling/webhooks/form-events.js';
import type { Database } from '../connection.js';
import { enqueueDeliveries } from '../jobs/webhook-deliveries.js';
import { deliveriesOf, subscribersOfGroup } from './subscribers.js';

/** For the team of the form, its organization, and the author of the form while they are in the team. */
export async function enqueueFormWebhooks(trx: Database, event: FormEvent): Promise<void> {
  const { groupId, authorId } = event.form;
  const subscribers = await subscribersOfGroup(trx, groupId, authorId);
  await enqueueDeliveries(trx, deliveriesOf(formWebhookEvents(event), subscribers));
}
