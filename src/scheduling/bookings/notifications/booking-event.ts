/* The domain events of bookings and of their records. Pure. */
import type { EventOf } from '../../../events/catalogue.js';
import type { ChangedBooking } from '../changed-booking.js';
import type { AddedRecord } from '../records/record-store.js';

/** The uid is a secret, so the audit log names the booking by its id. */
export function domainEventOf({
  done,
  booking,
  change,
  movedFromUid,
}: ChangedBooking): EventOf<`booking.${ChangedBooking['done']}`> {
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
      silent: change?.silent === true,
    },
  };
}

/** A recording that is still running, or failed, is not ready. */
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
