/* Mails about bookings: enqueued in the transaction of the change, read when the mail is written. */
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import { bookingMails } from '../../../src/scheduling/bookings/notifications/booking-mails.js';
import type { BookingMailStore } from '../../../src/scheduling/bookings/notifications/mail-store.js';
import type { NewJob } from '../../../src/jobs/store.js';
import { batchPerTick } from '../../batch-per-tick.js';
import type { Database } from '../connection.js';
import { selectByIds } from '../booking-rows/booking-reads.js';

export const mailJobs = (events: readonly ChangedBooking[]): readonly NewJob[] =>
  bookingMails(events).map(({ mail, lane }) => ({ kind: 'booking', payload: { ...mail }, lane }));

/** The mails of one booking are taken together, and read it together. */
export function createBookingMailStore(db: Database): BookingMailStore {
  const read = batchPerTick(async (mails: readonly (readonly number[])[]) => {
    const bookings = await selectByIds(db, [...new Set(mails.flat())]);
    const byId = new Map(bookings.map((booking) => [booking.id, booking]));
    return mails.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  });
  return { read: async (bookingIds) => (await read(bookingIds)) ?? [] };
}
