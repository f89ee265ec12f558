/* Deliveries of bookings and of records that other systems add to them, in the transaction of the change. */
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import type { AddedRecord } from '../../../src/scheduling/bookings/records/record-store.js';
import {
  bookingWebhookEvents,
  changesMeeting,
  MEETING_TRIGGERS,
  meetingLane,
  movedFromOf,
} from '../../../src/scheduling/webhooks/booking-events.js';
import { firesTrigger, recordWebhookEvents } from '../../../src/scheduling/webhooks/record-events.js';
import { selectBookings } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';
import { bookingContexts } from './webhook-contexts.js';
import { dropDeliveries, enqueueDeliveries } from '../jobs/webhook-deliveries.js';
import { deliveriesOf, subscribersOfBookings } from './subscribers.js';
import type { BookingSubscriber } from './subscribers.js';

const queryOf = (event: ChangedBooking) => ({ booking: event.booking, fromUid: movedFromOf(event) });

/** `subscribers`: rows of `SUBSCRIBERS_OF_BOOKINGS`. */
export async function enqueueBookingWebhooks(
  trx: Database,
  events: readonly ChangedBooking[],
  subscribers: readonly BookingSubscriber[],
): Promise<void> {
  for (const { booking } of events.filter(changesMeeting))
    await dropDeliveries(trx, meetingLane(booking), MEETING_TRIGGERS);
  if (subscribers.length === 0) return;
  const contextOf = await bookingContexts(trx, events.map(queryOf));
  const deliveries = events.flatMap((event) => {
    const own = subscribers.filter(({ bookingId }) => bookingId === event.booking.id);
    const fired = own.length === 0 ? [] : bookingWebhookEvents(event, contextOf(queryOf(event)));
    return deliveriesOf(fired, own);
  });
  await enqueueDeliveries(trx, deliveries);
}

type RecordRow = AddedRecord & { readonly booking_id: number; readonly created_at: Date };

/** Of the row that was just written. */
export async function enqueueRecordWebhooks(trx: Database, recordId: number): Promise<void> {
  const added = await trx('booking_record').where({ id: recordId }).first<RecordRow | undefined>();
  if (added === undefined) return;
  const { booking_id: bookingId, created_at: at } = added;
  if (!firesTrigger(bookingId, added)) return;
  const subscribers = await subscribersOfBookings(trx, [bookingId]);
  if (subscribers.length === 0) return;
  const [booking] = await selectBookings(trx, 'where booking.id = :bookingId', { bookingId });
  if (booking === undefined) return;
  const context = (await bookingContexts(trx, [{ booking }]))({ booking });
  const events = recordWebhookEvents(added, { booking, context, at });
  await enqueueDeliveries(trx, deliveriesOf(events, subscribers));
}
