/* The event types of a user, with a search once they fill more than a page. */
import { EventTypesPage } from '../../../views/event-types/event-types.js';
import { present } from '../../present.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { EVENT_TYPES_PATH, type EventTypePages } from './own-event-type.js';
import { presentListed } from './presenter.js';

const PAGE_LENGTH = 25;
const MAX_SEARCH = 200;

/** Behind so many event types; 0 for any other text. */
const skipIn = ({ query }: UserRequest): number =>
  /^\d{1,6}$/.test(query('skip')) ? Number(query('skip')) : 0;

function listPath(search: string, skip = 0): string {
  const query = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(skip > 0 && { skip: String(skip) }),
  });
  return query.size === 0 ? EVENT_TYPES_PATH : `${EVENT_TYPES_PATH}?${query.toString()}`;
}

export async function listEventTypes(deps: EventTypePages, request: UserRequest): Promise<PageReply> {
  const { account } = request.user;
  const search = request.query('q').trim().slice(0, MAX_SEARCH);
  const skip = skipIn(request);
  // One more than a page shows whether there is a next page.
  const found = await deps.eventTypes.list({
    ...{ viewerId: account.id, take: PAGE_LENGTH + 1, skip },
    ...present({ search: search === '' ? undefined : search }),
  });
  const hasNext = found.length > PAGE_LENGTH;
  const props = {
    user: account,
    eventTypes: found.slice(0, PAGE_LENGTH).map((own) => presentListed(own, deps.appUrl)),
    createTo: `${EVENT_TYPES_PATH}/new`,
    search: hasNext || skip > 0 || search !== '' ? { action: EVENT_TYPES_PATH, text: search } : undefined,
    first: skip > 0 ? listPath(search) : undefined,
    next: hasNext ? listPath(search, skip + PAGE_LENGTH) : undefined,
    done: request.session.takeMessage(),
  };
  return page(<EventTypesPage {...props} />, { scripts: [] });
}
