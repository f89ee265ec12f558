/* Queries and pages of lists of bookings. Instants are milliseconds since the epoch. */
import type { Bounds } from '../../../scopes/granted-resources.js';
import type { Booking } from '../booking.js';

/**
 * Accepted and pending bookings are `upcoming` until they end, those of a recurrence also `recurring`, then `past`.
 * `unconfirmed` bookings wait for their host. `cancelled` contains the rejected ones.
 */
export const STATUS_FILTERS = ['upcoming', 'recurring', 'past', 'cancelled', 'unconfirmed'] as const;
export type BookingStatusFilter = (typeof STATUS_FILTERS)[number];

export const SORT_KEYS = ['start', 'end', 'created', 'updated'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface BookingSort {
  readonly by: SortKey;
  readonly order: 'asc' | 'desc';
}

/** All filters have to match; of several statuses or ids one has to. */
export interface BookingFilter {
  readonly statuses?: readonly BookingStatusFilter[];
  /** The whole address, in any case. */
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

/** Sees what they host, what they attend under a verified address, and what the teams that they administer book. */
export interface BookingViewer {
  readonly viewerId: number;
  /** Without it they act for themselves alone. */
  readonly administers?: {
    /** The groups of the grant. */
    readonly bounds: 'all' | Bounds;
    /** The calling application, which an organization may not admit; absent on pages of the service itself. */
    readonly clientId?: string;
  };
}

/** Bookings of administered teams are listed where `filter` names their team. */
export interface BookingQuery extends BookingViewer {
  readonly filter: BookingFilter;
  /** Most important first; by start when empty. */
  readonly sort: readonly BookingSort[];
  readonly now: number;
  readonly take: number;
  readonly skip: number;
}

/**
 * A team has the bookings of its event types, including the members' copies of managed ones. An organization has those of
 * all its teams, and those that its members host.
 */
export type BookingGroup = { readonly teamId: number } | { readonly organizationId: number };

export interface GroupBookingQuery extends Omit<BookingQuery, keyof BookingViewer> {
  readonly group: BookingGroup;
  /** Only bookings of one of these hosts. */
  readonly hostIds?: readonly number[];
}

/** `asHost`: the viewer hosts it or administers its team; otherwise they attend it. */
export type VisibleBooking = Booking & { readonly asHost: boolean };

export interface BookingPage<B extends Booking = Booking> {
  readonly bookings: readonly B[];
  /** On all pages. */
  readonly total: number;
}
