/*
 * The port of the meetings of bookings: the meeting of a booking at a provider, and the connection that should hold it.
 * For jobs. Adapter: adapters/knex/bookings/booking-meetings.ts.
 */
import type { Booking } from '../bookings/booking.js';
import type { App, ProviderApp } from '../event-types/meeting-apps.js';

export interface StoredMeeting {
  readonly app: App;
  /** The provider's id. */
  readonly id: string;
  /** Null for a room that needs no account, and after the connection was deleted. */
  readonly connectionId: number | null;
  /** Whether the connection belongs to the team or the first host of the booking; false without a connection. */
  readonly isOwn: boolean;
}

export interface MeetingFacts {
  readonly booking: Booking;
  /** A valid connection of the team, or else of the first host. */
  readonly connectionId: number | undefined;
  readonly meeting: StoredMeeting | undefined;
}

export interface NewMeeting {
  readonly app: ProviderApp;
  readonly connectionId: number;
  readonly id: string;
  readonly link: string;
}

export interface MeetingStore {
  read(bookingId: number): Promise<MeetingFacts | undefined>;
  /**
   * Replaces the meeting of the booking. `unwanted`: the booking was cancelled, has another location or another meeting
   * by now; nothing has changed, and the new meeting should be deleted.
   */
  save(bookingId: number, meeting: NewMeeting): Promise<'saved' | 'unwanted'>;
  /** The meeting no longer exists. */
  forget(bookingId: number, meetingId: string): Promise<void>;
  /** To a room that needs no account, when no meeting can be created. */
  moveToRoom(bookingId: number, link: string): Promise<void>;
  /** The newest booking with this meeting. */
  bookingAt(app: App, meetingId: string): Promise<{ readonly uid: string } | undefined>;
}
