/*
 * The port of bookings. What may be booked or changed is decided by the caller's pure functions; the store calls them
 * inside the transaction that has locked the hosts, on what stands then, and writes what they say. They may run again
 * from the start, and what they throw ends the transaction without a trace. Adapter: adapters/knex/bookings/bookings.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { EventType } from '../event-types/event-type.js';
import type { Host, Span } from '../slots/slot.js';
import type { HostRotation } from './creation/assignment.js';
import type { Attendee, Booking, BookingLocation, BookingStatus } from './booking.js';
import type { HandOverFacts, HandOverOrder } from './changes/handover-store.js';
import type { BookingPage, BookingGroup, BookingQuery, GroupBookingQuery } from './lists/list-store.js';
import type { Guest } from './guests.js';
import type { Earlier, IdempotencyStore, IdempotencyKey } from './creation/idempotency-key-store.js';

export type NewAttendee = Omit<Attendee, 'id' | 'absent'>;

export interface NewBooking {
  readonly uid: string;
  readonly eventTypeId: number;
  readonly title: string;
  readonly description: string;
  readonly status: Extract<BookingStatus, 'pending' | 'accepted'>;
  readonly start: number;
  readonly end: number;
  /** With the buffers of the event type. */
  readonly busy: Span;
  readonly hostIds: readonly number[];
  readonly location: BookingLocation | null;
  /** A room of its own that needs no account, should it have to meet in one. */
  readonly room?: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly guests: readonly string[];
  readonly guestDetails?: readonly Guest[];
  readonly icsUid: string;
  readonly icsSequence: number;
  readonly recurringUid: string | null;
  readonly seats: number | null;
  readonly rescheduledFromUid: string | null;
  readonly reschedulingReason: string | null;
  readonly changedByEmail: string | null;
  readonly attendees: readonly NewAttendee[];
}

/** A booking of its own, or one more seat in one that stands. */
export type Placement =
  | { readonly kind: 'booking'; readonly booking: NewBooking }
  | { readonly kind: 'seat'; readonly bookingUid: string; readonly attendee: NewAttendee };

export interface Placed {
  readonly booking: Booking;
  /** Of the seat that was taken. */
  readonly seatUid: string | null;
}

/** What stands while the hosts are locked. */
export interface TimeFacts {
  readonly eventType: EventType;
  /** All who host it, enabled. */
  readonly hosts: readonly Host[];
  /** Of a round robin. */
  readonly rotation?: readonly HostRotation[];
  readonly held: readonly Span[];
}

export interface BookFacts extends TimeFacts {
  /** How many bookings of the event type the booker has ahead, and the next of them. */
  readonly active: { readonly count: number; readonly nextUid?: string };
  /** A workflow writes text messages to whoever attends, and wants their number. */
  readonly phoneRequired: boolean;
}

interface Order {
  /** Where the new times lie, not shorter. */
  readonly range: Span;
  readonly now: number;
  readonly ownHolds: { readonly holders: readonly string[]; readonly uid?: string };
}

export interface BookOrder extends Order {
  readonly eventTypeId: number;
  /** Who is locked first; of a team those count who host it then. */
  readonly hostIds: readonly number[];
  readonly bookerEmail: string;
  readonly privateLinkId?: string;
  /** The code that the booker was sent, under each key of the ring; none if they gave none. Absent: they need none. */
  readonly codeHashes?: readonly string[];
  /** Response to a routing form that led here; `memberId`: who says so. */
  readonly routing?: {
    readonly responseId?: number;
    readonly queuedResponseId?: string;
    readonly memberId?: number;
  };
  readonly idempotencyKey?: IdempotencyStore;
}

export type BookOutcome =
  | { readonly kind: 'booked'; readonly placed: readonly Placed[] }
  | Earlier
  | { readonly kind: 'link_refused'; readonly reason: 'expired' | 'unknown' }
  /** The event type asks for a code, and this is not the one that counts. */
  | { readonly kind: 'unproven' }
  /** The event type, or a host. */
  | { readonly kind: 'gone' };

