/*
 * The port of bookings. Pure functions of the caller decide what may be booked or changed; the store calls them inside
 * the transaction that has locked the hosts, on the facts of that moment, and writes their decision. They may run again
 * from the start. An error that they throw rolls the transaction back. Adapter: adapters/knex/bookings/bookings.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { EventType } from '../event-types/event-type.js';
import type { Host, Span } from '../slots/slot.js';
import type { Attendee, Booking, BookingContent, BookingStatus } from './booking.js';
import type { HostRotation } from './creation/assignment.js';
import type { EarlierRequest, IdempotencyKey, NewIdempotencyKey } from './creation/idempotency-key-store.js';
import type { Guest } from './guests.js';
import type {
  BookingGroup,
  BookingPage,
  BookingQuery,
  BookingViewer,
  GroupBookingQuery,
  VisibleBooking,
} from './lists/list-store.js';

export type NewAttendee = Omit<Attendee, 'id' | 'absent'>;

export interface NewBooking extends BookingContent {
  readonly eventTypeId: number;
  readonly status: Extract<BookingStatus, 'pending' | 'accepted'>;
  /** With the buffers of the event type. */
  readonly busy: Span;
  readonly hostIds: readonly number[];
  /** A meeting room of its own that needs no account, in case its location needs one. */
  readonly room?: string;
  readonly attendees: readonly NewAttendee[];
}

/** A booking of its own, or one more seat in an existing one. */
export type Placement =
  | { readonly kind: 'booking'; readonly booking: NewBooking }
  | { readonly kind: 'seat'; readonly bookingUid: string; readonly attendee: NewAttendee };

export interface Placed {
  readonly booking: Booking;
  /** Of the seat that was taken. */
  readonly seatUid: string | null;
}

/** The facts while the hosts are locked. */
export interface TimeFacts {
  readonly eventType: EventType;
  /** All enabled hosts of the event type. */
  readonly hosts: readonly Host[];
  /** Of a round robin. */
  readonly rotation?: readonly HostRotation[];
  readonly held: readonly Span[];
}

export interface BookFacts extends TimeFacts {
  /** How many bookings of the event type the booker has ahead, and the next of them; none where they are not limited. */
  readonly active: { readonly count: number; readonly nextUid?: string };
  /** A workflow sends text messages to attendees and needs their number. */
  readonly phoneRequired: boolean;
}

interface Order {
  /** From the first new start, at least as long as the booking. */
  readonly range: Span;
  readonly now: number;
  readonly ownHolds: { readonly holders: readonly string[]; readonly uid?: string };
}

export interface BookOrder extends Order {
  readonly eventTypeId: number;
  /** They are locked first; the hosts of a team are read again then. */
  readonly hostIds: readonly number[];
  readonly bookerEmail: string;
  readonly privateLinkId?: string;
  /** The code that the booker sent, under each key of the ring; empty without one. Absent when none is needed. */
  readonly codeHashes?: readonly string[];
  /** Response to a routing form that led here; `memberId`: the caller. */
  readonly routing?: {
    readonly responseId?: number;
    readonly queuedResponseId?: string;
    readonly memberId?: number;
  };
  readonly idempotencyKey?: NewIdempotencyKey;
  /** Whether nobody waits for the booking any more: then its transaction does not begin. */
  readonly isAbandoned?: () => boolean;
}

export type BookOutcome =
  | { readonly kind: 'booked'; readonly placed: readonly Placed[] }
  | EarlierRequest
  | { readonly kind: 'link_refused'; readonly reason: 'expired' | 'unknown' }
  /** The event type needs a code, and this is not the current one. */
  | { readonly kind: 'unproven' }
  /** The event type, or a host. */
  | { readonly kind: 'gone' };

/** The change of an existing booking; in the audit log `booking.<done>`. */
export type BookingDone =
  | 'cancelled'
  | 'rescheduled'
  | 'seat_cancelled'
  | 'seat_moved'
  | 'accepted'
  | 'rejected'
  | 'location_changed'
  | 'title_changed'
  | 'attendee_added'
  | 'guests_added'
  | 'absence_marked'
  | 'reschedule_requested'
  | 'reassigned';

