/* A booking as the domain knows it. Instants are milliseconds since the epoch. Names are those of the public API. */
import type { EventType } from '../event-types/event-type.js';
import type { Guest } from './guests.js';

export type BookingStatus = 'pending' | 'accepted' | 'cancelled' | 'rejected';

export interface BookingHost {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly timeZone: string;
  /** Theirs to sign in, should the event type show another one. */
  readonly accountEmail?: string;
}

export interface Attendee {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly timeZone: string;
  readonly language: string;
  readonly phoneNumber: string | null;
  readonly absent: boolean;
  readonly seatUid: string | null;
  readonly responses: Readonly<Record<string, unknown>> | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** Where it takes place: the kind that was chosen, and the address, link, number or app if there is one. */
export interface BookingLocation {
  readonly type: string;
  readonly value?: string;
  /** Of an app: where people meet, as soon as that is known. */
  readonly link?: string;
}

export interface Booking {
  readonly id: number;
  readonly uid: string;
  readonly eventTypeId: number | null;
  readonly eventType: { readonly id: number; readonly slug: string } | null;
  readonly title: string;
  readonly description: string;
  readonly status: BookingStatus;
  readonly start: number;
  readonly end: number;
  readonly hosts: readonly BookingHost[];
  readonly attendees: readonly Attendee[];
  /** Addresses. */
  readonly guests: readonly string[];
  /** Of those guests of whom more is known. */
  readonly guestDetails?: readonly Guest[];
  readonly location: BookingLocation | null;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly icsUid: string;
  /** Grows with each change that calendars should take over (RFC 5545 section 3.8.7.4). */
  readonly icsSequence: number;
  readonly recurringUid: string | null;
  readonly seats: number | null;
  readonly rescheduledFromUid: string | null;
  readonly rescheduledToUid: string | null;
  /** The host called it off and asks for another time. */
  readonly rescheduleRequested: boolean;
  /** Why it was cancelled or rejected. */
  readonly reason: string | null;
  readonly reschedulingReason: string | null;
  /** Who cancelled or rescheduled it, as far as they said. */
  readonly changedByEmail: string | null;
  readonly absentHost: boolean;
  /** What people who are not its hosts may see; nothing once the event type is gone. */
  readonly discloses: { readonly hostEmail: boolean; readonly attendees: boolean };
  /** As its event type says, if it says so. */
  readonly emailSettings?: NonNullable<EventType['emailSettings']>;
  readonly createdAt: number;
  readonly updatedAt: number;
}
