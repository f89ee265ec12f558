/* `/admin/requests`: an administrator pastes the reference of an error page and sees its cause. */
import { REQUESTS_TEXT, RequestsPage } from '../../../views/request-log/requests.js';
import type { RequestCardsProps } from '../../../views/request-log/request.js';
import type { ClientStore } from '../../clients/store.js';
import type { FoundRequest, RequestLogStore } from '../../request-log/store.js';
import { definePage, handlerWith, type Page, type UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { reviewPath } from '../review/deps.js';
import { presentRequest, type RequestReaders, requestIdIn } from './presenter.js';

export interface RequestPagesDeps extends RequestReaders {
  readonly requests: Pick<RequestLogStore, 'find'>;
  readonly clients: Pick<ClientStore, 'find'>;
}

export const REQUESTS_PATH = '/admin/requests';

async function cardsOf(deps: RequestPagesDeps, found: FoundRequest): Promise<RequestCardsProps> {
  const client = found.clientId === '' ? undefined : await deps.clients.find(found.clientId);
  return {
    request: presentRequest(deps, found),
    now: new Date(deps.clock()),
    client: client && { name: client.name, to: reviewPath({ client }) },
  };
}

async function findRequest(deps: RequestPagesDeps, { user, query }: UserRequest): Promise<PageReply> {
  const typed = query('id').trim();
  const props = { user: user.account, action: REQUESTS_PATH, typed };
  if (typed === '') return page(<RequestsPage {...props} />);
  const id = requestIdIn(typed);
  const found = id === undefined ? undefined : await deps.requests.find(id);
  if (found !== undefined)
    return page(<RequestsPage {...props} found={await cardsOf(deps, found)} />, { scripts: [] });
  const fault = id === undefined ? REQUESTS_TEXT.notAnId : REQUESTS_TEXT.unknownId;
  return page(<RequestsPage {...props} fault={fault} />, { status: 422 });
}

export function createRequestPages(deps: RequestPagesDeps): readonly Page[] {
  const handle = handlerWith(deps)(findRequest);
  return [definePage({ method: 'GET', path: REQUESTS_PATH, who: 'admin', handle })];
}
