/* Deliveries of an absence, in the transaction that enters it. */
import type { Absence } from '../../../src/scheduling/out-of-office/store.js';
import { absenceWebhookEvents } from '../../../src/scheduling/webhooks/absence-events.js';
import type { AbsentPerson } from '../../../src/scheduling/webhooks/absence-events.js';
import type { AccountRow } from '../account-rows.js';
import type { Database } from '../connection.js';
import { enqueueDeliveries } from '../jobs/webhook-deliveries.js';
import { deliveriesOf, subscribersOfUser } from './subscribers.js';

async function peopleOf(trx: Database, ids: readonly number[]): Promise<ReadonlyMap<number, AbsentPerson>> {
  const rows = await trx<AccountRow>('account').whereIn('id', ids).select('*');
  return new Map(
    rows.map(({ id, name, username, email, time_zone: timeZone }) => [
      id,
      { id, name, username, email, timeZone },
    ]),
  );
}

export async function enqueueAbsenceWebhooks(trx: Database, absence: Absence, at: Date): Promise<void> {
  const { accountId, standInId } = absence;
  const subscribers = await subscribersOfUser(trx, accountId);
  if (subscribers.length === 0) return;
  const people = await peopleOf(trx, standInId === null ? [accountId] : [accountId, standInId]);
  const person = people.get(accountId);
  if (person === undefined) return;
  const events = absenceWebhookEvents({ absence, person, standIn: people.get(standInId ?? 0), at });
  await enqueueDeliveries(trx, deliveriesOf(events, subscribers));
}
