/* What the page of a whole booking shows. */
import type { BookingState } from '../bookings/booking.js';

export interface AnswerView {
  readonly label: string;
  readonly value: string;
}

export interface PersonView {
  readonly id: string;
  readonly name: string;
  /** Empty for those who booked by phone. */
  readonly email: string;
  /** In the IANA database. */
  readonly timeZone: string;
  readonly phoneNumber?: string | undefined;
  readonly absent: boolean;
  /** Of a seat. */
  readonly answers: readonly AnswerView[];
}

/** Another booking: the one that this was, or has become, or another date of the recurrence. */
export interface RelatedBooking {
  readonly to: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
}

export interface BookingPageView {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly createdAt: number;
  /** Of the reader, in the IANA database. */
  readonly timeZone: string;
  readonly asHost: boolean;
  readonly state: BookingState;
  /** As written by the user who cancelled or declined it. */
  readonly reason?: string | undefined;
  readonly reschedulingReason?: string | undefined;
  /** The address of the user who cancelled or moved it. */
  readonly changedBy?: string | undefined;
  /** Of the online meeting. */
  readonly link?: string | undefined;
  readonly location?: string | undefined;
  /** `email`: empty where it is hidden. */
  readonly hosts: readonly { readonly name: string; readonly email: string }[];
  readonly absentHost: boolean;
  readonly eventType?: string | undefined;
  readonly notes?: string | undefined;
  readonly people: readonly PersonView[];
  /** For hosts. */
  readonly seats?: { readonly taken: number; readonly all: number } | undefined;
  readonly guests: readonly string[];
  readonly answers: readonly AnswerView[];
  readonly related: {
    readonly from?: RelatedBooking | undefined;
    readonly to?: RelatedBooking | undefined;
    /** Other dates of the recurrence. */
    readonly series: readonly RelatedBooking[];
  };
  /** Events in calendars and meetings of other systems. */
  readonly references: readonly { readonly type: string; readonly id: string }[];
  readonly actions: readonly {
    readonly to: string;
    readonly label: string;
    readonly look: 'primary' | 'plain';
  }[];
  /** By id of a person: the form that cancels their seat. */
  readonly seatForms: Readonly<Record<string, string>>;
}
