/*
 * Handing a booking over to another host of a round robin. Who is free is decided on the times as they stand under the
 * lock; the others keep their hours and limits, but how soon it begins matters no more: it is booked. Whoever must come to
 * all bookings neither gives nor takes one.
 */
import { present } from '../../../present.js';
import { MINUTE } from '../../../durations.js';
import { AppError, invalidInput } from '../../../errors.js';
import { actorOf } from '../../actor.js';
import { slotAt } from '../../slots/slot-at.js';
import type { SlotStore } from '../../slots/store.js';
import type { Booking } from '../booking.js';
import { nextHost } from '../creation/assignment.js';
import type { HostRotation } from '../creation/assignment.js';
import { isHost } from '../caller.js';
import { decideAsHost, notHosted, onlyOne, personOf } from './hosting.js';
import type { HostCall } from './hosting.js';
import { toQuery } from '../creation/placement.js';
import { actionRefused } from '../refusals.js';
import type { HandOverFacts } from './handover-store.js';
import type { BookingChange, BookingStore, Selection } from '../store.js';

export interface ReassignDeps {
  readonly bookings: BookingStore;
  readonly slots: Pick<SlotStore, 'find'>;
  readonly clock: () => number;
}

export interface Reassigning {
  /** Whose turn it is of those who are free, when nobody is named. */
  readonly toId?: number;
  /** What the caller calls `toId`. */
  readonly property?: string;
  readonly now: number;
}

const noRoundRobin = (): AppError =>
  new AppError(
    400,
    'NOT_ROUND_ROBIN',
    'Only a booking of a round robin event type of a team can be handed over; this one has hosts of its own.',
  );

const nobodyFree = (): AppError =>
  new AppError(409, 'NO_HOST_FREE', 'No other host of this event type is free at this time.');

const unknownHost = (property: string): AppError =>
  invalidInput([{ property, message: 'must be another host of this event type' }]);

function isFree(facts: HandOverFacts, accountId: number, now: number): boolean {
  const { booking, eventType } = facts;
  const hosts = facts.hosts.filter((host) => host.accountId === accountId);
  const { bookingWindow: _window, ...rest } = { ...eventType, minimumBookingNotice: 0 };
  const length = (booking.end - booking.start) / MINUTE;
  const query = toQuery({ eventType: rest, hosts, held: facts.held }, length, now);
  return slotAt(query, booking.start).kind === 'free';
}

const rotatingHosts = ({ rotation = [] }: HandOverFacts): readonly HostRotation[] =>
  rotation.filter(({ mandatory }) => !mandatory);

export function chooseHost(facts: HandOverFacts, { toId, property = 'userId', now }: Reassigning): number {
  const own = new Set(facts.booking.hosts.map(({ id }) => id));
  const others = rotatingHosts(facts).filter(({ accountId }) => !own.has(accountId));
  const asked = toId === undefined ? others : others.filter(({ accountId }) => accountId === toId);
  if (toId !== undefined && asked.length === 0) throw unknownHost(property);
  const chosen = nextHost(asked.filter(({ accountId }) => isFree(facts, accountId, now)));
  if (chosen === undefined) throw nobodyFree();
  return chosen.accountId;
}

/** Whose it is: of several hosts the one who comes because it was their turn, and also one who has left since. */
function giverOf(facts: HandOverFacts, callerId: number): number {
  const bound = new Set(
    facts.rotation?.filter(({ mandatory }) => mandatory).map(({ accountId }) => accountId),
  );
  const givers = facts.booking.hosts.map(({ id }) => id).filter((id) => !bound.has(id));
  const [giver] = givers.includes(callerId) ? [callerId] : givers;
  if (giver === undefined) throw noRoundRobin();
  return giver;
}

type HandOver = NonNullable<BookingChange['handOver']>;

function planHandOver(facts: HandOverFacts, callerId: number, reassigning: Reassigning): HandOver {
  const { booking } = facts;
  const verdict = decideAsHost(booking, 'amend', reassigning.now);
  if (verdict.kind === 'refused') throw actionRefused(verdict.reason);
  return { fromId: giverOf(facts, callerId), toId: chooseHost(facts, reassigning) };
}

async function candidates({ slots }: ReassignDeps, { eventTypeId }: Booking): Promise<readonly number[]> {
  const found = eventTypeId === null ? undefined : await slots.find({ kind: 'id', eventTypeId });
  if (found?.need !== 'any') throw noRoundRobin();
  return found.hostIds;
}

export interface Reassigned {
  readonly booking: Booking;
  readonly toId: number;
}

export async function reassignBooking(
  deps: ReassignDeps,
  { uid, principal, clientIp, group }: HostCall & Pick<Selection, 'group'>,
  toId?: number,
): Promise<Reassigned> {
  const { bookings, clock } = deps;
  const person = await personOf(bookings, principal);
  const reached = group ? await bookings.findIn(group, uid) : await bookings.find(uid, person.id);
  const found = onlyOne({ bookings: reached }, uid);
  if (!group && !isHost(found, person)) throw await notHosted(bookings, uid, person);
  const now = clock();
  const whose = group ? { group } : { hostId: person.id };
  const order = { uid, ...whose, candidateIds: await candidates(deps, found), now };
  const reassigning = { now, ...present({ toId }) };
  let takerId = 0;
  const plan = (facts: HandOverFacts): BookingChange => {
    const handOver = planHandOver(facts, person.id, reassigning);
    takerId = handOver.toId;
    return { uid: facts.booking.uid, done: 'reassigned', set: {}, handOver };
  };
  const changed = await bookings.handOver(order, plan, actorOf(principal, clientIp));
  if (changed === 'unbookable') throw noRoundRobin();
  if (changed === undefined) throw await notHosted(bookings, uid, person);
  return { booking: changed, toId: takerId };
}
