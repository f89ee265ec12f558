/* Deletes an event type after a question that names what follows. */
import { confirmRemoval } from '../../../views/event-types/confirmations.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import type { UserPost } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import { type EventTypePages, idIn, ownEventType } from './own-event-type.js';

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

export async function removeEventType({ ownerOf }: EventTypePages, request: UserPost): Promise<PageReply> {
  const owner = await ownerOf(request);
  await owner.remove(idIn(request));
  return redirect(`${owner.path}?done=removed`);
}
