/*
 * The port of the page of an attendee: their booking, and their place in the one it was moved to. Adapter:
 * adapters/knex/bookings/attendee-bookings.ts.
 */
import type { EventType } from '../../event-types/event-type.js';
import type { Attendee, Booking } from '../booking.js';
import type { AttendeeRef } from './attendee-links.js';

export interface AttendedBooking {
  readonly booking: Booking;
  readonly attendee: Attendee;
  /** Absent when it is deleted. */
  readonly eventType?: EventType;
}

export interface AttendeeBookingStore {
  /** Undefined unless the attendee is one of this booking. */
  find(ref: AttendeeRef): Promise<AttendedBooking | undefined>;
  /** The attendee of another booking who has the same name and address. */
  findSame(uid: string, attendee: Pick<Attendee, 'email' | 'name'>): Promise<AttendedBooking | undefined>;
}
