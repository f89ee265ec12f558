/*
 * What is told by mail about bookings. A job keeps whom to tell what about which bookings; what they say and who has
 * which address is read when the mail is written. Adapter: adapters/knex/bookings/booking-mails.ts.
 */
import type { JobPayloads } from '../../jobs/kinds.js';
import type { Booking } from './booking.js';

export type BookingMail = JobPayloads['booking'];
export type Receiver = BookingMail['to'];

/** What `leaver` holds when it is opened. */
export interface Leaver {
  readonly name: string;
  readonly email: string;
  readonly timeZone: string;
}

export interface BookingMailStore {
  /** Whoever asks: only the mails do. In the order of the ids, without those that are gone. */
  read(bookingIds: readonly number[]): Promise<readonly Booking[]>;
}
