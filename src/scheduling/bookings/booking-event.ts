/* Something that happened to a booking, and the domain event it is. Pure. */
import type { EventOf } from '../../events/catalogue.js';
import type { Booking } from './booking.js';
import type { AddedRecord } from './record-store.js';
import type { BookingChange, BookingDone } from './store.js';

export interface BookingEvent {
  readonly done: BookingDone | 'created' | 'seat_taken';
  /** As it is afterwards. */
  readonly booking: Booking;
  /** What was changed; absent for what is new. */
  readonly change?: BookingChange;
  /** Of the seat that was taken. */
  readonly seatUid?: string | null;
  /** Of what is new: the booking that it, or the seat, was moved from. */
  readonly movedFromUid?: string;
}

/** The uid opens the booking, so that the audit log names it by its number. */
export function domainEventOf({
  done,
  booking,
  change,
  movedFromUid,
}: BookingEvent): EventOf<`booking.${BookingEvent['done']}`> {
  const { id, eventTypeId, status, start } = booking;
  return {
    action: `booking.${done}`,
    subject: `booking:${id}`,
    facts: { eventTypeId, status, start: new Date(start).toISOString() },
    details: {
      rescheduled: booking.rescheduledFromUid !== null,
      moved: movedFromUid !== undefined,
      meetingCreated: change?.set.location?.type === 'integration',
      hostReleased: change?.release !== undefined,
      silent: change?.untold === true,
    },
  };
}

/** A recording that still runs, or failed, is not ready. */
const isReady = (facts: AddedRecord['facts']): boolean =>
  !('status' in facts) || ((facts.error ?? null) === null && facts.status !== 'in-progress');

export const recordEventOf = (
  bookingId: number,
  { kind, facts }: Pick<AddedRecord, 'kind' | 'facts'>,
): EventOf<'booking.record_added'> => ({
  action: 'booking.record_added',
  subject: `booking:${bookingId}`,
  facts: { kind },
  details: { ready: isReady(facts) },
});
