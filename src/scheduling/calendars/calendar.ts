/*
 * What a connected calendar is. A connection opens one or more calendars of a person elsewhere; of these some are
 * selected, so that their events keep the person from being booked, and one may be the destination of bookings.
 * Instants are milliseconds since the epoch.
 */

export const CALENDAR_KINDS = ['ics', 'apple', 'google', 'office365'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** Those that are connected by signing in there (RFC 6749 section 4.1). */
export const SIGN_IN_KINDS = ['google', 'office365'] as const;
export type SignInKind = (typeof SIGN_IN_KINDS)[number];

export interface FoundCalendar {
  /** What the other side calls it. */
  readonly externalId: string;
  readonly name: string;
  readonly primary: boolean;
  readonly readOnly: boolean;
}

export interface ConnectedCalendar extends FoundCalendar {
  readonly id: number;
  readonly selected: boolean;
  /** When it last answered; null before the first time. */
  readonly fetchedAt: number | null;
  /** Since when it has not answered. */
  readonly failingSince: number | null;
  /** Why, in words for the person. */
  readonly fault: string | null;
}

export interface Connection {
  readonly id: number;
  readonly accountId: number;
  readonly kind: CalendarKind;
  /** An address or a user name; of feeds nothing. */
  readonly identity: string;
  readonly sealedAccess: string;
  /** The other side refuses it: the person has to connect it again. */
  readonly invalid: boolean;
  /** Since when it does. */
  readonly endedAt: number | null;
  readonly calendars: readonly ConnectedCalendar[];
}

/** Half open. */
export interface EventSpan {
  readonly from: number;
  readonly until: number;
  /** Of the event (RFC 5545 section 3.8.4.7). */
  readonly uid: string | null;
}

/**
 * What a selected calendar means that has not answered for an hour: nobody can book the person until it answers, or
 * what was last known goes on to count.
 */
export const OUTAGE_CHOICES = ['block', 'last_known'] as const;
export type OutageChoice = (typeof OUTAGE_CHOICES)[number];
