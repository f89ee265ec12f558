/*
 * What is told by mail about bookings. A job keeps whom to tell what about which bookings; what they say and who has
 * which address is read when the mail is written. Adapter: adapters/knex/bookings/booking-mails.ts.
 */
import type { Booking } from './booking.js';

export type BookingMailEvent =
  /** It waits for its host. */
  | 'requested'
  | 'accepted'
  /** Somebody who was added to an accepted booking. */
  | 'invited'
  | 'rejected'
  | 'cancelled'
  | 'rescheduled'
  | 'reschedule_requested'
  | 'location_changed'
  /** The link of a meeting that was made after the mail, or anew. */
  | 'meeting_ready'
  | 'seat_taken'
  | 'seat_cancelled'
  | 'reassigned'
  /** To the host who no longer has it. */
  | 'handed_over';

/** By id; a guest by position, as guests are only ever added; who gave up a seat by what the change sealed of them. */
export type Receiver =
  | { readonly host: number }
  | { readonly attendee: number }
  | { readonly guest: number }
  | { readonly leaver: string };

/** The payload of a job of kind `booking`. */
export interface BookingMail {
  readonly about: BookingMailEvent;
  /** One, or those of a recurrence that the same was done to; attendees and guests are those of the first. */
  readonly bookingIds: readonly number[];
  readonly to: Receiver;
}

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
