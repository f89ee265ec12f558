/*
 * The ports of connected calendars. CalendarStore is asked for a person, and what is not theirs is not found;
 * CalendarWork is asked by what keeps busy times and written events up to date, whoever's they are. Adapters:
 * adapters/knex/calendars/calendars.ts, adapters/knex/calendars/synced-calendars.ts. What opens a connection is kept by provider-oauth/store.ts.
 */
import type { JobPayloads } from '../../jobs/kinds.js';
import type { Actor } from '../../events/audit-log.js';
import type { Booking } from '../bookings/booking.js';
import type {
  CalendarKind,
  ConnectedCalendar,
  Connection,
  EventSpan,
  FoundCalendar,
  OutageChoice,
} from './calendar.js';
import type { WrittenEvent } from './provider.js';

export interface PersonalCalendars {
  /** Oldest first. */
  readonly connections: readonly Connection[];
  readonly destinationId: number | null;
  readonly outage: OutageChoice;
  readonly timeZone: string;
}

export interface NewConnection {
  readonly kind: CalendarKind;
  readonly identity: string;
  readonly sealedAccess: string;
  readonly calendars: readonly FoundCalendar[];
}

export interface CalendarName {
  readonly kind: CalendarKind;
  readonly externalId: string;
  /** Of whichever connection, when absent. */
  readonly connectionId?: number;
}

export interface NamedCalendar extends ConnectedCalendar {
  readonly connectionId: number;
  readonly kind: CalendarKind;
}

export interface CalendarStore {
  /** Undefined when there is no such person. */
  list(accountId: number): Promise<PersonalCalendars | undefined>;
  /**
   * What the same identity had connected before is replaced, and calendars that are there again keep what was chosen
   * for them. New ones that are primary, and feeds, are selected. Undefined when there is no such person.
   */
  connect(accountId: number, connection: NewConnection, actor: Actor): Promise<Connection | undefined>;
  /** What was connected. */
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
  /** Where bookings go from now on. */
  choose(
    accountId: number,
    name: CalendarName,
    actor: Actor,
  ): Promise<NamedCalendar | 'read_only' | undefined>;
  /** From now on they go nowhere. */
  chooseNone(accountId: number, actor: Actor): Promise<void>;
  setOutage(accountId: number, outage: OutageChoice, actor: Actor): Promise<void>;
}

/** A calendar with what is needed to ask it. */
export interface WorkedCalendar {
  readonly id: number;
  readonly externalId: string;
  readonly etag: string | null;
  /** When it was last read whole. */
  readonly readAt: number | null;
  readonly fetchedAt: number | null;
  readonly timeZone: string;
  readonly connection: Omit<Connection, 'calendars'>;
}

export interface CalendarWork {
  find(calendarId: number): Promise<WorkedCalendar | undefined>;
  /** Busy times as they were just read; undefined when they have not changed. */
  refreshed(
    calendarId: number,
    answer: { readonly spans: readonly EventSpan[]; readonly etag?: string } | undefined,
    at: Date,
  ): Promise<void>;
  failed(calendarId: number, fault: string, at: Date): Promise<void>;
  /** Last known, by start. */
  spans(calendarId: number, from: Date, until: Date): Promise<readonly EventSpan[]>;
  /** The bookings by this name that the person hosts, as they stand, with where they are to be written. */
  writing(accountId: number, icsUid: string): Promise<Writing>;
  written(accountId: number, icsUid: string, event: WrittenIn): Promise<void>;
  removed(accountId: number, icsUid: string): Promise<void>;
}

export interface WrittenIn extends WrittenEvent {
  readonly calendarId: number;
  /** The booking that refers to it from now on. */
  readonly booking: Pick<Booking, 'id'>;
  readonly type: string;
}

export interface Writing {
  /** By their sequence, the newest last. */
  readonly bookings: readonly Booking[];
  /** Where the event stands already. */
  readonly known: (WrittenEvent & { readonly calendarId: number }) | undefined;
  readonly destinationId: number | null;
  readonly hides: Hidden;
}

/** What the event type keeps out of the calendar: the notes, or all but the time. */
export interface Hidden {
  readonly notes: boolean;
  readonly details: boolean;
}

/** The payload of a job of kind `calendar`: read a calendar again, or write the event that stands for a booking. */
export type CalendarTask = JobPayloads['calendar'];
