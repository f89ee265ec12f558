/*
 * The port of calendars elsewhere. Every method rejects with a CalendarFault when the other side does not do its part.
 * Adapters: adapters/calendars/.
 */
import type { CalendarEvent } from '../bookings/calendar-files/ics.js';
import type { CalendarKind, EventSpan, FoundCalendar, SignInKind } from './calendar.js';

export interface FeedAccess {
  readonly urls: readonly string[];
}

export interface PasswordAccess {
  readonly username: string;
  readonly password: string;
}

/** Good at this moment; provider-oauth/ keeps it so. */
export interface TokenAccess {
  readonly accessToken: string;
}

/** What opens a connection. */
export interface AccessOf {
  readonly ics: FeedAccess;
  readonly apple: PasswordAccess;
  readonly google: TokenAccess;
  readonly office365: TokenAccess;
}

export type Access = AccessOf[CalendarKind];

export interface BusyQuery {
  readonly externalId: string;
  /** Of the last answer: the other side may say that nothing has changed. */
  readonly etag: string | undefined;
  readonly from: number;
  readonly until: number;
  /** In which events without a zone and whole days lie. */
  readonly timeZone: string;
}

export interface BusyAnswer {
  readonly spans: readonly EventSpan[];
  readonly etag?: string;
}

/** Where an event is, once it is written. */
export interface WrittenEvent {
  /** What the other side calls it. */
  readonly eventId: string;
  /** Its uid among the busy times. */
  readonly icalUid: string;
}

export interface ReadAttendee {
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

/** An event elsewhere, in one shape for all. */
export interface UnifiedEvent {
  readonly id: string;
  readonly start: EventTime;
  readonly end: EventTime;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly link: string | null;
  readonly status: 'accepted' | 'pending' | 'declined' | 'cancelled' | null;
  readonly attendees: readonly ReadAttendee[];
  readonly organizer: { readonly email: string; readonly name?: string } | null;
}

export interface EventEdit {
  readonly start?: Partial<EventTime>;
  readonly end?: Partial<EventTime>;
  readonly title?: string;
  readonly description?: string | null;
  readonly status?: UnifiedEvent['status'];
  readonly attendees?: readonly Partial<ReadAttendee>[] | null;
}

/** The event of a calendar, by what the other side calls the two. */
export interface EventName {
  readonly externalId: string;
  readonly eventId: string;
}

export interface CalendarProvider<A extends Access> {
  /** What it opens. */
  list(access: A): Promise<readonly FoundCalendar[]>;
  /** Undefined when nothing has changed since `etag`. */
  busy(access: A, query: BusyQuery): Promise<BusyAnswer | undefined>;
}

export interface WritableProvider<A extends Access> extends CalendarProvider<A> {
  /** Writes the event whole, as often as it is told; `known`: where it stands already. */
  put(access: A, externalId: string, event: CalendarEvent, known: string | undefined): Promise<WrittenEvent>;
  /** What is gone already is removed. */
  remove(access: A, name: EventName): Promise<void>;
  /** Undefined when the calendar has no such event. */
  find(access: A, name: EventName): Promise<UnifiedEvent | undefined>;
  edit(access: A, name: EventName, edit: EventEdit): Promise<UnifiedEvent | undefined>;
}

export interface SignInProvider extends WritableProvider<TokenAccess> {
  /** Who signed in there: an address. */
  identity(access: TokenAccess): Promise<string>;
}

/** Absent: the operator has not set it up. */
export interface CalendarProviders extends Partial<Readonly<Record<SignInKind, SignInProvider>>> {
  readonly ics: CalendarProvider<FeedAccess>;
  readonly apple: WritableProvider<PasswordAccess>;
}
