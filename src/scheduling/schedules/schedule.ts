/* Weekly hours in one time zone, and the dates that differ from them. Names are those of the public API. */
import type { WeekDay } from '../profile/store.js';

export interface WeeklyHours {
  readonly days: readonly WeekDay[];
  /** `HH:MM` on the wall clock of the schedule's zone. */
  readonly startTime: string;
  /** After `startTime`; `24:00` is the end of the day. */
  readonly endTime: string;
}

/** Replaces the weekly hours of its date; several may name one date. Equal times: nothing on that date. */
export interface DateOverride {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
}

export interface Hours {
  /** IANA name. */
  readonly timeZone: string;
  readonly availability: readonly WeeklyHours[];
  readonly overrides: readonly DateOverride[];
}

export interface Schedule extends Hours {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly isDefault: boolean;
}
