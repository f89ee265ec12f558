/* Bookings as one of their attendees has them. */
import { emailKey } from '../../../src/email-address.js';
import { present } from '../../../src/present.js';
import type { Attendee } from '../../../src/scheduling/bookings/booking.js';
import type {
  AttendedBooking,
  AttendeeBookingStore,
} from '../../../src/scheduling/bookings/attendees/store.js';
import { isId, isStorable } from '../../storable.js';
import { selectBookings } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';
import { type EventTypeRow, toEventType } from '../event-types/event-type-rows.js';

const attendedBy = (condition: string): string =>
  `where booking.uid = :uid and exists (select from attendee where booking_id = booking.id and ${condition})`;

async function select(
  db: Database,
  condition: string,
  values: { readonly uid: string } & Readonly<Record<string, unknown>>,
  isThem: (attendee: Attendee) => boolean,
): Promise<AttendedBooking | undefined> {
  const [booking] = await selectBookings(db, attendedBy(condition), values);
  const attendee = booking?.attendees.find(isThem);
  if (booking === undefined || attendee === undefined) return undefined;
  const row = await db<EventTypeRow>('event_type')
    .where({ id: booking.eventTypeId ?? 0 })
    .first();
  return { booking, attendee, ...present({ eventType: row && toEventType(row) }) };
}

export const createAttendeeBookings = (db: Database): AttendeeBookingStore => ({
  find: async ({ uid, attendeeId }) =>
    isStorable(uid) && isId(attendeeId)
      ? select(db, 'id = :attendeeId', { uid, attendeeId }, ({ id }) => id === attendeeId)
      : undefined,
  async findSame(uid, { email, name }) {
    const key = emailKey(email);
    const isThem = (one: Attendee) => emailKey(one.email) === key && one.name === name;
    return select(db, 'email_key = :key and name = :name', { uid, key, name }, isThem);
  },
});
