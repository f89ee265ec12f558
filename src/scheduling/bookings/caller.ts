/* Who changes or reads a booking, and what that lets them do. A uid lets its holder act as an attendee. */
import type { Principal } from '../../api/principal.js';
import type { Actor } from '../../events/audit-log.js';
import { allows } from '../../scopes/policy.js';
import { actorOf } from '../actor.js';
import type { Booking } from './booking.js';
import type { BookingGroup } from './lists/list-store.js';
import type { BookingPerson, BookingStore, Selection } from './store.js';

export interface Caller {
  readonly actor: Actor;
  /** The key of what belongs to this caller alone: an account, else a network. */
  readonly key: string;
  readonly person?: BookingPerson;
  /** Whether the token lets the caller act as the host they are. */
  readonly mayHost: boolean;
  /** The team or organization for which the caller acts, as a host of whatever belongs to it. */
  readonly group?: BookingGroup;
}

/** Only bookings of the place for which the caller acts. */
export const within = ({ group }: Caller): Pick<Selection, 'group'> => (group === undefined ? {} : { group });

/** A token that may not write bookings tells who somebody is, and no more. */
export async function identify(
  store: Pick<BookingStore, 'person'>,
  principal: Principal | undefined,
  clientIp: string,
): Promise<Caller> {
  const person = principal && (await store.person(principal.accountId));
  if (principal === undefined || person === undefined)
    return { actor: { actor: 'public', clientIp }, key: `network:${clientIp}`, mayHost: false };
  const actor = actorOf(principal, clientIp);
  return { actor, key: actor.actor, person, mayHost: allows(principal.scope, 'BOOKING_WRITE') };
}

export const isHost = ({ hosts }: Pick<Booking, 'hosts'>, person: BookingPerson | undefined): boolean =>
  hosts.some(({ id }) => id === person?.id);

export const actsAsHost = (booking: Pick<Booking, 'hosts'>, { person, mayHost, group }: Caller): boolean =>
  group !== undefined || (mayHost && isHost(booking, person));

export const hasAddress = (person: BookingPerson | undefined, email: string): boolean =>
  person?.emailProven === true && person.email.toLowerCase() === email.toLowerCase();
