/* What those who manage a team or an organization do to its bookings. They act as a host of whatever belongs to it. */
import { z } from 'zod';
import { causeOf } from '../actor.js';
import type { Principal } from '../../api/principal.js';
import type { Standing } from '../../api/role.js';
import { notFound } from '../../errors.js';
import { amending } from './amendments.js';
import type { Amendment } from './amendments.js';
import { within } from './caller.js';
import type { Caller } from './caller.js';
import { noBooking } from './cancel.js';
import type { BookingDeps } from './create.js';
import { locationInput } from './host-schemas.js';
import { personOf } from './hosting.js';
import type { BookingPlace } from './list-store.js';
import { reassignBooking } from './reassign.js';
import type { ReassignDeps } from './reassign.js';
import type { BookingAnswer } from './replies.js';
import { rescheduleBooking } from './reschedule.js';
import { line, reason, rescheduleInput } from './schemas.js';
import { holderOf, shown } from './presenter.js';

/** Another host takes over what stands, as it stands: that comes alone. */
export const placeChangeInput = z
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

export type PlaceChangeInput = z.output<typeof placeChangeInput>;

export interface PlaceCall {
  readonly place: BookingPlace;
  readonly principal: Principal;
  readonly network: string;
}

export type PlaceDeps = BookingDeps & ReassignDeps;

/** The team of the path, or else its organization. */
export function bookingPlace({ teamId, organizationId }: Standing): BookingPlace {
  if (teamId !== undefined) return { teamId };
  if (organizationId === undefined) throw notFound();
  return { organizationId };
}

/** The token may have outlived its account by a moment. */
export async function managerOf(
  { bookings }: Pick<BookingDeps, 'bookings'>,
  { place, principal, network }: PlaceCall,
): Promise<Caller> {
  const [person, cause] = [await personOf(bookings, principal), causeOf(principal, network)];
  return { cause, key: cause.actor, person, mayHost: false, place };
}

async function amend(
  { bookings, clock }: PlaceDeps,
  uid: string,
  amendment: Amendment,
  caller: Caller,
): Promise<BookingAnswer> {
  const selection = { uid, ...within(caller) };
  const changed = await bookings.change(selection, amending(amendment, clock()), caller.cause);
  const replies = (changed ?? []).map((booking) => shown(booking, holderOf(booking, caller)));
  const [first] = replies;
  if (first === undefined) throw noBooking();
  return changed?.[0]?.uid === uid ? first : replies;
}

async function giveTo(deps: PlaceDeps, uid: string, userId: number, call: PlaceCall): Promise<BookingAnswer> {
  const { booking } = await reassignBooking(deps, { uid, ...call }, userId);
  return shown(booking, holderOf(booking, await managerOf(deps, call)));
}

/** `holders`: the caller as holder of slots. */
export async function changeBooking(
  deps: PlaceDeps,
  uid: string,
  { title, location, start, userId, reason: why }: PlaceChangeInput,
  { holders, ...call }: PlaceCall & { readonly holders: readonly string[] },
): Promise<BookingAnswer> {
  if (userId !== undefined) return giveTo(deps, uid, userId, call);
  const caller = await managerOf(deps, call);
  const amendment = { ...(title === undefined ? {} : { title }), ...(location && { location }) };
  if (start !== undefined) {
    const input = { start, ...(why === undefined ? {} : { reschedulingReason: why }) };
    return rescheduleBooking(deps, uid, input, { caller, holders, amendment });
  }
  if (Object.keys(amendment).length > 0) return amend(deps, uid, amendment, caller);
  const found = await deps.bookings.findIn(call.place, uid);
  const replies = found.map((booking) => shown(booking, holderOf(booking, caller)));
  const [first] = replies;
  if (first === undefined) throw noBooking();
  return found[0]?.uid === uid ? first : replies;
}
