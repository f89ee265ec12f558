/*
 * The port of calendars that have ended or fallen silent, as they stand when their owner is written about them. Adapter:
 * adapters/knex/calendars/lost-connections.ts.
 */
import type { CalendarKind, OutageChoice } from './calendar.js';

/** What its silence means to its owner. */
export interface Silence {
  readonly kind: CalendarKind;
  /** Whether its events keep the owner from being booked. */
  readonly counts: boolean;
  /** Whether bookings are written there. */
  readonly takesBookings: boolean;
  readonly outage: OutageChoice;
}

export interface LostConnection extends Silence {
  readonly identity: string;
}

export interface SilentCalendar extends Silence {
  readonly name: string;
  /** Why, in words for the owner. */
  readonly fault: string;
  readonly since: Date;
}

export interface LostCalendarConnections {
  /** Undefined when it is gone, or was connected again after `endedAt`. */
  connection(id: number, endedAt: Date): Promise<LostConnection | undefined>;
  /** Undefined when it is gone, or has answered after `toldAt`. */
  silent(calendarId: number, toldAt: Date): Promise<SilentCalendar | undefined>;
}
