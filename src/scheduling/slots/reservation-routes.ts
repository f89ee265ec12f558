/*
 * `/v2/slots/reservations`: a slot is held for a few minutes while a booker fills in a form. The endpoints are public; a
 * uid suffices to read, move, release or book a hold. Every live hold blocks its time for other holds, also of the same
 * caller; a booking ignores the hold with its uid and those of the caller's account.
 */
import { z } from 'zod';
import { MINUTE } from '../../durations.js';
import type { Principal } from '../../api/principal.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { AppError, forbidden, notFound, tooManyRequests } from '../../errors.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { needsToken, slotRefused } from './refusals.js';
import { holdersOf } from './slot-owners.js';
import { bookable, lengthOf, noEventType, toQuery } from './slot-query.js';
import { heldSlotReply, reservationInput, reservationParams, reservationReply } from './schemas.js';
import { slotAt } from './slot-at.js';
import type { Bookable, DecideHold, SlotHold, SlotHoldStore, SlotStore } from './store.js';

const USUAL_MINUTES = 5;
const HOLDS_OF_ONE_HOLDER = 20;
const UID_BYTES = 24;

export interface ReservationDeps {
  readonly slots: SlotStore;
  readonly slotHolds: SlotHoldStore;
  readonly keys: Pick<KeyRing, 'hashes'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Buffer;
}

type Input = z.output<typeof reservationInput>;

const noHold = () => notFound('There is no such reservation, or it has expired.');

const anonymousHoldsAreShort = () =>
  new AppError(401, 'UNAUTHORIZED', 'Only a caller with an access token may choose the reservationDuration.');

/** Long holds keep others away from a host: they are for the host and those who work with them. */
async function refuseLongHold(
  { slots }: ReservationDeps,
  { hostIds }: Bookable,
  principal: Principal | undefined,
): Promise<void> {
  if (principal === undefined) throw anonymousHoldsAreShort();
  const { accountId } = principal;
  for (const hostId of hostIds) if (hostId === accountId || (await slots.share(accountId, hostId))) return;
  throw forbidden('Only the host and members of their teams may choose the reservationDuration.');
}

interface Reservation {
  readonly bookable: Bookable;
  readonly hold: SlotHold;
  readonly now: number;
  readonly minutes: number;
  readonly decide: DecideHold;
}

async function reservationOf(
  deps: ReservationDeps,
  body: Input,
  { principal, uid }: { readonly principal: Principal | undefined; readonly uid: string },
): Promise<Reservation> {
  const { eventTypeId, slotStart: start, slotDuration, reservationDuration } = body;
  const target = bookable(await deps.slots.find({ kind: 'id', eventTypeId }));
  if (target.eventType.bookingRequiresAuthentication && principal === undefined) throw needsToken();
  const lengthInMinutes = lengthOf(target, slotDuration, 'slotDuration');
  if (reservationDuration !== undefined) await refuseLongHold(deps, target, principal);
  const minutes = reservationDuration ?? USUAL_MINUTES;
  const now = deps.clock();
  const end = start + lengthInMinutes * MINUTE;
  const decide: DecideHold = (facts) => {
    const verdict = slotAt(toQuery(target, facts, { lengthInMinutes, now }), start);
    if (verdict.kind === 'free') return verdict.slot;
    throw slotRefused(verdict.reason, start, 'slotStart');
  };
  const hold = { uid, eventTypeId, start, end, until: now + minutes * MINUTE };
  return { bookable: target, hold, now, minutes, decide };
}

const iso = (instant: number): string => new Date(instant).toISOString();

const toReply = ({ uid, eventTypeId, start, end, until }: SlotHold): z.input<typeof heldSlotReply> => ({
  eventTypeId,
  slotStart: iso(start),
  slotEnd: iso(end),
  slotDuration: (end - start) / MINUTE,
  reservationUid: uid,
  reservationUntil: iso(until),
});

const changeRoutes = (deps: ReservationDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/slots/reservations',
    summary: 'Reserve a slot for a few minutes',
    access: 'public',
    caller: 'known',
    status: 201,
    body: reservationInput,
    reply: reservationReply,
    handle: async ({ principal, body, clientIp }) => {
      const uid = deps.random(UID_BYTES).toString('base64url');
      const { minutes, decide, ...order } = await reservationOf(deps, body, { principal, uid });
      const holders = holdersOf(deps.keys, principal, clientIp);
      const held = await deps.slotHolds.hold({ ...order, holders, most: HOLDS_OF_ONE_HOLDER }, decide);
      if (!('kind' in held)) return { ...toReply(held), reservationDuration: minutes };
      if (held.kind === 'gone') throw noEventType();
      throw tooManyRequests(Math.ceil((held.until - order.now) / 1000));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/slots/reservations/:uid',
    summary: 'Move or extend a slot reservation',
    access: 'public',
    caller: 'known',
    params: reservationParams,
    body: reservationInput,
    reply: reservationReply,
    handle: async ({ principal, params: { uid }, body }) => {
      if ((await deps.slotHolds.find(uid, deps.clock())) === undefined) throw noHold();
      const { minutes, decide, ...order } = await reservationOf(deps, body, { principal, uid });
      const changed = await deps.slotHolds.change(order, decide);
      if (changed === undefined) throw noHold();
      if ('kind' in changed) throw noEventType();
      return { ...toReply(changed), reservationDuration: minutes };
    },
  }),
];

export const createReservationRoutes = (deps: ReservationDeps): readonly Route[] => [
  ...changeRoutes(deps),
  defineRoute({
    method: 'GET',
    path: '/v2/slots/reservations/:uid',
    summary: 'Read a slot reservation',
    access: 'public',
    params: reservationParams,
    reply: heldSlotReply.nullable(),
    handle: async ({ params }) => {
      const hold = await deps.slotHolds.find(params.uid, deps.clock());
      return hold === undefined ? null : toReply(hold);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/slots/reservations/:uid',
    summary: 'Release a reserved slot',
    access: 'public',
    params: reservationParams,
    reply: z.undefined(),
    handle: async ({ params }) => {
      if (!(await deps.slotHolds.release(params.uid, deps.clock()))) throw noHold();
      return undefined;
    },
  }),
];
