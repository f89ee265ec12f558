/*
 * The port of the meetings of bookings: which one a booking has at a provider, and under whose connection it should be.
 * Only the jobs that follow a change ask. Adapter: adapters/knex/bookings/booking-meetings.ts.
 */
import type { Booking } from '../bookings/booking.js';
import type { App, ProviderApp } from '../event-types/meeting-apps.js';

export interface KeptMeeting {
  readonly app: App;
  /** What the provider calls it. */
  readonly id: string;
  /** Absent for a room that needs no account, and once the connection is gone. */
  readonly connectionId: number | null;
  /** Whether it is held by the team or the host whose booking it is now; unknown without its connection. */
  readonly isOurs: boolean;
}

export interface MeetingFacts {
  readonly booking: Booking;
  /** That of the team, or else of the host who comes first; undefined where there is none that works. */
  readonly connectionId: number | undefined;
  readonly meeting: KeptMeeting | undefined;
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
   * The booking takes place there, instead of where it was. `unwanted`: meanwhile it is to take place elsewhere, or not
   * at all, or has another meeting: nothing has changed, and the new one is for nobody.
   */
  keep(bookingId: number, made: NewMeeting): Promise<'kept' | 'unwanted'>;
  /** There is no such meeting any more. */
  forget(bookingId: number, meetingId: string): Promise<void>;
  /** In a room that needs no account, since there is no meeting to be had. */
  moveToRoom(bookingId: number, link: string): Promise<void>;
  /** The newest booking that meets there. */
  bookingAt(app: App, meetingId: string): Promise<{ readonly uid: string } | undefined>;
}
