/*
 * How a booking is routed: the form response that led to it, and the hosts to choose from. Pure; the store checks the
 * response.
 */
import { present } from '../../../present.js';
import { invalidInput } from '../../../errors.js';
import type { SlotQuery } from '../../slots/slot.js';
import type { Caller } from '../caller.js';
import type { BookingInput } from '../schemas.js';
import type { BookFacts, BookOrder } from '../store.js';

/** `property`: their name in the request. */
export interface RequestedHosts {
  readonly property: string;
  readonly ids: readonly number[];
}

/** `hostId`: named by an admin; goes before the hosts of a form. */
export function requestedHosts(
  { routing }: Pick<BookingInput, 'routing'>,
  hostId: number | undefined,
): { readonly requested?: RequestedHosts } {
  if (hostId !== undefined) return { requested: { property: 'userId', ids: [hostId] } };
  const { teamMemberIds: ids = [] } = routing ?? {};
  return ids.length === 0 ? {} : { requested: { property: 'routing.teamMemberIds', ids } };
}

/** Without a rotation all hosts come anyway. Throws for an account that is not a host. */
export function restrictHosts(
  { hosts, rotation }: Pick<BookFacts, 'hosts' | 'rotation'>,
  requested: RequestedHosts | undefined,
): Pick<SlotQuery, 'amongIds'> {
  if (requested === undefined) return {};
  const { property, ids } = requested;
  const isHost = (id: number) => hosts.some(({ accountId }) => accountId === id);
  if (!ids.every(isHost)) throw invalidInput([{ property, message: 'must name hosts of this event type' }]);
  return rotation === undefined ? {} : { amongIds: ids };
}

export function routingOf(
  { routing }: Pick<BookingInput, 'routing'>,
  { user }: Pick<Caller, 'user'>,
): Pick<BookOrder, 'routing'> {
  if (routing === undefined) return {};
  return {
    routing: present({
      responseId: routing.responseId ?? undefined,
      queuedResponseId: routing.queuedResponseId ?? undefined,
      memberId: user?.id,
    }),
  };
}
