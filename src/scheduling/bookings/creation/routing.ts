/*
 * What a caller says of how a booking is routed: the response to a form that led to it, and the hosts to have one from.
 * Pure; whether the response did is for the store to say.
 */
import { present } from '../../../present.js';
import { invalidInput } from '../../../errors.js';
import type { SlotQuery } from '../../slots/slot.js';
import type { Caller } from '../caller.js';
import type { BookingInput } from '../schemas.js';
import type { BookFacts, BookOrder } from '../store.js';

/** `property`: what the caller named them. */
export interface AskedHosts {
  readonly property: string;
  readonly ids: readonly number[];
}

/** `hostId`: whom those who manage the place named; their word goes before that of a form. */
export function askedHosts(
  { routing }: Pick<BookingInput, 'routing'>,
  hostId: number | undefined,
): { readonly asked?: AskedHosts } {
  if (hostId !== undefined) return { asked: { property: 'userId', ids: [hostId] } };
  const { teamMemberIds: ids = [] } = routing ?? {};
  return ids.length === 0 ? {} : { asked: { property: 'routing.teamMemberIds', ids } };
}

/** Without turns all hosts come anyway; somebody who is none cannot be asked for. */
export function amongThem(
  { hosts, rotation }: Pick<BookFacts, 'hosts' | 'rotation'>,
  asked: AskedHosts | undefined,
): Pick<SlotQuery, 'amongIds'> {
  if (asked === undefined) return {};
  const { property, ids } = asked;
  const isHost = (id: number) => hosts.some(({ accountId }) => accountId === id);
  if (!ids.every(isHost)) throw invalidInput([{ property, message: 'must name hosts of this event type' }]);
  return rotation === undefined ? {} : { amongIds: ids };
}

export function routingOf(
  { routing }: Pick<BookingInput, 'routing'>,
  { person }: Pick<Caller, 'person'>,
): Pick<BookOrder, 'routing'> {
  if (routing === undefined) return {};
  const { responseId = null, queuedResponseId = null } = routing;
  return {
    routing: {
      ...present({ responseId: responseId ?? undefined, queuedResponseId: queuedResponseId ?? undefined }),
      ...(person === undefined ? {} : { memberId: person.id }),
    },
  };
}
