/*
 * The port of what other systems keep of a booking: the event of a calendar, the recordings, transcripts and sessions
 * of a meeting room. Whoever connects such a system adds it here. Adapter: adapters/knex/bookings/booking-records.ts.
 */
import type { Actor } from '../../../events/audit-log.js';
import type { BookingGroup } from '../lists/list-store.js';

export interface RecordFacts {
  readonly reference: {
    /** `google_calendar`, `zoom_video` */
    readonly type: string;
    /** What the other system calls it. */
    readonly eventUid: string;
    readonly destinationCalendarId: string | null;
  };
  readonly recording: {
    readonly id: string;
    readonly roomName: string;
    /** Seconds since the epoch, and seconds. */
    readonly startTs: number;
    readonly duration: number;
    readonly status: string;
    readonly maxParticipants?: number;
    readonly shareToken: string;
    readonly downloadLink?: string | null;
    readonly error?: string | null;
  };
  readonly transcript: { readonly link: string };
  readonly session: {
    readonly id: string;
    readonly room: string;
    /** Seconds since the epoch, and seconds. */
    readonly startTime: number;
    readonly duration: number;
    readonly ongoing: boolean;
    readonly maxParticipants: number;
    readonly participants: readonly Participant[];
  };
}

export interface Participant {
  readonly userId: string | null;
  readonly userName: string | null;
  /** Seconds since the epoch, and seconds. */
  readonly joinTime: number;
  readonly duration: number;
}

export type RecordKind = keyof RecordFacts;

export type AddedRecord = {
  readonly [K in RecordKind]: { readonly kind: K; readonly facts: RecordFacts[K] };
}[RecordKind];

export type BookingRecord<K extends RecordKind> = RecordFacts[K] & { readonly recordId: number };

export interface BookingRecords {
  /**
   * Undefined when there is no booking with this uid; `known` when it has one of this kind with the `toldId`, under
   * which the other system tells it, perhaps more than once.
   */
  add<K extends RecordKind>(
    bookingUid: string,
    record: { readonly kind: K; readonly facts: RecordFacts[K]; readonly toldId?: string },
    actor: Actor,
  ): Promise<BookingRecord<K> | 'known' | undefined>;
  /** Oldest first; undefined when the person does not host a booking with this uid, or it is not of the place. */
  list<K extends RecordKind>(
    bookingUid: string,
    kind: K,
    viewer: number | BookingGroup,
  ): Promise<readonly BookingRecord<K>[] | undefined>;
}
