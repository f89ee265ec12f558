/* Deletes an event type after a question that names what follows. */
import { confirmRemoval } from '../../../views/event-types/confirmations.js';
import { EVENT_TYPES_TEXT } from '../../../views/event-types/event-types.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import type { UserPost } from '../page.js';
import { doneReply, type PageReply } from '../reply.js';
import { type EventTypePages, ownEventType } from './own-event-type.js';

/** Undefined for one that a team manages: its use case refuses that. */
export async function askToRemove(
  deps: EventTypePages,
  request: UserPost,
): Promise<Confirmation | undefined> {
  const { eventType, publicUrl, of } = await ownEventType(deps, request);
  const { id: eventTypeId, title, parentId, schedulingType } = eventType;
  if (parentId !== undefined) return undefined;
  return confirmRemoval({
    ...{ title, publicUrl, isManaged: schedulingType === 'managed' },
    upcoming: await of.countUpcoming(eventTypeId),
    links: (await deps.links.list({ ...of.owner, eventTypeId })).length,
  });
}

export async function removeEventType(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const { eventType, of: owner } = await ownEventType(deps, request);
  await owner.remove(eventType.id);
  return doneReply(request, owner.path, EVENT_TYPES_TEXT.removed(eventType.title));
}
