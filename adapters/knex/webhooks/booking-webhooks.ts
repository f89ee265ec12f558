/*
 * Webhooks hear of bookings and of what other systems keep of them, in the transaction of the change: what is rolled
 * back was never told.
 */
import {
  bookingWebhookEvents,
  changesMeeting,
  MEETING_TRIGGERS,
  meetingLane,
  movedFromOf,
} from '../../../src/scheduling/webhooks/booking-events.js';
import type { BookingEvent } from '../../../src/scheduling/webhooks/booking-events.js';
import { isWebhookEvent, recordWebhookEvents } from '../../../src/scheduling/webhooks/record-events.js';
import type { AddedRecord } from '../../../src/scheduling/webhooks/record-events.js';
import { selectBookings } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';
import { bookingContexts } from './webhook-contexts.js';
import { dropDeliveries, enqueueDeliveries } from './webhook-deliveries.js';
import { deliveriesOf, subscribersOfBookings } from './subscribers.js';

const queryOf = (event: BookingEvent) => ({
  booking: event.booking,
  fromUid: movedFromOf(event),
});

export async function enqueueBookingWebhooks(trx: Database, events: readonly BookingEvent[]): Promise<void> {
  for (const { booking } of events.filter(changesMeeting))
    await dropDeliveries(trx, meetingLane(booking), MEETING_TRIGGERS);
  const subscribers = await subscribersOfBookings(
    trx,
    events.map(({ booking }) => booking.id),
  );
  if (subscribers.length === 0) return;
  const contextOf = await bookingContexts(trx, events.map(queryOf));
  const deliveries = events.flatMap((event) => {
    const those = subscribers.filter(({ bookingId }) => bookingId === event.booking.id);
    const news = those.length === 0 ? [] : bookingWebhookEvents(event, contextOf(queryOf(event)));
    return deliveriesOf(news, those);
  });
  await enqueueDeliveries(trx, deliveries);
}

type RecordRow = AddedRecord & { readonly booking_id: number; readonly created_at: Date };

/** Of the row that was just written. */
export async function enqueueRecordWebhooks(trx: Database, recordId: number): Promise<void> {
  const added = await trx('booking_record').where({ id: recordId }).first<RecordRow | undefined>();
  if (added === undefined || !isWebhookEvent(added)) return;
  const { booking_id: bookingId, created_at: at } = added;
  const subscribers = await subscribersOfBookings(trx, [bookingId]);
  if (subscribers.length === 0) return;
  const [booking] = await selectBookings(trx, 'where booking.id = :bookingId', { bookingId });
  if (booking === undefined) return;
  const context = (await bookingContexts(trx, [{ booking }]))({ booking });
  await enqueueDeliveries(
    trx,
    deliveriesOf(recordWebhookEvents(added, { booking, context, at }), subscribers),
  );
}
