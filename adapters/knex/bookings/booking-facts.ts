/* The facts that a booking is decided on, read inside the transaction that has locked the hosts. */
import { emailKey } from '../../../src/email-address.js';
import { present } from '../../../src/present.js';
import type { BookFacts, BookOrder, Placed, TimeFacts } from '../../../src/scheduling/bookings/store.js';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import { loadFreeTime } from '../slots/availability.js';
import type { AvailabilityQuery } from '../slots/availability.js';
import type { Database } from '../connection.js';
import { prepared } from '../prepared.js';
import { EVENT_TYPE_COLUMNS, toEventType } from '../event-types/event-type-rows.js';
import type { EventTypeRow } from '../event-types/event-type-rows.js';

/** The event type cannot be deleted until the transaction ends. Locked before the bookings, as deleting one does. */
export async function holdEventType(trx: Database, id: number | null): Promise<EventType | undefined> {
  if (id === null) return undefined;
  const row = await trx<EventTypeRow>('event_type').where({ id }).forKeyShare().first();
  return row && toEventType(row);
}

const ACTIVE = `
select booking.uid from booking join attendee on attendee.booking_id = booking.id
where attendee.email_key = :emailKey and attendee.email <> '' and booking.event_type_id = :eventTypeId
  and booking.status in ('accepted', 'pending') and booking.starts_at > :now
order by booking.starts_at`;

type RequestedRow = EventTypeRow & { readonly active: readonly string[] };

// The other bookings of the booker are only looked for where they are limited.
const readRequested = prepared<RequestedRow>(
  'requested-event-type',
  `select ${EVENT_TYPE_COLUMNS},
  case when settings -> 'bookerActiveBookingsLimit' is null then '{}' else array(${ACTIVE}) end as active
from event_type where id = :eventTypeId for key share`,
);

export interface Requested extends Pick<BookFacts, 'active'> {
  readonly eventType: EventType;
}

/** As `holdEventType`, with the bookings of it that the booker has ahead, where they are limited. */
export async function holdRequested(
  trx: Database,
  { bookerEmail, eventTypeId, now }: BookOrder,
): Promise<Requested | undefined> {
  const values = { emailKey: emailKey(bookerEmail), eventTypeId, now: new Date(now) };
  const [row] = await readRequested(trx, values);
  if (row === undefined) return undefined;
  const { active, ...eventType } = row;
  const [nextUid] = active;
  return { eventType: toEventType(eventType), active: { count: active.length, ...present({ nextUid }) } };
}

type Times = Omit<AvailabilityQuery, 'eventType'> & Pick<TimeFacts, 'rotation'>;

/** Undefined when a host is gone. */
export async function timesOf(
  trx: Database,
  eventType: EventType,
  { rotation, ...times }: Times,
): Promise<TimeFacts | undefined> {
  const free = await loadFreeTime(trx, { ...times, eventType });
  if (free.hosts.length < times.hostIds.length) return undefined;
  return { eventType, ...free, ...present({ rotation }) };
}

const deleteHolds = prepared(
  'delete-own-holds',
  `delete from slot_hold
where event_type_id = any(:eventTypeIds) and starts_at = any(:starts) and (holder = any(:holders) or uid = :uid)`,
);

/** A hold is not needed any more once its time is booked. */
export async function dropOwnHolds(
  trx: Database,
  placed: readonly Placed[],
  { holders, uid = '' }: BookOrder['ownHolds'],
): Promise<void> {
  if (placed.length === 0 || (holders.length === 0 && uid === '')) return;
  const bookings = placed.map(({ booking }) => booking);
  await deleteHolds(trx, {
    eventTypeIds: bookings.map(({ eventTypeId }) => eventTypeId),
    starts: bookings.map(({ start }) => new Date(start)),
    holders,
    uid,
  });
}
