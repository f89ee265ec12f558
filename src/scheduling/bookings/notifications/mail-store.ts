/*
 * The port of mails about bookings. A job has the ids of bookings and receivers; bookings and addresses are read when the
 * mail is written. Adapter: adapters/knex/bookings/booking-mails.ts.
 */
import type { JobPayloads } from '../../../jobs/kinds.js';
import type { Booking } from '../booking.js';

export type BookingMail = JobPayloads['booking'];
export type Receiver = BookingMail['to'];

/** The sealed `leaver` of a change. */
export interface Leaver {
  readonly name: string;
  readonly email: string;
  readonly timeZone: string;
}

export interface BookingMailStore {
  /** Without a viewer: only jobs call this. In the order of the ids, without those that are deleted. */
  read(bookingIds: readonly number[]): Promise<readonly Booking[]>;
}
