/*
 * The port of what other systems keep of a booking: the event of a calendar, the recordings, transcripts and sessions
 * of a meeting room. Adapter: adapters/knex/bookings/booking-records.ts.
 */
import type { z } from 'zod';
import type { Actor } from '../../../events/audit-log.js';
import type { BookingGroup, BookingViewer } from '../lists/list-store.js';
import type { recordingReply, referenceReply, sessionReply } from './record-replies.js';

export interface RecordFacts {
  readonly reference: Readonly<Omit<z.output<typeof referenceReply>, 'id'>>;
  readonly recording: Readonly<z.output<typeof recordingReply>>;
  readonly transcript: { readonly link: string };
  readonly session: Readonly<z.output<typeof sessionReply>>;
}

export type RecordKind = keyof RecordFacts;

export type AddedRecord = {
  readonly [K in RecordKind]: { readonly kind: K; readonly facts: RecordFacts[K] };
}[RecordKind];

export interface NewRecord<K extends RecordKind> {
  readonly kind: K;
  readonly facts: RecordFacts[K];
  /** The id in the other system, which may send the record more than once. */
  readonly externalId?: string;
}

export type BookingRecord<K extends RecordKind> = RecordFacts[K] & { readonly recordId: number };

export interface BookingRecords {
  /** Undefined when there is no booking with this uid; `known` when it has a record with this kind and `externalId`. */
  add<K extends RecordKind>(
    bookingUid: string,
    record: NewRecord<K>,
    actor: Actor,
  ): Promise<BookingRecord<K> | 'known' | undefined>;
  /** Oldest first; undefined when the viewer neither hosts nor administers it, or it is not of the group. */
  list<K extends RecordKind>(
    bookingUid: string,
    kind: K,
    viewer: BookingViewer | BookingGroup,
  ): Promise<readonly BookingRecord<K>[] | undefined>;
}
