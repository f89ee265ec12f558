/* What admins of a team or an organization do to its bookings. They act as a host of each of them. */
import { z } from 'zod';
import { present } from '../../../present.js';
import { actorOf } from '../../actor.js';
import type { CallerMembership } from '../../../api/role.js';
import { notFound } from '../../../errors.js';
import { planAmendment } from '../changes/amendments.js';
import type { Caller } from '../caller.js';
import type { BookingDeps } from '../creation/create.js';
import { locationInput } from '../changes/host-schemas.js';
import { loadUser } from '../changes/hosting.js';
import type { HostCall } from '../changes/hosting.js';
import type { BookingGroup } from '../lists/list-store.js';
import { AS_HOST, presentBooking, presentNamed } from '../presenter.js';
import { reassignBooking } from '../changes/reassign.js';
import type { ReassignDeps } from '../changes/reassign.js';
import type { BookingOrRecurrenceReply } from '../replies.js';
import { rescheduleBooking } from '../changes/reschedule.js';
import { line, reason, rescheduleInput } from '../schemas.js';
import { ownHolders } from '../../slots/slot-owners.js';

/** Reassigning changes nothing else. */
export const groupChangeInput = z
  .object({
    title: line.exactOptional(),
    location: locationInput.shape.location.exactOptional(),
    start: rescheduleInput.shape.start.exactOptional(),
    userId: z.int('must be the number of a person').exactOptional(),
    reason: reason.exactOptional(),
  })
  .refine(({ reason: _, ...named }) => named.userId === undefined || Object.keys(named).length === 1, {
    path: ['userId'],
    message: 'must be the only change: send one after the other',
  });

export type GroupCall = Omit<HostCall, 'params'> & { readonly membership: CallerMembership };

export type GroupDeps = BookingDeps & ReassignDeps;

/** The team of the path, or else its organization. */
export function bookingGroup({ teamId, organizationId }: CallerMembership): BookingGroup {
  if (teamId !== undefined) return { teamId };
  if (organizationId === undefined) throw notFound();
  return { organizationId };
}

export async function managerOf(
  { bookings }: Pick<BookingDeps, 'bookings'>,
  { membership, principal, clientIp }: GroupCall,
): Promise<Caller> {
  const [user, actor] = [await loadUser(bookings, principal), actorOf(principal, clientIp)];
  return { actor, key: actor.actor, user, mayHost: false, group: bookingGroup(membership) };
}

export async function changeGroupBooking(
  deps: GroupDeps,
  { title, location, start, userId, reason: reschedulingReason }: z.output<typeof groupChangeInput>,
  call: GroupCall & HostCall,
): Promise<BookingOrRecurrenceReply> {
  const { bookings, clock, keys } = deps;
  const { bookingUid: uid } = call.params;
  const group = bookingGroup(call.membership);
  if (userId !== undefined) {
    const { booking } = await reassignBooking(deps, { ...call, group }, userId);
    return presentBooking(booking, AS_HOST);
  }
  const caller = await managerOf(deps, call);
  const amendment = present({ title, location });
  if (start !== undefined) {
    const input = { start, ...present({ reschedulingReason }) };
    const holders = ownHolders(keys, call.principal);
    return rescheduleBooking(deps, uid, input, { caller, holders, amendment });
  }
  const isAmended = Object.keys(amendment).length > 0;
  const changed = isAmended
    ? await bookings.change({ uid, group }, planAmendment(amendment, clock()), caller.actor)
    : await bookings.findIn(group, uid);
  return presentNamed(changed ?? [], uid, () => AS_HOST);
}
