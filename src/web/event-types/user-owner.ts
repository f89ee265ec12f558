/* The user's own event types. */
import { eventTypeChangeInput, eventTypeInput } from '../../scheduling/event-types/schemas.js';
import { noEventType } from '../../scheduling/event-types/refusals.js';
import { publicEventTypeUrl } from '../../scheduling/event-types/public-url.js';
import type { PersonalEventType } from '../../scheduling/event-types/store.js';
import type { UserRequest } from '../page.js';
import { EVENT_TYPES_PATH, type EventTypePagesDeps } from './own-event-type.js';
import { type EventTypesOwner, type OwnedEventType, validated } from './owner.js';
import { createEventTypeUseCases } from '../../scheduling/event-types/use-cases.js';

export function userOwner(deps: EventTypePagesDeps) {
  const { eventTypes, bookings, appUrl, clock } = deps;
  const useCases = createEventTypeUseCases(deps);
  const toOwned = ({ eventType, owner }: PersonalEventType): OwnedEventType => ({
    eventType,
    publicUrl: publicEventTypeUrl(appUrl, owner, eventType.slug),
  });
  return ({ user, actor }: UserRequest): Promise<EventTypesOwner> => {
    const { id: accountId, timeZone } = user.account;
    return Promise.resolve({
      ...{ owner: { accountId }, path: EVENT_TYPES_PATH, above: [], timeZone },
      list: async (query) => (await eventTypes.list({ viewerId: accountId, ...query })).map(toOwned),
      async find(id) {
        const found = id === 0 ? undefined : await eventTypes.find(accountId, id);
        if (found === undefined) throw noEventType();
        return toOwned(found);
      },
      create: async (input) => (await useCases.create(accountId, validated(eventTypeInput, input), actor)).id,
      async change(id, change, version) {
        await useCases.change(accountId, id, validated(eventTypeChangeInput, change), actor, version);
      },
      async remove(id) {
        await useCases.remove(accountId, id, actor);
      },
      async countUpcoming(id) {
        const filter = { statuses: ['upcoming'], eventTypeIds: [id] } as const;
        const query = { filter, sort: [], now: clock(), take: 1, skip: 0 };
        return (await bookings.list({ viewerId: accountId, ...query })).total;
      },
      members: () => Promise.resolve([]),
    });
  };
}
