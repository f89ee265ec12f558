/*
 * Who of a round robin comes: those who must, and one of the others in turn. Pure; asked under the lock of the hosts, on
 * what they have been booked for by then.
 */
import { DAY } from '../../../durations.js';
import type { EventTypeHost, HostPriority } from '../../event-types/event-type.js';
import type { Slot } from '../../slots/slot.js';

/** A host, and how often it was their turn lately. */
export interface HostRotation extends EventTypeHost {
  readonly bookings: number;
  /** Milliseconds since the epoch; null for who was not booked lately. */
  readonly lastBookedAt: number | null;
}

/** How far back a turn counts. */
export const ROTATION_MS = 30 * DAY;

const RANKS: Readonly<Record<HostPriority, number>> = { lowest: 0, low: 1, medium: 2, high: 3, highest: 4 };

/** Below zero: `a` comes first. By priority, then by bookings for their weight, then who waits longest. */
function inTurn(a: HostRotation, b: HostRotation): number {
  return (
    RANKS[b.priority] - RANKS[a.priority] ||
    a.bookings * b.weight - b.bookings * a.weight ||
    (a.lastBookedAt ?? 0) - (b.lastBookedAt ?? 0) ||
    a.accountId - b.accountId
  );
}

export const nextHost = (hosts: readonly HostRotation[]): HostRotation | undefined =>
  hosts.toSorted(inTurn)[0];

/** Without turns everybody comes. `kept`: whoever of them is free goes before whose turn it is. */
export function whoComes(
  { accountIds }: Pick<Slot, 'accountIds'>,
  rotation: readonly HostRotation[] | undefined,
  kept: readonly number[] = [],
): readonly number[] {
  if (rotation === undefined) return accountIds;
  const free = rotation.filter(({ accountId }) => accountIds.includes(accountId));
  const inQuestion = free.filter(({ mandatory }) => !mandatory);
  const next = inQuestion.find(({ accountId }) => kept.includes(accountId)) ?? nextHost(inQuestion);
  const bound = free.filter(({ mandatory }) => mandatory);
  return [...bound, ...(next === undefined ? [] : [next])].map(({ accountId }) => accountId);
}

export const withRotation = (
  rotation: readonly HostRotation[] | undefined,
  hostIds: readonly number[],
): readonly HostRotation[] | undefined =>
  rotation?.map((host) =>
    hostIds.includes(host.accountId) ? { ...host, bookings: host.bookings + 1 } : host,
  );
