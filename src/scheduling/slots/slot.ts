/* What slots are computed from and what comes out. All instants are milliseconds since the epoch. */
import type { SlotRules } from '../event-types/event-type.js';
import type { WeekDay } from '../profile/store.js';
import type { Hours } from '../schedules/schedule.js';

/** Half open: `until` is free again. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A booking of a host, or something else that keeps the host from being booked. */
export interface Busy extends Span {
  /** Of the booking itself, without buffers; what limits count. Absent for what is no booking. */
  readonly booking?: Span & {
    readonly eventTypeId: number | null;
    readonly uid: string;
    /** Seats taken, for a booking with seats. */
    readonly seatsTaken?: number;
    readonly seats?: number;
  };
}

export interface Host {
  readonly accountId: number;
  readonly hours: Hours;
  /** Where a week begins, for limits per week. */
  readonly weekStart: WeekDay;
  readonly busy: readonly Busy[];
  readonly away: readonly Span[];
  /** The person's own limits over all event types. */
  readonly limits: PersonLimits;
}

export interface PersonLimits {
  readonly perDay?: number;
  readonly perWeek?: number;
  readonly perMonth?: number;
  readonly perYear?: number;
}

export interface SlotQuery {
  readonly eventTypeId: number;
  readonly rules: SlotRules;
  /** The length that was chosen. */
  readonly lengthInMinutes: number;
  /** `all` must be free (one person, or a collective team event), or `any` of them (round robin). */
  readonly hosts: readonly Host[];
  readonly need: 'all' | 'any';
  /** Who must be free beside any of the others. */
  readonly mandatoryIds?: readonly number[];
  /** Of a round robin: whom the caller chose to have one from. The others keep their part in limits and holds. */
  readonly amongIds?: readonly number[];
  /** Held by somebody else: times of this event type, without buffers. */
  readonly held: readonly Span[];
  readonly now: number;
}

export interface Slot {
  readonly start: number;
  readonly end: number;
  /** Who could take it, in the order of `hosts`. */
  readonly accountIds: readonly number[];
  /** With seats: the booking others are in, how many seats there are, and how many of them are left. */
  readonly seated?: { readonly bookingUid?: string; readonly seats: number; readonly left: number };
}
