/*
 * An event type and its settings. Names are those of the public API; durations are minutes. Slots are computed from
 * SlotRules; bookings read the rest.
 */
import type { Appearance } from './appearance.js';

/** At most so many bookings (or minutes of bookings) in each calendar period of the host's time zone. */
export interface PeriodLimits {
  readonly day?: number;
  readonly week?: number;
  readonly month?: number;
  readonly year?: number;
}

export type BookingWindow =
  /** From today so many days on; `rolling`: always so many bookable ones. */
  | {
      readonly type: 'calendarDays' | 'businessDays';
      readonly value: number;
      readonly rolling?: boolean;
    }
  /** First and last date, `YYYY-MM-DD`. */
  | { readonly type: 'range'; readonly value: readonly [string, string] };

export interface Seats {
  readonly seatsPerTimeSlot: number;
  readonly showAttendeeInfo: boolean;
  readonly showAvailabilityCount: boolean;
}

/** What decides whether a time may be booked. */
export interface SlotRules {
  readonly lengthInMinutes: number;
  /** Other lengths that a booker may choose; holds `lengthInMinutes` too, or is absent. */
  readonly lengthInMinutesOptions?: readonly number[];
  /** From the start of one slot to the next; the length when absent. */
  readonly slotInterval?: number;
  /** Slots start so many minutes after the grid's points. */
  readonly offsetStart: number;
  readonly minimumBookingNotice: number;
  readonly beforeEventBuffer: number;
  readonly afterEventBuffer: number;
  readonly bookingWindow?: BookingWindow;
  readonly bookingLimitsCount?: PeriodLimits;
  readonly bookingLimitsDuration?: PeriodLimits;
  readonly onlyShowFirstAvailableSlot: boolean;
  readonly seats?: Seats;
}

export interface Recurrence {
  readonly interval: number;
  readonly occurrences: number;
  readonly frequency: 'yearly' | 'monthly' | 'weekly';
}

export type ConfirmationPolicy = {
  readonly blockUnconfirmedBookingsInBooker: boolean;
} & (
  | { readonly type: 'always' }
  /** Only bookings that start sooner than this wait for the host. */
  | {
      readonly type: 'time';
      readonly noticeThreshold: { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number };
    }
);

export interface Disabling {
  readonly disabled: boolean;
  /** Not possible any more so many minutes before the start. */
  readonly minutesBefore?: number;
}

/** The settings of an event type, without its ids and its assignment. */
export type EventTypeTerms = Omit<
  EventType,
  'id' | 'ownerId' | 'teamId' | 'parentId' | 'schedulingType' | 'assignAllTeamMembers'
>;

/**
 * How the hosts of a team's event type come together. `collective`: all of them come; `roundRobin`: one, beside those
 * who must; `managed`: each has an event type of their own like it, and this one itself is not booked.
 */
export type SchedulingType = 'collective' | 'roundRobin' | 'managed';

/** Which host a round robin prefers. */
export type HostPriority = 'lowest' | 'low' | 'medium' | 'high' | 'highest';

export interface EventTypeHost {
  readonly accountId: number;
  /** Comes to every booking of a round robin. */
  readonly mandatory: boolean;
  readonly priority: HostPriority;
  /** Of two hosts the one with twice the weight gets twice the bookings. */
  readonly weight: number;
}

export interface EventType extends SlotRules {
  readonly id: number;
  /** The account that owns it; a team's event type has a team instead. */
  readonly ownerId: number | null;
  readonly teamId: number | null;
  /** The managed event type of a team that this one follows. */
  readonly parentId?: number;
  /** Of a team's event type. */
  readonly schedulingType?: SchedulingType;
  /** All members of the team host it, later ones too. */
  readonly assignAllTeamMembers?: boolean;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly hidden: boolean;
  /** The host's default schedule when absent. */
  readonly scheduleId: number | null;
  readonly locations: readonly Location[];
  readonly bookingFields: readonly BookingField[];
  readonly disableGuests: boolean;
  readonly recurrence?: Recurrence;
  readonly confirmationPolicy?: ConfirmationPolicy;
  readonly bookerActiveBookingsLimit?: {
    readonly maximumActiveBookings: number;
    readonly offerReschedule: boolean;
  };
  readonly disableCancelling: Disabling;
  readonly disableRescheduling: Disabling;
  readonly allowReschedulingPastBookings: boolean;
  readonly allowReschedulingCancelledBookings: boolean;
  readonly hideOrganizerEmail: boolean;
  /** Who gets no mails about bookings. */
  readonly emailSettings?: {
    readonly disableEmailsToAttendees?: boolean;
    readonly disableEmailsToHosts?: boolean;
  };
  /** Of a round robin: who hosts a booking keeps it when it is moved. */
  readonly rescheduleWithSameRoundRobinHost?: boolean;
  /** Only callers with a token may book it. */
  readonly bookingRequiresAuthentication: boolean;
  /** A booker confirms their e-mail address with a code. */
  readonly requiresBookerEmailVerification?: boolean;
  /** Template of a booking's title, with `{Event type title}`, `{Organiser}`, `{Scheduler}`. */
  readonly customName?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly appearance: Appearance;
}

/** A location that a booking can have. */
export type Location =
  | { readonly type: 'address'; readonly address: string; readonly public: boolean }
  | { readonly type: 'link'; readonly link: string; readonly public: boolean }
  | { readonly type: 'phone'; readonly phone: string; readonly public: boolean }
  | { readonly type: 'integration'; readonly integration: string }
  | { readonly type: 'attendeeAddress' | 'attendeePhone' | 'attendeeDefined' | 'organizersDefaultApp' };

/** A question to the booker; `slug` is the key of its answer in `bookingFieldsResponses`. */
export interface BookingField {
  readonly type:
    | 'name'
    | 'email'
    | 'title'
    | 'location'
    | 'notes'
    | 'guests'
    | 'rescheduleReason'
    | 'phone'
    | 'address'
    | 'text'
    | 'number'
    | 'textarea'
    | 'select'
    | 'multiselect'
    | 'multiemail'
    | 'checkbox'
    | 'radio'
    | 'boolean'
    | 'url';
  readonly slug: string;
  readonly label?: string;
  readonly placeholder?: string;
  readonly required: boolean;
  readonly hidden: boolean;
  readonly isDefault: boolean;
  readonly options?: readonly string[];
  readonly disableOnPrefill: boolean;
}
