/* The caller who reads or changes a booking, and what they may do. A uid lets its holder act as an attendee. */
import { emailKey } from '../../email-address.js';
import { present } from '../../present.js';
import type { Principal } from '../../api/principal.js';
import type { Actor } from '../../events/audit-log.js';
import { administeredBounds, EVERYWHERE } from '../../scopes/granted-resources.js';
import { allows, UNRESTRICTED } from '../../scopes/policy.js';
import { actorOf } from '../actor.js';
import type { Booking } from './booking.js';
import type { BookingGroup, BookingViewer } from './lists/list-store.js';
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
  /** Who may act as a host of bookings of teams that they administer. */
  readonly viewer?: BookingViewer;
  /** Acts as such a host, on no other booking. */
  readonly administrator?: BookingViewer;
}

/** A user who acts through an application with a token, or by themselves on a page. */
export type ActingUser = Pick<Principal, 'accountId' | 'scope' | 'resources'> &
  Partial<Pick<Principal, 'clientId'>>;

export const signedInUser = (accountId: number): ActingUser => ({
  accountId,
  scope: UNRESTRICTED,
  resources: EVERYWHERE,
});

/** The user with the groups that their token covers: a scope of theirs, and what it is called at the path of a team. */
export const viewerOf = (
  { accountId, clientId, scope, resources }: ActingUser,
  access: 'BOOKING_READ' | 'BOOKING_WRITE',
): BookingViewer => ({
  viewerId: accountId,
  administers: {
    ...present({ clientId }),
    bounds: administeredBounds(scope, resources, `TEAM_${access}`),
  },
});

/** Only bookings that the caller manages. */
export const managedBy = ({ group, administrator }: Caller): Pick<Selection, 'group' | 'administrator'> =>
  present({ group, administrator });

/**
 * As an administrator of the team of the booking, if the caller is one; otherwise as anybody who has its uid. `act` gives
 * undefined where it finds no booking.
 */
export async function actAs<T>(
  caller: Caller,
  act: (caller: Caller) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { viewer: administrator } = caller;
  const done = administrator && (await act({ ...caller, administrator }));
  return done ?? act(caller);
}

/** A token without BOOKING_WRITE identifies its user, who may not act as a host. */
export async function identify(
  store: Pick<BookingStore, 'findUser'>,
  principal: ActingUser | undefined,
  clientIp: string,
): Promise<Caller> {
  const user = principal && (await store.findUser(principal.accountId));
  if (principal === undefined || user === undefined)
    return { actor: { actor: 'public', clientIp }, key: `network:${clientIp}`, mayHost: false };
  const actor = actorOf(principal, clientIp);
  const mayHost = allows(principal.scope, 'BOOKING_WRITE');
  const viewer = mayHost ? viewerOf(principal, 'BOOKING_WRITE') : undefined;
  return { actor, key: actor.actor, user, mayHost, ...present({ viewer }) };
}

const isHost = ({ hosts }: Pick<Booking, 'hosts'>, user: BookingUser | undefined): boolean =>
  hosts.some(({ id }) => id === user?.id);

export const actsAsHost = (booking: Pick<Booking, 'hosts'>, caller: Caller): boolean =>
  caller.group !== undefined ||
  caller.administrator !== undefined ||
  (caller.mayHost && isHost(booking, caller.user));

export const hasAddress = (user: BookingUser | undefined, email: string): boolean =>
  user?.emailVerified === true && emailKey(user.email) === emailKey(email);
