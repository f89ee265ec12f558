/* Which response to a routing form led to a booking, as the caller says. Pure; whether it did is for the store to say. */
import type { Caller } from './caller.js';
import type { BookingInput } from './schemas.js';
import type { BookOrder } from './store.js';

export function routingOf(
  { routing }: Pick<BookingInput, 'routing'>,
  { person }: Pick<Caller, 'person'>,
): Pick<BookOrder, 'routing'> {
  if (routing === undefined) return {};
  const { responseId = null, queuedResponseId = null } = routing;
  return {
    routing: {
      ...(responseId === null ? {} : { responseId }),
      ...(queuedResponseId === null ? {} : { queuedResponseId }),
      ...(person === undefined ? {} : { memberId: person.id }),
    },
  };
}
