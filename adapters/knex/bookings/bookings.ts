/*
 * Bookings in the database. Whoever books, cancels or moves one locks its hosts first, in one order, so that what the
 * caller decides on stands until it is written: of any number who want a time, one gets it.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  BookFacts,
  BookingStore,
  BookOrder,
  BookOutcome,
} from '../../../src/scheduling/bookings/store.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { lockHosts } from '../slots/availability.js';
import { change, handOver, move } from './booking-changes.js';
import { useBookerCode } from './booker-codes.js';
import { activeOf, dropOwnHolds, holdEventType, timesOf } from './booking-facts.js';
import { listBookings } from './booking-lists.js';
import { findBookings, findBySeat, findPerson } from '../booking-rows/booking-reads.js';
import { place } from './booking-writes.js';
import { hostedNow } from './host-rotation.js';
import type { Database } from '../connection.js';
import { claimKey, findAnswer, keepAnswer } from './idempotency-keys.js';
import { findInGroup, listForGroup, manages } from './group-bookings.js';
import { usePrivateLink } from '../event-types/private-links.js';
import { linkResponse } from '../routing-forms/responses.js';
import { inTransaction } from '../transaction.js';
import { requiresPhone } from '../workflows/workflow-plans.js';

/** Ends the transaction without a trace, and says why. */
class Ended extends Error {
  constructor(readonly outcome: Exclude<BookOutcome, { kind: 'booked' }>) {
    super(outcome.kind);
  }
}

async function factsFor(trx: Database, order: BookOrder): Promise<BookFacts> {
  await lockHosts(trx, order.hostIds);
  const eventType = await holdEventType(trx, order.eventTypeId);
  const { range, now, ownHolds: exceptHolds } = order;
  const hosted = eventType && (await hostedNow(trx, eventType, order));
  const times = hosted && (await timesOf(trx, eventType, { ...hosted, range, now, exceptHolds }));
  if (times === undefined) throw new Ended({ kind: 'gone' });
  return {
    ...times,
    active: await activeOf(trx, order),
    phoneRequired: await requiresPhone(trx, times.eventType),
  };
}

async function useLink(trx: Database, { privateLinkId, eventTypeId, now }: BookOrder): Promise<void> {
  if (privateLinkId === undefined) return;
  const reason = await usePrivateLink(trx, privateLinkId, eventTypeId, now);
  if (reason !== 'used') throw new Ended({ kind: 'link_refused', reason });
}

/** Behind all that may refuse it: a code is used up by a booking that stands. */
async function useCode(trx: Database, order: BookOrder, { eventType }: BookFacts): Promise<void> {
  const { codeHashes } = order;
  if (codeHashes === undefined || eventType.requiresBookerEmailVerification !== true) return;
  if (!(await useBookerCode(trx, order, codeHashes))) throw new Ended({ kind: 'unproven' });
}

async function claim(trx: Database, { idempotencyKey: once, now }: BookOrder): Promise<void> {
  const earlier = once && (await claimKey(trx, once, now));
  if (earlier) throw new Ended(earlier);
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
  const placed = await place(trx, placements, actor);
  await linkResponse(trx, order, placed, actor);
  await dropOwnHolds(trx, placed, order.ownHolds);
  if (order.idempotencyKey) await keepAnswer(trx, order.idempotencyKey, order.idempotencyKey.answer(placed));
  return { kind: 'booked', placed };
}

async function unlessEnded(work: Promise<BookOutcome>): Promise<BookOutcome> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Ended) return error.outcome;
    throw error;
  }
}

export const createBookingStore = (db: Database): BookingStore => ({
  person: async (accountId) => (isId(accountId) ? findPerson(db, accountId) : undefined),
  find: (uid, viewerId) => findBookings(db, uid, viewerId),
  findBySeat: (seatUid, viewerId) => findBySeat(db, seatUid, viewerId),
  list: (query) => listBookings(db, query),
  listIn: (query) => listForGroup(db, query),
  findIn: (place, uid) => findInGroup(db, place, uid),
  manages: (place, eventTypeId) => manages(db, place, eventTypeId),
  earlier: (once, now) => findAnswer(db, once, now),
  book: (order, plan, actor) => unlessEnded(inTransaction(db, (trx) => book(trx, order, plan, actor))),
  change: async (selection, plan, actor) =>
    isStorable(selection.uid) ? inTransaction(db, (trx) => change(trx, selection, plan, actor)) : undefined,
  handOver: async (order, plan, actor) =>
    isStorable(order.uid) ? inTransaction(db, (trx) => handOver(trx, order, plan, actor)) : undefined,
  move: async (order, plan, actor) =>
    isStorable(order.uid) ? inTransaction(db, (trx) => move(trx, order, plan, actor)) : undefined,
});
