/*
 * The hosts of a round robin booking: the mandatory ones, and one of the others in rotation. Pure; decided under the lock
 * of the hosts, on their bookings at that moment.
 */
import { DAY } from '../../../durations.js';
import type { EventTypeHost, HostPriority } from '../../event-types/event-type.js';
import type { Slot } from '../../slots/slot.js';

/** A host with their recent bookings. */
export interface HostRotation extends EventTypeHost {
  readonly bookings: number;
  /** Milliseconds since the epoch; null without recent bookings. */
  readonly lastBookedAt: number | null;
}

/** How far back bookings count. */
export const ROTATION_MS = 30 * DAY;

const RANKS: Readonly<Record<HostPriority, number>> = { lowest: 0, low: 1, medium: 2, high: 3, highest: 4 };

/** By priority, then by bookings for their weight, then by the longest wait. */
function byRotation(a: HostRotation, b: HostRotation): number {
  return (
    RANKS[b.priority] - RANKS[a.priority] ||
    a.bookings * b.weight - b.bookings * a.weight ||
    (a.lastBookedAt ?? 0) - (b.lastBookedAt ?? 0) ||
    a.accountId - b.accountId
  );
}

export const nextHost = (hosts: readonly HostRotation[]): HostRotation | undefined =>
  hosts.toSorted(byRotation)[0];

/** Without a rotation, all of them. `previousIds`: one of them who is free comes before the rotation. */
export function chooseHosts(
  { accountIds }: Pick<Slot, 'accountIds'>,
  rotation: readonly HostRotation[] | undefined,
  previousIds: readonly number[] = [],
): readonly number[] {
  if (rotation === undefined) return accountIds;
  const free = rotation.filter(({ accountId }) => accountIds.includes(accountId));
  const rotating = free.filter(({ mandatory }) => !mandatory);
  const next = rotating.find(({ accountId }) => previousIds.includes(accountId)) ?? nextHost(rotating);
  return [...free.filter(({ mandatory }) => mandatory), ...(next ? [next] : [])].map(
    ({ accountId }) => accountId,
  );
}

export const withRotation = (
  rotation: readonly HostRotation[] | undefined,
  hostIds: readonly number[],
): readonly HostRotation[] | undefined =>
  rotation?.map((host) =>
    hostIds.includes(host.accountId) ? { ...host, bookings: host.bookings + 1 } : host,
  );