/** What was done to a standing booking; for the audit log `booking.<done>`. */
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

/** What becomes of a standing booking. Only what is named changes. */
export interface BookingChange {
  readonly uid: string;
  readonly done: BookingDone;
  /** Nobody is written to: the mails that wait say it anyway. */
  readonly untold?: true;
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
  /** A seat that becomes free; its attendee is forgotten. */
  readonly freeSeat?: string;
  /** Who sat there, sealed: the one to tell, and no longer written anywhere else. */
  readonly leaver?: string;
  /** The seats go on in another booking; who sat there stays written here. */
  readonly handOverSeats?: boolean;
  readonly addAttendee?: NewAttendee;
  /** Behind those who are invited already. */
  readonly addGuests?: readonly Guest[];
  readonly absences?: readonly Pick<Attendee, 'id' | 'absent'>[];
  /** Hosts of a booking that moves who do not come to the new time. */
  readonly released?: readonly number[];
  /** One host takes the place of another. */
  readonly handOver?: { readonly fromId: number; readonly toId: number };
  /** One host of several comes no more; the others do. */
  readonly release?: number;
}

/** One booking, or all of a recurrence by its own uid; `following`: with those of its recurrence that come after it. */
export interface Selection {
  readonly uid: string;
  readonly following?: boolean;
  /** Only those that this person hosts. */
  readonly hostId?: number;
  /** Only those of this place. */
  readonly group?: BookingGroup;
  /** Whether the facts are to say which of them have lost their time. */
  readonly asksTime?: boolean;
}

export interface ChangeFacts {
  /** By start; never empty. */
  readonly bookings: readonly Booking[];
  /** Absent when it is gone. */
  readonly eventType?: EventType;
  /** Uids of those whose time, with its buffers, a host has given to another booking that is accepted. */
  readonly taken: readonly string[];
}

export interface MoveOrder extends Order, Pick<Selection, 'group'> {
  readonly uid: string;
  /** Only this seat moves. */
  readonly seatUid?: string;
}

/** `hosts` are free where the booking that moves has been. */
export interface MoveFacts extends TimeFacts {
  readonly booking: Booking;
}

export interface Move {
  readonly change: BookingChange;
  readonly to: Placement;
}

/** Who calls, as far as bookings ask. */
export interface BookingPerson {
  readonly id: number;
  readonly email: string;
  /** Whether they have shown that mail to this address reaches them. */
  readonly emailProven: boolean;
}

export interface BookingStore {
  /** Undefined for an account that is gone or disabled. */
  person(accountId: number): Promise<BookingPerson | undefined>;
  /**
   * The booking with this uid, or all of the recurrence with it, by start. Only those that the viewer hosts, or attends
   * under a proven address.
   */
  find(uid: string, viewerId: number): Promise<readonly Booking[]>;
  findBySeat(seatUid: string, viewerId: number): Promise<Booking | undefined>;
  list(query: BookingQuery): Promise<BookingPage>;
  listIn(query: GroupBookingQuery): Promise<BookingPage>;
  /** As `find`, of what belongs to a place. */
  findIn(group: BookingGroup, uid: string): Promise<readonly Booking[]>;
  /** Whether what is booked of an event type belongs to a place. */
  manages(group: BookingGroup, eventTypeId: number): Promise<boolean>;
  /** What became of an earlier request with the same key. */
  earlier(key: IdempotencyKey, now: number): Promise<Earlier | undefined>;
  book(
    order: BookOrder,
    plan: (facts: BookFacts) => readonly Placement[],
    actor: Actor,
  ): Promise<BookOutcome>;
  /** Gives the bookings that were changed, by start; undefined when there is none with this uid. */
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
  /** The booking with its new host. `unbookable`: its event type or one of those who might take it is gone. */
  handOver(
    order: HandOverOrder,
    plan: (facts: HandOverFacts) => BookingChange,
    actor: Actor,
  ): Promise<Booking | 'unbookable' | undefined>;
}
