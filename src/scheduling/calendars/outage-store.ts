/*
 * The port of calendars that do not answer, with their current state, for mails to their owners. Adapter:
 * adapters/knex/calendars/calendar-outages.ts.
 */
import type { CalendarKind, OutageChoice } from './calendar.js';

/** What the outage means to the owner. */
interface Outage {
  readonly kind: CalendarKind;
  /** Whether its events make the owner unavailable. */
  readonly counts: boolean;
  /** Whether bookings are written there. */
  readonly takesBookings: boolean;
  readonly outage: OutageChoice;
}

interface RevokedConnection extends Outage {
  readonly identity: string;
}

interface UnresponsiveCalendar extends Outage {
  readonly name: string;
  /** Why, as a message for the owner. */
  readonly fault: string;
  readonly since: Date;
}

export interface CalendarOutages {
  /** Undefined when the connection was deleted, or connected again after `endedAt`. */
  revoked(id: number, endedAt: Date): Promise<RevokedConnection | undefined>;
  /** Undefined when the calendar was deleted, or has answered after `notifiedAt`. */
  unresponsive(calendarId: number, notifiedAt: Date): Promise<UnresponsiveCalendar | undefined>;
}
