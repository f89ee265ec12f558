/* What happens to an upcoming booking when one of its hosts leaves the service. Pure. */
import type { Booking } from '../booking.js';
import type { BookingChange } from '../store.js';
import { decideAsHost } from '../transitions.js';

const REASON = 'The account of the host was deleted.';

/** The other hosts go on without them; without another host it is cancelled. Empty when there is nothing to change. */
export function changeWithout(booking: Booking, hostId: number, now: number): readonly BookingChange[] {
  const { uid, hosts } = booking;
  const isHosted = hosts.some(({ id }) => id === hostId);
  if (!isHosted || decideAsHost(booking, 'cancel', now).kind === 'refused') return [];
  if (hosts.length > 1) return [{ uid, done: 'reassigned', set: {}, release: hostId }];
  return [{ uid, done: 'cancelled', set: { status: 'cancelled', reason: REASON } }];
}
