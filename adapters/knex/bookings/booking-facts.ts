/* The facts that a booking is decided on, read inside the transaction that has locked the hosts. */
import { emailKey } from '../../../src/email-address.js';
import { present } from '../../../src/present.js';
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { BookFacts, BookOrder, Placed, TimeFacts } from '../../../src/scheduling/bookings/store.js';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import { loadHeld, loadHosts } from '../slots/availability.js';
import type { AvailabilityQuery } from '../slots/availability.js';
import type { Database } from '../connection.js';
import { toEventType } from '../event-types/event-type-rows.js';
import type { EventTypeRow } from '../event-types/event-type-rows.js';

/** The event type cannot be deleted until the transaction ends. Locked before the bookings, as deleting one does. */
export async function holdEventType(trx: Database, id: number | null): Promise<EventType | undefined> {
  if (id === null) return undefined;
  const row = await trx<EventTypeRow>('event_type').where({ id }).forKeyShare().first();
  return row && toEventType(row);
}

type Times = Omit<AvailabilityQuery, 'eventType'> & Pick<TimeFacts, 'rotation'>;

/** Undefined when a host is gone. */
export async function timesOf(
  trx: Database,
  eventType: EventType,
  { rotation, ...times }: Times,
): Promise<TimeFacts | undefined> {
  const query = { ...times, eventType };
  const hosts = await loadHosts(trx, query);
  if (hosts.length < times.hostIds.length) return undefined;
  return { eventType, hosts, ...present({ rotation }), held: await loadHeld(trx, query) };
}

const ACTIVE = `
select booking.uid from booking join attendee on attendee.booking_id = booking.id
where attendee.email_key = :emailKey and attendee.email <> '' and booking.event_type_id = :eventTypeId
  and booking.status in ('accepted', 'pending') and booking.starts_at > :now
order by booking.starts_at`;

export async function activeOf(
  trx: Database,
  { bookerEmail, eventTypeId, now }: BookOrder,
): Promise<BookFacts['active']> {
  const values = { emailKey: emailKey(bookerEmail), eventTypeId, now: new Date(now) };
  const { rows } = await trx.raw<{ rows: readonly Pick<Booking, 'uid'>[] }>(ACTIVE, values);
  return { count: rows.length, ...present({ nextUid: rows[0]?.uid }) };
}

/** A hold is not needed any more once its time is booked. */
export async function dropOwnHolds(
  trx: Database,
  placed: readonly Placed[],
  { holders, uid = '' }: BookOrder['ownHolds'],
): Promise<void> {
  for (const { booking } of placed) {
    const holds = trx('slot_hold').where({
      event_type_id: booking.eventTypeId,
      starts_at: new Date(booking.start),
    });
    await holds.andWhereRaw('(holder = any(?) or uid = ?)', [[...holders], uid]).delete();
  }
}
