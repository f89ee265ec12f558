/* Changes of standing bookings: which are meant, in which order they are locked, and how one moves. */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { HandOverOrder } from '../../../src/scheduling/bookings/changes/handover-store.js';
import type {
  BookingStore,
  ChangeFacts,
  MoveFacts,
  MoveOrder,
  Placed,
  Selection,
} from '../../../src/scheduling/bookings/store.js';
import { mustBeStorable } from '../../storable.js';
import { lockHosts } from '../slots/availability.js';
import { dropOwnHolds, holdEventType, timesOf } from './booking-facts.js';
import { BY_START, NAMED, selectBookings } from '../booking-rows/booking-reads.js';
import { applyChanges, place } from './booking-writes.js';
import { hostedNow, lockTakers, takersOf } from './host-rotation.js';
import type { Database } from '../connection.js';
import { belongsTo, groupValues } from './group-bookings.js';

const FOLLOWING = `
  booking.recurring_uid = (select recurring_uid from booking as named where named.uid = :uid)
  and booking.starts_at >= (select starts_at from booking as named where named.uid = :uid)`;

const HOSTED = 'exists (select from booking_host where booking_id = booking.id and account_id = :hostId)';

function selected({ following, hostId, group: place }: Selection): string {
  const named = following === true ? `(${NAMED} or (${FOLLOWING}))` : NAMED;
  const hosted = hostId === undefined ? [] : [HOSTED];
  return [named, ...hosted, ...(place === undefined ? [] : [belongsTo(place)])].join(' and ');
}

// Buffers of both sides count, as they do where slots are offered.
const TAKEN = `
select distinct booking.uid from booking
join booking_host as own on own.booking_id = booking.id
join booking_host as other on other.account_id = own.account_id and other.booking_id <> booking.id
  and other.busy_until > own.busy_from and other.busy_from < own.busy_until
join booking as standing on standing.id = other.booking_id and standing.status = 'accepted'
where booking.uid = any(:uids)`;

async function takenOf(trx: Database, bookings: readonly Booking[]): Promise<readonly string[]> {
  const uids = bookings.map(({ uid }) => uid);
  const { rows } = await trx.raw<{ rows: readonly Pick<Booking, 'uid'>[] }>(TAKEN, { uids });
  return rows.map(({ uid }) => uid);
}

const hostIdsOf = (bookings: readonly Booking[]): readonly number[] => [
  ...new Set(bookings.flatMap(({ hosts }) => hosts.map(({ id }) => id))),
];

/** First without a lock, to know whose rows come before it. */
async function lockSelected(trx: Database, selection: Selection): Promise<ChangeFacts | undefined> {
  const { uid, hostId = 0, group: of, asksTime = false } = selection;
  const values = { uid, hostId, ...(of && groupValues(of)) };
  const read = (tail: string) =>
    selectBookings(trx, `where ${selected(selection)} ${BY_START} ${tail}`, values);
  const [first, ...others] = await read('');
  if (first === undefined) return undefined;
  await lockHosts(trx, hostIdsOf([first, ...others]));
  const eventType = await holdEventType(trx, first.eventTypeId);
  const bookings = await read('for update of booking');
  const taken = asksTime ? await takenOf(trx, bookings) : [];
  return { bookings, taken, ...present({ eventType }) };
}

export async function change(
  trx: Database,
  selection: Selection,
  plan: Parameters<BookingStore['change']>[1],
  actor: Actor,
): Promise<readonly Booking[] | undefined> {
  const facts = await lockSelected(trx, selection);
  if (facts === undefined) return undefined;
  const changes = plan(facts);
  mustBeStorable(changes);
  return applyChanges(trx, changes, actor);
}

/** One seat leaves the time as busy as it was, unless it is the last. */
const leavesEmpty = ({ attendees }: Booking, { seatUid }: MoveOrder): boolean =>
  seatUid === undefined || attendees.length === 1;

async function moveFacts(trx: Database, order: MoveOrder): Promise<MoveFacts | 'unbookable' | undefined> {
  const locked = await lockTakers(trx, order.uid);
  const { uid: named, group: of } = order;
  const { bookings = [], eventType } =
    (await lockSelected(trx, { uid: named, ...present({ group: of }) })) ?? {};
  const booking = bookings.find(({ uid }) => uid === order.uid);
  if (booking === undefined) return undefined;
  const { range, now, ownHolds: exceptHolds } = order;
  const except = leavesEmpty(booking, order) ? { exceptBookingUid: booking.uid } : {};
  const hosted = eventType && (await takersOf(trx, eventType, booking, { hostIds: locked, now, ...except }));
  const facts = hosted && (await timesOf(trx, eventType, { ...hosted, range, now, exceptHolds, ...except }));
  return facts === undefined ? 'unbookable' : { ...facts, booking };
}

export async function move(
  trx: Database,
  order: MoveOrder,
  plan: Parameters<BookingStore['move']>[1],
  actor: Actor,
): Promise<Placed | 'unbookable' | undefined> {
  const facts = await moveFacts(trx, order);
  if (facts === undefined || facts === 'unbookable') return facts;
  const { change, to } = plan(facts);
  mustBeStorable([change, to]);
  await applyChanges(trx, [change], actor);
  const placed = await place(trx, [to], actor, order.uid);
  await dropOwnHolds(trx, placed, order.ownHolds);
  return placed[0];
}

async function handOverFacts(
  trx: Database,
  { candidateIds, now, ...selection }: HandOverOrder,
): Promise<MoveFacts | 'unbookable' | undefined> {
  const { uid } = selection;
  // Theirs too, in the one order of all locks; what is taken again below is held already.
  await lockTakers(trx, uid, candidateIds);
  const { bookings = [], eventType } = (await lockSelected(trx, selection)) ?? {};
  const booking = bookings.find((one) => one.uid === uid);
  if (booking === undefined) return undefined;
  const range = { from: booking.start, until: booking.end };
  const asked = { hostIds: candidateIds, now, exceptBookingUid: uid };
  const hosted = eventType && (await hostedNow(trx, eventType, asked));
  const facts = hosted && (await timesOf(trx, eventType, { ...hosted, range, now }));
  return facts === undefined ? 'unbookable' : { ...facts, booking };
}

export async function handOver(
  trx: Database,
  order: HandOverOrder,
  plan: Parameters<BookingStore['handOver']>[1],
  actor: Actor,
): Promise<Booking | 'unbookable' | undefined> {
  const facts = await handOverFacts(trx, order);
  if (facts === undefined || facts === 'unbookable') return facts;
  const [changed] = await applyChanges(trx, [plan(facts)], actor);
  return changed;
}
