/* Webhooks hear of a response to a routing form, in the transaction that keeps it. */
import { formNews } from '../../../src/scheduling/webhooks/form-events.js';
import type { FormHappening } from '../../../src/scheduling/webhooks/form-events.js';
import type { Database } from '../connection.js';
import { enqueueDeliveries } from './webhook-deliveries.js';
import { deliveriesOf, hearersOfPlace } from './subscribers.js';

/** Those of the form's team, of its organization, and of who made the form while they are in the team. */
export async function enqueueFormWebhooks(trx: Database, happening: FormHappening): Promise<void> {
  const { placeId, authorId } = happening.form;
  const hearers = await hearersOfPlace(trx, placeId, authorId);
  await enqueueDeliveries(trx, deliveriesOf(formNews(happening), hearers));
}
