/*
 * What becomes of the bookings of a place when one of its members is taken out of it: they stay with who hosts them, go
 * on without them, or are called off, as the caller chooses. The membership ends in a transaction that finds none left;
 * until then everything can be repeated, and nothing is half done.
 */
import { z } from 'zod';
import type { Actor } from '../../events/audit-log.js';
import { AppError, conflict } from '../../errors.js';
import type { Booking } from '../bookings/booking.js';
import { decideAsHost } from '../bookings/transitions.js';
import type { BookingGroup } from '../bookings/lists/list-store.js';
import { chooseHost } from '../bookings/changes/reassign.js';
import { reason } from '../bookings/schemas.js';
import type { BookingChange, BookingStore, MoveFacts } from '../bookings/store.js';
import type { Bookable, SlotStore } from '../slots/store.js';
import type { StillHosts } from './store.js';

const CHOICES = ['keep', 'reassign', 'cancel'] as const;
const PERSON_RULE = 'must be the number of a person';

/** Without a choice everything stays with who hosts it. */
export const leavingQuery = z
  .object({
    bookings: z.enum(CHOICES, `must be one of ${CHOICES.join(', ')}`).default('keep'),
    reassignTo: z
      .string()
      .regex(/^[1-9]\d{0,9}$/, PERSON_RULE)
      .transform(Number)
      .exactOptional(),
    reason: reason.exactOptional(),
  })
  .refine(({ bookings, reassignTo }) => reassignTo === undefined || bookings === 'reassign', {
    path: ['reassignTo'],
    message: 'goes with bookings=reassign alone',
  });

export type Leaving = z.output<typeof leavingQuery>;

export interface LeavingDeps {
  readonly bookings: Pick<BookingStore, 'change' | 'handOver' | 'findIn'>;
  readonly slots: Pick<SlotStore, 'find'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface Settling {
  readonly group: BookingGroup;
  readonly leaving: Leaving;
  readonly actor: Actor;
}

/** Those that are made while others are settled are settled in the next round. */
const MAX_ROUNDS = 50;

const cannotGoOn = (uid: string, message: string): AppError =>
  new AppError(409, 'NO_HOST_FREE', message, { details: { bookingUid: uid } });

const nobodyLeft = (uid: string): AppError =>
  cannotGoOn(
    uid,
    `Nobody else can host the booking ${uid}. Cancel it, or take the person out with bookings=cancel; what was handed over so far stays with its new hosts.`,
  );

function cancelled({ reason: why }: Leaving, leaverId: number, now: number) {
  return (booking: Booking): readonly BookingChange[] => {
    const isTheirs = booking.hosts.some(({ id }) => id === leaverId);
    if (!isTheirs || decideAsHost(booking, 'cancel', now).kind === 'refused') return [];
    return [{ uid: booking.uid, done: 'cancelled', set: { status: 'cancelled', reason: why ?? null } }];
  };
}

const released = (booking: Booking, leaverId: number): readonly BookingChange[] =>
  booking.hosts.length > 1 && booking.hosts.some(({ id }) => id === leaverId)
    ? [{ uid: booking.uid, done: 'reassigned', set: {}, release: leaverId }]
    : [];

/** Whether somebody else is to come because it was this one's turn. */
const isInTurn = ({ need, mandatoryIds = [] }: Bookable, leaverId: number): boolean =>
  need === 'any' && !mandatoryIds.includes(leaverId);

type Settle = (uid: string, leaverId: number) => Promise<unknown>;

const cancelling =
  ({ bookings, clock }: LeavingDeps, { group, leaving, actor }: Settling): Settle =>
  (uid, leaverId) =>
    bookings.change(
      { uid, hostId: leaverId, group },
      (facts) => facts.bookings.flatMap(cancelled(leaving, leaverId, clock())),
      actor,
    );

const reassigning =
  ({ bookings, slots, clock }: LeavingDeps, { group, leaving, actor }: Settling): Settle =>
  async (uid, leaverId) => {
    const [booking] = await bookings.findIn(group, uid);
    if (booking === undefined) return;
    const { eventTypeId } = booking;
    const bookable = eventTypeId === null ? undefined : await slots.find({ kind: 'id', eventTypeId });
    const selection = { uid, hostId: leaverId, group };
    if (bookable === undefined || !isInTurn(bookable, leaverId)) {
      if (booking.hosts.length < 2) throw nobodyLeft(uid);
      const plan = (all: readonly Booking[]) => all.flatMap((one) => released(one, leaverId));
      await bookings.change(selection, (facts) => plan(facts.bookings), actor);
      return;
    }
    const now = clock();
    const { reassignTo: toId } = leaving;
    const chosen = toId === undefined ? { now } : { now, toId, property: 'reassignTo' };
    const plan = (facts: MoveFacts): BookingChange => {
      const handOver = { fromId: leaverId, toId: chooseHost(facts, chosen) };
      return { uid, done: 'reassigned', set: {}, handOver };
    };
    const order = { ...selection, candidateIds: bookable.hostIds, now };
    if ((await bookings.handOver(order, plan, actor)) === 'unbookable') throw nobodyLeft(uid);
  };

/**
 * `remove` ends the membership, unless it is handed the time and the person still hosts something of the place then.
 * Throws 409 `NO_HOST_FREE` for a booking that nobody can take; the person is a member then as before.
 */
export async function removeLeaving<T>(
  deps: LeavingDeps,
  settling: Settling,
  remove: (now?: number) => Promise<T | StillHosts>,
): Promise<T> {
  const isDone = (answer: T | StillHosts): answer is T =>
    !(typeof answer === 'object' && answer !== null && 'stillHosts' in answer);
  const choice = settling.leaving.bookings;
  const settle = choice === 'cancel' ? cancelling(deps, settling) : reassigning(deps, settling);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const answer = await (choice === 'keep' ? remove() : remove(deps.clock()));
    if (isDone(answer)) return answer;
    for (const uid of answer.stillHosts) await settle(uid, answer.accountId);
  }
  throw conflict('New bookings of this person arrived meanwhile. Try again.');
}
