/* Bookings as they are read. Who may see one is a condition of the statement. */
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { BookingPerson } from '../../../src/scheduling/bookings/store.js';
import { isId, isStorable } from '../../storable.js';
import { SELECT_BOOKING, toBooking } from './booking-rows.js';
import type { BookingRow } from './booking-rows.js';
import type { Database } from '../connection.js';

type Values = Readonly<Record<string, unknown>>;

/** `tail`: conditions, order, lock. */
export async function selectBookings(
  db: Database,
  tail: string,
  values: Values,
): Promise<readonly Booking[]> {
  const { rows } = await db.raw<{ rows: readonly BookingRow[] }>(`${SELECT_BOOKING} ${tail}`, { ...values });
  return rows.map(toBooking);
}

/** The one with the uid `:uid`, or all of the recurrence with it. */
export const NAMED = `(booking.uid = :uid or booking.recurring_uid = :uid)`;

/** Hosts, and attendees whose account has shown that its address is theirs, see a booking: `:viewerId`. */
const VISIBLE = `(
  exists (select from booking_host where booking_id = booking.id and account_id = :viewerId)
  or exists (
    select from attendee join account on account.email_key = attendee.email_key
    where attendee.booking_id = booking.id and account.id = :viewerId
      and account.email_verified_at is not null and account.disabled_at is null
  )
)`;

export const BY_START = 'order by booking.starts_at, booking.id';

export const findBookings = async (db: Database, uid: string, viewerId: number) =>
  isStorable(uid) && isId(viewerId)
    ? selectBookings(db, `where ${NAMED} and ${VISIBLE} ${BY_START}`, { uid, viewerId })
    : [];

const OF_SEAT = 'booking.id = (select booking_id from attendee where seat_uid = :seatUid)';

export async function findBySeat(
  db: Database,
  seatUid: string,
  viewerId: number,
): Promise<Booking | undefined> {
  if (!isStorable(seatUid) || !isId(viewerId)) return undefined;
  const [booking] = await selectBookings(db, `where ${OF_SEAT} and ${VISIBLE}`, { seatUid, viewerId });
  return booking;
}

export async function findPerson(db: Database, accountId: number): Promise<BookingPerson | undefined> {
  const { rows } = await db.raw<{ rows: readonly BookingPerson[] }>(
    `select id, email, email_verified_at is not null as "emailProven" from account
     where id = :accountId and disabled_at is null`,
    { accountId },
  );
  return rows[0];
}
