/* Mails about bookings: enqueued in the transaction of the change, read when the mail is written. */
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import { bookingMails } from '../../../src/scheduling/bookings/notifications/booking-mails.js';
import type { BookingMailStore } from '../../../src/scheduling/bookings/notifications/mail-store.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { selectByIds } from '../booking-rows/booking-reads.js';

export async function enqueueBookingMails(trx: Database, events: readonly ChangedBooking[]): Promise<void> {
  await enqueue(
    trx,
    bookingMails(events).map(({ mail, lane }) => ({ kind: 'booking', payload: { ...mail }, lane })),
  );
}

export const createBookingMailStore = (db: Database): BookingMailStore => ({
  read: (bookingIds) => selectByIds(db, bookingIds),
});
