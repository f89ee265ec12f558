/*
 * The port of calendars at providers. Every method rejects with a CalendarFault when the provider does not do what it
 * is asked. Adapters: adapters/calendars/.
 */
import type { CalendarEvent } from '../bookings/calendar-files/ics.js';
import type { EventSpan, ProviderCalendar, SignInKind } from './calendar.js';

export interface FeedAccess {
  readonly urls: readonly string[];
}

export interface PasswordAccess {
  readonly username: string;
  readonly password: string;
}

/** Not expired; provider-oauth/ refreshes it. */
export interface TokenAccess {
  readonly accessToken: string;
}

export interface BusyQuery {
  readonly externalId: string;
  /** Of the last answer: the provider may answer that nothing has changed. */
  readonly etag: string | undefined;
  readonly from: number;
  readonly until: number;
  /** Of events without a zone and of all-day events. */
  readonly timeZone: string;
}

export interface BusyAnswer {
  readonly spans: readonly EventSpan[];
  readonly etag?: string;
}

/** The event of a booking, as it was written. */
export interface WrittenEvent {
  /** The provider's id. */
  readonly eventId: string;
  /** Its uid among the busy times. */
  readonly icalUid: string;
}

export interface EventAttendee {
  readonly email: string;
  readonly name?: string;
  readonly responseStatus?: 'accepted' | 'pending' | 'declined' | 'needsAction';
  readonly self?: boolean;
  readonly optional?: boolean;
  readonly host?: boolean;
}

export interface EventTime {
  /** RFC 3339 */
  readonly time: string;
  readonly timeZone: string;
}

/** An event of a calendar, in one shape for all providers. */
export interface UnifiedEvent {
  readonly id: string;
  readonly start: EventTime;
  readonly end: EventTime;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly link: string | null;
  readonly status: 'accepted' | 'pending' | 'declined' | 'cancelled' | null;
  readonly attendees: readonly EventAttendee[];
  readonly organizer: { readonly email: string; readonly name?: string } | null;
}

export interface EventEdit {
  readonly start?: Partial<EventTime>;
  readonly end?: Partial<EventTime>;
  readonly title?: string;
  readonly description?: string | null;
  readonly status?: UnifiedEvent['status'];
  readonly attendees?: readonly Partial<EventAttendee>[] | null;
}

/** An event of a calendar, by the ids of the provider. */
export interface EventName {
  readonly externalId: string;
  readonly eventId: string;
}

/** The calendars of one connection. */
export interface Calendars {
  list(): Promise<readonly ProviderCalendar[]>;
  /** Undefined when nothing has changed since `etag`. */
  busy(query: BusyQuery): Promise<BusyAnswer | undefined>;
}

export interface WritableCalendars extends Calendars {
  /** Idempotent. `eventId`: of the event, if it was written before. */
  put(externalId: string, event: CalendarEvent, eventId: string | undefined): Promise<WrittenEvent>;
  /** Also resolves when there is no such event. */
  remove(name: EventName): Promise<void>;
  /** Undefined when the calendar has no such event. */
  find(name: EventName): Promise<UnifiedEvent | undefined>;
  edit(name: EventName, edit: EventEdit): Promise<UnifiedEvent | undefined>;
}

export interface SignedInCalendars extends WritableCalendars {
  /** E-mail address of the account. */
  identity(): Promise<string>;
}

/** Feeds cannot be written. */
export type OpenedCalendars = Calendars & Partial<WritableCalendars>;

type OpenWithToken = (access: TokenAccess) => SignedInCalendars;

/** By kind, what opens a connection. Absent: the provider is not configured. */
export interface CalendarProviders extends Partial<Readonly<Record<SignInKind, OpenWithToken>>> {
  readonly ics: (access: FeedAccess) => Calendars;
  readonly apple: (access: PasswordAccess) => WritableCalendars;
}
