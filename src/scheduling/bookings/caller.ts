/* The caller who reads or changes a booking, and what they may do. A uid lets its holder act as an attendee. */
import { emailKey } from '../../email-address.js';
import { present } from '../../present.js';
import type { Principal } from '../../api/principal.js';
import type { Actor } from '../../events/audit-log.js';
import { allows } from '../../scopes/policy.js';
import { actorOf } from '../actor.js';
import type { Booking } from './booking.js';
import type { BookingGroup } from './lists/list-store.js';
import type { BookingUser, BookingStore, Selection } from './store.js';

export interface Caller {
  readonly actor: Actor;
  /** The owner of the caller's idempotency keys: an account, else a client IP. */
  readonly key: string;
  readonly user?: BookingUser;
  /** Of an attendee without an account, whom a signed link names. */
  readonly email?: string;
  /** Whether the token lets the caller act as the host they are. */
  readonly mayHost: boolean;
  /** The team or organization that the caller manages, as a host of all its bookings. */
  readonly group?: BookingGroup;
}

/** Only bookings of the group that the caller manages. */
export const groupOf = ({ group }: Caller): Pick<Selection, 'group'> => present({ group });

/** A token without BOOKING_WRITE identifies its user, who may not act as a host. */
export async function identify(
  store: Pick<BookingStore, 'findUser'>,
  principal: Principal | undefined,
  clientIp: string,
): Promise<Caller> {
  const user = principal && (await store.findUser(principal.accountId));
  if (principal === undefined || user === undefined)
    return { actor: { actor: 'public', clientIp }, key: `network:${clientIp}`, mayHost: false };
  const actor = actorOf(principal, clientIp);
  return { actor, key: actor.actor, user, mayHost: allows(principal.scope, 'BOOKING_WRITE') };
}

export const isHost = ({ hosts }: Pick<Booking, 'hosts'>, user: BookingUser | undefined): boolean =>
  hosts.some(({ id }) => id === user?.id);

export const actsAsHost = (booking: Pick<Booking, 'hosts'>, { user, mayHost, group }: Caller): boolean =>
  group !== undefined || (mayHost && isHost(booking, user));

export const hasAddress = (user: BookingUser | undefined, email: string): boolean =>
  user?.emailVerified === true && emailKey(user.email) === emailKey(email);
