/*
 * The only writers of bookings; the lock of the hosts before them rules out a double booking. Every change emits its event, and enqueues the jobs that follow from it, in the same
 * transaction: booking-effects.ts.
 */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import type {
  BookingChange,
  NewAttendee,
  Placed,
  Placement,
} from '../../../src/scheduling/bookings/store.js';
import { hasDetails } from '../../../src/scheduling/bookings/guests.js';
import type { Guest } from '../../../src/scheduling/bookings/guests.js';
import { writeEffects } from './booking-effects.js';
import { selectByUids } from '../booking-rows/booking-reads.js';
import { attendeeColumns, changedColumns } from '../booking-rows/booking-rows.js';
import type { Database } from '../connection.js';
import { insertBookings } from './new-bookings.js';

type Id = Pick<Booking, 'id'>;

async function insertSeat(trx: Database, uid: string, attendee: NewAttendee): Promise<void> {
  const now = trx.fn.now();
  const [booking] = await trx('booking').where({ uid }).update({ updated_at: now }).returning<Id[]>('id');
  if (booking === undefined) throw new Error('the booking with free seats is not there');
  await trx('attendee').insert(attendeeColumns(booking.id, attendee));
}

const uidOf = (placement: Placement): string =>
  placement.kind === 'booking' ? placement.booking.uid : placement.bookingUid;

const seatOf = (placement: Placement): string | null =>
  placement.kind === 'booking'
    ? (placement.booking.attendees[0]?.seatUid ?? null)
    : placement.attendee.seatUid;

/**
 * In the order of `placements`. The hosts are locked, so that a free slot and a free seat stay free until here.
 * `movedFromUid`: the booking that was moved here.
 */
export async function writePlacements(
  trx: Database,
  placements: readonly Placement[],
  actor: Actor,
  movedFromUid?: string,
): Promise<readonly Placed[]> {
  await insertBookings(
    trx,
    placements.flatMap((placement) => (placement.kind === 'booking' ? placement.booking : [])),
  );
  for (const placement of placements)
    if (placement.kind === 'seat') await insertSeat(trx, placement.bookingUid, placement.attendee);
  const written = await selectByUids(trx, placements.map(uidOf));
  const events = placements.map((placement): ChangedBooking & Placed => {
    const booking = written.find(({ uid }) => uid === uidOf(placement));
    if (booking === undefined) throw new Error('a booking that was just written is not there');
    const done = placement.kind === 'booking' ? 'created' : 'seat_taken';
    return { done, booking, seatUid: seatOf(placement), ...present({ movedFromUid }) };
  });
  await writeEffects(trx, events, actor);
  return events.map(({ booking, seatUid }) => ({ booking, seatUid }));
}

async function changeAttendees(trx: Database, id: number, change: BookingChange): Promise<void> {
  const { freeSeat, handOverSeats, addAttendee, absences = [] } = change;
  const attendees = trx('attendee').where({ booking_id: id });
  if (freeSeat !== undefined) await attendees.clone().where({ seat_uid: freeSeat }).delete();
  if (handOverSeats === true) await attendees.clone().update({ seat_uid: null });
  if (addAttendee) await trx('attendee').insert(attendeeColumns(id, addAttendee));
  for (const { id: attendeeId, absent } of absences)
    await attendees.clone().where({ id: attendeeId }).update({ absent });
}

function guestColumns(trx: Database, guests: readonly Guest[]): Readonly<Record<string, unknown>> {
  const append = (column: 'guests' | 'guest_details', added: readonly unknown[]) =>
    trx.raw(`${column} || cast(? as jsonb)`, [JSON.stringify(added)]);
  const addresses = guests.map(({ email }) => email);
  return {
    guests: append('guests', addresses),
    guest_details: append('guest_details', guests.filter(hasDetails)),
  };
}

async function apply(trx: Database, change: BookingChange): Promise<void> {
  const { uid, set, addGuests, handOver, release } = change;
  const [booking] = await trx('booking')
    .where({ uid })
    .update({
      ...changedColumns(set),
      ...(addGuests && guestColumns(trx, addGuests)),
      updated_at: trx.fn.now(),
      ics_sequence: trx.raw('ics_sequence + 1'),
    })
    .returning<Id[]>('id');
  if (booking === undefined) throw new Error('the booking that is to change is not there');
  await changeAttendees(trx, booking.id, change);
  const hosts = trx('booking_host').where({ booking_id: booking.id });
  if (handOver)
    await hosts.clone().where({ account_id: handOver.fromId }).update({ account_id: handOver.toId });
  if (release !== undefined) await hosts.clone().where({ account_id: release }).delete();
}

/** By start. */
export async function applyChanges(
  trx: Database,
  changes: readonly BookingChange[],
  actor: Actor,
): Promise<readonly Booking[]> {
  for (const change of changes) await apply(trx, change);
  const byUid = new Map(changes.map((change) => [change.uid, change]));
  const changed = await selectByUids(trx, [...byUid.keys()]);
  const events = changed.flatMap((booking): readonly ChangedBooking[] => {
    const change = byUid.get(booking.uid);
    return change === undefined ? [] : [{ done: change.done, booking, change }];
  });
  await writeEffects(trx, events, actor);
  return changed;
}
