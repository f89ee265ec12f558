/*
 * Connected calendars. A connection opens one or more calendars of a user at a provider. Events of selected calendars
 * make the user unavailable; one calendar may be the destination of bookings. Instants are milliseconds since the
 * epoch.
 */

export const CALENDAR_KINDS = ['ics', 'apple', 'google', 'office365'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** Of one account. */
export const MAX_FEEDS = 20;

/** Those that are connected by signing in there (RFC 6749 section 4.1). */
export const SIGN_IN_KINDS = ['google', 'office365'] as const;
export type SignInKind = (typeof SIGN_IN_KINDS)[number];

export interface ProviderCalendar {
  /** The provider's id. */
  readonly externalId: string;
  readonly name: string;
  readonly primary: boolean;
  readonly readOnly: boolean;
}

export interface ConnectedCalendar extends ProviderCalendar {
  readonly id: number;
  readonly selected: boolean;
  /** When it last answered; null before the first time. */
  readonly fetchedAt: number | null;
  /** Since when it has not answered. */
  readonly failingSince: number | null;
  /** Why, as a message for the user. */
  readonly fault: string | null;
}

export interface Connection {
  readonly id: number;
  readonly accountId: number;
  readonly kind: CalendarKind;
  /** The e-mail address or user name at the provider; the same for all feeds. */
  readonly identity: string;
  readonly sealedAccess: string;
  /** The provider refuses it: the user has to connect it again. */
  readonly invalid: boolean;
  /** Since when it is invalid. */
  readonly endedAt: number | null;
}

export interface ConnectionWithCalendars extends Connection {
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
 * For a selected calendar that has not answered for an hour: the user cannot be booked until it answers, or the last
 * known busy times still count.
 */
export const OUTAGE_CHOICES = ['block', 'last_known'] as const;
export type OutageChoice = (typeof OUTAGE_CHOICES)[number];
