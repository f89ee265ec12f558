/*
 * What happens to the bookings of a group when a member is removed: they stay with their host, are reassigned, or are
 * cancelled, as the caller chooses. The membership is removed in a transaction that finds no such booking left; until
 * then every step can be repeated.
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
import { USER_ID_RULE } from './schemas.js';
import type { StillHosts } from './store.js';

const CHOICES = ['keep', 'reassign', 'cancel'] as const;

/** By default every booking stays with its host. */
export const leavingQuery = z
  .object({
    bookings: z.enum(CHOICES, `must be one of ${CHOICES.join(', ')}`).default('keep'),
    reassignTo: z
      .string()
      .regex(/^[1-9]\d{0,9}$/, USER_ID_RULE)
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

/** Bookings that are made while others are settled are settled in the next round. */
const MAX_ROUNDS = 50;

const noHostFree = (uid: string, message: string): AppError =>
  new AppError(409, 'NO_HOST_FREE', message, { details: { bookingUid: uid } });

const noOtherHost = (uid: string): AppError =>
  noHostFree(
    uid,
    `No other host can take the booking ${uid}. Cancel it, or remove the member with bookings=cancel. Bookings that were reassigned so far stay with their new hosts.`,
  );

function cancellationOf({ reason: why }: Leaving, leaverId: number, now: number) {
  return (booking: Booking): readonly BookingChange[] => {
    const isTheirs = booking.hosts.some(({ id }) => id === leaverId);
    if (!isTheirs || decideAsHost(booking, 'cancel', now).kind === 'refused') return [];
    return [{ uid: booking.uid, done: 'cancelled', set: { status: 'cancelled', reason: why ?? null } }];
  };
}

const releaseOf = (booking: Booking, leaverId: number): readonly BookingChange[] =>
  booking.hosts.length > 1 && booking.hosts.some(({ id }) => id === leaverId)
    ? [{ uid: booking.uid, done: 'reassigned', set: {}, release: leaverId }]
    : [];

/** Whether the booking needs one of several hosts, so that another one can replace the member. */
const isReplaceable = ({ need, mandatoryIds = [] }: Bookable, leaverId: number): boolean =>
  need === 'any' && !mandatoryIds.includes(leaverId);

type Settle = (uid: string, leaverId: number) => Promise<unknown>;

const cancelling =
  ({ bookings, clock }: LeavingDeps, { group, leaving, actor }: Settling): Settle =>
  (uid, leaverId) =>
    bookings.change(
      { uid, hostId: leaverId, group },
      (facts) => facts.bookings.flatMap(cancellationOf(leaving, leaverId, clock())),
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
    if (bookable === undefined || !isReplaceable(bookable, leaverId)) {
      if (booking.hosts.length < 2) throw noOtherHost(uid);
      const plan = (all: readonly Booking[]) => all.flatMap((one) => releaseOf(one, leaverId));
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
    if ((await bookings.handOver(order, plan, actor)) === 'unbookable') throw noOtherHost(uid);
  };

/**
 * `remove` ends the membership; called with a time, not while the member still hosts a booking of the group after it.
 * Throws 409 `NO_HOST_FREE` for a booking that no other host can take; the membership is then unchanged.
 */
export async function settleAndRemove<T>(
  deps: LeavingDeps,
  settling: Settling,
  remove: (now?: number) => Promise<T | StillHosts>,
): Promise<T> {
  const isFinal = (answer: T | StillHosts): answer is T =>
    !(typeof answer === 'object' && answer !== null && 'stillHosts' in answer);
  const choice = settling.leaving.bookings;
  const settle = choice === 'cancel' ? cancelling(deps, settling) : reassigning(deps, settling);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const answer = await (choice === 'keep' ? remove() : remove(deps.clock()));
    if (isFinal(answer)) return answer;
    for (const uid of answer.stillHosts) await settle(uid, answer.accountId);
  }
  throw conflict('New bookings of this member arrived meanwhile. Try again.');
}
