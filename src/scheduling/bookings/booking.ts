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
  /** The address of the account, where the event type shows another one. */
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

/** The kind of location that was chosen, and its address, link, number or app. */
export interface BookingLocation {
  readonly type: string;
  readonly value?: string;
  /** The meeting link of an app, once it is known. */
  readonly link?: string;
}

/** What a booking has from its creation on. */
export interface BookingContent {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly start: number;
  readonly end: number;
  /** Addresses. */
  readonly guests: readonly string[];
  /** Of the guests with more than an address. */
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
  readonly reschedulingReason: string | null;
  /** Who cancelled or rescheduled it, if known. */
  readonly changedByEmail: string | null;
}

export interface Booking extends BookingContent {
  readonly id: number;
  readonly eventTypeId: number | null;
  readonly eventType: { readonly id: number; readonly slug: string } | null;
  readonly status: BookingStatus;
  readonly hosts: readonly BookingHost[];
  readonly attendees: readonly Attendee[];
  readonly rescheduledToUid: string | null;
  /** The host cancelled it and asks for another time. */
  readonly rescheduleRequested: boolean;
  /** Why it was cancelled or rejected. */
  readonly reason: string | null;
  readonly absentHost: boolean;
  /** What others than its hosts may see; nothing once the event type is deleted. */
  readonly discloses: { readonly hostEmail: boolean; readonly attendees: boolean };
  /** Those of its event type; null without any. */
  readonly emailSettings?: EventType['emailSettings'] | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}
