/*
 * Bookings in the database. Booking, cancelling and moving lock the hosts first, in one order, so that the facts that
 * the caller decides on are true until the decision is written: of many requests for one time, one gets it.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  BookFacts,
  BookingStore,
  BookOrder,
  BookOutcome,
} from '../../../src/scheduling/bookings/store.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import { lockHosts } from '../account-rows.js';
import { change, handOver, move } from './booking-changes.js';
import { useBookerCode } from './booker-codes.js';
import { dropOwnHolds, holdRequested, timesOf } from './booking-facts.js';
import { countWaiting, listBookings } from './booking-lists.js';
import { findBookings, findBySeat, findUser } from '../booking-rows/booking-reads.js';
import { writePlacements } from './booking-writes.js';
import { currentHosts } from './host-rotation.js';
import type { Database } from '../connection.js';
import { claimKey, findEarlier, storeReply } from './idempotency-keys.js';
import { findInGroup, listForGroup, manages } from './group-bookings.js';
import { usePrivateLink } from '../event-types/private-links.js';
import { linkResponse } from '../routing-forms/responses.js';
import { inTransaction } from '../transaction.js';
import { requiresPhone } from '../workflows/workflow-plans.js';

/** Rolls the transaction back with an outcome. */
class Rollback extends Error {
  constructor(readonly outcome: Exclude<BookOutcome, { kind: 'booked' }>) {
    super(outcome.kind);
  }
}

async function factsFor(trx: Database, order: BookOrder): Promise<BookFacts> {
  await lockHosts(trx, order.hostIds);
  const { eventType, active } = (await holdRequested(trx, order)) ?? {};
  const { range, now, ownHolds: exceptHolds } = order;
  const hosts = eventType && (await currentHosts(trx, eventType, order));
  const times = hosts && (await timesOf(trx, eventType, { ...hosts, range, now, exceptHolds }));
  if (times === undefined || active === undefined) throw new Rollback({ kind: 'gone' });
  return { ...times, active, phoneRequired: await requiresPhone(trx, times.eventType) };
}

async function useLink(trx: Database, { privateLinkId, eventTypeId, now }: BookOrder): Promise<void> {
  if (privateLinkId === undefined) return;
  const reason = await usePrivateLink(trx, privateLinkId, eventTypeId, now);
  if (reason !== 'used') throw new Rollback({ kind: 'link_refused', reason });
}

/** After everything else that may refuse the booking: a refused booking uses no code. */
async function useCode(trx: Database, order: BookOrder, { eventType }: BookFacts): Promise<void> {
  const { codeHashes } = order;
  if (codeHashes === undefined || eventType.requiresBookerEmailVerification !== true) return;
  if (!(await useBookerCode(trx, order, codeHashes))) throw new Rollback({ kind: 'unproven' });
}

async function claim(trx: Database, { idempotencyKey, now }: BookOrder): Promise<void> {
  const earlier = idempotencyKey && (await claimKey(trx, idempotencyKey, now));
  if (earlier) throw new Rollback(earlier);
}

async function book(
  trx: Database,
  order: BookOrder,
  plan: Parameters<BookingStore['book']>[1],
  actor: Actor,
): Promise<BookOutcome> {
  await claim(trx, order);
  const facts = await factsFor(trx, order);
  const placements = plan(facts);
  mustBeStorable(placements);
  await useLink(trx, order);
  await useCode(trx, order, facts);
  const placed = await writePlacements(trx, placements, actor);
  await linkResponse(trx, order, placed, actor);
  await dropOwnHolds(trx, placed, order.ownHolds);
  const { idempotencyKey } = order;
  if (idempotencyKey) await storeReply(trx, idempotencyKey, idempotencyKey.sealReply(placed));
  return { kind: 'booked', placed };
}

async function outcomeOf(work: Promise<BookOutcome>): Promise<BookOutcome> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Rollback) return error.outcome;
    throw error;
  }
}

export const createBookingStore = (db: Database): BookingStore => ({
  findUser: (accountId) => findUser(db, accountId),
  find: (uid, viewer) => findBookings(db, uid, viewer),
  findBySeat: (seatUid, viewer) => findBySeat(db, seatUid, viewer),
  list: (query) => listBookings(db, query),
  countWaiting: (hostId, now, most) => countWaiting(db, { hostId, now, most }),
  listIn: (query) => listForGroup(db, query),
  findIn: (group, uid) => findInGroup(db, group, uid),
  manages: (group, eventTypeId) => manages(db, group, eventTypeId),
  findEarlier: (key, now) => findEarlier(db, key, now),
  book: (order, plan, actor) =>
    outcomeOf(inTransaction(db, (trx) => book(trx, order, plan, actor), order.isAbandoned)),
  change: async (selection, plan, actor) =>
    isStorable(selection.uid) ? inTransaction(db, (trx) => change(trx, selection, plan, actor)) : undefined,
  handOver: async (order, plan, actor) =>
    isStorable(order.uid) ? inTransaction(db, (trx) => handOver(trx, order, plan, actor)) : undefined,
  move: async (order, plan, actor) =>
    isStorable(order.uid) ? inTransaction(db, (trx) => move(trx, order, plan, actor)) : undefined,
});
