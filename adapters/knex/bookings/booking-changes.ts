/* Changes of existing bookings: which are selected, in which order they are locked, and how one moves. */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type {
  BookingStore,
  ChangeFacts,
  HandOverOrder,
  MoveFacts,
  MoveOrder,
  Placed,
  Selection,
} from '../../../src/scheduling/bookings/store.js';
import { mustBeStorable } from '../../storable.js';
import { lockHosts } from '../account-rows.js';
import { dropOwnHolds, holdEventType, timesOf } from './booking-facts.js';
import { ADMINISTERED, viewerValues } from '../booking-rows/administered-bookings.js';
import {
  BY_START,
  hostedBy,
  HOSTED_OR_ADMINISTERED,
  NAMED,
  selectBookings,
} from '../booking-rows/booking-reads.js';
import { applyChanges, writePlacements } from './booking-writes.js';
import { candidatesFor, currentHosts, lockCandidates } from './host-rotation.js';
import type { Database } from '../connection.js';
import { belongsTo, groupValues } from './group-bookings.js';

const FOLLOWING = `
  booking.recurring_uid = (select recurring_uid from booking as named where named.uid = :uid)
  and booking.starts_at >= (select starts_at from booking as named where named.uid = :uid)`;

function conditionOf({ following, hostId, group, actingHost, administrator }: Selection): string {
  return [
    following === true ? `(${NAMED} or (${FOLLOWING}))` : NAMED,
    ...(hostId === undefined ? [] : [hostedBy(':hostId')]),
    ...(group === undefined ? [] : [belongsTo(group)]),
    ...(actingHost === undefined ? [] : [HOSTED_OR_ADMINISTERED]),
    ...(administrator === undefined ? [] : [ADMINISTERED]),
  ].join(' and ');
}

// Buffers of both sides count, as they do where slots are offered.
const TAKEN = `
select distinct booking.uid from booking
join booking_host as own on own.booking_id = booking.id
join booking_host as other on other.account_id = own.account_id and other.booking_id <> booking.id
  and other.busy_until > own.busy_from and other.busy_from < own.busy_until
join booking as accepted on accepted.id = other.booking_id and accepted.status = 'accepted'
where booking.uid = any(:uids)`;

async function takenOf(trx: Database, bookings: readonly Booking[]): Promise<readonly string[]> {
  const uids = bookings.map(({ uid }) => uid);
  const { rows } = await trx.raw<{ rows: readonly Pick<Booking, 'uid'>[] }>(TAKEN, { uids });
  return rows.map(({ uid }) => uid);
}

const hostIdsOf = (bookings: readonly Booking[]): readonly number[] => [
  ...new Set(bookings.flatMap(({ hosts }) => hosts.map(({ id }) => id))),
];

/** Reads without a lock first, to know the hosts, whose rows are locked before the bookings. */
async function lockSelected(trx: Database, selection: Selection): Promise<ChangeFacts | undefined> {
  const { uid, hostId = 0, group, actingHost, administrator, checkTime = false } = selection;
  const viewer = actingHost ?? administrator;
  const values = { uid, hostId, ...(group && groupValues(group)), ...(viewer && viewerValues(viewer)) };
  const read = (tail: string) =>
    selectBookings(trx, `where ${conditionOf(selection)} ${BY_START} ${tail}`, values);
  const [first, ...others] = await read('');
  if (first === undefined) return undefined;
  await lockHosts(trx, hostIdsOf([first, ...others]));
  const eventType = await holdEventType(trx, first.eventTypeId);
  const bookings = await read('for update of booking');
  const taken = checkTime ? await takenOf(trx, bookings) : [];
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

interface LockedBooking {
  readonly booking: Booking;
  readonly eventType: EventType | undefined;
  readonly hostIds: readonly number[];
}

/** Locks everybody who may host the booking, then the booking. What is locked again below is held already. */
async function lockBooking(
  trx: Database,
  selection: Selection,
  candidateIds?: readonly number[],
): Promise<LockedBooking | undefined> {
  const { uid } = selection;
  const hostIds = await lockCandidates(trx, uid, candidateIds);
  const facts = await lockSelected(trx, selection);
  const booking = facts?.bookings.find((one) => one.uid === uid);
  return booking && { booking, eventType: facts?.eventType, hostIds };
}

/** One seat leaves the time as busy as it was, unless it is the last. */
const leavesEmpty = ({ attendees }: Booking, { seatUid }: MoveOrder): boolean =>
  seatUid === undefined || attendees.length === 1;

async function moveFacts(trx: Database, order: MoveOrder): Promise<MoveFacts | 'unbookable' | undefined> {
  const locked = await lockBooking(trx, order);
  if (locked === undefined) return undefined;
  const { booking, eventType, hostIds } = locked;
  const { range, now, ownHolds: exceptHolds } = order;
  const except = leavesEmpty(booking, order) ? { exceptBookingUid: booking.uid } : {};
  const hosts = eventType && (await candidatesFor(trx, eventType, booking, { hostIds, now, ...except }));
  const times = hosts && (await timesOf(trx, eventType, { ...hosts, range, now, exceptHolds, ...except }));
  return times === undefined ? 'unbookable' : { ...times, booking };
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
  const placed = await writePlacements(trx, [to], actor, order.uid);
  await dropOwnHolds(trx, placed, order.ownHolds);
  return placed[0];
}

async function handOverFacts(
  trx: Database,
  order: HandOverOrder,
): Promise<MoveFacts | 'unbookable' | undefined> {
  const { candidateIds: hostIds, now, uid: exceptBookingUid } = order;
  const locked = await lockBooking(trx, order, hostIds);
  if (locked === undefined) return undefined;
  const { booking, eventType } = locked;
  const range = { from: booking.start, until: booking.end };
  const hosts = eventType && (await currentHosts(trx, eventType, { hostIds, now, exceptBookingUid }));
  const times = hosts && (await timesOf(trx, eventType, { ...hosts, range, now }));
  return times === undefined ? 'unbookable' : { ...times, booking };
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
