/* Deliveries of a new absence, in the transaction that creates it. */
import type { Absence } from '../../../src/scheduling/out-of-office/store.js';
import { absenceWebhookEvents } from '../../../src/scheduling/webhooks/absence-events.js';
import type { BookingHost } from '../../../src/scheduling/bookings/booking.js';
import type { Database } from '../connection.js';
import { enqueueDeliveries } from '../jobs/webhook-deliveries.js';
import { deliveriesOf, subscribersOfUser } from './subscribers.js';

const selectUsers = (trx: Database, ids: readonly number[]) =>
  trx('account')
    .whereIn('id', ids)
    .select<BookingHost[]>('id', 'name', 'username', 'email', 'time_zone as timeZone');

export async function enqueueAbsenceWebhooks(trx: Database, absence: Absence, at: Date): Promise<void> {
  const { accountId, standInId } = absence;
  const subscribers = await subscribersOfUser(trx, accountId);
  if (subscribers.length === 0) return;
  const users = await selectUsers(trx, standInId === null ? [accountId] : [accountId, standInId]);
  const user = users.find(({ id }) => id === accountId);
  if (user === undefined) return;
  const standIn = users.find(({ id }) => id === standInId);
  const events = absenceWebhookEvents({ absence, user, standIn, at });
  await enqueueDeliveries(trx, deliveriesOf(events, subscribers));
}
