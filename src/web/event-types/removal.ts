/* Deletes an event type after a question that names what follows. */
import { confirmRemoval } from '../../../views/event-types/confirmations.js';
import { EVENT_TYPES_TEXT } from '../../../views/event-types/event-types.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import type { UserPost } from '../page.js';
import { doneReply, type PageReply } from '../reply.js';
import { EVENT_TYPES_PATH, type EventTypePages, ownEventType } from './own-event-type.js';
import { publicUrlOf } from './presenter.js';

async function countUpcoming(
  { bookings, clock }: EventTypePages,
  viewerId: number,
  eventTypeId: number,
): Promise<number> {
  const filter = { statuses: ['upcoming'], eventTypeIds: [eventTypeId] } as const;
  const { total } = await bookings.list({ viewerId, filter, sort: [], now: clock(), take: 1, skip: 0 });
  return total;
}

/** Undefined for one that a team manages: its use case refuses that. */
export async function askToRemove(
  deps: EventTypePages,
  request: UserPost,
): Promise<Confirmation | undefined> {
  const own = await ownEventType(deps, request);
  const { eventType } = own;
  if (eventType.parentId !== undefined) return undefined;
  const { id: accountId } = request.user.account;
  return confirmRemoval({
    title: eventType.title,
    publicUrl: publicUrlOf(own, deps.appUrl),
    upcoming: await countUpcoming(deps, accountId, eventType.id),
    links: (await deps.links.list({ accountId, eventTypeId: eventType.id })).length,
  });
}

export async function removeEventType(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const { eventType } = await ownEventType(deps, request);
  await deps.useCases.remove(request.user.account.id, eventType.id, request.actor);
  return doneReply(request, EVENT_TYPES_PATH, EVENT_TYPES_TEXT.removed(eventType.title));
}