/** Only what is named changes. */
export interface BookingChange {
  readonly uid: string;
  readonly done: BookingDone;
  /** No mail: the mails that wait contain the change. */
  readonly silent?: true;
  readonly set: Readonly<
    Partial<
      Pick<
        Booking,
        | 'status'
        | 'reason'
        | 'reschedulingReason'
        | 'changedByEmail'
        | 'rescheduledToUid'
        | 'rescheduleRequested'
        | 'title'
        | 'location'
        | 'absentHost'
      >
    >
  >;
  /** A seat that becomes free; its attendee is deleted. */
  readonly freeSeat?: string;
  /** The attendee of that seat, sealed: the only copy, for the mail to them. */
  readonly leaver?: string;
  /** Their `emailKey`, for the order of mails; it is not stored. */
  readonly leaverKey?: string;
  /** The seats move to another booking; their attendees stay recorded here. */
  readonly handOverSeats?: boolean;
  readonly addAttendee?: NewAttendee;
  /** Appended to the guests. */
  readonly addGuests?: readonly Guest[];
  readonly absences?: readonly Pick<Attendee, 'id' | 'absent'>[];
  /** Hosts of a booking that moves who do not host it at the new time. */
  readonly released?: readonly number[];
  /** One host replaces another. */
  readonly handOver?: { readonly fromId: number; readonly toId: number };
  /** One host of several leaves; the others stay. */
  readonly release?: number;
}

/** One booking, or all of a recurrence by its own uid; `following`: with the later ones of its recurrence. */
export interface Selection {
  readonly uid: string;
  readonly following?: boolean;
  /** Only bookings of this host. */
  readonly hostId?: number;
  /** Only bookings of this group. */
  readonly group?: BookingGroup;
  /** Only bookings that this user hosts, or whose team they administer. */
  readonly actingHost?: BookingViewer;
  /** Only bookings of teams that this user administers. */
  readonly administrator?: BookingViewer;
  /** Whether the facts name the bookings that have lost their time. */
  readonly checkTime?: boolean;
}

export interface ChangeFacts {
  /** By start; never empty. */
  readonly bookings: readonly Booking[];
  /** Absent when it is deleted. */
  readonly eventType?: EventType;
  /** Uids of those whose time, with its buffers, overlaps another accepted booking of a host. */
  readonly taken: readonly string[];
}

export interface MoveOrder extends Order, Pick<Selection, 'group' | 'administrator'> {
  readonly uid: string;
  /** Only this seat moves. */
  readonly seatUid?: string;
}

/** `hosts`: those who may host it; the current time of the booking counts as free. */
export interface MoveFacts extends TimeFacts {
  readonly booking: Booking;
}

export interface Move {
  readonly change: BookingChange;
  readonly to: Placement;
}

/** `hostId`: the current host. */
export interface HandOverOrder extends Pick<Selection, 'uid' | 'hostId' | 'group' | 'actingHost'> {
  readonly candidateIds: readonly number[];
  readonly now: number;
}

/** The account of a caller. */
export interface BookingUser {
  readonly id: number;
  readonly email: string;
  readonly emailVerified: boolean;
}

export interface BookingStore {
  /** Undefined for an account that is deleted or disabled. */
  findUser(accountId: number): Promise<BookingUser | undefined>;
  /**
   * The booking with this uid, or all of the recurrence with it, by start. Only those that the viewer hosts, attends
   * under a verified address, or administers.
   */
  find(uid: string, viewer: BookingViewer): Promise<readonly VisibleBooking[]>;
  findBySeat(seatUid: string, viewer: BookingViewer): Promise<VisibleBooking | undefined>;
  list(query: BookingQuery): Promise<BookingPage<VisibleBooking>>;
  /** Bookings ahead that wait for this host; at most `most`. */
  countWaiting(hostId: number, now: number, most: number): Promise<number>;
  listIn(query: GroupBookingQuery): Promise<BookingPage>;
  /** As `find`, among the bookings of a group. */
  findIn(group: BookingGroup, uid: string): Promise<readonly Booking[]>;
  /** Whether bookings of an event type belong to a group. */
  manages(group: BookingGroup, eventTypeId: number): Promise<boolean>;
  /** The outcome of an earlier request with the same key. */
  findEarlier(key: IdempotencyKey, now: number): Promise<EarlierRequest | undefined>;
  book(
    order: BookOrder,
    plan: (facts: BookFacts) => readonly Placement[],
    actor: Actor,
  ): Promise<BookOutcome>;
  /** The changed bookings, by start; undefined when there is none with this uid. */
  change(
    selection: Selection,
    plan: (facts: ChangeFacts) => readonly BookingChange[],
    actor: Actor,
  ): Promise<readonly Booking[] | undefined>;
  /** `unbookable`: its event type or a host is gone. */
  move(
    order: MoveOrder,
    plan: (facts: MoveFacts) => Move,
    actor: Actor,
  ): Promise<Placed | 'unbookable' | undefined>;
  /** The booking with its new host. `unbookable`: its event type or a candidate is gone. */
  handOver(
    order: HandOverOrder,
    plan: (facts: MoveFacts) => BookingChange,
    actor: Actor,
  ): Promise<Booking | 'unbookable' | undefined>;
}
