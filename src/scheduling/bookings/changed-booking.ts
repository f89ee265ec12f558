/* One booking that was created or changed: mails, webhooks, calendars, conferences and workflows follow from it. */
import type { Booking } from './booking.js';
import type { BookingChange, BookingDone } from './store.js';

export interface ChangedBooking {
  readonly done: BookingDone | 'created' | 'seat_taken';
  /** As it is after the change. */
  readonly booking: Booking;
  /** Absent for a new booking. */
  readonly change?: BookingChange;
  /** Of the seat that was taken. */
  readonly seatUid?: string | null;
  /** Of a new booking or seat: the booking that it was moved from. */
  readonly movedFromUid?: string;
}
