/* Bookings as they are read. Who may see one is a condition of the statement. */
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { BookingUser } from '../../../src/scheduling/bookings/store.js';
import { isId, isStorable } from '../../storable.js';
import { SELECT_BOOKING, toBooking } from './booking-rows.js';
import type { BookingRow } from './booking-rows.js';
import type { Database } from '../connection.js';

/** `tail`: conditions, order, lock. */
export async function selectBookings(
  db: Database,
  tail: string,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly Booking[]> {
  const { rows } = await db.raw<{ rows: readonly BookingRow[] }>(`${SELECT_BOOKING} ${tail}`, { ...values });
  return rows.map(toBooking);
}

/** In the order of the ids, without those that are gone. */
export async function selectByIds(db: Database, ids: readonly number[]): Promise<readonly Booking[]> {
  if (ids.length === 0) return [];
  const order = 'order by array_position(cast(:ids as integer[]), booking.id)';
  return selectBookings(db, `where booking.id = any(:ids) ${order}`, { ids: [...ids] });
}

/** The booking with the uid `:uid`, or all of the recurrence with it. */
export const NAMED = `(booking.uid = :uid or booking.recurring_uid = :uid)`;

/** Of `booking`, the outer row. */
export const hostedBy = (accountId: string): string =>
  `exists (select from booking_host where booking_id = booking.id and account_id = ${accountId})`;

/** Hosts, and attendees whose account has a verified address, see a booking: `:viewerId`. */
const VISIBLE = `(
  ${hostedBy(':viewerId')}
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

export async function findUser(db: Database, accountId: number): Promise<BookingUser | undefined> {
  if (!isId(accountId)) return undefined;
  const { rows } = await db.raw<{ rows: readonly BookingUser[] }>(
    `select id, email, email_verified_at is not null as "emailVerified" from account
     where id = :accountId and disabled_at is null`,
    { accountId },
  );
  return rows[0];
}
