/* The event types of a user, with a search once they fill more than a page. */
import { EventTypesPage } from '../../../views/event-types/event-types.js';
import { present } from '../../present.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import type { EventTypePages } from './own-event-type.js';
import { presentListed } from './presenter.js';

const PAGE_LENGTH = 25;
const MAX_SEARCH = 200;

/** Behind so many event types; 0 for any other text. */
const skipIn = ({ query }: UserRequest): number =>
  /^\d{1,6}$/.test(query('skip')) ? Number(query('skip')) : 0;

function listPath(path: string, search: string, skip = 0): string {
  const query = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(skip > 0 && { skip: String(skip) }),
  });
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

export async function listEventTypes(deps: EventTypePages, request: UserRequest): Promise<PageReply> {
  const owner = await deps.ownerOf(request);
  const { path } = owner;
  const search = request.query('q').trim().slice(0, MAX_SEARCH);
  const skip = skipIn(request);
  // One more than a page shows whether there is a next page.
  const found = await owner.list({
    ...{ take: PAGE_LENGTH + 1, skip },
    ...present({ search: search === '' ? undefined : search }),
  });
  const hasNext = found.length > PAGE_LENGTH;
  const props = {
    user: request.user.account,
    team: owner.team?.name,
    crumbs: owner.team && owner.above,
    eventTypes: found.slice(0, PAGE_LENGTH).map((own) => presentListed(own, owner)),
    createTo: `${path}/new`,
    search: hasNext || skip > 0 || search !== '' ? { action: path, text: search } : undefined,
    first: skip > 0 ? listPath(path, search) : undefined,
    next: hasNext ? listPath(path, search, skip + PAGE_LENGTH) : undefined,
    done: request.session.takeMessage(),
  };
  return page(<EventTypesPage {...props} />, { scripts: [] });
}
