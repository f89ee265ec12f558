/*
 * Reassigns a booking to another host of a round robin. Whether a host is free is decided on the times under the lock.
 * Their hours and limits count, the minimum notice does not: the time is booked already. Mandatory hosts can neither
 * give nor take a booking.
 */
import { present } from '../../../present.js';
import { MINUTE } from '../../../durations.js';
import { AppError, invalidInput } from '../../../errors.js';
import { actorOf } from '../../actor.js';
import { slotAt } from '../../slots/slot-at.js';
import type { SlotStore } from '../../slots/store.js';
import type { Booking, BookingHost } from '../booking.js';
import { nextHost } from '../creation/assignment.js';
import { viewerOf } from '../caller.js';
import { bookingNamed, loadUser, notHosted } from './hosting.js';
import type { HostCall } from './hosting.js';
import { toQuery } from '../creation/placement.js';
import { actionRefused } from '../refusals.js';
import type { BookingChange, BookingStore, BookingUser, MoveFacts, Selection } from '../store.js';
import { decideAsHost } from '../transitions.js';

export interface ReassignDeps {
  readonly bookings: BookingStore;
  readonly slots: Pick<SlotStore, 'find'>;
  readonly clock: () => number;
}

export interface Reassignment {
  /** Without it, the next of the rotation who is free. */
  readonly toId?: number;
  /** The name of `toId` in the request. */
  readonly property?: string;
  readonly now: number;
}

const noRoundRobin = (): AppError =>
  new AppError(
    400,
    'NOT_ROUND_ROBIN',
    'Only a booking of a round robin event type of a team can be handed over; this one has hosts of its own.',
  );

const noHostFree = (): AppError =>
  new AppError(409, 'NO_HOST_FREE', 'No other host of this event type is free at this time.');

const unknownHost = (property: string): AppError =>
  invalidInput([{ property, message: 'must be another host of this event type' }]);

function isFree(facts: MoveFacts, accountId: number, now: number): boolean {
  const { booking, eventType } = facts;
  const hosts = facts.hosts.filter((host) => host.accountId === accountId);
  const { bookingWindow: _window, ...rest } = { ...eventType, minimumBookingNotice: 0 };
  const length = (booking.end - booking.start) / MINUTE;
  const query = toQuery({ eventType: rest, hosts, held: facts.held }, length, now);
  return slotAt(query, booking.start).kind === 'free';
}

export function chooseHost(
  { booking, rotation = [], ...facts }: MoveFacts,
  { toId, property = 'userId', now }: Reassignment,
): number {
  const own = booking.hosts.map(({ id }) => id);
  const others = rotation.filter(({ accountId, mandatory }) => !mandatory && !own.includes(accountId));
  const candidates = others.filter(({ accountId }) => toId === undefined || accountId === toId);
  if (toId !== undefined && candidates.length === 0) throw unknownHost(property);
  const chosen = nextHost(
    candidates.filter(({ accountId }) => isFree({ booking, ...facts }, accountId, now)),
  );
  if (chosen === undefined) throw noHostFree();
  return chosen.accountId;
}

/** The host who gives the booking: the caller, or else the first who is not mandatory, even if they left the team. */
function giverOf({ booking, rotation = [] }: MoveFacts, callerId: number): number {
  const isMandatory = (id: number) =>
    rotation.some(({ accountId, mandatory }) => mandatory && accountId === id);
  const givers = booking.hosts.map(({ id }) => id).filter((id) => !isMandatory(id));
  const giver = givers.includes(callerId) ? callerId : givers[0];
  if (giver === undefined) throw noRoundRobin();
  return giver;
}

function planHandOver(
  facts: MoveFacts,
  callerId: number,
  reassignment: Reassignment,
): NonNullable<BookingChange['handOver']> {
  const verdict = decideAsHost(facts.booking, 'amend', reassignment.now);
  if (verdict.kind === 'refused') throw actionRefused(verdict.reason);
  return { fromId: giverOf(facts, callerId), toId: chooseHost(facts, reassignment) };
}

async function candidatesOf({ slots }: ReassignDeps, { eventTypeId }: Booking): Promise<readonly number[]> {
  const bookable = eventTypeId === null ? undefined : await slots.find({ kind: 'id', eventTypeId });
  if (bookable?.need !== 'any') throw noRoundRobin();
  return bookable.hostIds;
}

type Owner = Required<Pick<Selection, 'group'>> | Required<Pick<Selection, 'actingHost'>>;

/** Of the group, or one that the user hosts or administers. */
async function currentOf(
  bookings: BookingStore,
  uid: string,
  owner: Owner,
  user: BookingUser,
): Promise<Booking> {
  if ('group' in owner) return bookingNamed(await bookings.findIn(owner.group, uid), uid);
  const current = bookingNamed(await bookings.find(uid, owner.actingHost), uid);
  if (!current.asHost) throw await notHosted(bookings, uid, user);
  return current;
}

export interface Reassigned {
  readonly booking: Booking;
  /** The new host. */
  readonly host: BookingHost;
}

export async function reassignBooking(
  deps: ReassignDeps,
  { params: { bookingUid: uid }, principal, clientIp, group }: HostCall & Pick<Selection, 'group'>,
  toId?: number,
): Promise<Reassigned> {
  const { bookings, clock } = deps;
  const user = await loadUser(bookings, principal);
  const owner = group ? { group } : { actingHost: viewerOf(principal, 'BOOKING_WRITE') };
  const current = await currentOf(bookings, uid, owner, user);
  const now = clock();
  const order = { uid, ...owner, candidateIds: await candidatesOf(deps, current), now };
  const reassignment = { now, ...present({ toId }) };
  let newHostId = 0;
  const plan = (facts: MoveFacts): BookingChange => {
    const handOver = planHandOver(facts, user.id, reassignment);
    newHostId = handOver.toId;
    return { uid: facts.booking.uid, done: 'reassigned', set: {}, handOver };
  };
  const booking = await bookings.handOver(order, plan, actorOf(principal, clientIp));
  if (booking === 'unbookable') throw noRoundRobin();
  if (booking === undefined) throw await notHosted(bookings, uid, user);
  const host = booking.hosts.find(({ id }) => id === newHostId);
  if (host === undefined) throw new Error('a reassigned booking without its new host');
  return { booking, host };
}
