/*
 * The ports of connected calendars. Every method of CalendarStore takes the owner: calendars of others are not found.
 * CalendarSync is for jobs, on calendars of any owner. Adapters: adapters/knex/calendars/calendars.ts,
 * adapters/knex/calendars/calendar-sync.ts. Credentials are in provider-oauth/store.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { Booking } from '../bookings/booking.js';
import type {
  CalendarKind,
  ConnectedCalendar,
  Connection,
  ConnectionWithCalendars,
  EventSpan,
  ProviderCalendar,
  OutageChoice,
} from './calendar.js';
import type { BusyAnswer, WrittenEvent } from './provider.js';

export interface PersonalCalendars {
  /** Oldest first. */
  readonly connections: readonly ConnectionWithCalendars[];
  readonly destinationId: number | null;
  readonly outage: OutageChoice;
  readonly timeZone: string;
}

export interface NewConnection {
  readonly kind: CalendarKind;
  readonly identity: string;
  readonly sealedAccess: string;
  readonly calendars: readonly ProviderCalendar[];
}

export interface CalendarName {
  readonly kind: CalendarKind;
  readonly externalId: string;
  /** Absent: of any connection. */
  readonly connectionId?: number;
}

export interface NamedCalendar extends ConnectedCalendar {
  readonly connectionId: number;
  readonly kind: CalendarKind;
}

export interface CalendarStore {
  /** Undefined when there is no such account. */
  list(accountId: number): Promise<PersonalCalendars | undefined>;
  /**
   * Replaces an earlier connection of the same identity; calendars that still exist keep their choices. New primary
   * calendars and feeds are selected. Undefined when there is no such account.
   */
  connect(
    accountId: number,
    connection: NewConnection,
    actor: Actor,
  ): Promise<ConnectionWithCalendars | undefined>;
  /**
   * `plan` decides on the feeds of that moment, undefined without any, and may run again from the start. Undefined when
   * there is no such account.
   */
  changeFeeds(
    accountId: number,
    plan: (feeds: ConnectionWithCalendars | undefined) => NewConnection | 'none_left',
    actor: Actor,
  ): Promise<Connection | undefined>;
  /** The deleted connection. */
  disconnect(
    accountId: number,
    connection: { readonly kind: CalendarKind; readonly id: number },
    actor: Actor,
  ): Promise<Connection | undefined>;
  select(
    accountId: number,
    name: CalendarName,
    selected: boolean,
    actor: Actor,
  ): Promise<NamedCalendar | undefined>;
  /** Makes it the destination of bookings. */
  choose(
    accountId: number,
    name: CalendarName,
    actor: Actor,
  ): Promise<NamedCalendar | 'read_only' | undefined>;
  /** Bookings are no longer written to a calendar. */
  chooseNone(accountId: number, actor: Actor): Promise<void>;
  setOutage(accountId: number, outage: OutageChoice, actor: Actor): Promise<void>;
}

/** A calendar with all that a call to its provider needs. */
export interface SyncedCalendar {
  readonly id: number;
  readonly externalId: string;
  readonly etag: string | null;
  /** When it was last read in full. */
  readonly readAt: number | null;
  readonly timeZone: string;
  readonly connection: Connection;
}

export interface CalendarSync {
  find(calendarId: number): Promise<SyncedCalendar | undefined>;
  /** Saves the busy times of an answer; undefined when they have not changed. */
  saveAnswer(calendarId: number, answer: BusyAnswer | undefined, at: Date): Promise<void>;
  saveFailure(calendarId: number, fault: string, at: Date): Promise<void>;
  /** Last known busy times, by start. */
  spans(calendarId: number, from: Date, until: Date): Promise<readonly EventSpan[]>;
  /** The current bookings with this uid that the account hosts, and where their event belongs. */
  bookingEvent(accountId: number, icsUid: string): Promise<BookingEventState>;
  saveEvent(accountId: number, icsUid: string, event: NewBookingEvent): Promise<void>;
  deleteEvent(accountId: number, icsUid: string): Promise<void>;
}

export interface NewBookingEvent extends WrittenEvent {
  readonly calendarId: number;
  /** The booking that refers to the event. */
  readonly booking: Pick<Booking, 'id'>;
  readonly type: string;
}

export interface BookingEventState {
  /** By sequence, newest last. */
  readonly bookings: readonly Booking[];
  /** The event, if it was written before. */
  readonly written: (WrittenEvent & { readonly calendarId: number }) | undefined;
  readonly destinationId: number | null;
  readonly hidden: HiddenDetails;
}

/** What the event type keeps out of calendars: the notes, or everything but the time. */
export interface HiddenDetails {
  readonly notes: boolean;
  readonly details: boolean;
}
