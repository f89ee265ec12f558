/*
 * Webhooks hear of bookings and of what other systems keep of them, in the transaction of the change: what is rolled
 * back was never told.
 */
import {
  bookingNews,
  changesMeeting,
  MEETING_TRIGGERS,
  meetingLane,
  movedFromOf,
} from '../../../src/scheduling/webhooks/booking-events.js';
import type { BookingHappening } from '../../../src/scheduling/webhooks/booking-events.js';
import { isNews, recordNews } from '../../../src/scheduling/webhooks/record-events.js';
import type { AddedRecord } from '../../../src/scheduling/webhooks/record-events.js';
import { selectBookings } from '../bookings/booking-reads.js';
import type { Database } from '../connection.js';
import { bookingContexts } from './webhook-contexts.js';
import { dropDeliveries, enqueueDeliveries } from './webhook-deliveries.js';
import { deliveriesOf, hearersOfBookings } from './subscribers.js';

const questionOf = (happening: BookingHappening) => ({
  booking: happening.booking,
  fromUid: movedFromOf(happening),
});

export async function enqueueBookingWebhooks(
  trx: Database,
  happenings: readonly BookingHappening[],
): Promise<void> {
  for (const { booking } of happenings.filter(changesMeeting))
    await dropDeliveries(trx, meetingLane(booking), MEETING_TRIGGERS);
  const hearers = await hearersOfBookings(
    trx,
    happenings.map(({ booking }) => booking.id),
  );
  if (hearers.length === 0) return;
  const contextOf = await bookingContexts(trx, happenings.map(questionOf));
  const deliveries = happenings.flatMap((happening) => {
    const those = hearers.filter(({ bookingId }) => bookingId === happening.booking.id);
    const news = those.length === 0 ? [] : bookingNews(happening, contextOf(questionOf(happening)));
    return deliveriesOf(news, those);
  });
  await enqueueDeliveries(trx, deliveries);
}

type RecordRow = AddedRecord & { readonly booking_id: number; readonly created_at: Date };

/** Of the row that was just written. */
export async function enqueueRecordWebhooks(trx: Database, recordId: number): Promise<void> {
  const added = await trx('booking_record').where({ id: recordId }).first<RecordRow | undefined>();
  if (added === undefined || !isNews(added)) return;
  const { booking_id: bookingId, created_at: at } = added;
  const hearers = await hearersOfBookings(trx, [bookingId]);
  if (hearers.length === 0) return;
  const [booking] = await selectBookings(trx, 'where booking.id = :bookingId', { bookingId });
  if (booking === undefined) return;
  const context = (await bookingContexts(trx, [{ booking }]))({ booking });
  await enqueueDeliveries(trx, deliveriesOf(recordNews(added, { booking, context, at }), hearers));
}
