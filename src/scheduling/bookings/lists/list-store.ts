/* What the port of bookings is asked for a list, and what it gives. Instants are milliseconds since the epoch. */
import type { Booking } from '../booking.js';

/**
 * Accepted and waiting ones are `upcoming`, those of a recurrence also `recurring`, until they end, and `past` then;
 * `unconfirmed` waits for its host; `cancelled` are the rejected ones too.
 */
export const STATUS_FILTERS = ['upcoming', 'recurring', 'past', 'cancelled', 'unconfirmed'] as const;
export type BookingStatusFilter = (typeof STATUS_FILTERS)[number];

export const SORT_KEYS = ['start', 'end', 'created', 'updated'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface BookingSort {
  readonly by: SortKey;
  readonly order: 'asc' | 'desc';
}

/** What is named has to fit; of several words or ids one has to. */
export interface BookingFilter {
  readonly statuses?: readonly BookingStatusFilter[];
  /** The whole of it, in letters of any case. */
  readonly attendeeEmail?: string;
  readonly attendeeName?: string;
  readonly bookingUid?: string;
  readonly eventTypeIds?: readonly number[];
  readonly teamIds?: readonly number[];
  readonly afterStart?: number;
  readonly beforeEnd?: number;
  readonly afterCreatedAt?: number;
  readonly beforeCreatedAt?: number;
  readonly afterUpdatedAt?: number;
  readonly beforeUpdatedAt?: number;
}

export interface BookingQuery {
  /** Sees what they host, and what they attend under a proven address. */
  readonly viewerId: number;
  readonly filter: BookingFilter;
  /** The first counts most; by start when empty. */
  readonly sort: readonly BookingSort[];
  readonly now: number;
  readonly take: number;
  readonly skip: number;
}

/**
 * Whose bookings somebody manages. Of a team those of its event types, with what its members have of the managed ones; of
 * an organization those of all its teams, and what people host who are in it by their own word.
 */
export type BookingGroup = { readonly teamId: number } | { readonly organizationId: number };

export interface GroupBookingQuery extends Omit<BookingQuery, 'viewerId'> {
  readonly group: BookingGroup;
  /** Only what any of these hosts. */
  readonly hostIds?: readonly number[];
}

export interface BookingPage {
  readonly bookings: readonly Booking[];
  /** On all pages. */
  readonly total: number;
}
