/* Whether the retired scope names mean those of today for a client: decided by a service administrator. */
import type { Actor } from '../events/audit-log.js';
import { forbidden, notFound } from '../errors.js';
import type { ClientRecord, ClientRecordStore } from './record-store.js';
import { mayReview } from './review/verdicts.js';

/** `reviewerId`: account id; absent for the command line. Throws `forbidden`, `notFound`. */
export async function setMigrating(
  records: ClientRecordStore,
  change: { readonly record: ClientRecord; readonly migrating: boolean; readonly reviewerId?: number },
  actor: Actor,
): Promise<void> {
  const { record, migrating, reviewerId } = change;
  if (reviewerId !== undefined && !mayReview(record, reviewerId))
    throw forbidden('You manage this client. Another administrator must decide on its retired scopes.');
  if ((await records.setMigrating(record.client.id, migrating, actor)) === 'not_found')
    throw notFound('There is no client with this id.');
}
