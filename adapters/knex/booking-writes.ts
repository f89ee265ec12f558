/*
 * The only writers of bookings. Each change leaves its row in the audit log, and whatever has to leave the house
 * because of it is enqueued in the same place and transaction: `record`.
 */
import type { Cause } from '../../src/audit.js';
import type { Booking } from '../../src/scheduling/bookings/booking.js';
import type {
  BookingChange,
  NewAttendee,
  NewBooking,
  Placed,
  Placement,
} from '../../src/scheduling/bookings/store.js';
import { record } from './audit.js';
import { BY_START, selectBookings } from './booking-reads.js';
import { attendeeColumns, bookingColumns, hostColumns } from './booking-rows.js';
import type { Database } from './connection.js';

/** `made`, `seat_taken`, or what became of a standing booking. */
type Done = BookingChange['done'] | 'created' | 'seat_taken';

/** The uid opens the booking, so that the log names it by its number. */
async function tell(trx: Database, done: Done, booking: Booking, cause: Cause): Promise<void> {
  const { id, eventTypeId, status, start } = booking;
  const facts = { eventTypeId, status, start: new Date(start).toISOString() };
  await record(trx, cause, { action: `booking.${done}`, subject: `booking:${id}`, facts });
}

const byUids = (trx: Database, uids: readonly string[]): Promise<readonly Booking[]> =>
  selectBookings(trx, `where booking.uid = any(:uids) ${BY_START}`, { uids: [...uids] });

type Id = Pick<Booking, 'id'>;

async function insertBooking(trx: Database, booking: NewBooking): Promise<void> {
  const rows = await trx('booking').insert(bookingColumns(booking)).returning<Id[]>('id');
  const [made] = rows;
  if (made === undefined) throw new Error('the booking was not written');
  await trx('booking_host').insert(hostColumns(made.id, booking));
  await trx('attendee').insert(booking.attendees.map((attendee) => attendeeColumns(made.id, attendee)));
}

async function insertSeat(trx: Database, uid: string, attendee: NewAttendee): Promise<void> {
  const rows = await trx('booking').where({ uid }).update({ updated_at: trx.fn.now() }).returning<Id[]>('id');
  const [booking] = rows;
  if (booking === undefined) throw new Error('the booking with free seats is not there');
  await trx('attendee').insert(attendeeColumns(booking.id, attendee));
}

const uidOf = (placement: Placement): string =>
  placement.kind === 'booking' ? placement.booking.uid : placement.bookingUid;

const seatOf = (placement: Placement): string | null =>
  placement.kind === 'booking'
    ? (placement.booking.attendees[0]?.seatUid ?? null)
    : placement.attendee.seatUid;

/** In the order of `placements`. The hosts are locked, so that a free slot and a free seat stay free until here. */
export async function place(
  trx: Database,
  placements: readonly Placement[],
  cause: Cause,
): Promise<readonly Placed[]> {
  for (const placement of placements) {
    if (placement.kind === 'booking') await insertBooking(trx, placement.booking);
    else await insertSeat(trx, placement.bookingUid, placement.attendee);
  }
  const written = await byUids(trx, placements.map(uidOf));
  const placed: Placed[] = [];
  for (const placement of placements) {
    const booking = written.find(({ uid }) => uid === uidOf(placement));
    if (booking === undefined) throw new Error('a booking that was just written is not there');
    await tell(trx, placement.kind === 'booking' ? 'created' : 'seat_taken', booking, cause);
    placed.push({ booking, seatUid: seatOf(placement) });
  }
  return placed;
}

const COLUMNS = {
  status: 'status',
  reason: 'reason',
  reschedulingReason: 'rescheduling_reason',
  changedByEmail: 'changed_by_email',
  rescheduledToUid: 'rescheduled_to_uid',
} as const satisfies Readonly<Record<keyof BookingChange['set'], string>>;

function changedColumns(set: BookingChange['set']): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = { ...set };
  const columns = Object.entries(COLUMNS).filter(([property]) => values[property] !== undefined);
  return Object.fromEntries(columns.map(([property, column]) => [column, values[property]]));
}

async function apply(trx: Database, { uid, set, freeSeat, handOverSeats }: BookingChange): Promise<void> {
  const booking = trx('booking').where({ uid });
  await booking
    .clone()
    .update({ ...changedColumns(set), updated_at: trx.fn.now(), ics_sequence: trx.raw('ics_sequence + 1') });
  const attendees = trx('attendee').where('booking_id', booking.clone().select('id'));
  if (freeSeat !== undefined) await attendees.clone().where({ seat_uid: freeSeat }).delete();
  if (handOverSeats === true) await attendees.clone().update({ seat_uid: null });
}

/** By start. */
export async function applyChanges(
  trx: Database,
  changes: readonly BookingChange[],
  cause: Cause,
): Promise<readonly Booking[]> {
  for (const change of changes) await apply(trx, change);
  const doneTo = new Map(changes.map(({ uid, done }) => [uid, done]));
  const changed = await byUids(trx, [...doneTo.keys()]);
  for (const booking of changed) await tell(trx, doneTo.get(booking.uid) ?? 'cancelled', booking, cause);
  return changed;
}
