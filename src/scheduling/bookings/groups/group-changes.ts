/* What those who manage a team or an organization do to its bookings. They act as a host of whatever belongs to it. */
import { z } from 'zod';
import { present } from '../../../present.js';
import { actorOf } from '../../actor.js';
import type { Principal } from '../../../api/principal.js';
import type { CallerMembership } from '../../../api/role.js';
import { notFound } from '../../../errors.js';
import { amending } from '../changes/amendments.js';
import type { Amendment } from '../changes/amendments.js';
import { within } from '../caller.js';
import type { Caller } from '../caller.js';
import { noBooking } from '../changes/cancel.js';
import type { BookingDeps } from '../creation/create.js';
import { locationInput } from '../changes/host-schemas.js';
import { personOf } from '../changes/hosting.js';
import type { BookingGroup } from '../lists/list-store.js';
import { reassignBooking } from '../changes/reassign.js';
import type { ReassignDeps } from '../changes/reassign.js';
import type { BookingAnswer } from '../replies.js';
import { rescheduleBooking } from '../changes/reschedule.js';
import { line, reason, rescheduleInput } from '../schemas.js';
import { holderOf, presentBooking } from '../presenter.js';

/** Another host takes over what stands, as it stands: that comes alone. */
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

export type GroupChangeInput = z.output<typeof groupChangeInput>;

export interface GroupCall {
  readonly group: BookingGroup;
  readonly principal: Principal;
  readonly clientIp: string;
}

export type GroupDeps = BookingDeps & ReassignDeps;

/** The team of the path, or else its organization. */
export function bookingGroup({ teamId, organizationId }: CallerMembership): BookingGroup {
  if (teamId !== undefined) return { teamId };
  if (organizationId === undefined) throw notFound();
  return { organizationId };
}

/** The token may have outlived its account by a moment. */
export async function managerOf(
  { bookings }: Pick<BookingDeps, 'bookings'>,
  { group, principal, clientIp }: GroupCall,
): Promise<Caller> {
  const [person, actor] = [await personOf(bookings, principal), actorOf(principal, clientIp)];
  return { actor, key: actor.actor, person, mayHost: false, group };
}

async function amend(
  { bookings, clock }: GroupDeps,
  uid: string,
  amendment: Amendment,
  caller: Caller,
): Promise<BookingAnswer> {
  const selection = { uid, ...within(caller) };
  const changed = await bookings.change(selection, amending(amendment, clock()), caller.actor);
  const replies = (changed ?? []).map((booking) => presentBooking(booking, holderOf(booking, caller)));
  const [first] = replies;
  if (first === undefined) throw noBooking();
  return changed?.[0]?.uid === uid ? first : replies;
}

async function giveTo(deps: GroupDeps, uid: string, userId: number, call: GroupCall): Promise<BookingAnswer> {
  const { booking } = await reassignBooking(deps, { uid, ...call }, userId);
  return presentBooking(booking, holderOf(booking, await managerOf(deps, call)));
}

/** `holders`: the caller as holder of slots. */
export async function changeBooking(
  deps: GroupDeps,
  uid: string,
  { title, location, start, userId, reason: why }: GroupChangeInput,
  { holders, ...call }: GroupCall & { readonly holders: readonly string[] },
): Promise<BookingAnswer> {
  if (userId !== undefined) return giveTo(deps, uid, userId, call);
  const caller = await managerOf(deps, call);
  const amendment = present({ title, location });
  if (start !== undefined) {
    const input = { start, ...present({ reschedulingReason: why }) };
    return rescheduleBooking(deps, uid, input, { caller, holders, amendment });
  }
  if (Object.keys(amendment).length > 0) return amend(deps, uid, amendment, caller);
  const found = await deps.bookings.findIn(call.group, uid);
  const replies = found.map((booking) => presentBooking(booking, holderOf(booking, caller)));
  const [first] = replies;
  if (first === undefined) throw noBooking();
  return found[0]?.uid === uid ? first : replies;
}
