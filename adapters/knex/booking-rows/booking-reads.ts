/* Bookings as they are read. Who may see one is a condition of the statement. */
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { BookingUser } from '../../../src/scheduling/bookings/store.js';
import type { BookingViewer, VisibleBooking } from '../../../src/scheduling/bookings/lists/list-store.js';
import { isId, isStorable } from '../../storable.js';
import { ADMINISTERED, viewerValues } from './administered-bookings.js';
import { SELECT_BOOKING, selectBookingSeen } from './booking-rows.js';
import type { Database } from '../connection.js';
import { prepared } from '../prepared.js';
import { selectRows } from '../rows.js';

/** `tail`: conditions, order, lock. The rows are bookings as they are: copies take time. */
export const selectBookings = (
  db: Database,
  tail: string,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly Booking[]> => selectRows(db, `${SELECT_BOOKING} ${tail}`, values);

/** In the order of the ids, without those that are gone. */
const BY_IDS = 'where booking.id = any(:ids) order by array_position(cast(:ids as integer[]), booking.id)';

const readByIds = prepared<Booking>('bookings-by-ids', `${SELECT_BOOKING} ${BY_IDS}`);

export const selectByIds = async (db: Database, ids: readonly number[]): Promise<readonly Booking[]> =>
  ids.length === 0 ? [] : readByIds(db, { ids });

/** The booking with the uid `:uid`, or all of the recurrence with it. */
export const NAMED = `(booking.uid = :uid or booking.recurring_uid = :uid)`;

/** Of `booking`, the outer row. */
export const hostedBy = (accountId: string): string =>
  `exists (select from booking_host where booking_id = booking.id and account_id = ${accountId})`;

/** Of `booking`; with `viewerValues`. */
export const HOSTED_OR_ADMINISTERED = `(${hostedBy(':viewerId')} or ${ADMINISTERED})`;

/** Besides, attendees whose account has a verified address see a booking. */
const VISIBLE = `(
  ${HOSTED_OR_ADMINISTERED}
  or exists (
    select from attendee join account on account.email_key = attendee.email_key
    where attendee.booking_id = booking.id and account.id = :viewerId
      and account.email_verified_at is not null and account.disabled_at is null
  )
)`;

export const BY_START = 'order by booking.starts_at, booking.id';

const readByUids = prepared<Booking>(
  'bookings-by-uids',
  `${SELECT_BOOKING} where booking.uid = any(:uids) ${BY_START}`,
);

/** By start. */
export const selectByUids = (db: Database, uids: readonly string[]): Promise<readonly Booking[]> =>
  readByUids(db, { uids });

const SELECT_VISIBLE = selectBookingSeen(HOSTED_OR_ADMINISTERED);

const selectVisible = (db: Database, tail: string, values: object): Promise<readonly VisibleBooking[]> =>
  selectRows(db, `${SELECT_VISIBLE} ${tail}`, values);

const readVisibleByIds = prepared<VisibleBooking>('visible-bookings-by-ids', `${SELECT_VISIBLE} ${BY_IDS}`);

/** As `selectByIds`. */
export const selectVisibleByIds = async (
  db: Database,
  ids: readonly number[],
  viewer: BookingViewer,
): Promise<readonly VisibleBooking[]> =>
  ids.length === 0 ? [] : readVisibleByIds(db, { ...viewerValues(viewer), ids });

export const findBookings = async (
  db: Database,
  uid: string,
  viewer: BookingViewer,
): Promise<readonly VisibleBooking[]> => {
  if (!isStorable(uid)) return [];
  return selectVisible(db, `where ${NAMED} and ${VISIBLE} ${BY_START}`, { ...viewerValues(viewer), uid });
};

const OF_SEAT = 'booking.id = (select booking_id from attendee where seat_uid = :seatUid)';

export async function findBySeat(
  db: Database,
  seatUid: string,
  viewer: BookingViewer,
): Promise<VisibleBooking | undefined> {
  if (!isStorable(seatUid)) return undefined;
  const values = { ...viewerValues(viewer), seatUid };
  return (await selectVisible(db, `where ${OF_SEAT} and ${VISIBLE}`, values))[0];
}

const readUsers = prepared<BookingUser>(
  'booking-user',
  `select id, email, email_verified_at is not null as "emailVerified" from account
where id = :accountId and disabled_at is null`,
);

export async function findUser(db: Database, accountId: number): Promise<BookingUser | undefined> {
  if (!isId(accountId)) return undefined;
  return (await readUsers(db, { accountId }))[0];
}
